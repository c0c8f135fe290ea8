// The earlier transactions that follow-ups act on: finding them, asking about them, and asking again from
// what was recorded.

import type {
  AuthorizationResponse,
  AuthorizationResponseField,
  CardPresentation,
  OriginalTransaction,
} from '../../acquirers/port.ts'
import { effectiveTransactions } from '../../orders/totals.ts'
import type { TransactionType } from '../../orders/transaction.ts'
import type { AskingPlan } from '../model/flow.ts'
import { type LoadedOrder, nothingAssigned, type RecordedTransaction } from '../model/journal.ts'
import { cardOf } from '../model/transactionCard.ts'

type Recorded = readonly RecordedTransaction[]
type FollowUpVerb = 'capture' | 'refund' | 'update' | 'void'

/** The plan of an ask about an earlier transaction of the order, with that transaction's card. */
export function following(
  transactions: Recorded,
  original: RecordedTransaction,
  asked: { readonly verb: FollowUpVerb; readonly amount: bigint; readonly presented?: CardPresentation },
) {
  const { currency } = original
  const ask = { ...asked, currency, original: originalOf(original), repeat: 0 }
  return { ask, cardOf: cardOf(transactions, original) } satisfies AskingPlan
}

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
  return following(transactions, original, { verb, amount: recorded.amount })
}

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
  }
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
