import type { AcquirerAsk } from '../../acquirers/port.ts'
import { fitsCurrency, toMinor } from '../../orders/money.ts'
import { invalid, isRejection, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { type GatewayCode, gatewayCodes } from '../../orders/transaction.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { type AcquirerDecision, type AnswerDelivery, decide, decidePartialAmount } from './decision.ts'
import { isApproval } from './triggers.ts'

/** What the acquirer is told to do next, kept in memory until it was done. */
export interface AcquirerScripts {
  /** Refused when too many are waiting. */
  add(script: AcquirerScript): Rejection | undefined
  clear(): void
  /** The next answer of the oldest script that matches; it is used up by that. */
  next(ask: AcquirerAsk): ScriptedAnswer | undefined
  /** What is left, with card numbers masked. */
  list(): readonly AcquirerScript[]
}

export type AcquirerScript = { readonly match: AcquirerMatch; readonly answers: readonly ScriptedAnswer[] }

/** All that is given must be so; nothing given matches everything. */
export type AcquirerMatch = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly cardNumber?: string
}

export type ScriptedAnswer = {
  readonly answer: ScriptedAnswerKind
  readonly gatewayCode?: GatewayCode
  /** A decimal, in the currency of whatever it answers. */
  readonly amount?: string
  readonly delayMs?: number
}

export const scriptedAnswerKinds = [
  'approve',
  'decline',
  'refer',
  'partial',
  'silent',
  'late',
  'twice',
  'drop',
] as const
export type ScriptedAnswerKind = (typeof scriptedAnswerKinds)[number]

const scriptsMax = 1_000

export function createAcquirerScripts(): AcquirerScripts {
  let waiting: WaitingScript[] = []
  return {
    add({ match, answers }) {
      if (waiting.length >= scriptsMax)
        return invalid('answers', `${scriptsMax} scripts are waiting; clear them first.`)
      if (answers.length > 0) waiting.push({ match, answers: [...answers] })
      return undefined
    },
    clear() {
      waiting = []
    },
    next(ask) {
      const script = waiting.find(({ match }) => isMatched(match, ask))
      const answer = script?.answers.shift()
      if (script?.answers.length === 0) waiting = waiting.filter(one => one !== script)
      return answer
    },
    list() {
      return waiting.map(({ match, answers }) => ({ match: masked(match), answers: [...answers] }))
    },
  }
}

type WaitingScript = { readonly match: AcquirerMatch; readonly answers: ScriptedAnswer[] }

function isMatched({ merchantId, orderId, cardNumber }: AcquirerMatch, ask: AcquirerAsk): boolean {
  if (merchantId !== undefined && merchantId !== ask.merchantId) return false
  if (orderId !== undefined && !('orderId' in ask && orderId === ask.orderId)) return false
  return cardNumber === undefined || cardNumber === ask.card?.number
}

function masked({ cardNumber, ...match }: AcquirerMatch): AcquirerMatch {
  return cardNumber === undefined ? match : { ...match, cardNumber: maskedNumber(cardNumber) }
}

const answersMax = 100
const delayMsMax = 120_000
const idMax = 40

/** A script as somebody wrote it, or what is wrong with it. */
export function readAcquirerScript(body: unknown): AcquirerScript | Rejection {
  const script = groupAt('', body, ['match', 'answers'])
  if (isRejection(script)) return script
  if (script.match === undefined) return missing('match')
  const match = readMatch(script.match)
  if (isRejection(match)) return match
  const answers = readAnswers(script.answers)
  return isRejection(answers) ? answers : { match, answers }
}

function readMatch(value: unknown): AcquirerMatch | Rejection {
  const match = groupAt('match', value, ['merchantId', 'orderId', 'cardNumber'])
  if (isRejection(match)) return match
  const { merchantId, orderId, cardNumber } = match
  if (!isAbsentOr(isId, merchantId)) return invalid('match.merchantId', idForm)
  if (!isAbsentOr(isId, orderId)) return invalid('match.orderId', idForm)
  if (!isAbsentOr(isCardNumber, cardNumber)) return invalid('match.cardNumber', 'It must be 9 to 19 digits.')
  return {
    ...(merchantId !== undefined && { merchantId }),
    ...(orderId !== undefined && { orderId }),
    ...(cardNumber !== undefined && { cardNumber }),
  }
}

function readAnswers(value: unknown): readonly ScriptedAnswer[] | Rejection {
  if (value === undefined || value === null) return missing('answers')
  if (!Array.isArray(value) || value.length === 0 || value.length > answersMax)
    return invalid('answers', `It must be a list of 1 to ${answersMax} answers.`)
  const answers: ScriptedAnswer[] = []
  for (const [index, one] of value.entries()) {
    const answer = readAnswer(`answers[${index}]`, one)
    if (isRejection(answer)) return answer
    answers.push(answer)
  }
  return answers
}

