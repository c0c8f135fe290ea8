// Transactions that take two requests under one id: names of their records, and folding them into one.

import { isCharge, isUnsettled } from '../../orders/transaction.ts'
import type { LoadedOrder, RecordedTransaction } from './journal.ts'
import { withWholeAmount } from './partialPayments.ts'

/**
 * Some transactions take two requests under one id (spec 11.6). The later one is recorded like a
 * transaction of its own, under a name that no merchant can choose; loading the order folds them into one.
 */
export const recordName = (transactionId: string, laterStep: string | undefined): string =>
  laterStep === undefined ? transactionId : transactionId + separator + laterStep

/** For a flow that continues an earlier operation's transaction, the suffix of its record's name. */
export function laterStepOf(flow: AnyFlow): string | undefined {
  return 'continues' in flow && flow.continues !== undefined ? flow.operation.name : undefined
}
type AnyFlow = { readonly operation: { readonly name: string }; readonly continues?: string }

/** Ids may not contain it (spec 2.1). */
const separator = '\u001f'

/** Makes recorded rows, oldest first, into the transactions that a merchant knows. */
export function foldSteps(rows: readonly RecordedTransaction[]): readonly RecordedTransaction[] {
  const completed = rows.map(completedRow)
  if (!completed.some(({ id }) => id.includes(separator))) return completed
  const byId = new Map<string, RecordedTransaction[]>()
  for (const row of completed) {
    const id = idOfRecord(row.id)
    const steps = byId.get(id)
    if (steps) steps.push({ ...row, id, recordedAs: row.id })
    else byId.set(id, [row])
  }
  return [...byId.values()].map(foldedSteps)
}

const completedRow = (row: RecordedTransaction): RecordedTransaction =>
  row.type === 'AUTHENTICATION' ? withAuthenticationStatus(row) : withWholeAmount(row)

/** The transactions with one more row, as loading them would fold it. */
export function withRow(
  transactions: readonly RecordedTransaction[],
  added: RecordedTransaction,
): readonly RecordedTransaction[] {
  const row = completedRow(added)
  const id = idOfRecord(row.id)
  if (row.id === id) return [...transactions, row]
  const step = { ...row, id, recordedAs: row.id }
  return transactions.map(known => (known.id === id ? foldedSteps([...stepsOf(known), step]) : known))
}

/** The newest step that has an outcome, with start time and card of the first step. */
function foldedSteps(steps: readonly RecordedTransaction[]): RecordedTransaction {
  const [first, ...later] = steps
  if (!first) throw new Error('A transaction has at least one step')
  if (later.length === 0) return first
  const newest = steps.findLast(({ outcome }) => outcome !== undefined) ?? first
  const { startedAtMs, card } = first
  const isBeingConfirmed = newest !== first && isCharge(newest) && isUnsettled(newest)
  return {
    ...{ ...newest, startedAtMs, steps },
    ...(card && { card }),
    ...(isBeingConfirmed && { isBeingConfirmed }),
  }
}

export const stepsOf = (known: RecordedTransaction): readonly RecordedTransaction[] => known.steps ?? [known]

/** The merchant's transaction id in a record's name. */
export const idOfRecord = (name: string): string => name.split(separator, 1)[0] ?? name

/** The record's name in the journal. */
export const nameOfRecord = ({ id, recordedAs = id }: RecordedTransaction): string => recordedAs

/** The transaction, and the step of it that is recorded under a name. */
export function findStep({ transactions }: LoadedOrder, name: string): RecordedStep | undefined {
  const id = idOfRecord(name)
  const known = transactions.find(one => one.id === id)
  const step = known && stepsOf(known).find(one => nameOfRecord(one) === name)
  return step && { known, step }
}
type RecordedStep = { readonly known: RecordedTransaction; readonly step: RecordedTransaction }

/** The transactions as they would be if this step were as given. */
export const withStep = (
  transactions: readonly RecordedTransaction[],
  changed: RecordedTransaction,
): readonly RecordedTransaction[] =>
  transactions.map(known => {
    if (known.id !== changed.id) return known
    const name = nameOfRecord(changed)
    return foldedSteps(stepsOf(known).map(step => (nameOfRecord(step) === name ? changed : step)))
  })

function withAuthenticationStatus(row: RecordedTransaction): RecordedTransaction {
  const status = row.outcome?.fields.transaction?.authenticationStatus
  return status ? { ...row, authenticationStatus: status } : row
}
