import fc from 'fast-check'
import { expect, test } from 'vitest'
import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
  FollowUpAsk,
  OriginalTransaction,
  PaymentAsk,
  ReversalOrInquiryAsk,
  UnsentReason,
} from '../port.ts'
import { createRoutedAcquirer } from './routes.ts'
import type { AcquirerRoute, MerchantIdentity } from './settings.ts'
import { linkOfTrace } from './tracedLink.ts'

type FakeLink = {
  readonly trouble?: () => UnsentReason | undefined
  readonly answer?: (ask: AcquirerAsk) => AcquirerAnswer
}

/** Links that say what they were asked, and routes over them. */
function world(
  links: Readonly<Record<string, FakeLink>>,
  routes: readonly AcquirerRoute[],
  merchants = ['SHOP'],
) {
  const sent: { readonly link: string; readonly ask: AcquirerAsk }[] = []
  const acquirers = new Map<string, Acquirer>()
  for (const [name, { trouble, answer }] of Object.entries(links))
    acquirers.set(name, {
      ...{ name, verbs: new Set(['authorize', 'capture', 'reverse', 'balance'] as const) },
      assign(ask) {
        const reason = trouble?.()
        if (reason) return { unsent: reason }
        const number = 'transactionId' in ask ? ask.transactionId : 'balance'
        return { link: name, trace: JSON.stringify({ link: name, traceNumber: number }) }
      },
      async send(ask) {
        const reason = trouble?.()
        if (reason) return { outcome: 'unsent', reason }
        sent.push({ link: name, ask })
        return answer?.(ask) ?? { outcome: 'silent' }
      },
    })
  const identities = merchants.flatMap(merchantId =>
    Object.keys(links).map(link => identity(merchantId, link)),
  )
  const settings = { links: Object.keys(links).map(name => ({ name })), merchants: identities, routes }
  return { acquirer: createRoutedAcquirer({ acquirers, links: settings }), sent, settings, acquirers }
}

const identity = (merchantId: string, link: string): MerchantIdentity => ({
  ...{ merchantId, link, acceptor: merchantId, terminals: ['TERM0001'], category: '5999', name: 'Shop' },
  ...{ city: 'Berlin', country: 'DE' },
})

const payment = (wanted: Partial<PaymentAsk> = {}): PaymentAsk => ({
  ...{ verb: 'authorize', merchantId: 'SHOP', orderId: 'o', transactionId: 't', amount: 1_000n },
  ...{ currency: 'USD', acceptPartialAmount: false, card: { number: '4508750015741019' } },
  ...wanted,
})

const original = (trace: string | undefined): OriginalTransaction => ({
  ...{ transactionId: 't', type: 'AUTHORIZATION', amount: 1_000n, startedAtMs: 0 },
  ...(trace !== undefined && { trace }),
})
const capture = (trace: string | undefined): FollowUpAsk => {
  const { merchantId, orderId, amount, currency } = payment()
  return {
    verb: 'capture',
    transactionId: 'c',
    repeat: 0,
    original: original(trace),
    ...{ merchantId, orderId, amount, currency },
  }
}
const reversal = (trace: string): ReversalOrInquiryAsk => ({
  ...capture(trace),
  verb: 'reverse',
  transactionId: 't',
})
const never = new AbortController().signal
const to = (...links: readonly string[]) =>
  links.map((link, index) => ({ link, weight: index === 0 ? 1 : 0 }))

const chosen = async (acquirer: Acquirer, ask: AcquirerAsk, tried?: readonly string[]) => {
  const assigned = await acquirer.assign?.(ask, tried)
  return assigned && 'link' in assigned ? assigned.link : assigned
}

test('the first route that fits decides, by brand, currency, amount and channel', async () => {
  const { acquirer } = world({ a: {}, b: {}, c: {}, d: {}, e: {} }, [
    { brands: ['NETWORK_B'], to: to('a') },
    { currencies: ['EUR'], amountFrom: 10_000n, amountUpTo: 20_000n, to: to('b') },
    { currencies: ['EUR', 'GBP'], to: to('c') },
    { channels: ['MOTO', 'MAIL_ORDER'], to: to('d') },
    { to: to('e') },
  ])
  expect(await chosen(acquirer, payment({ card: { number: '5123450000000008' }, currency: 'EUR' }))).toBe('a')
  for (const [amount, link] of [
    [9_999n, 'c'],
    [10_000n, 'b'],
    [20_000n, 'b'],
    [20_001n, 'c'],
  ] as const)
    expect(await chosen(acquirer, payment({ currency: 'EUR', amount }))).toBe(link)
  expect(await chosen(acquirer, payment({ channel: 'MOTO' }))).toBe('d')
  expect(await chosen(acquirer, payment({ channel: 'INTERNET' }))).toBe('e')
  expect(await chosen(acquirer, payment())).toBe('e')
})

