import { offencesIn } from '../../src/conformance/everyAnswer.ts'
import { maskedNumber } from '../../src/standards/cardNumber.ts'
import type { Answer } from './answer.ts'

type Asked = { readonly method: string; readonly path: string; readonly bytes: Buffer | undefined }

/** What holds for every answer: headers, the form of errors, what is always there, and no card number. */
export function expectLawful(asked: Asked, answer: Answer): void {
  const offences = offencesOf(asked, answer)
  if (offences.length === 0) return
  const { status, text } = answer
  throw new Error(`${asked.method} ${asked.path} → ${status} ${text.slice(0, 2000)}\n${offences.join('\n')}`)
}

/** The claims that hold for every answer, and not for this one. */
export function offencesOf({ path, bytes }: Omit<Asked, 'method'>, answer: Answer): readonly string[] {
  const sent = bytes?.toString('latin1') ?? ''
  const judged = sent.includes('"UNMASK"') && answer.status < 400 ? withMasks(answer) : answer
  const isGuessed = answer.headers['x-content-type-options'] !== 'nosniff'
  return [
    ...(isGuessed ? ['nobody guesses what it is'] : []),
    // Readiness answers in every state.
    ...(path === '/ready' ? offencesOfReadiness(judged) : offencesIn({ path, sent }, judged)),
  ]
}

function offencesOfReadiness({ headers, body }: Answer): readonly string[] {
  const { 'cache-control': kept, 'content-type': type } = headers
  const isAsAll = kept === 'no-store' && type === 'application/json;charset=utf-8'
  return isAsAll && typeof body.status === 'string' ? [] : ['it says how it stands']
}

/** Whether a caller may see whole numbers is checked by other tests. */
function withMasks(answer: Answer): Answer {
  const text = answer.text.replace(
    /"number":"(\d{9,19})"/g,
    (_, number) => `"number":"${maskedNumber(number)}"`,
  )
  return { ...answer, text, body: JSON.parse(text) }
}
