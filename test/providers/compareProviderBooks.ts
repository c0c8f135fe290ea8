import type { Client } from 'pg'
import { toMinor } from '../../src/orders/money.ts'

/** What a provider says it did for an order; amounts are of what is not undone. */
export type ProviderPayment = {
  readonly orderId: string
  readonly operation: string
  readonly currency: string
  /** What the payer agreed to, where the payment is approved. */
  readonly approved: string
  readonly captures: readonly string[]
  readonly refunds: readonly string[]
}

type OrderTotals = { readonly authorized: bigint; readonly captured: bigint; readonly refunded: bigint }

/**
 * Totals of each order as the gateway has them, and as the provider's payments and their parts add up: of
 * these orders, and of all for which the provider has a payment.
 */
export async function compareProviderBooks(
  client: Client,
  payments: readonly ProviderPayment[],
  orderIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<Record<'order_id' | keyof OrderTotals, string>>(
    'select order_id, authorized, captured, refunded from orders',
  )
  const gateway = new Map(rows.map(row => [row.order_id, row]))
  const provider = new Map<string, OrderTotals>()
  for (const payment of payments)
    provider.set(payment.orderId, withOne(provider.get(payment.orderId) ?? nothing, payment))
  const shown = ({ authorized, captured, refunded }: Record<keyof OrderTotals, bigint | string>) =>
    `authorized ${authorized}, captured ${captured}, refunded ${refunded}`
  return [...new Set([...orderIds, ...provider.keys()])].flatMap(orderId => {
    const ours = shown(gateway.get(orderId) ?? nothing)
    const theirs = shown(provider.get(orderId) ?? nothing)
    return ours === theirs ? [] : [`${orderId}: gateway ${ours}; provider ${theirs}`]
  })
}

const nothing = { authorized: 0n, captured: 0n, refunded: 0n }

function withOne(totals: OrderTotals, payment: ProviderPayment): OrderTotals {
  const { operation, currency, approved, captures, refunds } = payment
  const sumOf = (amounts: readonly string[]) =>
    amounts.reduce((sum, amount) => sum + toMinor(amount, currency), 0n)
  const taken = toMinor(approved, currency)
  return {
    authorized: totals.authorized + taken,
    captured: totals.captured + (operation === 'PAY' ? taken : sumOf(captures)),
    refunded: totals.refunded + sumOf(refunds),
  }
}
