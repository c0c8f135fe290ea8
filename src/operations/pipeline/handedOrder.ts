// The order as a transaction left it, for who goes on with it at once.

import type { BeginResult, Closing, Intent, LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import { isRemainderOwed } from '../model/partialPayments.ts'
import { withRow } from '../model/steps.ts'

/**
 * What loading the order right after `close` would find. Between the version that was planned on and that of
 * `close` nobody else can have changed the order: the fence says so. Undefined where more may have happened
 * than is known here: it was sent under another trace, or what was owed about others was released.
 */
export function handedOrder(
  { intent, begun, closing, order: before }: ClosedTransaction,
  { nowMs, isAsAssigned }: AnsweredTransaction,
): LoadedOrder | undefined {
  const transactions = before?.transactions ?? []
  if (!isAsAssigned || transactions.some(isRemainderOwed)) return undefined
  const { obligation, keepsOrderBusy, orderAmount: amount, totals, excess } = closing
  return {
    version: begun.fence + 1,
    ...(obligation && keepsOrderBusy && { openId: intent.transactionId }),
    currency: before?.currency ?? intent.currency,
    ...{ amount, totals, excess },
    createdAtMs: begun.orderCreatedAtMs,
    loadedAtMs: nowMs,
    transactions: withRow(transactions, rowOf({ intent, begun, closing })),
  }
}

type AnsweredTransaction = {
  /** By the journal's clock. */
  readonly nowMs: number
  /** Whether it has the trace of its intent. */
  readonly isAsAssigned: boolean
}

type ClosedTransaction = {
  readonly intent: Intent
  readonly begun: Extract<BeginResult, { state: 'started' }>
  readonly closing: Closing
  /** That was planned on. */
  readonly order: LoadedOrder | undefined
}

function rowOf({ intent, begun, closing }: Omit<ClosedTransaction, 'order'>): RecordedTransaction {
  const { type, currency, targetId, operation, apiVersion, fingerprint, request, card, trace } = intent
  const { result, gatewayCode, outcome, obligation, transactionAmount } = closing
  const amount = intent.transactionAmount
  return {
    id: intent.transactionId,
    ...{ type, result, gatewayCode, amount, currency, operation, apiVersion, fingerprint, request, outcome },
    ...(transactionAmount !== amount && { approvedAmount: transactionAmount }),
    ...(targetId !== undefined && { targetId }),
    startedAtMs: begun.startedAtMs,
    ...(card && { card }),
    ...(trace !== undefined && { trace }),
    ...(obligation && { owed: { obligation, status: 'PENDING' as const, attempts: 0 } }),
  }
}
