// What holds for every answer, whatever was asked: headers, the form of errors, what is always there, and no
// card number.

import { type Content, isObject } from '../contract/kit/content.ts'
import { passesLuhn } from '../standards/cardNumber.ts'
import { lacksOfOrder, lacksOfTransaction } from './wholeAnswer.ts'

/** What was sent, and what came back. */
export type JudgedRequest = { readonly path: string; readonly sent: string }
export type JudgedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  readonly body: Content
}

export type AnswerRule = {
  readonly id: string
  /** Of the specification. */
  readonly section: string
  readonly rule: string
  readonly why: string
  /** Whether it says something about such an answer. */
  readonly concerns: (asked: JudgedRequest, answer: JudgedAnswer) => boolean
  /** The claims that do not hold. */
  readonly offences: (asked: JudgedRequest, answer: JudgedAnswer) => readonly string[]
}

const broken = (claims: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(claims).filter(claim => !claims[claim])

export const answerRules: readonly AnswerRule[] = [
  {
    ...{ id: 'answers.headers', section: '7.4' },
    rule: 'Every answer is JSON in UTF-8, is kept by nobody, and may be read by browser code.',
    why: 'A copy of an answer in a cache on the way is card holder data where nobody looks for it.',
    concerns: () => true,
    offences: ({ path }, { headers }) =>
      broken({
        'Cache-Control is no-store': headers['cache-control'] === 'no-store',
        'Content-Type is application/json;charset=utf-8':
          headers['content-type'] === 'application/json;charset=utf-8',
        'Access-Control-Allow-Origin is *':
          !path.startsWith('/api/') || headers['access-control-allow-origin'] === '*',
      }),
  },
  {
    ...{ id: 'answers.error-body', section: '7.2' },
    rule: 'An error has result ERROR, a cause, and the parts that go with that cause.',
    why: 'Clients branch on cause, field and validationType; what is missing ends in a default branch.',
    concerns: (_, { status }) => status >= 400,
    offences: (_, { body }) => offencesOfErrorBody(body),
  },
  {
    ...{ id: 'answers.error-status', section: '7.4' },
    rule: 'The cause of an error fits its status, and 401, 405, 429 and 503 have their headers.',
    why: 'Whoever reads SERVER_BUSY sends the same again; whoever reads INVALID_REQUEST must not.',
    concerns: (_, { status }) => status >= 400,
    offences: (_, { status, headers, body }) => offencesOfStatus(status, headers, errorIn(body)),
  },
  {
    ...{ id: 'answers.success', section: '7.1' },
    rule: 'What was processed is no error, whatever came of it.',
    why: 'ERROR means that nothing happened: a shop that reads it for a payment charges its payer twice.',
    concerns: (_, answer) => isSuccess(answer),
    offences: (_, { body }) => broken({ 'result is not ERROR': body.result !== 'ERROR' }),
  },
  {
    ...{ id: 'answers.whole-transaction', section: '2.12' },
    rule: 'An answer about a transaction has all that is always there, in its form.',
    why: 'Clients read order.status, totals and gateway code without asking whether they are there.',
    concerns: (asked, answer) => isSuccess(answer) && placeOf(asked)?.isTransaction === true,
    offences: (asked, { body }) => lacksOfTransaction(body, placeOf(asked)?.version ?? 0).map(isAsItShould),
  },
  {
    ...{ id: 'answers.whole-order', section: '14.6' },
    rule: 'Retrieve Order is flat, with all that is always there, and each transaction is whole.',
    why: 'Reconciliation reads orders: a total that is missing is taken for zero.',
    concerns: (asked, answer) => isSuccess(answer) && placeOf(asked)?.isTransaction === false,
    offences: (asked, { body }) => lacksOfOrder(body, placeOf(asked)?.version ?? 0).map(isAsItShould),
  },
  {
    ...{ id: 'answers.no-card-data', section: '2.8' },
    rule: 'No answer repeats a card number that was sent, or shows a security code.',
    why: 'Answers are logged by merchants: a number in them is a leak of card data in every log.',
    concerns: () => true,
    offences: ({ sent }, { text }) => offencesOfContent(sent, text),
  },
]

/** All claims that hold for every answer, and not for this one. */
export const offencesIn = (asked: JudgedRequest, answer: JudgedAnswer): readonly string[] =>
  answerRules.flatMap(rule => (rule.concerns(asked, answer) ? rule.offences(asked, answer) : []))

const isSuccess = ({ status }: JudgedAnswer): boolean => status < 400 && status !== 204
const isAsItShould = (path: string): string => `${path} is there, in its form`

function placeOf({ path }: JudgedRequest) {
  const place = /\/version\/(\d+)\/merchant\/[^/]+\/order\/[^/]+(\/transaction\/[^/]+)?\/?$/.exec(path)
  return place ? { version: Number(place[1]), isTransaction: place[2] !== undefined } : undefined
}

const errorIn = ({ error }: Content): Content => (isObject(error) ? error : {})

/** Which parts of an error go together. */
function offencesOfErrorBody(body: Content): readonly string[] {
  const error = errorIn(body)
  const { cause, explanation, field, validationType, supportCode } = error
  const isExplained = cause === 'INVALID_REQUEST' || cause === 'SERVER_BUSY'
  const isOfField = cause === 'INVALID_REQUEST' && field !== undefined
  return broken({
    'result is ERROR': body.result === 'ERROR',
    'error.cause is one of four': Object.values(causes).includes(String(cause)) || cause === usualCause,
    'nothing but correlationId is beside the error': Object.keys(body).every(name => besides.includes(name)),
    'the error has known parts only': Object.keys(error).every(name => parts.includes(name)),
    'explanation: with INVALID_REQUEST and SERVER_BUSY, and only then': isExplained
      ? isText(explanation, 1000)
      : explanation === undefined,
    'supportCode: with SERVER_FAILED and REQUEST_REJECTED, and only then': isExplained
      ? supportCode === undefined
      : isText(supportCode, 100),
    'field: only with INVALID_REQUEST, 1 to 100 characters': isOfField
      ? isText(field, 100)
      : field === undefined,
    'validationType: INVALID, MISSING or UNSUPPORTED where a field is named, and only then':
      ways.includes(String(validationType)) === isOfField,
  })
}

const offencesOfStatus = (
  status: number,
  headers: JudgedAnswer['headers'],
  { cause }: Content,
): readonly string[] =>
  broken({
    'the cause fits the status': cause === (causes[status] ?? usualCause),
    'Retry-After says until when it is busy': cause !== 'SERVER_BUSY' || Number(headers['retry-after']) >= 1,
    'WWW-Authenticate asks for Basic': status !== 401 || /^Basic /.test(String(headers['www-authenticate'])),
    'Allow lists the methods': status !== 405 || /^[A-Z, ]+$/.test(String(headers.allow)),
  })

const besides = ['correlationId', 'error', 'result']
const parts = ['cause', 'explanation', 'field', 'validationType', 'supportCode']
const ways = ['INVALID', 'MISSING', 'UNSUPPORTED']

/** All other refusals are the request's own fault. */
const usualCause = 'INVALID_REQUEST'
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

/** Card numbers in what was sent. */
export const cardNumbersIn = (sent: string): readonly string[] =>
  (sent.match(/(?<!\d)\d{13,19}(?!\d)/g) ?? []).filter(passesLuhn).filter(mayBeOfCard)

function offencesOfContent(sent: string, text: string): readonly string[] {
  return broken({
    'no card number is repeated': !cardNumbersIn(sent).some(number => text.includes(number)),
    'no security code is shown': !text.replaceAll('"securityCode":"xxx"', '').includes('"securityCode"'),
  })
}
