import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import { memoryInteractions } from '../../../test/support/sandbox/memoryInteractions.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { ProviderAsk, ProviderInitiateAsk } from '../../providers/port.ts'
import { createAcquirerSimulator } from '../acquirer/simulator.ts'
import { createProviderSimulator } from './simulator.ts'

const subject = { merchantId: 'M', orderId: 'O', transactionId: '1', amount: 1250n, currency: 'EUR' }
const initiate: ProviderInitiateAsk = {
  ...subject,
  verb: 'initiate',
  operation: 'PAY',
  kind: 'PROVIDER_B',
  returnCallback: 'https://gateway.example/pay/return/token',
  isConfirmedAtMerchant: false,
  showsShippingAddress: true,
  mayChangeShippingAddress: true,
  particulars: { customer: { email: 'payer@example.com' }, order: { description: 'Tea' } },
}
const endless = new AbortController().signal

function open() {
  let nowMs = Date.UTC(2026, 10, 15, 12)
  const books = memoryBooks()
  const now = () => new Date(nowMs)
  const interactions = memoryInteractions()
  const provider = createProviderSimulator({
    interactions,
    books,
    origin: () => 'https://gateway.example',
    now,
  })
  const send = (ask: ProviderAsk, deadline = endless) => provider.send(ask, deadline)
  async function start(wishes: Partial<ProviderInitiateAsk> = {}): Promise<string> {
    const started = await send({ ...initiate, ...wishes })
    return 'interactionId' in started ? started.interactionId : ''
  }
  const progress = (interactionId: string, isOver = false) =>
    send({ ...subject, operation: 'PAY', verb: 'progress', interactionId, isOver })
  const confirm = (interactionId: string, wishes: Partial<ProviderAsk> = {}, deadline = endless) =>
    send(
      { ...subject, operation: 'PAY', particulars: {}, ...wishes, verb: 'confirm', interactionId },
      deadline,
    )
  const entries = () => books.entries({ limit: 100 })
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { provider, visits: provider.visits, books, now, start, progress, confirm, entries, wait }
}

const atMerchant = { isConfirmedAtMerchant: true }

test('what is started has a page of its own, and starting it again is the same', async () => {
  const { provider, start } = open()
  const started = await provider.send(initiate, endless)
  expect(started).toMatchObject({
    outcome: 'started',
    pageUrl: expect.stringMatching(/^https:\/\/gateway\.example\/sandbox\/provider\/SIM[0-9A-F]{32}$/),
  })
  expect(await provider.send(initiate, endless)).toEqual(started)
  expect(await start({ transactionId: '2' })).not.toBe(await start())
})

test('payer pays: approved, posted once, and told the same ever after', async () => {
  const { visits, start, progress, entries, wait } = open()
  const id = await start()
  expect(await progress(id)).toEqual({ outcome: 'undecided' })
  expect((await visits.open(id))?.state).toBe('asking')
  expect((await visits.act(id, { act: 'approve' }))?.state).toBe('paid')
  expect((await visits.act(id, { act: 'cancel' }))?.state).toBe('paid')
  const approved = await progress(id)
  expect(approved).toMatchObject({
    outcome: 'approved',
    gatewayCode: 'APPROVED',
    amount: 1250n,
    acquirerCode: '00',
    acquirer: { id: 'SIMULATOR', batch: 20261115 },
    accountId: expect.stringMatching(/^PAYER-[0-9A-F]{9}$/),
  })
  wait(86_400_000)
  expect(await progress(id, true)).toEqual(approved)
  expect(await entries()).toMatchObject([{ kind: 'payment', amount: 1250n, transactionId: '1' }])
})

test('an authorization at the provider can be captured, refunded and voided at the acquirer', async () => {
  const { visits, start, progress, entries, books, now } = open()
  const id = await start({ operation: 'AUTHORIZE', reference: 'TEST-SUCCEED' })
  expect((await visits.open(id))?.state).toBe('paid')
  const acquirer = createAcquirerSimulator({ now, books })
  const original = { transactionId: '1', type: 'AUTHORIZATION', amount: 1250n, startedAtMs: 0 } as const
  const captured = await acquirer.send(
    { ...subject, verb: 'capture', transactionId: '2', original, repeat: 0 },
    endless,
  )
  expect(captured.outcome).toBe('approved')
  expect((await entries()).map(({ kind }) => kind)).toEqual(['hold', 'capture'])
  await acquirer.send({ ...subject, verb: 'reverse', original, repeat: 0 }, endless)
  expect(await progress(id)).toMatchObject({ outcome: 'declined', acquirerCode: '94' })
})