test('explain hears which link was chosen, and why no other was', async () => {
  const { acquirer } = world({ a: { trouble: () => 'breaker open' }, b: {}, c: {}, d: {} }, [
    { currencies: ['USD'], to: to('a', 'b', 'c') },
  ])
  expect(await acquirer.assign?.(payment())).toMatchObject({
    route: {
      link: 'b',
      because: 'route 1: by currency USD',
      others: [
        { link: 'd', why: 'not in route 1' },
        { link: 'a', why: 'breaker open' },
        { link: 'c', why: 'comes after it' },
      ],
    },
  })
})

test('where no link can send, nothing is sent; where no route leads, it is refused', async () => {
  const down = world({ a: { trouble: () => 'not connected' }, b: { trouble: () => 'breaker open' } }, [
    { to: to('a', 'b') },
  ])
  expect(await down.acquirer.assign?.(payment())).toMatchObject({ unsent: 'breaker open' })
  const { acquirer } = world({ a: {} }, [{ merchants: ['SHOP'], currencies: ['EUR'], to: to('a') }])
  expect(await acquirer.assign?.(payment())).toEqual({
    refused: 'No route leads such a payment of this merchant to an acquirer.',
  })
  expect(await acquirer.assign?.(payment({ merchantId: 'STRANGER', currency: 'EUR' }))).toEqual({
    refused: 'No acquirer of this gateway knows this merchant.',
  })
})

test('weights share out payments, and the same payment always goes the same way', async () => {
  const routes = [
    {
      to: [
        { link: 'a', weight: 3 },
        { link: 'b', weight: 1 },
        { link: 'c', weight: 0 },
      ],
    },
  ]
  const { acquirer } = world({ a: {}, b: {}, c: {} }, routes)
  const again = world({ a: {}, b: {}, c: {} }, routes).acquirer
  const counts: Record<string, number> = { a: 0, b: 0, c: 0 }
  for (let index = 0; index < 4_000; index++) {
    const ask = payment({ orderId: `order-${index}` })
    const link = String(await chosen(acquirer, ask))
    counts[link] = (counts[link] ?? 0) + 1
    if (index < 50) expect(await chosen(again, ask)).toBe(link)
    // The link without a share is there when both others are not.
    if (index < 50) expect(await chosen(acquirer, ask, ['a', 'b'])).toBe('c')
  }
  expect(counts.c).toBe(0)
  expect(Number(counts.b) / 4_000).toBeGreaterThan(0.22)
  expect(Number(counts.b) / 4_000).toBeLessThan(0.28)
})

test('what follows goes where the first went, even while that is in trouble and others are not', async () => {
  let trouble: UnsentReason | undefined
  const { acquirer, sent } = world({ a: { trouble: () => trouble }, b: {} }, [{ to: to('a', 'b') }])
  const assigned = await acquirer.assign?.(payment())
  const trace = assigned && 'trace' in assigned ? assigned.trace : ''
  trouble = 'breaker open'
  expect(await chosen(acquirer, payment({ transactionId: 'other' }))).toBe('b')
  expect(await acquirer.assign?.(capture(trace))).toEqual({
    unsent: 'breaker open',
    route: { link: 'a', because: 'the transaction it follows went there' },
  })
  expect(await acquirer.assign?.(payment({ transactionId: '2', earlierTrace: trace }))).toMatchObject({
    route: { link: 'a', because: 'an earlier payment of the order went there' },
  })
  expect(await acquirer.send(reversal(trace), never)).toEqual({ outcome: 'unsent', reason: 'breaker open' })
  trouble = undefined
  expect(await acquirer.send(reversal(trace), never)).toEqual({ outcome: 'silent' })
  expect(sent.map(({ link }) => link)).toEqual(['a'])
})

