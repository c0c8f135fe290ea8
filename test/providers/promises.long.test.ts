import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newProtocolSecret } from '../../src/providers/protocol/signature.ts'
import { explained, later } from '../journeys/cardholder.ts'
import { openLinkedHost } from '../journeys/linkedHost.ts'
import { endedAs, open, paid, type Shopper, shopper, stage } from '../journeys/shopper.ts'
import { valueAt } from '../journeys/whole.ts'
import { type AdapterFault, lateMs } from './adapter.ts'
import { openLinkedGateway } from './linkedGateway.ts'

type World = Awaited<ReturnType<typeof openLinkedGateway>>

const wallet = { sourceOfFunds: { type: 'BROWSER_PAYMENT', browserPayment: { type: 'WALLET' } } }
const moved = (apiOperation: string, amount: string) => ({
  apiOperation,
  transaction: { amount, currency: 'USD' },
})

describe('over a link to a payment provider', () => {
  let world: World
  beforeAll(async () => {
    world = await openLinkedGateway()
  })
  afterAll(() => world?.stop())

  /** Somebody who is about to pay, and the id under which the provider knows it. */
  async function initiated(wishes: Parameters<typeof shopper>[1] = {}, more: object = wallet) {
    const payer = shopper(world.gateway, wishes)
    const before = new Set(world.adapter.payments.keys())
    const answer = await payer.initiate(more)
    const paymentId = [...world.adapter.payments.keys()].find(id => !before.has(id)) ?? ''
    return { payer, answer, paymentId, payment: () => world.adapter.payments.get(paymentId) }
  }
  const becomes = (payer: Shopper, wanted: string) =>
    eventually(async () => expect(stage(await payer.shown())).toBe(wanted))
  const settles = (payer: Shopper, id: string) =>
    eventually(async () => {
      const { body } = await world.gateway.retrieve(payer.orderId, { transaction: id })
      expect(valueAt(body, 'result')).not.toMatch(/PENDING|UNKNOWN/)
      return body
    })

  test('a payer pays there; capture, refund and void go where the payment was made', async () => {
    const { payer, answer, paymentId, payment } = await initiated({ operation: 'AUTHORIZE' })
    expect(stage(answer)).toBe(open)
    expect(payment()?.start).toMatchObject({
      ...{ merchantId: 'shop-4711', orderId: payer.orderId, transactionId: 'buy', operation: 'AUTHORIZE' },
      ...{ amount: '10.00', currency: 'USD', kind: 'WALLET', confirmation: 'AT_PROVIDER' },
    })
    world.adapter.decide(paymentId, 'approved')
    expect((await world.adapter.notify(paymentId)).status).toBe(204)
    const shown = await becomes(payer, paid).then(() => payer.shown())
    expect(valueAt(shown.body, 'transaction.authorizationCode')).toBe('A1B2C3')
    expect(valueAt(shown.body, 'transaction.acquirer.id')).toBe('wallet')
    const update = { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '12.00', currency: 'USD' } }
    expect((await payer.call('u', update)).body).toMatchObject({
      error: { validationType: 'UNSUPPORTED', field: 'apiOperation' },
    })
    expect((await payer.call('c', moved('CAPTURE', '8.00'))).body).toMatchObject({ result: 'SUCCESS' })
    expect((await payer.call('r', moved('REFUND', '3.00'))).body).toMatchObject({ result: 'SUCCESS' })
    const voided = { apiOperation: 'VOID', transaction: { targetTransactionId: 'c' } }
    expect((await payer.call('v', voided)).status).toBe(400)
    expect([...(payment()?.captures.values() ?? [])]).toMatchObject([{ amount: '8.00', state: 'approved' }])
    expect([...(payment()?.refunds.values() ?? [])]).toMatchObject([{ amount: '3.00', state: 'approved' }])
    const story = JSON.stringify(await explained(world.gateway, payer.orderId, 'r'))
    expect(story).toContain('the payment was made there')
  })

  test('kinds that nobody serves are refused before anything is recorded', async () => {
    const payer = shopper(world.gateway)
    const other = { sourceOfFunds: { type: 'BROWSER_PAYMENT', browserPayment: { type: 'TRANSFER' } } }
    expect((await payer.initiate(other)).body).toMatchObject({
      error: { cause: 'INVALID_REQUEST', field: 'sourceOfFunds.browserPayment.type' },
    })
    expect((await payer.initiate()).body).toMatchObject({ error: { field: 'sourceOfFunds.type' } })
    expect((await world.gateway.retrieve(payer.orderId)).status).toBe(400)
    const options = await world.gateway.call('GET', 'paymentOptionsInquiry')
    expect(valueAt(options.body, 'paymentTypes.browserPayment')).toEqual([
      { displayName: 'The Wallet', type: 'WALLET' },
      { displayName: 'The Wallet', type: 'PROVIDER_A' },
    ])
  })

  const faults: readonly AdapterFault[] = [
    ...(['silent', 'unsigned', 'wrongSecret', 'otherCall', 'otherPayment', 'brokenJson'] as const),
    ...(['serverError', 'tooLong', 'redirect', 'old', 'deaf', 'tryAgain'] as const),
  ]
  test.each(faults)('after a start that is answered %s, the payer does not end up charged', async fault => {
    world.adapter.spoil('start', fault)
    const { payer, answer } = await initiated()
    expect(answer.body).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } })
    const story = JSON.stringify(await explained(world.gateway, payer.orderId, 'buy'))
    expect(story).toContain('it serves the kind')
    expect(story).toMatch(/"reason":"[A-Z_]+"/)
    const paymentId = world.adapter.calls.findLast(({ call }) => call === 'start')?.paymentId ?? ''
    world.adapter.decide(paymentId, 'approved')
    await eventually(async () => expect(world.adapter.payments.get(paymentId)?.state).toBe('cancelled'))
    await eventually(async () => {
      const { body } = await payer.shown()
      expect(valueAt(body, 'transaction.reversal.status')).toBe('ACKNOWLEDGED')
      expect(valueAt(body, 'result')).toBe('FAILURE')
    })
  })

  test('a cancel that is not acknowledged stays owed', async () => {
    world.adapter.spoil('start', 'silent')
    world.adapter.spoil('cancel', 'deaf')
    world.adapter.spoil('cancel', 'wrongSecret')
    const { payer, paymentId, payment } = await initiated()
    world.adapter.decide(paymentId, 'approved')
    await eventually(async () => expect(payment()?.state).toBe('cancelled'))
    await eventually(async () => {
      const { body } = await payer.shown()
      expect(valueAt(body, 'transaction.reversal.status')).toBe('ACKNOWLEDGED')
    })
    expect(world.adapter.calls.filter(call => call.paymentId === paymentId)).toHaveLength(4)
  })

  test('what an adapter cannot start fails at once, and nothing is owed', async () => {
    world.adapter.spoil('start', 'notSupported')
    const { payer, answer } = await initiated()
    expect(answer.body).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'NOT_SUPPORTED' } })
    expect(valueAt((await payer.shown()).body, 'transaction.reversal')).toBeUndefined()
  })

  test('another amount than was asked for is given back', async () => {
    const { payer, paymentId, payment } = await initiated()
    Object.assign(payment() ?? never(), { amount: '1.00' })
    world.adapter.decide(paymentId, 'approved')
    await world.adapter.notify(paymentId)
    await eventually(async () => expect(payment()?.state).toBe('cancelled'))
    await settles(payer, 'buy')
    expect((await payer.shown()).body).toMatchObject({ result: 'FAILURE' })
  })

  test('when the time of the payer is over, the provider hears it before the merchant does', async () => {
    const { payer, paymentId, payment } = await initiated()
    const slow = await initiated()
    world.adapter.decide(slow.paymentId, 'processing')
    world.adapter.spoil('cancel', 'silent')
    await later(world.gateway, 'PT4H')
    await eventually(async () => expect(payment()?.state).toBe('cancelled'))
    await becomes(payer, endedAs('ABORTED'))
    expect(world.adapter.decide(paymentId, 'approved')).toBe(false)
    // Who decided in time is waited for: the provider is still at it.
    expect(stage(await slow.payer.shown())).toBe(open)
    world.adapter.decide(slow.paymentId, 'approved')
    await world.adapter.notify(slow.paymentId)
    await becomes(slow.payer, paid)
  })

  test('who agrees while a cancel is under way is not told as paid', async () => {
    const { payer, paymentId, payment } = await initiated()
    const cancels = () =>
      world.adapter.calls.filter(one => one.call === 'cancel' && one.paymentId === paymentId)
    world.adapter.spoil('cancel', 'late')
    await later(world.gateway, 'PT4H')
    await eventually(async () => expect(cancels()).toHaveLength(1))
    expect(world.adapter.decide(paymentId, 'approved')).toBe(true)
    expect((await world.adapter.notify(paymentId)).status).toBe(204)
    await eventually(async () => expect(stage(await payer.shown())).not.toBe(open))
    await sleep(lateMs)
    expect(payment()?.state).toBe('cancelled')
    expect(stage(await payer.shown())).toBe(endedAs('ABORTED'))
  })

  /** A payer who agreed and is back, where the merchant confirms. */
  async function agreed() {
    const shopping = await initiated({ type: 'PROVIDER_A', paymentConfirmation: 'CONFIRM_AT_MERCHANT' }, {})
    world.adapter.decide(shopping.paymentId, 'agreed')
    await fetch(shopping.payment()?.start?.returnUrl ?? '', { redirect: 'manual' })
    return shopping
  }

  test('a confirmation whose answer is lost is asked about until it is decided', async () => {
    const { payer, paymentId, payment, answer } = await agreed()
    expect(valueAt(answer.body, 'browserPayment.providerA.interactionId')).toBe(`P-${paymentId}`)
    world.adapter.spoil('confirm', 'silent')
    world.adapter.spoil('status', 'wrongSecret')
    expect((await payer.confirm()).body).toMatchObject({ result: 'PENDING' })
    await becomes(payer, paid)
    expect(payment()?.state).toBe('approved')
  })

  test.each(['deaf', 'tryAgain'] as const)(
    'a confirmation that the provider never carried out (%s) is sent again as it was',
    async fault => {
      const { payer, paymentId, payment } = await agreed()
      world.adapter.spoil('confirm', fault)
      world.adapter.spoil('confirm', fault)
      const less = { order: { amount: '9.00', reference: 'one less' } }
      expect((await payer.confirm(less)).body).toMatchObject({ result: 'PENDING' })
      await becomes(payer, paid)
      expect(payment()).toMatchObject({ state: 'approved', amount: '9.00' })
      const sent = world.adapter.calls.filter(one => one.call === 'confirm' && one.paymentId === paymentId)
      expect(sent).toHaveLength(3)
      expect(sent[2]).toEqual(sent[0])
      expect(sent[2]).toMatchObject({ amount: '9.00', reference: 'one less', particulars: less })
    },
  )

  test('a refund is asked about until it is decided, and paid out once', async () => {
    const { payer, paymentId, payment } = await initiated()
    world.adapter.decide(paymentId, 'approved')
    await world.adapter.notify(paymentId)
    await becomes(payer, paid)
    world.adapter.spoil('refund', 'silent')
    expect((await payer.call('r1', moved('REFUND', '2.00'))).body).toMatchObject({ result: 'PENDING' })
    expect(await settles(payer, 'r1')).toMatchObject({ result: 'SUCCESS' })
    world.adapter.spoil('refund', 'deaf')
    expect((await payer.call('r2', moved('REFUND', '3.00'))).body).toMatchObject({ result: 'PENDING' })
    expect(await settles(payer, 'r2')).toMatchObject({ result: 'SUCCESS' })
    const refunds = [...(payment()?.refunds.values() ?? [])]
    expect(refunds.map(({ amount, state }) => `${amount} ${state}`)).toEqual([
      '2.00 approved',
      '3.00 approved',
    ])
    expect((await world.gateway.retrieve(payer.orderId)).body).toMatchObject({ totalRefundedAmount: 5 })
  })

  test('a capture whose answer is lost is repeated under its id', async () => {
    const { payer, paymentId, payment } = await initiated({ operation: 'AUTHORIZE' })
    world.adapter.decide(paymentId, 'approved')
    await world.adapter.notify(paymentId)
    await becomes(payer, paid)
    world.adapter.spoil('capture', 'silent')
    expect((await payer.call('c', moved('CAPTURE', '10.00'))).body).toMatchObject({ result: 'PENDING' })
    expect(await settles(payer, 'c')).toMatchObject({ result: 'SUCCESS' })
    expect(payment()?.captures.size).toBe(1)
    const voided = { apiOperation: 'VOID', transaction: { targetTransactionId: 'c' } }
    world.adapter.spoil('cancel', 'silent')
    expect((await payer.call('v', voided)).body).toMatchObject({ result: 'PENDING' })
    expect(await settles(payer, 'v')).toMatchObject({ result: 'SUCCESS' })
    expect([...(payment()?.captures.values() ?? [])].map(({ state }) => state)).toEqual(['cancelled'])
    expect(payment()?.state).toBe('approved')
  })

  test('a decline is told with its reason', async () => {
    const { payer, paymentId } = await initiated()
    world.adapter.decide(paymentId, 'declined')
    await world.adapter.notify(paymentId)
    await becomes(payer, endedAs('INSUFFICIENT_FUNDS'))
  })

  test('without a notice the poll finds the decision, and notices after it change nothing', async () => {
    const { payer, paymentId } = await initiated()
    world.adapter.decide(paymentId, 'approved')
    await becomes(payer, paid)
    expect((await world.adapter.notify(paymentId)).status).toBe(204)
    expect((await world.adapter.notify(paymentId)).status).toBe(204)
    expect(stage(await payer.shown())).toBe(paid)
  })

  test('a notice counts only if the provider has signed it, these minutes, for this payment', async () => {
    const { paymentId } = await initiated()
    const { secrets, notify } = world.adapter
    expect((await notify(paymentId, { secret: secrets.gateway })).status).toBe(401)
    expect((await notify(paymentId, { at: new Date(Date.now() - 600_000) })).status).toBe(401)
    const other = await initiated()
    const noticeUrl = world.adapter.payments.get(other.paymentId)?.start?.noticeUrl ?? ''
    world.adapter.payments.set('stray', {
      ...{ start: { ...(other.payment()?.start ?? never()), noticeUrl }, state: 'open' },
      ...{ captures: new Map(), refunds: new Map() },
    })
    expect((await notify('stray')).status).toBe(404)
    world.adapter.payments.delete('stray')
    const unsigned = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await fetch(noticeUrl, unsigned)).status).toBe(401)
    const gone = noticeUrl.replace('/wallet/', '/nobody/')
    expect((await fetch(gone, unsigned)).status).toBe(404)
  })

  test('a notice that overtakes the answer to the start has to be repeated', async () => {
    const early: number[] = []
    world.adapter.state.beforeAnswer = async ({ call, paymentId }) => {
      if (call !== 'start') return
      world.adapter.decide(paymentId, 'processing')
      early.push((await world.adapter.notify(paymentId)).status)
      const payment = world.adapter.payments.get(paymentId)
      if (payment) payment.state = 'open'
    }
    const { payer, paymentId } = await initiated()
    world.adapter.state.beforeAnswer = async () => undefined
    expect(early).toEqual([503])
    world.adapter.decide(paymentId, 'approved')
    expect((await world.adapter.notify(paymentId)).status).toBe(204)
    await becomes(payer, paid)
  })

  test('a notice counts at whichever node it arrives', async () => {
    const { providerLinks } = world
    const other = await world.gateway.neighbour({ patienceMs: 500, providerLinks })
    try {
      const { payer, paymentId } = await initiated()
      world.adapter.decide(paymentId, 'approved')
      const { port } = new URL(other.origin)
      expect((await world.adapter.notify(paymentId, { toPort: Number(port) })).status).toBe(204)
      await becomes(payer, paid)
    } finally {
      await other.stop()
    }
  })

  test('secrets are exchanged while the gateway runs', async () => {
    const before = { ...world.adapter.secrets }
    world.adapter.secrets.provider = newProtocolSecret()
    const [path = ''] = world.providerLinks.providers[0]?.providerSecrets ?? []
    await writeFile(path, world.adapter.secrets.provider, { mode: 0o600 })
    await eventually(async () => expect((await initiated()).answer.body).toMatchObject({ result: 'SUCCESS' }))
    expect(world.adapter.secrets.provider).not.toBe(before.provider)
  })

  test('no secret is in any log line, and calls are counted', async () => {
    const { secrets } = world.adapter
    const logged = world.gateway.lines.join('\n')
    expect(logged).toContain('They were exchanged.')
    expect(logged).toContain('an answer of a provider does not count')
    for (const secret of Object.values(secrets)) expect(logged).not.toContain(secret.slice(6))
    const text = await (await fetch(`${world.gateway.origin}/metrics`)).text()
    expect(text).toMatch(
      /tollgate_provider_call_duration_seconds_count\{.*verb="start",outcome="open".*\} \d+/,
    )
    expect(text).toMatch(/tollgate_provider_notices_total\{provider="wallet",outcome="noted"\} \d+/)
    expect(text).toContain('tollgate_provider_away{provider="wallet"} 0')
    expect(text).toContain('tollgate_provider_breaker{provider="wallet",state="closed"} 1')
  })
})

/** Recovery looks every second, and backs off. */
const eventually = <Result>(check: () => Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 15_000, interval: 50 })

function never(): never {
  throw new Error('There is no such payment')
}

test('production takes payments at providers, beside its acquirers', async () => {
  const host = await openLinkedHost()
  const live = await openLinkedGateway({ isSandbox: false, acquirerLinks: host.links })
  try {
    const payer = shopper(live.gateway)
    expect(stage(await payer.initiate(wallet))).toBe(open)
    live.adapter.decide(live.adapter.only(), 'approved')
    await live.adapter.notify(live.adapter.only())
    await eventually(async () => expect(stage(await payer.shown())).toBe(paid))
    expect((await payer.call('r', moved('REFUND', '10.00'))).body).toMatchObject({ result: 'SUCCESS' })
  } finally {
    await live.stop()
    await host.close()
  }
})
