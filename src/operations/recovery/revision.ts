import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import { authenticationOf, statusOf, toldStatusOf } from '../../orders/status.ts'
import { excessOf, orderAmountOf, totalsOf } from '../../orders/totals.ts'
import { type AuthenticationStatus, effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import type { EntryPoint } from '../pipeline/execution.ts'
import type { Asking, Concluded } from '../pipeline/flow.ts'
import type { Conclusion, LoadedOrder, OrderKey, RecordedTransaction } from '../pipeline/journal.ts'
import { nameOfRecord, withStep } from '../pipeline/steps.ts'
import { outcomeOf } from '../record/outcome.ts'
import { readDocument, saidOfOrder } from '../record/record.ts'
import { standingOf } from '../record/story.ts'

export type Found = {
  readonly concluded: Concluded
  readonly ask?: Asking['ask']
  readonly answer?: AcquirerAnswer
  /** What the answer says beyond that. */
  readonly said?: Content
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
  /** How recovery came to know. */
  readonly story: { readonly settledBy: string; readonly attempt?: number; readonly asked?: Content }
}

/** What recovery writes about a transaction that was begun by somebody else, or long ago. */
export function revisionOf(
  key: OrderKey,
  order: LoadedOrder,
  { known, found }: { readonly known: RecordedTransaction; readonly found: Found },
): Omit<Conclusion, 'fence'> {
  const transaction = revised(known, found)
  const revision = { ...known, ...transaction, outcome: '' }
  const settled = withStep(order.transactions, revision).filter(({ outcome }) => outcome !== undefined)
  const facts = {
    amount: orderAmountOf(settled) ?? order.amount,
    currency: order.currency,
    totals: totalsOf(settled),
    ...toldStatusOf(settled),
    ...authenticationOf(settled),
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.loadedAtMs,
  }
  const story = { ...found.story, before: standingOf(order) }
  const outcome = answeredAlready(known, transaction)
    ? { ...readDocument(known.outcome ?? '{}'), story }
    : outcomeOf({
        key,
        ask: found.ask,
        answer: found.answer,
        transaction,
        order: facts,
        said: saidBefore(order, known),
        startedAtMs: known.startedAtMs,
        debugInformation: undefined,
        ...entryPointOf(known),
        story,
      })
  return {
    key,
    transactionId: nameOfRecord(known),
    result: transaction.result,
    gatewayCode: transaction.gatewayCode,
    transactionAmount: effectiveAmount(transaction),
    totals: facts.totals,
    status: statusOf(settled),
    excess: larger(order.excess, excessOf(facts.totals)),
    outcome: JSON.stringify(found.said ? mergeContent(outcome, found.said) : outcome),
  }
}

function entryPointOf({ request }: RecordedTransaction): { readonly entryPoint?: EntryPoint } {
  return readDocument(request).gatewayEntryPoint === 'HOSTED_PAGE' ? { entryPoint: 'HOSTED_PAGE' } : {}
}

/** What was answered stays as it was answered, the order as it then was included (decisions 5). */
const answeredAlready = (known: RecordedTransaction, { result, gatewayCode }: Transaction): boolean =>
  known.outcome !== undefined && known.result === result && known.gatewayCode === gatewayCode

/** Without what an earlier outcome said of it. */
function revised(
  known: RecordedTransaction,
  { concluded, authenticationStatus, isBeingConfirmed }: Found,
): Transaction {
  const { id, type, amount, wholeAmount, currency, targetId, startedAtMs } = known
  return {
    id,
    type,
    amount,
    currency,
    startedAtMs,
    ...(wholeAmount !== undefined && { wholeAmount }),
    ...(targetId !== undefined && { targetId }),
    ...(authenticationStatus !== undefined && { authenticationStatus }),
    ...(isBeingConfirmed && { isBeingConfirmed }),
    ...concluded,
  }
}

function saidBefore({ transactions }: LoadedOrder, known: RecordedTransaction) {
  const { order } = readDocument(known.outcome ?? '{}')
  if (isObject(order)) return order
  const before = transactions.slice(
    0,
    transactions.findIndex(({ id }) => id === known.id),
  )
  return saidOfOrder(before, readDocument(known.request)) ?? {}
}

/** What was begun was allowed to exceed its bounds by as much as it did; its plan is not written down. */
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
