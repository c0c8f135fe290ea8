import type { AcquirerHost } from '../../src/acquirerHost/acquirerHost.ts'
import type { HostEntry } from '../../src/acquirerHost/hostBooks.ts'
import { readTrace } from '../../src/acquirers/iso8583/messages/trace.ts'
import { toDecimal } from '../../src/orders/money.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { plain } from '../stories/memoryStage.ts'
import type { TestGateway } from './gateway.ts'

/**
 * Where the books of a host differ from what the gateway says of its orders: what is authorized, captured and
 * refunded by now, and whether the gateway still owes the host something. Orders come with their merchants.
 */
export async function differencesWithHost(
  gateway: TestGateway,
  host: AcquirerHost,
  orders: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { orderOf, owed } = await readGateway(gateway)
  const found = owed.map(({ order_id, obligation }) => `${order_id} owes a ${obligation}`)
  const entries = new Map<string, HostEntry[]>()
  for (const entry of host.control.entries()) {
    // A reversal stands in the state of what it undid.
    if (entry.kind === 'reversal') continue
    const orderId = orderOf.get(traceKey(entry))
    if (orderId === undefined) found.push(`the gateway does not know ${entry.kind} ${entry.traceNumber}`)
    else entries.set(orderId, [...(entries.get(orderId) ?? []), entry])
  }
  for (const [orderId, merchant] of orders) {
    const booked = booksOf(entries.get(orderId) ?? [])
    const { status, body } = await gateway.call('GET', `order/${orderId}`, undefined, { merchant })
    const recorded = status === 200 ? totalNames.map(name => Number(body[name]).toFixed(2)) : []
    const standing = recorded.map(plain).join('/') || '0/0/0'
    if (standing !== booked) found.push(`${orderId}: ${standing} at the gateway, ${booked} at the host`)
  }
  return found
}

const totalNames = ['totalAuthorizedAmount', 'totalCapturedAmount', 'totalRefundedAmount'] as const

type TracedRow = { readonly order_id: string; readonly trace: string }
type OwedRow = { readonly order_id: string; readonly obligation: string }

const readGateway = ({ database }: TestGateway) =>
  withClient(database.logins.owner, async client => {
    const traced = await client.query<TracedRow>(
      `select order_id, trace from transactions join orders using (cell, merchant_id, order_no)
       where trace is not null`,
    )
    const { rows: owed } = await client.query<OwedRow>(
      "select order_id, obligation from obligations where status = 'PENDING'",
    )
    const orderOf = new Map(
      traced.rows.flatMap(({ order_id, trace }) => {
        const read = readTrace(trace)
        return read ? [[traceKey(read), order_id] as const] : []
      }),
    )
    return { orderOf, owed }
  })

const traceKey = ({ terminal, traceNumber }: { readonly terminal: string; readonly traceNumber: string }) =>
  `${terminal.trim()} ${traceNumber}`

/** Authorized, captured and refunded, as stories write it; all of them are in currencies of two decimals. */
function booksOf(entries: readonly HostEntry[]): string {
  const totals = { authorized: 0n, captured: 0n, refunded: 0n }
  const undone = new Set(entries.filter(({ state }) => state === 'undone').map(({ entryNo }) => entryNo))
  for (const { kind, state, amount, of } of entries) {
    if (state !== 'posted') continue
    if (kind === 'hold' || kind === 'sale') totals.authorized += amount
    // What changed a hold goes with it.
    if (kind === 'increase' && !undone.has(of ?? 0)) totals.authorized += amount
    if (kind === 'decrease' && !undone.has(of ?? 0)) totals.authorized = amount
    if (kind === 'capture' || kind === 'sale') totals.captured += amount
    if (kind === 'refund') totals.refunded += amount
  }
  return Object.values(totals)
    .map(total => plain(toDecimal(total, 'USD')))
    .join('/')
}
