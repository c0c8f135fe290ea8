import { expect, test } from 'vitest'
import type { Acquirer, AcquirerAsk, FollowUpAsk } from '../../acquirers/port.ts'
import type { ProtocolCall } from '../protocol/declaration.ts'
import type { CallOutcome } from './caller.ts'
import { withProviders } from './followUps.ts'
import { readProviderTrace, writeProviderTrace } from './trace.ts'

const settings = {
  ...{ name: 'wallet', address: 'https://adapter.example', kinds: ['WALLET'], answerSeconds: 10 },
  ...{ merchants: [{ merchantId: 'SHOP', name: 'shop-1' }], gatewaySecrets: [], providerSecrets: [] },
}
const deadline = new AbortController().signal
const payment = writeProviderTrace({ provider: 'wallet', paymentId: 'p1' })

/** An acquirer that hears what is asked, and a provider that answers as scripted. */
function world(...outcomes: readonly CallOutcome[]) {
  const asked: AcquirerAsk[] = []
  const calls: ProtocolCall[] = []
  const acquirer: Acquirer = {
    name: 'bank',
    verbs: new Set(['pay', 'reverse', 'capture']),
    async send(ask) {
      asked.push(ask)
      return { outcome: 'pending', acquirerCode: '', acquirerMessage: '' }
    },
  }
  const left = [...outcomes]
  const caller = {
    async call(call: ProtocolCall): Promise<CallOutcome> {
      calls.push(call)
      return left.shift() ?? { outcome: 'silent', reason: 'TIMED_OUT' }
    },
  }
  const clock = { now: () => new Date(0), monotonicMs: () => 0 }
  const links = [{ settings, caller, supports: () => ['refund' as const] }]
  return { asked, calls, both: withProviders(acquirer, { links, clock }), acquirer, clock }
}

const subject = { merchantId: 'SHOP', orderId: 'O', transactionId: '2', amount: 300n, currency: 'EUR' }
const following = (verb: FollowUpAsk['verb'], trace: string, type: 'PAYMENT' | 'CAPTURE' = 'PAYMENT') => ({
  ...{ ...subject, verb, repeat: 0 },
  original: { transactionId: '1', type, amount: 1_000n, startedAtMs: 0, trace },
})
const answered = (state: 'approved' | 'cancelled', part: object = {}): CallOutcome => ({
  outcome: 'answered',
  answer: { paymentId: 'p1', state, amount: '3.00', currency: 'EUR', ...part },
})

test('what follows a payment at a provider goes there, under an id of its own', async () => {
  const { both, calls, asked } = world(answered('approved'))
  const ask = following('refund', payment)
  const assigned = await both.assign?.(ask)
  const trace = assigned && 'trace' in assigned ? assigned.trace : ''
  const refundId = readProviderTrace(trace)?.refundId
  expect(await both.send({ ...ask, trace }, deadline)).toMatchObject({ outcome: 'approved', amount: 300n })
  expect(calls).toEqual([
    ...[{ call: 'refund', merchantId: 'shop-1', paymentId: 'p1', refundId, amount: '3.00', currency: 'EUR' }],
  ])
  expect(asked).toEqual([])
})

test('what the provider cannot do is refused before anything is recorded', async () => {
  const { both } = world()
  for (const verb of ['capture', 'update'] as const)
    expect(await both.assign?.(following(verb, payment))).toMatchObject({ refused: expect.any(String) })
  const gone = writeProviderTrace({ provider: 'gone', paymentId: 'p1' })
  expect(await both.assign?.(following('refund', gone))).toMatchObject({ refused: expect.any(String) })
  expect(await both.send(following('refund', gone), deadline)).toMatchObject({ outcome: 'unsent' })
})

test('an inquiry about the void of a capture undoes that capture, and never the payment', async () => {
  const { both, calls } = world(answered('cancelled'), answered('cancelled'))
  const capture = writeProviderTrace({ provider: 'wallet', paymentId: 'p1', captureId: 'c1' })
  const assigned = await both.assign?.(following('void', capture, 'CAPTURE'))
  const trace = assigned && 'trace' in assigned ? assigned.trace : ''
  await both.send({ ...following('void', capture, 'CAPTURE'), trace }, deadline)
  const type = 'VOID_CAPTURE'
  const original = { transactionId: '2', type, amount: 300n, startedAtMs: 0, trace } as const
  await both.send({ ...subject, verb: 'inquire', repeat: 0, original }, deadline)
  const undone = { call: 'cancel', paymentId: 'p1', captureId: 'c1', reason: 'VOIDED_BY_MERCHANT' }
  expect(calls).toMatchObject([undone, undone])
})

test('a part that stands is told so; a payment that stands is not cancelled yet', async () => {
  const refund = writeProviderTrace({ provider: 'wallet', paymentId: 'p1', refundId: 'r1' })
  const { both } = world(answered('approved', { refundId: 'r1' }), answered('approved'))
  const reverse = (trace: string, type: 'PAYMENT' | 'REFUND') =>
    both.send(
      {
        ...{ ...subject, verb: 'reverse', repeat: 0 },
        original: { transactionId: '2', type, amount: 300n, startedAtMs: 0, trace },
      },
      deadline,
    )
  expect(await reverse(refund, 'REFUND')).toMatchObject({ outcome: 'declined', stands: true })
  expect(await reverse(payment, 'PAYMENT')).toMatchObject({ outcome: 'pending' })
})

test('the acquirer hears of its own, and is asked no more than it can tell', async () => {
  const { both, acquirer, asked, calls, clock } = world()
  const link = '{"link":"bank"}'
  // It cannot be inquired about, so what is pending there is unknown.
  expect(await both.send(following('capture', link), deadline)).toMatchObject({ outcome: 'unknown' })
  expect(await both.send(following('refund', link), deadline)).toMatchObject({ gatewayCode: 'NOT_SUPPORTED' })
  expect(asked).toHaveLength(1)
  expect(calls).toEqual([])
  expect(both.offersTo?.('SHOP').verbs).toEqual(acquirer.verbs)
  const without = withProviders(acquirer, { links: [], clock })
  expect(await without.send(following('refund', payment), deadline)).toMatchObject({ outcome: 'unsent' })
  expect(without.verbs).toEqual(acquirer.verbs)
})
