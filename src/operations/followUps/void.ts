import type { EarlierVoid } from '../../acquirers/port.ts'
import type { RequestOf } from '../../contract/kit/operation.ts'
import { voidTransaction } from '../../contract/operations/followUp.ts'
import { isSettled } from '../../orders/periods.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { dependentsOf } from '../../orders/totals.ts'
import {
  effectiveAmount,
  isUnsettled,
  isVoid,
  type Transaction,
  tookEffect,
  voidTypes,
} from '../../orders/transaction.ts'
import { concludeWhole } from '../model/conclusions.ts'
import type { AcquirerFlow, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import {
  atTerminalOf,
  presentedBy,
  refusedByChip,
  refusedByReading,
  verdictOnReading,
} from '../payments/card.ts'
import { refusedByCustom, refusedByState } from '../payments/orderRules.ts'
import { following } from './originals.ts'

/**
 * Undoes one transaction of the order, while the acquirer still can and no other transaction depends on it.
 */
export const voidFlow: AcquirerFlow<typeof voidTransaction> = {
  operation: voidTransaction,
  startsOrder: false,
  whenUnknown: { obligation: 'advice', keepsOrderBusy: true },

  typeWhileBusy(request, { transactions }) {
    const target = targetOf(request, transactions) ?? transactions.at(-1)
    return (target && voidTypeOf(target)) ?? voidTypes.AUTHORIZATION
  },

  plan(request, context) {
    const { transactions } = context
    if (transactions.length === 0)
      return refusedByState(context, 'VOID') ?? refusedTarget(request, unknownTarget)
    const target = targetOf(request, transactions)
    const type = target && voidTypeOf(target)
    if (!target) return refusedTarget(request, unknownTarget)
    if (!type)
      return refusedTarget(request, 'Only authorizations, captures, payments and refunds are voided.')
    const why = whyNotVoidable(target, context)
    const asking = following(transactions, target, {
      ...{ verb: 'void', amount: effectiveAmount(target) },
      ...presentedBy(atTerminalOf(target, request)),
      ...earlierVoidOf(target, transactions),
    })
    const refusal =
      why === undefined
        ? (refusedByCustom(context, request.order) ??
          refusedByChip(request, target) ??
          refusedByReading(request, context, asking.cardOf))
        : refusedTarget(request, why)
    if (refusal) return refusal
    const { id, currency } = target
    const amount = effectiveAmount(target)
    const movement = { type, amount, currency, targetId: id }
    const verdict = verdictOnReading(request)
    return verdict ? { ...movement, verdict, cardOf: asking.cardOf } : { ...movement, ...asking }
  },

  conclude: (_, answer) => concludeWhole(answer),
}

const targetOf = (
  { transaction }: RequestOf<typeof voidTransaction>,
  transactions: readonly RecordedTransaction[],
): RecordedTransaction | undefined => transactions.find(({ id }) => id === transaction.targetTransactionId)

const unknownTarget = 'The order has no such transaction.'

function refusedTarget(
  { transaction }: { readonly transaction: { readonly targetTransactionId: string } },
  why: string,
): Rejection {
  return invalid('transaction.targetTransactionId', why, transaction.targetTransactionId)
}

function voidTypeOf({ type }: Transaction) {
  switch (type) {
    case 'AUTHORIZATION':
    case 'CAPTURE':
    case 'PAYMENT':
    case 'REFUND':
      return voidTypes[type]
    default:
      return undefined
  }
}

const voidsOf = <Kind extends Transaction>(target: Transaction, transactions: readonly Kind[]) =>
  transactions.filter(one => isVoid(one.type) && one.targetId === target.id)

/** Only where an acquirer gave it a trace: otherwise it was not sent, or needs none. */
function earlierVoidOf(
  target: Transaction,
  transactions: readonly RecordedTransaction[],
): { readonly earlierVoid?: EarlierVoid } {
  const earlier = voidsOf(target, transactions).findLast(({ trace }) => trace)
  if (earlier?.trace === undefined) return {}
  const { trace, startedAtMs } = earlier
  return { earlierVoid: { trace, startedAtMs } }
}

function whyNotVoidable(
  target: Transaction,
  { transactions, nowMs, periods }: PlanContext,
): string | undefined {
  if (isUnsettled(target)) return 'The outcome of that transaction is not known yet.'
  if (!tookEffect(target)) return 'That transaction was not successful.'
  const voids = voidsOf(target, transactions)
  if (voids.some(tookEffect)) return 'That transaction is voided already.'
  if (voids.some(isUnsettled)) return 'That transaction is being voided already.'
  if (nowMs !== undefined && isSettled(target, nowMs, periods))
    return `That transaction is settled.${target.type === 'REFUND' ? '' : ' Use REFUND.'}`
  const rests = dependentsOf(target, transactions)
  // A chargeback is undone by another one that names it.
  const undone = rests && `${rests === 'chargebacks' ? 'Reverse' : 'Void'} the ${rests} that rest on it first`
  return undone && (rests === 'captures' ? `${undone}, or use REFUND.` : `${undone}.`)
}
