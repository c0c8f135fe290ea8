// The gateway's own movements, out of what the journal has of a link.

import { readTrace } from '../iso8583/messages/trace.ts'
import { type BusinessDate, businessDateOf, daysAfter, startOf } from './businessDate.ts'
import { type GatewayMovement, movementKindOf } from './movements.ts'
import type { LinkPeriod, LinkTransaction, ReconciliationStore } from './port.ts'
import { createTotals, type TotalsByCurrency } from './totals.ts'

/** Undefined where it moves no money, or went over another link. */
export function movementOf(transaction: LinkTransaction, link: string): GatewayMovement | undefined {
  const { merchantId, orderId, transactionId, type, amount, currency, startedAtMs, owed } = transaction
  const kind = movementKindOf(type)
  const trace = readTrace(transaction.trace)
  if (kind === undefined || trace?.link !== link) return undefined
  const { reference, traceNumber, terminal, acceptor } = trace
  const date =
    transaction.hostDate === undefined ? undefined : businessDateOf(transaction.hostDate, startedAtMs)
  const state = stateOf(transaction, date)
  return {
    ...{ merchantId, orderId, transactionId, type, kind, amount, currency, startedAtMs, state },
    identity: { reference, traceNumber, terminal, acceptor },
    ...(state === 'counted' && date !== undefined && { date }),
    ...(owed !== undefined && { owed }),
  }
}

/** What succeeded without a date of the host moved nothing there: the void of what it never had. */
function stateOf({ result, owed }: LinkTransaction, date: string | undefined): GatewayMovement['state'] {
  if (owed !== undefined || result === 'PENDING' || result === 'UNKNOWN') return 'open'
  return result === 'SUCCESS' && date !== undefined ? 'counted' : 'failed'
}

/**
 * In which answers with this date can have been recorded: hosts use the date of the next banking day before
 * holidays, and that of the last one during them.
 */
export const periodOf = (link: string, date: BusinessDate): LinkPeriod => ({
  ...{ link, fromMs: startOf(daysAfter(date, -daysApart)), toMs: startOf(daysAfter(date, daysApart + 1)) },
  openOn: date,
})

const daysApart = 7

/**
 * What the gateway has of a date, by currency, and how much that may be of the date is open. Nobody waits for
 * it at a page, and nobody would ask again.
 */
export async function totalsOfDate(
  store: Pick<ReconciliationStore, 'transactions'>,
  link: string,
  date: BusinessDate,
  patience: AbortSignal,
): Promise<{ readonly totals: TotalsByCurrency; readonly open: number }> {
  const totals = createTotals()
  let open = 0
  for await (const transaction of store.transactions({ ...periodOf(link, date), date, patience })) {
    const movement = movementOf(transaction, link)
    if (movement?.state === 'counted' && movement.date === date) totals.add(movement)
    if (movement?.state === 'open') open += 1
  }
  return { totals: totals.read(), open }
}
