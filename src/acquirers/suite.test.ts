import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { memoryBooks } from '../../test/support/sandbox/memoryBooks.ts'
import type { TransactionType } from '../orders/transaction.ts'
import { createAcquirerSimulator } from '../sandbox/acquirer/simulator.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AskedCard,
  FollowUpAsk,
  OriginalTransaction,
  PaymentAsk,
  ReversalOrInquiryAsk,
} from './port.ts'

/** An adapter, with the cards that provoke each kind of answer from what is behind it. */
type Bench = {
  readonly acquirer: Acquirer
  readonly cards: { readonly [provoked in 'approved' | 'declined' | 'pending' | 'silent']: AskedCard }
}

const patient = () => new AbortController().signal

/** One order after another; what is asked about an order names its transactions. */
function newOrder({ acquirer, cards }: Bench) {
  const subject = { merchantId: 'TESTMERCHANT', orderId: randomUUID(), amount: 1_000n, currency: 'USD' }
  const payment = { ...subject, transactionId: '1', card: cards.approved, acceptPartialAmount: false }
  const originalOf = (transactionId: string, type: TransactionType): OriginalTransaction => ({
    ...{ transactionId, type, amount: subject.amount, startedAtMs: 0 },
    authorizationCode: 'ABC123',
  })
  return {
    pay: (verb: PaymentAsk['verb'], changes: Partial<PaymentAsk> = {}, deadline = patient()) =>
      acquirer.send({ ...payment, verb, ...changes }, deadline),
    follow: (verb: FollowUpAsk['verb'], transactionId: string, { of, type, repeat = 0 }: Followed) =>
      acquirer.send({ ...subject, verb, transactionId, original: originalOf(of, type), repeat }, patient()),
    resolve: (verb: ReversalOrInquiryAsk['verb'], transactionId: string, type: TransactionType, repeat = 1) =>
      acquirer.send(
        { ...subject, verb, transactionId, original: originalOf(transactionId, type), repeat },
        patient(),
      ),
  }
}
type Followed = { readonly of: string; readonly type: TransactionType; readonly repeat?: number }

const ofHold = { of: '1', type: 'AUTHORIZATION' } as const
const ofPayment = { of: '1', type: 'PAYMENT' } as const

/** What the gateway relies on, whatever acquirer is behind the port. */
const promises: Record<string, (bench: Bench) => unknown> = {
  'says what it can be asked': ({ acquirer }) => {
    expect(acquirer.name).toMatch(/^[a-z0-9-]{1,40}$/)
    for (const verb of ['authorize', 'pay', 'capture', 'refund', 'void', 'reverse'] as const)
      expect(acquirer.verbs.has(verb), verb).toBe(true)
  },

  'approves with the codes an approval carries, within their bounds (spec 2.12)': async bench => {
    for (const verb of ['authorize', 'pay', 'verify', 'credit'] as const)
      expectApproval(await newOrder(bench).pay(verb), 1_000n)
  },

  'never approves more than was asked for': async bench => {
    expectApproval(await newOrder(bench).pay('authorize', { amount: 1n }), 1n)
  },

  'declines with a code and words, in bounds': async bench => {
    const answer = await newOrder(bench).pay('pay', { card: bench.cards.declined })
    if (answer.outcome !== 'declined') throw new Error(`The answer is ${answer.outcome}`)
    expect(answer.acquirerCode).toMatch(/^[ -~]{1,100}$/)
    expect(answer.acquirerMessage).toMatch(/^[ -~]{1,255}$/)
    expect(answer).not.toHaveProperty('authorizationCode')
  },

  'captures, updates and voids what it holds, and refunds what it took': async bench => {
    const held = newOrder(bench)
    await held.pay('authorize')
    expectApproval(await held.follow('update', '2', ofHold), 1_000n)
    expectApproval(await held.follow('capture', '3', ofHold), 1_000n)
    expectApproval(await held.follow('refund', '4', { of: '3', type: 'CAPTURE' }), 1_000n)
    const paid = newOrder(bench)
    await paid.pay('pay')
    expectApproval(await paid.follow('void', '2', ofPayment), 1_000n)
  },

  'gives a capture the code of what it captures': async bench => {
    const order = newOrder(bench)
    await order.pay('authorize')
    expect(await order.follow('capture', '2', ofHold)).toMatchObject({ authorizationCode: 'ABC123' })
  },

  'answers an advice it has applied as it did the first time': async bench => {
    const order = newOrder(bench)
    await order.pay('authorize')
    const captured = await order.follow('capture', '2', ofHold)
    expect(await order.follow('capture', '2', { ...ofHold, repeat: 1 })).toEqual(captured)
    const voided = await order.follow('void', '3', { of: '2', type: 'CAPTURE' })
    expect(await order.follow('void', '3', { of: '2', type: 'CAPTURE', repeat: 2 })).toEqual(voided)
  },

  'applies an original once, however often it comes': async bench => {
    const order = newOrder(bench)
    const first = await order.pay('pay')
    expect(await order.pay('pay')).toEqual(first)
  },

  'reverses what it did, as often as it is asked': async bench => {
    const order = newOrder(bench)
    await order.pay('authorize')
    expectApproval(await order.resolve('reverse', '1', 'AUTHORIZATION'))
    expectApproval(await order.resolve('reverse', '1', 'AUTHORIZATION', 2))
    expect(await order.follow('capture', '2', ofHold)).toMatchObject({ outcome: 'declined' })
  },

  'reverses what it stayed silent about': async bench => {
    const order = newOrder(bench)
    const card = bench.cards.silent
    expect(await order.pay('pay', { card }, AbortSignal.timeout(30))).toEqual({ outcome: 'silent' })
    expectApproval(await order.resolve('reverse', '1', 'PAYMENT'))
  },

  'says so when it knows nothing of what it is to reverse': async bench => {
    const answer = await newOrder(bench).resolve('reverse', '1', 'PAYMENT')
    expect(answer).toMatchObject({ outcome: 'noOriginal', acquirerCode: expect.stringMatching(/./) })
  },

  'tells later what became of what it left pending': async bench => {
    const order = newOrder(bench)
    expect(await order.pay('pay', { card: bench.cards.pending })).toMatchObject({ outcome: 'pending' })
    expectApproval(await order.resolve('inquire', '1', 'PAYMENT'), 1_000n)
  },

  'says what is on an account, or that it does not know': async ({ acquirer, cards }) => {
    const asked = { verb: 'balance', merchantId: 'TESTMERCHANT', currency: 'USD' } as const
    const answer = await acquirer.send({ ...asked, card: cards.approved }, patient())
    expect(answer).toMatchObject({ outcome: 'approved', gatewayCode: expect.stringMatching(/BALANCE/) })
  },

  'does not call it silence before the deadline has passed, and then says so': async bench => {
    const deadline = new AbortController()
    let isSettled = false
    const answer = newOrder(bench)
      .pay('authorize', { card: bench.cards.silent }, deadline.signal)
      .finally(() => {
        isSettled = true
      })
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(isSettled).toBe(false)
    deadline.abort()
    expect(await answer).toEqual({ outcome: 'silent' })
  },

  'does nothing when the deadline has passed before anything could be sent': async bench => {
    for (const card of [bench.cards.approved, bench.cards.silent]) {
      const order = newOrder(bench)
      expect(await order.pay('pay', { card }, AbortSignal.abort())).toEqual({ outcome: 'silent' })
      expect(await order.resolve('reverse', '1', 'PAYMENT')).toMatchObject({ outcome: 'noOriginal' })
    }
  },

  'gives nothing back of the card it was asked about': async bench => {
    const card = { ...bench.cards.approved, securityCode: '987', nameOnCard: 'JANE DOE' }
    const answer = await newOrder(bench).pay('pay', { card })
    const text = JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toContain(card.number)
    expect(text).not.toContain(card.nameOnCard)
    expect(text).not.toContain('"987"')
  },
}

