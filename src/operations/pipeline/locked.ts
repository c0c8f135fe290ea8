import { type Content, isObject } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { type TransactionType, transactionTypes, voidTypes } from '../../orders/transaction.ts'
import type { PlannedMovement } from '../model/flow.ts'
import type { LoadedOrder } from '../model/journal.ts'
import { transactionContent } from '../record/outcome.ts'
import { orderContentNow, recommendedMeanwhile, transactionRecord, unsettled } from '../record/record.ts'
import type { Execution, ShownRecord } from './execution.ts'

/** The order stayed busy: nothing was recorded, and the id stays free. */
export function lockedRecord<O extends Operation>(
  { key, submission, flow, pipeline, prepared, entryPoint }: Execution<O>,
  order: LoadedOrder | undefined,
  { transaction, recorded = prepared.stored }: { readonly transaction: Content; readonly recorded?: Content },
): ShownRecord {
  return transactionRecord(flow.operation, submission.version, recorded, {
    ...unsettled(key, order?.loadedAtMs ?? pipeline.clock.now().getTime(), entryPoint),
    ...(order && { order: orderContentNow(key, order) }),
    transaction,
    result: 'FAILURE',
    response: { gatewayCode: 'LOCK_FAILURE', ...recommendedMeanwhile(flow.operation.name) },
  })
}

export const plannedTransactionContent = (
  id: string,
  { type, amount, currency, targetId }: PlannedMovement,
): Content =>
  transactionContent({
    id,
    type,
    amount,
    currency,
    result: 'FAILURE',
    gatewayCode: 'LOCK_FAILURE',
    ...(targetId !== undefined && { targetId }),
  })

/** What it would have been, where no plan can tell because the order is about to change. */
export function wantedTransactionContent<O extends Operation>(
  { key, submission, flow, prepared }: Execution<O>,
  order: LoadedOrder,
): Content {
  const { transaction } = prepared.stored
  const given = isObject(transaction) ? transaction : {}
  const target = order.transactions.find(({ id }) => id === given.targetTransactionId)
  const { amount, currency } = orderContentNow(key, order)
  const type = wantedType(flow.operation.name, (target ?? order.transactions.at(-1))?.type)
  return { amount, currency, ...given, id: submission.transactionId, type }
}

/** A void is named by what it undoes, a referral by what was referred. */
function wantedType(operation: string, target: TransactionType | undefined): TransactionType {
  if (operation === 'VOID') return voidOf(target)
  return (operation === 'REFERRAL' ? target : typesByOperation.get(operation)) ?? 'AUTHORIZATION'
}

function voidOf(target: TransactionType | undefined): TransactionType {
  const wanted = `VOID_${target}`
  return transactionTypes.find(type => type === wanted) ?? voidTypes.AUTHORIZATION
}

const typesByOperation: ReadonlyMap<string, TransactionType> = new Map([
  ['AUTHORIZE', 'AUTHORIZATION'],
  ['PAY', 'PAYMENT'],
  ['CAPTURE', 'CAPTURE'],
  ['REFUND', 'REFUND'],
  ['VERIFY', 'VERIFICATION'],
  ['UPDATE_AUTHORIZATION', 'AUTHORIZATION_UPDATE'],
])
