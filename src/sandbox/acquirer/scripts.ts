import { isApproval } from '../../acquirerHost/testCards.ts'
import type { AcquirerAsk } from '../../acquirers/port.ts'
import { fitsCurrency, toMinor } from '../../orders/money.ts'
import { invalid, isRejection, missing, type Rejection } from '../../orders/rejection.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import { gatewayCodes } from '../../standards/paymentCodes.ts'
import {
  createScriptQueue,
  isOneOf,
  readGroup,
  readScript,
  type ScriptMatch,
  stepsMax,
} from '../scriptQueue.ts'
import { type AcquirerDecision, type AnswerDelivery, decide, decidePartialAmount } from './decision.ts'

/** What the acquirer simulator answers next, whatever the card says: `/sandbox/acquirer/scripts`. */
export interface AcquirerScripts {
  /** Rejected when too many of its merchant are waiting. */
  add(script: AcquirerScript): Rejection | undefined
  /** Only those of a merchant, where one is given. */
  clear(merchantId?: string): void
  /** False when there is none, or no longer. */
  remove(id: number): boolean
  /** The next answer of the oldest script that matches, of its own merchant first; it is used up by that. */
  next(ask: AcquirerAsk, at: Date): ScriptedAnswer | undefined
  /** What is left, of all or in force for a merchant, with card numbers masked. */
  list(merchantId?: string): readonly (AcquirerScript & { readonly id: number })[]
  /** The newest uses, of all or of one merchant, the newest first, and as many at most. */
  used(merchantId?: string): readonly UsedScriptedAnswer[]
}

/** Which request used an answer up. */
export type UsedScriptedAnswer = {
  readonly scriptId: number
  readonly answer: ScriptedAnswer
  readonly atMs: number
  readonly asked: AcquirerAsk['verb']
  readonly merchantId: string
  /** Absent where the request belongs to no order. */
  readonly orderId?: string
  readonly transactionId?: string
  /** How many answers the script still has. */
  readonly left: number
}

type AcquirerScript = {
  readonly match: ScriptMatch
  readonly answers: readonly ScriptedAnswer[]
}

export type ScriptedAnswer = {
  readonly answer: ScriptedAnswerKind
  readonly gatewayCode?: GatewayCode
  /** A decimal, in the currency of the request that it answers. */
  readonly amount?: string
  readonly delayMs?: number
}

/**
 * What the acquirer can be told to do, and what else such an answer heeds. All but the first four do what was
 * asked, and differ in how the answer arrives.
 */
const scriptedAnswers = {
  approve: ['delayMs'],
  decline: ['delayMs'],
  refer: ['delayMs'],
  partial: ['amount', 'delayMs'],
  silent: [],
  late: ['delayMs'],
  twice: ['delayMs'],
  drop: [],
} as const satisfies Readonly<Record<string, readonly ('amount' | 'delayMs')[]>>
export type ScriptedAnswerKind = keyof typeof scriptedAnswers

const isAnswerKind = (name: string): name is ScriptedAnswerKind => name in scriptedAnswers
const scriptedAnswerKinds = Object.keys(scriptedAnswers).filter(isAnswerKind)

/** Of all, and of each merchant; and of how many merchants. */
const usesMax = 200
const usersMax = 1_000

export function createAcquirerScripts(): AcquirerScripts {
  const queue = createScriptQueue<ScriptedAnswer>('answers')
  let newest: readonly UsedScriptedAnswer[] = []
  const uses = new BoundedMap<string, readonly UsedScriptedAnswer[]>(usersMax)
  return {
    add: ({ match, answers }) => queue.add({ match, steps: answers }),
    clear(merchantId) {
      queue.clear(merchantId)
      newest = merchantId === undefined ? [] : newest.filter(use => use.merchantId !== merchantId)
      if (merchantId === undefined) uses.clear()
      else uses.delete(merchantId)
    },
    remove: queue.remove,
    next(ask, at) {
      const about = {
        merchantId: ask.merchantId,
        ...('orderId' in ask && { orderId: ask.orderId, transactionId: ask.transactionId }),
      }
      const found = queue.next({ ...about, ...(ask.card && { cardNumber: ask.card.number }) })
      if (found === undefined) return undefined
      const { step, scriptId, left } = found
      const use = { ...{ scriptId, answer: step, atMs: at.getTime(), asked: ask.verb, left }, ...about }
      newest = [use, ...newest].slice(0, usesMax)
      uses.set(ask.merchantId, [use, ...(uses.get(ask.merchantId) ?? [])].slice(0, usesMax))
      return step
    },
    list: merchantId => queue.list(merchantId).map(({ id, match, steps }) => ({ id, match, answers: steps })),
    used: merchantId => (merchantId === undefined ? newest : (uses.get(merchantId) ?? [])),
  }
}

