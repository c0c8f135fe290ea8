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
import { withVisibleMarks } from './visibleText.ts'

/** Why the server refused a call. */
export class CallRefused extends Error {
  readonly status: number
  /** 'SIGN_IN', 'STEP_UP', 'NOT_ALLOWED', or a cause of the API. */
  override readonly cause: string
  readonly field: string | undefined
  /** What the server's log has about a fault. */
  readonly supportCode: string | undefined

  constructor(status: number, error: ErrorAnswer) {
    super(error.explanation ?? 'The server could not do it.')
    this.status = status
    this.cause = error.cause ?? 'SERVER_FAILED'
    this.field = error.field
    this.supportCode = error.supportCode
  }
}

type ErrorAnswer = {
  readonly cause?: string
  readonly explanation?: string
  readonly field?: string
  readonly supportCode?: string
}

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
  const response = await fetch(`${consoleApiPath}/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(isUnattended() && { 'X-Unattended': '1' }) },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  })
  const answer = answerIn(withVisibleMarks(await response.text()))
  if (!response.ok) throw new CallRefused(response.status, answer.error ?? {})
  return answer
}

/** Something between the browser and the server may have answered instead. */
function answerIn(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
