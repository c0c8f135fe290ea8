import type { ReconciliationReport, ReportedDifference } from '../commands/context.ts'
import { toDecimal } from '../orders/money.ts'
import {
  type ReconciliationDifference as Found,
  reconcileWithBooks,
} from '../sandbox/acquirer/reconciliation.ts'
import type { SandboxStore } from '../sandbox/store/sandbox.ts'

const differencesMax = 1_000
const toldEvery = 100

/** All orders, held against the simulated acquirer's books; told now and then how many that were. */
export async function reconcile(
  store: Pick<SandboxStore, 'comparedOrders'>,
  tell: (orders: number) => void = () => undefined,
): Promise<ReconciliationReport> {
  const found: Found[] = []
  let orders = 0
  for await (const { transactions, entries } of store.comparedOrders()) {
    found.push(...reconcileWithBooks(transactions, entries))
    orders += 1
    if (orders % toldEvery === 0) tell(orders)
    if (found.length > differencesMax) break
  }
  return {
    orders,
    differences: found.slice(0, differencesMax).map(shown),
    isCut: found.length > differencesMax,
  }
}

function shown({ gateway, books, ...difference }: Found): ReportedDifference {
  return {
    ...difference,
    ...(gateway && { gateway: priced(gateway) }),
    ...(books && { books: priced(books) }),
  }
}

/** Money as the API shows it. */
function priced<Side extends { readonly amount: bigint; readonly currency: string }>({
  amount,
  currency,
  ...side
}: Side) {
  const decimal = toDecimal(amount, currency)
  return { ...side, amount: Number(decimal), currency }
}
