import { maskedNumber, passesLuhn } from '../../src/standards/cardNumber.ts'
import type { Answer, Body } from './answer.ts'
import { lacksOfOrder, lacksOfTransaction } from './whole.ts'

type Asked = { readonly method: string; readonly path: string; readonly bytes: Buffer | undefined }

/** What holds for every answer: headers, the form of errors, what is always there, and no card number. */
export function expectLawful(asked: Asked, answer: Answer): void {
  const offences = offencesOf(asked, answer)
  if (offences.length === 0) return
  const { status, text } = answer
  throw new Error(`${asked.method} ${asked.path} → ${status} ${text.slice(0, 2000)}\n${offences.join('\n')}`)
}

/** The claims that hold for every answer, and not for this one. */
export function offencesOf(asked: Omit<Asked, 'method'>, answer: Answer): readonly string[] {
  const sent = asked.bytes?.toString('latin1') ?? ''
  const judged = sent.includes('"UNMASK"') && answer.status < 400 ? withMasks(answer) : answer
  return [
    ...offencesOfHeaders(asked.path, judged),
    ...offencesOfKind(asked.path, judged),
    ...offencesOfContent(sent, judged.text),
  ]
}

/** Whether a caller may see whole numbers is checked by other tests. */
function withMasks(answer: Answer): Answer {
  const text = answer.text.replace(
    /"number":"(\d{9,19})"/g,
    (_, number) => `"number":"${maskedNumber(number)}"`,
  )
  return { ...answer, text, body: JSON.parse(text) }
}

type Offences = readonly string[]

function offencesOfKind(path: string, answer: Answer): Offences {
  // Readiness answers in every state.
  if (path === '/ready') return broken({ 'it says how it stands': typeof answer.body.status === 'string' })
  return answer.status >= 400 ? offencesOfError(answer) : offencesOfSuccess(path, answer)
}

/** The claims that do not hold. */
const broken = (claims: Readonly<Record<string, boolean>>): Offences =>
  Object.keys(claims).filter(claim => !claims[claim])

const offencesOfHeaders = (path: string, { headers }: Answer): Offences =>
  broken({
    'nobody keeps a copy': headers['cache-control'] === 'no-store',
    'it is JSON in UTF-8': headers['content-type'] === 'application/json;charset=utf-8',
    'nobody guesses what it is': headers['x-content-type-options'] === 'nosniff',
    'browser code may read it': !path.startsWith('/api/') || headers['access-control-allow-origin'] === '*',
  })

function offencesOfSuccess(path: string, { status, body }: Answer): Offences {
  if (status === 204) return []
  const place = /\/version\/(\d+)\/merchant\/[^/]+\/order\/[^/]+(\/transaction\/[^/]+)?\/?$/.exec(path)
  const version = Number(place?.[1])
  const lacks = place?.[2] === undefined ? lacksOfOrder : lacksOfTransaction
  return [...broken({ 'it is no error': body.result !== 'ERROR' }), ...(place ? lacks(body, version) : [])]
}

/** Which parts of an error go together (spec 7), and with which status. */
function offencesOfError({ status, headers, body }: Answer): Offences {
  const error = (body.error ?? {}) as Body
  const { cause, explanation, field, validationType, supportCode } = error
  const isExplained = cause === 'INVALID_REQUEST' || cause === 'SERVER_BUSY'
  const isOfField = cause === 'INVALID_REQUEST' && field !== undefined
  return broken({
    'the result is ERROR': body.result === 'ERROR',
    'nothing is beside the error': Object.keys(body).every(name => besides.includes(name)),
    'the error has known parts': Object.keys(error).every(name => parts.includes(name)),
    'the cause fits the status': cause === (causes[status] ?? 'INVALID_REQUEST'),
    'it is explained where it can be': isExplained ? isText(explanation, 1000) : explanation === undefined,
    'support can find it where needed': isExplained ? supportCode === undefined : isText(supportCode, 100),
    'a field is named only where one is wrong': isOfField ? isText(field, 100) : field === undefined,
    'a field is wrong in one of three ways': ways.includes(String(validationType)) === isOfField,
    'who is busy says until when': cause !== 'SERVER_BUSY' || Number(headers['retry-after']) >= 1,
    'who is not known is asked': status !== 401 || /^Basic /.test(headers['www-authenticate'] ?? ''),
    'allowed methods are listed': status !== 405 || /^[A-Z, ]+$/.test(headers.allow ?? ''),
  })
}

const besides = ['correlationId', 'error', 'result']
const parts = ['cause', 'explanation', 'field', 'validationType', 'supportCode']
const ways = ['INVALID', 'MISSING', 'UNSUPPORTED']

/** All other refusals are the request's own fault. */
const causes: Readonly<Record<number, string>> = {
  403: 'REQUEST_REJECTED',
  429: 'SERVER_BUSY',
  500: 'SERVER_FAILED',
  501: 'SERVER_FAILED',
  503: 'SERVER_BUSY',
}

function isText(value: unknown, lengthMax: number): boolean {
  return typeof value === 'string' && value !== '' && [...value].length <= lengthMax
}

/** Cards begin with 22 to 27 or 3 to 6; those with 2 or 51 to 55 have 16 digits. Others pass by chance. */
const mayBeOfCard = (digits: string): boolean =>
  /^(?:2[2-7]|[3-6])/.test(digits) && (digits.length === 16 || !/^(?:2|5[1-5])/.test(digits))

function offencesOfContent(sent: string, text: string): Offences {
  const numbers = (sent.match(/(?<!\d)\d{13,19}(?!\d)/g) ?? []).filter(passesLuhn).filter(mayBeOfCard)
  return broken({
    'no card number is repeated': !numbers.some(number => text.includes(number)),
    'no security code is shown': !text.replaceAll('"securityCode":"xxx"', '').includes('"securityCode"'),
  })
}
