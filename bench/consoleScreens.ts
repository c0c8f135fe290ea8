import type { ConsoleCallName } from '../src/console/api/calls.ts'
import { systemClock } from '../src/platform/clock.ts'

type Screen = {
  readonly title: string
  readonly ask: (merchantId: string) => { readonly name: ConsoleCallName; readonly input: object }
  /** What a page shows before anything is typed. */
  readonly isFirst?: true
}

const dayMs = 86_400_000
const nowMs = (): number => systemClock.now().getTime()
const random = (max: number): number => Math.floor(Math.random() * max)
const daysAgo = (days: number): string => new Date(nowMs() - days * dayMs).toISOString()

/** Every list and first screen of the console's payments, with values as people look for them. */
export function consoleScreens(orders: number): readonly Screen[] {
  const find = (title: string, filter: () => object, isFirst?: true): Screen => ({
    title,
    ask: merchantId => ({ name: 'findOrders', input: { merchantId, ...filter() } }),
    ...(isFirst && { isFirst }),
  })
  const orderId = () => `shop-${String(1 + random(orders)).padStart(8, '0')}`
  const after = () => `${nowMs() - random(89) * dayMs}000.1`
  return [
    find('first page', () => ({}), true),
    find('a page in the middle', () => ({ after: after() })),
    find('last four digits', () => ({ lastFour: String(random(10_000)).padStart(4, '0') })),
    find('e-mail address', () => ({ email: `payer${random(300_000)}@example.com` })),
    find('reference', () => ({ reference: `R-${random(10_000_000)}` })),
    find('amount', () => ({ amount: '49.90' })),
    find('amounts from 10 to 20', () => ({ amountFrom: '10', amountTo: '20' })),
    find('status FAILED', () => ({ status: 'FAILED' })),
    find('status CAPTURED', () => ({ status: 'CAPTURED' })),
    find('gateway code TIMED_OUT', () => ({ gatewayCode: 'TIMED_OUT' })),
    find('brand', () => ({ brand: 'NETWORK_D' })),
    find('brand and status', () => ({ brand: 'NETWORK_D', status: 'REFUNDED' })),
    find('captured and declined: none', () => ({ status: 'CAPTURED', gatewayCode: 'DECLINED' })),
    find('one day', () => ({ from: daysAgo(40), to: daysAgo(39) })),
    find('order id', () => ({ orderId: orderId() })),
    find('order id, its first 10 characters', () => ({ orderId: orderId().slice(0, 10) })),
    find('order id, its first 4 characters', () => ({ orderId: 'shop' })),
    find('order id that nobody has', () => ({ orderId: 'zzz' })),
    ...figureScreens,
    ...pageScreens(orderId),
  ]
}

const figureScreens: readonly Screen[] = [
  {
    title: 'figures of 24 hours',
    ask: merchantId => ({
      ...{ name: 'figures', input: { merchantId, step: 'hour', from: daysAgo(1), to: daysAgo(0) } },
    }),
    isFirst: true,
  },
  {
    title: 'figures of 7 days by hours',
    ask: merchantId => ({
      ...{ name: 'figures', input: { merchantId, step: 'hour', from: daysAgo(7), to: daysAgo(0) } },
    }),
  },
  {
    title: 'figures of 90 days',
    ask: merchantId => ({
      ...{ name: 'figures', input: { merchantId, step: 'day', from: daysAgo(90), to: daysAgo(0) } },
    }),
  },
  {
    title: 'figures of 90 days, all merchants',
    ask: () => ({
      ...{ name: 'gatewayFigures', input: { step: 'day', from: daysAgo(90), to: daysAgo(0) } },
    }),
  },
  {
    title: 'what waits now',
    ask: merchantId => ({ name: 'openWork', input: { merchantId } }),
    isFirst: true,
  },
  {
    title: 'what waits now, all merchants',
    ask: () => ({ name: 'gatewayOpenWork', input: {} }),
  },
]

const pageScreens = (orderId: () => string): readonly Screen[] => [
  {
    title: 'an order',
    ask: merchantId => ({ name: 'orderShown', input: { merchantId, orderId: orderId() } }),
  },
  {
    title: 'its timeline',
    ask: merchantId => ({ name: 'explainOrder', input: { merchantId, orderId: orderId() } }),
  },
]