/** A script as the caller of the control API wrote it, or what is wrong with it. */
export function readAcquirerScript(body: unknown): AcquirerScript | Rejection {
  const script = readScript(body, {
    field: 'answers',
    matches: ['merchantId', 'orderId', 'transactionId', 'cardNumber'],
    readStep: readAnswer,
  })
  return isRejection(script) ? script : { match: script.match, answers: script.steps }
}

function readAnswer(field: string, value: unknown): ScriptedAnswer | Rejection {
  const given = readGroup(field, value, ['answer', 'gatewayCode', 'amount', 'delayMs'])
  if (isRejection(given)) return given
  const { answer, gatewayCode, delayMs } = given
  const amount = decimalIn(given.amount)
  if (answer === undefined) return missing(`${field}.answer`)
  if (!isOneOf(scriptedAnswerKinds, answer))
    return invalid(`${field}.answer`, `It must be one of ${scriptedAnswerKinds.join(', ')}.`)
  if (!isAbsentOr(isAcquirerCode, gatewayCode))
    return invalid(`${field}.gatewayCode`, `It must be one of ${acquirerCodes.join(', ')}.`)
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
  if (answer === 'partial') return true
  if (answer === 'approve') return !isApproval(gatewayCode)
  if (answer === 'decline') return isApproval(gatewayCode)
  return answer === 'refer' && gatewayCode !== 'REFERRED'
}

/** What a script can say, for those who offer it to choose from. */
export const acquirerScriptVocabulary = () => ({
  answers: scriptedAnswerKinds.map(answer => ({
    ...{ answer, fields: scriptedAnswers[answer] },
    gatewayCodes: acquirerCodes.filter(code => !isContradiction(answer, code)),
  })),
  ...{ answersMax: stepsMax, delayMsMax },
})

/**
 * Codes that no acquirer answers a transaction with: the gateway says them itself, or an issuer, a payment
 * provider or an inquiry of a balance leads to them. What is approved in part is said by its amount.
 */
const codesOfOthers: ReadonlySet<GatewayCode> = new Set<GatewayCode>([
  'ABORTED',
  'AUTHENTICATION_IN_PROGRESS',
  'BALANCE_AVAILABLE',
  'BALANCE_UNKNOWN',
  'BASIC_VERIFICATION_SUCCESSFUL',
  'DEFERRED_TRANSACTION_RECEIVED',
  'EXCEEDED_RETRY_LIMIT',
  'LOCK_FAILURE',
  'NOT_ENROLLED_3D_SECURE',
  'NO_BALANCE',
  'PARTIALLY_APPROVED',
  'SUBMITTED',
  'TIMED_OUT',
])
const acquirerCodes = gatewayCodes.filter(code => !codesOfOthers.has(code))

export const isAcquirerCode = (value: unknown): value is GatewayCode => isOneOf(acquirerCodes, value)

const isPositiveDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:0|[1-9]\d{0,9})(?:\.\d{1,3})?$/.test(value) && /[1-9]/.test(value)

const isDelay = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= delayMsMax

const delayMsMax = 120_000

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

/** The decision that a script prescribes, whatever the account says. */
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
  // Only the account says what its balance is.
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
      return { manner: 'late', delayMs: delayMs ?? lateMs }
    case 'twice':
      return { manner: 'twice', delayMs: delayMs ?? 0 }
    default:
      return { manner: 'once', delayMs: delayMs ?? 0 }
  }
}

/** Longer than a sandbox waits for its acquirer, unless it is configured to wait longer. */
const lateMs = 3_000