function expectApproval(answer: AcquirerAnswer, amount?: bigint): void {
  if (answer.outcome !== 'approved') throw new Error(`The answer is ${answer.outcome}`)
  if (amount !== undefined) expect(answer.amount).toBe(amount)
  expect(answer.authorizationCode).toMatch(/^[0-9A-Za-z]{6}$/)
  expect(answer.receipt).toMatch(/^\d{12}$/)
  expect(answer.acquirer.date).toMatch(/^(0[1-9]|1[0-2])([0-2]\d|3[01])$/)
  expect(answer.acquirer.timeZone).toMatch(/^[+-]\d{4}$/)
  expect(answer.acquirer.transactionId).toMatch(/^[ -~]{1,100}$/)
  expect(answer.authorizationResponse.responseCode).toBe(answer.acquirerCode)
  for (const [field, value] of Object.entries(answer.authorizationResponse)) {
    expect([field, value]).toEqual([field, expect.stringMatching(fieldForms[field] ?? /$^/)])
  }
}

const fieldForms: Record<string, RegExp> = {
  marketSpecificData: /^.$/,
  merchantAdviceCode: /^.{1,2}$/,
  paySvcData: /^.{1,23}$/,
  posData: /^.{1,13}$/,
  posEntryMode: /^.{1,4}$/,
  posEntryModeChanged: /^.$/,
  processingCode: /^.{1,6}$/,
  responseCode: /^.{1,3}$/,
  responseMessage: /^.{1,16}$/,
  returnAci: /^.$/,
  stan: /^.{1,6}$/,
  time: /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/,
  timezone: /^[+-]\d{4}$/,
  trackQuality: /^.{1,2}$/,
  transactionIdentifier: /^.{1,30}$/,
  transactionIntegrityClass: /^[0-9A-Za-z]{1,2}$/,
  validationCode: /^.{1,4}$/,
  vpasResponse: /^.$/,
}

const expiring = (month: number): AskedCard => ({
  number: '5123450000000008',
  expiry: { month, year: 39 },
})

acquirerSuite('simulator', () => ({
  acquirer: createAcquirerSimulator({ now: () => new Date('2026-11-15T12:30:45Z'), books: memoryBooks() }),
  cards: { approved: expiring(1), declined: expiring(5), pending: expiring(8), silent: expiring(11) },
}))

function acquirerSuite(name: string, create: () => Bench) {
  const bench = create()
  for (const [promise, keep] of Object.entries(promises))
    test(`Acquirer ${name} ${promise}`, () => keep(bench))
}
