// The earlier transactions that follow-ups act on: finding them, asking about them, and asking again from
// what was recorded.

import type {
  AuthorizationResponse,
  AuthorizationResponseField,
  FollowUpAsk,
  OriginalTransaction,
} from '../../acquirers/port.ts'
import { effectiveTransactions, totalsOf } from '../../orders/totals.ts'
import type { TransactionType } from '../../orders/transaction.ts'
import type { AskingPlan } from '../model/flow.ts'
import { type LoadedOrder, nothingAssigned, type RecordedTransaction } from '../model/journal.ts'
import { cardOf } from '../model/transactionCard.ts'

type Recorded = readonly RecordedTransaction[]
type FollowUpVerb = FollowUpAsk['verb']

/** The plan of an ask about an earlier transaction of the order, with that transaction's card. */
export function following(transactions: Recorded, original: RecordedTransaction, asked: FollowUpWishes) {
  const { currency } = original
  const ask = { ...asked, currency, original: originalOf(original), repeat: 0 }
  return { ask, cardOf: cardOf(transactions, original) } satisfies AskingPlan
}

type FollowUpWishes = Pick<
  FollowUpAsk,
  'amount' | 'earlierVoid' | 'heldAmount' | 'isLast' | 'presented' | 'verb'
>

/**
 * A capture is the last one when it reaches what is authorized: no field of the API says so before. Others
 * may be settled before it is repeated, so the acquirer's trace keeps what was said first.
 */
export function isLastCapture(before: Recorded, amount: bigint): boolean {
  const { authorized, captured } = totalsOf(before)
  return captured + amount >= authorized
}

/** What an update or a capture found held: earlier updates may have changed it, captures do not. */
export const heldBefore = (before: Recorded): bigint => totalsOf(before).authorized

const beforeIt = (transactions: Recorded, { id }: RecordedTransaction): Recorded =>
  transactions.slice(
    0,
    transactions.findIndex(one => one.id === id),
  )

/**
 * The ask of a recorded follow-up, rebuilt from what was recorded in order to repeat it. Undefined for a
 * transaction that is no follow-up: that is never repeated.
 */
export function askAgain(
  { transactions }: Pick<LoadedOrder, 'transactions'>,
  recorded: RecordedTransaction,
): AskingPlan | undefined {
  const verb = verbs[recorded.type]
  const original = verb && originalFor(transactions, recorded)
  if (!verb || !original) return undefined
  const { amount } = recorded
  return following(transactions, original, { verb, amount })
}

/** Of an update that is reversed: what was held before it. */
export const heldBeforeIt = (
  { transactions }: Pick<LoadedOrder, 'transactions'>,
  recorded: RecordedTransaction,
): Pick<OriginalTransaction, 'heldAmount'> =>
  recorded.type === 'AUTHORIZATION_UPDATE' ? { heldAmount: heldBefore(beforeIt(transactions, recorded)) } : {}

/** The transaction that a recorded follow-up was about. */
export function followedBy(
  { transactions }: Pick<LoadedOrder, 'transactions'>,
  recorded: RecordedTransaction,
): string | undefined {
  return verbs[recorded.type] && originalFor(transactions, recorded)?.id
}

/** An earlier transaction, with what its acquirer may need to find it. */
export function originalOf(recorded: RecordedTransaction): OriginalTransaction {
  const { id, type, amount, startedAtMs, outcome, request, trace } = recorded
  const { transaction, authorizationResponse } = outcome?.fields ?? {}
  const authorizationCode = transaction?.authorizationCode
  const onlineReasonCode = request.fields.posTerminal?.onlineReasonCode
  return {
    transactionId: id,
    type,
    amount,
    startedAtMs,
    ...(authorizationCode !== undefined && { authorizationCode }),
    ...(authorizationResponse && { authorizationResponse: responseIn(authorizationResponse) }),
    ...(onlineReasonCode !== undefined && { onlineReasonCode }),
    ...(trace !== undefined && trace !== nothingAssigned && { trace }),
    ...(outcome?.hostMemory !== undefined && { hostMemory: outcome.hostMemory }),
  }
}

/**
 * The same of a transaction that is reversed. An approval that was not believed is no part of it: its code
 * would vouch for an amount that nobody asked for.
 */
export function reversedOriginal(recorded: RecordedTransaction): OriginalTransaction {
  const original = originalOf(recorded)
  if (recorded.result !== 'UNKNOWN') return original
  const { authorizationCode: _, authorizationResponse: __, ...sent } = original
  return sent
}

/** The authorization that is in effect, if any. */
export const standingAuthorization = (transactions: Recorded): RecordedTransaction | undefined =>
  effectiveTransactions(transactions).find(({ type }) => type === 'AUTHORIZATION')

/** The captures and payments that are in effect, oldest first. */
export const standingCaptures = (transactions: Recorded): Recorded =>
  effectiveTransactions(transactions).filter(({ type }) => type === 'CAPTURE' || type === 'PAYMENT')

function originalFor(transactions: Recorded, { type, targetId }: RecordedTransaction) {
  if (targetId !== undefined) return transactions.find(({ id }) => id === targetId)
  return type === 'REFUND' ? standingCaptures(transactions)[0] : standingAuthorization(transactions)
}

const verbs: { readonly [type in TransactionType]?: FollowUpVerb } = {
  AUTHORIZATION_UPDATE: 'update',
  CAPTURE: 'capture',
  REFUND: 'refund',
  VOID_AUTHORIZATION: 'void',
  VOID_CAPTURE: 'void',
  VOID_PAYMENT: 'void',
  VOID_REFUND: 'void',
}

function responseIn(content: Readonly<Record<string, unknown>>): AuthorizationResponse {
  const response: { [field in AuthorizationResponseField]?: string } = {}
  for (const field of responseFields) {
    const value = content[field]
    if (typeof value === 'string') response[field] = value
  }
  return response
}

const responseFields = [
  'marketSpecificData',
  'merchantAdviceCode',
  'paySvcData',
  'posData',
  'posEntryMode',
  'posEntryModeChanged',
  'processingCode',
  'responseCode',
  'responseMessage',
  'returnAci',
  'stan',
  'time',
  'timezone',
  'trackQuality',
  'transactionIdentifier',
  'transactionIntegrityClass',
  'validationCode',
  'vpasResponse',
] as const satisfies readonly AuthorizationResponseField[]