test('what went over a link that is gone stays open, and nobody else is asked', async () => {
  const { acquirer, sent } = world({ a: {} }, [{ to: to('a') }])
  const trace = JSON.stringify({ link: 'closed-bank', traceNumber: '000001' })
  expect(await acquirer.assign?.(capture(trace))).toEqual({
    refused: 'The link closed-bank of the transaction it follows is not configured.',
  })
  expect(await acquirer.assign?.(capture(undefined))).toMatchObject({
    refused: expect.stringContaining('without a link'),
  })
  expect(await acquirer.send({ ...reversal(trace), trace }, never)).toEqual({
    outcome: 'unsent',
    reason: 'not of this link',
  })
  expect(sent).toEqual([])
})

test('a balance is asked of the first link that can send', async () => {
  const { merchantId, currency, card } = payment()
  const ask = { verb: 'balance', merchantId, currency, card } as const
  const { acquirer, sent } = world({ a: { trouble: () => 'not connected' }, b: {} }, [{ to: to('a', 'b') }])
  expect(await acquirer.send(ask, never)).toEqual({ outcome: 'silent' })
  expect(sent.map(({ link }) => link)).toEqual(['b'])
  expect(await acquirer.send({ ...ask, merchantId: 'STRANGER' }, never)).toMatchObject({
    outcome: 'declined',
    gatewayCode: 'NOT_SUPPORTED',
  })
})

/** As the gateway does it: assign, send, and another link only after `unsent`. */
async function pay(acquirer: Acquirer, ask: PaymentAsk): Promise<string | undefined> {
  const tried: string[] = []
  for (;;) {
    const assigned = await acquirer.assign?.(ask, tried)
    if (!assigned || !('trace' in assigned)) return undefined
    const answer = await acquirer.send({ ...ask, trace: assigned.trace }, never)
    if (answer.outcome !== 'unsent') return assigned.trace
    tried.push(assigned.link)
  }
}

test('no transaction is ever sent over two links, whatever fails and whenever', async () => {
  const names = ['a', 'b', 'c'] as const
  const troubles = fc.array(
    fc.constantFrom<UnsentReason | undefined>(undefined, 'not connected', 'queue full'),
  )
  const weights = fc.tuple(fc.nat(3), fc.nat(3), fc.integer({ min: 1, max: 3 }))
  const story = fc.record({ troubles, weights, orders: fc.integer({ min: 1, max: 6 }) })
  await fc.assert(
    fc.asyncProperty(story, async ({ troubles: fate, weights: shares, orders }) => {
      let step = 0
      const link = { trouble: () => fate[step++ % Math.max(1, fate.length)] }
      const routes = [{ to: names.map((name, index) => ({ link: name, weight: shares[index] ?? 1 })) }]
      const { acquirer, sent } = world({ a: link, b: link, c: link }, routes)
      for (let index = 0; index < orders; index++) {
        const ask = payment({ orderId: `o${index}` })
        const trace = await pay(acquirer, ask)
        if (trace === undefined) continue
        await acquirer.send({ ...reversal(trace), orderId: ask.orderId }, never)
        await pay(acquirer, payment({ orderId: ask.orderId, transactionId: 't2', earlierTrace: trace }))
        const used = sent.filter(each => 'orderId' in each.ask && each.ask.orderId === ask.orderId)
        expect(new Set(used.map(each => each.link))).toEqual(new Set([linkOfTrace(trace)]))
      }
    }),
  )
})

test('a merchant is offered what its own links and routes can do', () => {
  const routes = [
    { merchants: ['SHOP'], currencies: ['EUR', 'USD'], brands: ['NETWORK_B'], to: to('a') },
    { merchants: ['SHOP'], currencies: ['GBP'], to: to('a') },
    { merchants: ['OTHER'], to: to('b') },
  ]
  const { acquirer } = world({ a: {}, b: {} }, routes, ['SHOP', 'OTHER'])
  expect(acquirer.offersTo?.('SHOP')).toEqual({
    verbs: new Set(['authorize', 'capture', 'reverse', 'balance']),
    currencies: new Set(['EUR', 'USD', 'GBP']),
  })
  expect(acquirer.offersTo?.('OTHER')).toEqual({
    verbs: new Set(['authorize', 'capture', 'reverse', 'balance']),
  })
  expect(acquirer.offersTo?.('STRANGER')).toEqual({
    verbs: new Set(),
    brands: new Set(),
    currencies: new Set(),
  })
})
