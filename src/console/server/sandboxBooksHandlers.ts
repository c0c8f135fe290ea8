// The books of the simulated acquirer beside what the gateway has, transaction by transaction.

import { toDecimal } from '../../orders/money.ts'
import type { SandboxDifferences, ShownBookRow, sandboxCalls } from '../api/sandbox.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { notSimulated } from './sandboxControlHandlers.ts'
import type { BookDifference, BookedOrder, SandboxCorner } from './sandboxPort.ts'

const pageUsual = 25
const differencesMax = 200

export function createSandboxBooksHandlers({ corner }: { readonly corner: SandboxCorner | undefined }) {
  const books = corner?.acquirer?.books
  return {
    async sandboxBooks({ input: { merchantId, after, limit = pageUsual } }) {
      if (!books) return notSimulated
      const wanted = { merchantId, limit, ...(after !== undefined && { before: Number(after) }) }
      const { orders, before } = await books.page(wanted)
      return { rows: orders.flatMap(rowsOf), ...(before !== undefined && { next: String(before) }) }
    },
    async sandboxDifferences({ input: { merchantId } }) {
      if (!books) return notSimulated
      const { orders, differences, isCut } = await books.differences(merchantId)
      const rows = differences.slice(0, differencesMax).map(differenceRow)
      return {
        orders,
        rows,
        isWhole: !isCut && rows.length === differences.length,
      } satisfies SandboxDifferences
    },
  } satisfies Partial<Pick<ConsoleHandlers, keyof typeof sandboxCalls>>
}

/** What is on either side, in the order of the gateway, then what only the books have. */
function rowsOf({ orderId, transactions, entries, differences }: BookedOrder): readonly ShownBookRow[] {
  const ids = new Set([...transactions, ...entries].map(({ transactionId }) => transactionId))
  return [...ids].map(transactionId => {
    const gateway = transactions.findLast(one => one.transactionId === transactionId)
    const difference = differences.find(one => one.transactionId === transactionId)
    return {
      ...{ orderId, transactionId },
      ...(gateway && { gateway: sideOf(gateway) }),
      books: entries.filter(one => one.transactionId === transactionId).map(entryOf),
      ...(difference && { difference: told(difference) }),
    }
  })
}

function differenceRow(difference: BookDifference): ShownBookRow {
  const { orderId, transactionId, gateway, books } = difference
  return {
    ...{ orderId, transactionId, difference: told(difference) },
    ...(gateway && { gateway: sideOf(gateway) }),
    books: books ? [entryOf(books)] : [],
  }
}

const told = ({ type, explanation }: BookDifference) => ({ type, explanation })

type GatewayMoney = NonNullable<BookDifference['gateway']>
const sideOf = ({ type, result, amount, currency }: GatewayMoney) => ({
  ...{ type, result, amount: toDecimal(amount, currency), currency },
})

type BookMoney = NonNullable<BookDifference['books']>
const entryOf = ({ kind, state, amount, currency }: BookMoney) => ({
  ...{ kind, state, amount: toDecimal(amount, currency), currency },
})