function readAnswer(field: string, value: unknown): ScriptedAnswer | Rejection {
  const given = groupAt(field, value, ['answer', 'gatewayCode', 'amount', 'delayMs'])
  if (isRejection(given)) return given
  const { answer, gatewayCode, delayMs } = given
  const amount = decimalIn(given.amount)
  if (answer === undefined) return missing(`${field}.answer`)
  if (!isOneOf(scriptedAnswerKinds, answer))
    return invalid(`${field}.answer`, `It must be one of ${scriptedAnswerKinds.join(', ')}.`)
  if (!isAbsentOr(isGatewayCode, gatewayCode))
    return invalid(`${field}.gatewayCode`, 'It must be a gateway code.')
  if (gatewayCode !== undefined && isContradiction(answer, gatewayCode))
    return invalid(`${field}.gatewayCode`, `It does not go with the answer ${answer}.`, gatewayCode)
  if (!isAbsentOr(isPositiveDecimal, amount))
    return invalid(`${field}.amount`, 'It must be a positive decimal with at most 3 decimals.')
  if (!isAbsentOr(isDelay, delayMs))
    return invalid(`${field}.delayMs`, `It must be a whole number from 0 to ${delayMsMax}.`)
  return {
    answer,
    ...(gatewayCode !== undefined && { gatewayCode }),
    ...(amount !== undefined && { amount }),
    ...(delayMs !== undefined && { delayMs }),
  }
}

function isContradiction(answer: ScriptedAnswer['answer'], gatewayCode: GatewayCode): boolean {
  if (answer === 'approve') return !isApproval(gatewayCode)
  if (answer === 'decline') return isApproval(gatewayCode)
  return answer === 'refer' && gatewayCode !== 'REFERRED'
}

type Group<Name extends string> = { readonly [name in Name]?: unknown }

/** The fields of an object, of which null is an absent one and a stranger a mistake. */
function groupAt<Name extends string>(
  field: string,
  value: unknown,
  names: readonly Name[],
): Group<Name> | Rejection {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return field === '' ? missing(names[0] ?? '') : invalid(field, 'It must be an object.')
  const group: { [name in Name]?: unknown } = {}
  for (const [name, content] of Object.entries(value)) {
    if (!isOneOf(names, name)) return unsupported(field === '' ? name : `${field}.${name}`)
    if (content !== null) group[name] = content
  }
  return group
}

/** JSON numbers that are not in their shortest form come with their text. */
function decimalIn(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : value
}

function isAbsentOr<Value>(
  isValue: (value: unknown) => value is Value,
  value: unknown,
): value is Value | undefined {
  return value === undefined || isValue(value)
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.some(word => word === value)
}

const isGatewayCode = (value: unknown): value is GatewayCode => isOneOf(gatewayCodes, value)

const idForm = `It must be a text of 1 to ${idMax} characters, without card data.`
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && isShort(value) && !holdsCardData(value)

const isShort = (value: string): boolean => value.length <= 2 * idMax && [...value].length <= idMax

const isCardNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9]{9,19}$/.test(value)

const isPositiveDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:0|[1-9]\d{0,9})(?:\.\d{1,3})?$/.test(value) && /[1-9]/.test(value)

const isDelay = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= delayMsMax

/** What a script has the acquirer make of a question, whatever the account says. */
export function decideByScript(scripted: ScriptedAnswer, ask: AcquirerAsk, at: Date): AcquirerDecision {
  return { ...contentOf(scripted, ask, at), delivery: deliveryOf(scripted) }
}

function contentOf(scripted: ScriptedAnswer, ask: AcquirerAsk, at: Date): Omit<AcquirerDecision, 'delivery'> {
  const { answer, gatewayCode } = scripted
  const amount = 'amount' in ask ? ask.amount : 0n
  if (answer === 'refer') return { gatewayCode: 'REFERRED', amount }
  if (answer === 'decline') return { gatewayCode: gatewayCode ?? 'DECLINED', amount }
  if (answer === 'partial' && 'acceptPartialAmount' in ask)
    return decidePartialAmount(ask, partOf(scripted, ask))
  // What a balance is, only the account can say.
  if (ask.verb === 'balance') return decide(ask, at)
  return { gatewayCode: gatewayCode ?? 'APPROVED', amount }
}

/** Decimals that the currency does not have are dropped. */
function partOf({ amount }: ScriptedAnswer, { currency }: AcquirerAsk): bigint | undefined {
  if (amount === undefined) return undefined
  return toMinor(fitsCurrency(amount, currency) ? amount : (amount.split('.')[0] ?? '0'), currency)
}

function deliveryOf({ answer, delayMs }: ScriptedAnswer): AnswerDelivery {
  switch (answer) {
    case 'silent':
      return { manner: 'never', delayMs: 0 }
    case 'drop':
      return { manner: 'dropped', delayMs: 0 }
    case 'late':
      return { manner: 'once', delayMs: delayMs ?? lateMs }
    case 'twice':
      return { manner: 'twice', delayMs: delayMs ?? 0 }
    default:
      return { manner: 'once', delayMs: delayMs ?? 0 }
  }
}

/** More than the patience of a sandbox. */
const lateMs = 3_000
