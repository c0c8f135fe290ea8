// Calls from the console's pages to its server, typed by their declarations.

import { consoleApiPath } from '../api/apiPath.ts'
import type {
  ConsoleAnswer,
  ConsoleCallName,
  ConsoleInput,
  PublicAnswer,
  PublicCallName,
  PublicInput,
} from '../api/calls.ts'
import { isUnattended } from './attendance.ts'
import { answerIn, CallRefused, type CallSentences, CallUnheard } from './callAnswer.ts'
import { withVisibleMarks } from './visibleText.ts'
import { consoleLocales } from './words/consoleLocales.ts'
import { wordIn } from './words/defineWords.ts'
import { shellWords } from './words/shell.ts'

/** What answers refusals that a user can do something about; the application sets it when it starts. */
export type RefusalHandlers = {
  /** Asks for a second factor; whether one was shown, so that the call is repeated. */
  readonly stepUp: () => Promise<boolean>
  readonly signedOut: () => void
}

let refusalHandlers: RefusalHandlers | undefined

/** Returns what takes them back. */
export function handleRefusals(handlers: RefusalHandlers): () => void {
  refusalHandlers = handlers
  return () => {
    if (refusalHandlers === handlers) refusalHandlers = undefined
  }
}

/** A call that needs a second factor asks for it, and is made again. */
export async function callServer<Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleInput<Name>,
  signal?: AbortSignal,
): Promise<ConsoleAnswer<Name>> {
  try {
    return await post(name, input, signal)
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    if (error.cause === 'STEP_UP' && (await refusalHandlers?.stepUp())) return post(name, input, signal)
    if (error.cause === 'SIGN_IN' && name !== 'whoAmI') refusalHandlers?.signedOut()
    throw error
  }
}

export const callBeforeSignIn = <Name extends PublicCallName>(
  name: Name,
  input: PublicInput<Name>,
): Promise<PublicAnswer<Name>> => post(name, input)

async function post<Answer>(name: string, input: object, signal?: AbortSignal): Promise<Answer> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(isUnattended() && { 'X-Unattended': '1' }) },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  }
  const { status, text } = await fetch(`${consoleApiPath}/${name}`, request)
    .then(async response => ({ status: response.status, text: await response.text() }))
    .catch(error => {
      // Whoever has stopped the call hears that; nobody is to read what a browser says in its own words.
      if (signal?.aborted) throw error
      throw new CallUnheard(callSentence('unheard', undefined))
    })
  return answerIn(status, withVisibleMarks(text), callSentence)
}

/** In the language of the page. */
export const callSentence: CallSentences = (name, supportCode) => {
  const locale = consoleLocales.find(one => one === document.documentElement.lang) ?? 'en'
  const words = shellWords[locale]
  if (supportCode === undefined) return words[name]
  return `${words[name]} ${wordIn(words.supportCode, locale, { code: supportCode })}`
}