test.each([
  ['decline', 'DECLINED', 'declined'],
  ['cancel', 'CANCELLED', 'cancelled'],
  ['abort', 'ABORTED', 'left'],
] as const)('payer chooses %s: declined with %s, nothing posted', async (act, gatewayCode, state) => {
  const { visits, start, progress, entries } = open()
  const id = await start()
  expect((await visits.act(id, { act }))?.state).toBe(state)
  expect(await progress(id)).toMatchObject({ outcome: 'declined', gatewayCode })
  expect((await visits.act(id, { act: 'approve' }))?.state).toBe(state)
  expect(await entries()).toEqual([])
})

test.each([
  ['TEST-SUCCEED', 'approved', 'APPROVED'],
  ['TEST-FAIL-DECLINE', 'declined', 'DECLINED'],
  ['x.FAILINSUFFICIENT_FUNDS', 'declined', 'INSUFFICIENT_FUNDS'],
  ['a.b.FAILEXPIRED_CARD', 'declined', 'EXPIRED_CARD'],
  ['x.FAILNONSENSE', 'declined', 'DECLINED'],
  ['x.FAILAPPROVED', 'declined', 'DECLINED'],
  ['x.FAILSUBMITTED', 'declined', 'DECLINED'],
  ['x.FAIL', 'declined', 'DECLINED'],
])('%s: undecided until the payer comes, then %s', async (reference, outcome, gatewayCode) => {
  const { visits, start, progress } = open()
  const id = await start({ reference })
  expect(await progress(id)).toEqual({ outcome: 'undecided' })
  expect((await visits.open(id))?.state).toBe(outcome === 'approved' ? 'paid' : 'declined')
  expect(await progress(id)).toMatchObject({ outcome, gatewayCode })
})

test.each([
  ['TEST-SUCCESS-INIT', 'approved', 1],
  ['TEST-FAIL-INIT', 'declined', 0],
])('%s: undecided when the payer comes back, %s later', async (reference, outcome, posted) => {
  const { visits, start, progress, entries, wait } = open()
  const id = await start({ reference })
  expect((await visits.open(id))?.state).toBe('waiting')
  wait(4_999)
  expect(await progress(id, true)).toMatchObject({ outcome: 'undecided' })
  wait(1)
  expect(await progress(id)).toMatchObject({ outcome })
  expect(await entries()).toHaveLength(posted)
})

test('TEST-PENDING: undecided for ever, with and without a payer', async () => {
  const { visits, start, progress, wait, entries } = open()
  const id = await start({ reference: 'TEST-PENDING' })
  expect(await progress(id, true)).toEqual({ outcome: 'undecided' })
  expect((await visits.open(id))?.state).toBe('waiting')
  wait(86_400_000_000)
  expect(await progress(id, true)).toMatchObject({ outcome: 'undecided' })
  expect(await entries()).toEqual([])
})

test('who has not decided when the gateway waits no longer cannot pay any more', async () => {
  const { visits, start, progress, entries } = open()
  const id = await start()
  expect(await progress(id, true)).toMatchObject({ outcome: 'declined', gatewayCode: 'ABORTED' })
  expect((await visits.open(id))?.state).toBe('over')
  expect((await visits.act(id, { act: 'approve' }))?.state).toBe('over')
  expect(await entries()).toEqual([])
})

test('confirmed at the merchant: agreed until then, carried out with the amount of the first', async () => {
  const { visits, start, progress, confirm, entries } = open()
  const id = await start(atMerchant)
  expect((await visits.act(id, { act: 'approve' }))?.state).toBe('agreed')
  expect(await progress(id)).toMatchObject({ outcome: 'agreed', accountId: expect.any(String) })
  expect(await entries()).toEqual([])
  const approved = await confirm(id, { amount: 900n })
  expect(approved).toMatchObject({ outcome: 'approved', amount: 900n })
  expect(await confirm(id, { amount: 5000n })).toEqual(approved)
  expect(await progress(id)).toEqual(approved)
  expect(await entries()).toMatchObject([{ amount: 900n }])
})

test('what nobody confirmed in time is withdrawn for good', async () => {
  const { visits, start, progress, confirm, entries } = open()
  const id = await start(atMerchant)
  await visits.act(id, { act: 'approve' })
  expect(await progress(id, true)).toMatchObject({ outcome: 'declined', gatewayCode: 'ABORTED' })
  expect(await confirm(id)).toMatchObject({ outcome: 'declined', gatewayCode: 'ABORTED' })
  expect(await entries()).toEqual([])
})

