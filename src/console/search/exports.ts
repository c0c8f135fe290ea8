// Whole lists as CSV, made page by page while they are read: memory stays the same however long they are.

import type { Owner } from '../../orders/merchant.ts'
import type { ShownFigures } from '../api/figures.ts'
import type { ListedOrder } from '../api/payments.ts'
import { csvBeginning, csvLine } from './csv.ts'
import { listedOrderOf } from './filter.ts'
import type { FoundKey, OrderFilter, SearchStore } from './port.ts'

const pageSize = 500

const orderColumns = [
  ...['orderId', 'createdAt', 'changedAt', 'status', 'currency', 'amount', 'authorized', 'captured'],
  ...['refunded', 'type', 'result', 'gatewayCode', 'brand', 'lastFour', 'reference', 'email'],
] as const satisfies readonly (keyof ListedOrder)[]

/** All orders that the filter lets through, newest first. */
export async function* ordersAsCsv(
  search: Pick<SearchStore, 'find'>,
  owner: Owner,
  filter: OrderFilter,
): AsyncGenerator<string> {
  yield csvBeginning + csvLine(orderColumns)
  let after: FoundKey | undefined
  do {
    const page = await search.find(owner, { filter, limit: pageSize, ...(after && { after }) })
    const orders = page.orders.map(listedOrderOf)
    const lines = orders.map(order => csvLine(orderColumns.map(column => order[column])))
    if (lines.length > 0) yield lines.join('')
    after = page.next
  } while (after)
}

const figureColumns = [
  ...['time', 'payments', 'approved', 'declined', 'undecided', 'approvalRate', 'currency', 'authorized'],
  ...['captured', 'refunded', 'p50Ms', 'p95Ms'],
]

/** One line for each hour or day. */
export async function* figuresAsCsv(figures: ShownFigures): AsyncGenerator<string> {
  const { times, payments, volume, latency, currency = '' } = figures
  const lines = times.map((time, index) =>
    csvLine([
      ...[time, payments.count[index], payments.approved[index], payments.declined[index]],
      ...[payments.undecided[index], payments.approvalRate[index], currency, volume.authorized[index]],
      ...[volume.captured[index], volume.refunded[index], latency.p50[index], latency.p95[index]],
    ]),
  )
  yield csvBeginning + csvLine(figureColumns) + lines.join('')
}