test('confirming what nobody agreed to is declined, and nobody agrees afterwards', async () => {
  const { visits, start, progress, confirm, entries } = open()
  const id = await start(atMerchant)
  expect(await confirm(id)).toMatchObject({ outcome: 'declined', gatewayCode: 'DECLINED' })
  expect((await visits.act(id, { act: 'approve' }))?.state).toBe('over')
  expect(await confirm(id)).toMatchObject({ outcome: 'declined' })
  expect(await progress(id)).toMatchObject({ outcome: 'declined' })
  const cancelled = await start({ ...atMerchant, transactionId: '2' })
  await visits.act(cancelled, { act: 'cancel' })
  expect(await confirm(cancelled)).toMatchObject({ outcome: 'declined', gatewayCode: 'CANCELLED' })
  expect(await entries()).toEqual([])
})

test('confirmed in another currency: declined for good', async () => {
  const { visits, start, confirm, entries } = open()
  const id = await start(atMerchant)
  await visits.act(id, { act: 'approve' })
  expect(await confirm(id, { currency: 'USD' })).toMatchObject({ outcome: 'declined' })
  expect(await confirm(id)).toMatchObject({ outcome: 'declined' })
  expect(await entries()).toEqual([])
})

test('the reference decides what confirming comes to: its own before that of the start', async () => {
  const { visits, start, progress, confirm, wait } = open()
  const declined = await start({ ...atMerchant, reference: 'x.FAILBLOCKED' })
  expect((await visits.open(declined))?.state).toBe('agreed')
  expect(await confirm(declined)).toMatchObject({ outcome: 'declined', gatewayCode: 'BLOCKED' })
  const late = await start({ ...atMerchant, transactionId: '2' })
  await visits.act(late, { act: 'approve' })
  expect(await confirm(late, { reference: 'TEST-SUCCESS-INIT' })).toMatchObject({ outcome: 'undecided' })
  wait(5_000)
  expect(await progress(late)).toMatchObject({ outcome: 'approved' })
})

test('.SILENT: confirming is carried out and never answered; asking for progress tells it', async () => {
  const { visits, start, progress, confirm, entries } = open()
  const id = await start({ ...atMerchant, reference: 'TEST-SUCCEED.SILENT' })
  expect((await visits.open(id))?.state).toBe('agreed')
  const patience = new AbortController()
  const confirmed = confirm(id, {}, patience.signal)
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(await entries()).toHaveLength(1)
  patience.abort()
  expect(await confirmed).toEqual({ outcome: 'silent' })
  expect(await progress(id)).toMatchObject({ outcome: 'approved', amount: 1250n })
  const asked = await start({ ...atMerchant, reference: 'order 7.SILENT', transactionId: '2' })
  expect((await visits.open(asked))?.state).toBe('asking')
})

test('nobody knows an interaction that was never started; a store that is away is silence', async () => {
  const { visits, progress, start, confirm, books, now } = open()
  for (const id of ['', 'SIM', `${await start(atMerchant)}.confirm`, `SIM${'0'.repeat(32)}`]) {
    expect(await progress(id, true)).toMatchObject({ outcome: 'declined', acquirerCode: '25' })
    expect(await confirm(id)).toMatchObject({ outcome: 'declined', acquirerCode: '25' })
    expect(await visits.open(id)).toBeUndefined()
    expect(await visits.act(id, { act: 'approve' })).toBeUndefined()
  }
  const away = () => Promise.reject(new StoreUnavailable('away'))
  const interactions = { add: away, find: away, decide: away }
  const deaf = createProviderSimulator({ interactions, books, origin: () => '', now })
  expect(await deaf.send(initiate, endless)).toEqual({ outcome: 'silent' })
  expect(await deaf.send(initiate, AbortSignal.abort())).toEqual({ outcome: 'silent' })
})

test('a payer may have the goods sent elsewhere, where the merchant allows it', async () => {
  const { visits, start } = open()
  const shippingAddress = { street: '2 Side St', city: 'Elsewhere' }
  const free = await visits.act(await start(), { act: 'approve', shippingAddress })
  expect(free?.payment.particulars).toMatchObject({ shipping: { address: shippingAddress } })
  const bound = await start({ mayChangeShippingAddress: false, transactionId: '2' })
  const kept = await visits.act(bound, { act: 'approve', shippingAddress })
  expect(kept?.payment.particulars).not.toHaveProperty('shipping')
})
