import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHostBench } from '../../test/support/acquirers/hostBench.ts'
import { memoryBooks } from '../../test/support/sandbox/memoryBooks.ts'
import type { TransactionType } from '../orders/transaction.ts'
import { createAcquirerSimulator } from '../sandbox/acquirer/simulator.ts'
import { shippedDialects } from './iso8583/dialects/shippedDialects.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
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
  /** It acknowledges reversals before it looks for the original. */
  readonly isBlind?: boolean
  readonly close?: () => Promise<void>
}

const now = new Date('2026-11-15T12:30:45Z')
const patient = () => new AbortController().signal

/** One order after another; what is asked about it names its transactions, as the journal keeps them. */
function newOrder({ acquirer, cards }: Bench) {
  const subject = { merchantId: 'TESTMERCHANT', orderId: randomUUID(), amount: 1_000n, currency: 'USD' }
  const payment = { ...subject, transactionId: '1', card: cards.approved, acceptPartialAmount: false }
  const traces = new Map<string, string>()
  const memories = new Map<string, string>()

  /** Assigned with the intent, and once for each transaction. */
  async function tracedAsk<Ask extends PaymentAsk | FollowUpAsk>(ask: Ask): Promise<Ask> {
    if (!acquirer.assign) return ask
    const known = traces.get(ask.transactionId)
    const assigned = known === undefined ? await acquirer.assign(ask) : { trace: known }
    if (!assigned || !('trace' in assigned)) throw new Error(`Not assigned: ${JSON.stringify(assigned)}`)
    traces.set(ask.transactionId, assigned.trace)
    return { ...ask, trace: assigned.trace, startedAtMs: now.getTime() }
  }
  async function send(ask: AcquirerAsk & { readonly transactionId: string }, deadline = patient()) {
    const answer = await acquirer.send(ask, deadline)
    if ('hostMemory' in answer && answer.hostMemory) memories.set(ask.transactionId, answer.hostMemory)
    return answer
  }
  const originalOf = (transactionId: string, type: TransactionType): OriginalTransaction => {
    const [trace, hostMemory] = [traces.get(transactionId), memories.get(transactionId)]
    return {
      ...{ transactionId, type, amount: subject.amount, startedAtMs: acquirer.assign ? now.getTime() : 0 },
      ...{ authorizationCode: 'ABC123', ...(trace && { trace }), ...(hostMemory && { hostMemory }) },
    }
  }
  return {
    pay: async (verb: PaymentAsk['verb'], changes: Partial<PaymentAsk> = {}, deadline = patient()) =>
      send(await tracedAsk({ ...payment, verb, ...changes }), deadline),
    follow: async (verb: FollowUpAsk['verb'], transactionId: string, followed: Followed) => {
      const { of, type, repeat = 0, ...changes } = followed
      const ask = { ...subject, verb, transactionId, original: originalOf(of, type), repeat, ...changes }
      return send(await tracedAsk(ask))
    },
    /** About something that was begun, whether or not it was sent. */
    resolve: async (
      verb: ReversalOrInquiryAsk['verb'],
      transactionId: string,
      type: TransactionType,
      repeat = 1,
    ) => {
      if (!traces.has(transactionId)) await tracedAsk({ ...payment, verb: 'pay', transactionId })
      return send({ ...subject, verb, transactionId, original: originalOf(transactionId, type), repeat })
    },
  }
}
type Followed = Partial<FollowUpAsk> & {
  readonly of: string
  readonly type: TransactionType
  readonly repeat?: number
}

/** What a second answer has in common with the first: its messages are other ones. */
function withoutMessages(answer: AcquirerAnswer): object {
  const { messages, ...rest } = { messages: undefined, ...answer }
  return rest
}

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
    const again = await order.follow('capture', '2', { ...ofHold, repeat: 1 })
    expect(withoutMessages(again)).toEqual(withoutMessages(captured))
    const voided = await order.follow('void', '3', { of: '2', type: 'CAPTURE' })
    const voidedAgain = await order.follow('void', '3', { of: '2', type: 'CAPTURE', repeat: 2 })
    expect(withoutMessages(voidedAgain)).toEqual(withoutMessages(voided))
  },

  'applies an original once, however often it comes': async bench => {
    const order = newOrder(bench)
    const first = await order.pay('pay')
    expect(withoutMessages(await order.pay('pay'))).toEqual(withoutMessages(first))
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
    expect(await order.pay('pay', { card }, AbortSignal.timeout(30))).toMatchObject({ outcome: 'silent' })
    expectApproval(await order.resolve('reverse', '1', 'PAYMENT'))
  },

  'says so when it knows nothing of what it is to reverse': async bench => {
    expectNoOriginal(await newOrder(bench).resolve('reverse', '1', 'PAYMENT'), bench)
  },

  'tells later what became of what it left pending, or leaves nothing pending': async bench => {
    const order = newOrder(bench)
    if (!bench.acquirer.verbs.has('inquire')) {
      expect(await order.pay('pay', { card: bench.cards.pending })).toMatchObject({ outcome: 'unknown' })
      const checked = newOrder(bench).pay('verify', { card: bench.cards.pending })
      expect(await checked).toMatchObject({ outcome: 'declined' })
      return
    }
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
    expect(await answer).toMatchObject({ outcome: 'silent' })
  },

  'does nothing when the deadline has passed before anything could be sent': async bench => {
    for (const card of [bench.cards.approved, bench.cards.silent]) {
      const order = newOrder(bench)
      const answer = await order.pay('pay', { card }, AbortSignal.abort())
      expect(answer).toEqual({ outcome: 'unsent', reason: 'too late to send' })
      expectNoOriginal(await order.resolve('reverse', '1', 'PAYMENT'), bench)
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

/** A host that acknowledges blindly says that it does. */
function expectNoOriginal(answer: AcquirerAnswer, { isBlind = false }: Bench): void {
  if (isBlind) expect(answer).toMatchObject({ outcome: 'approved', isBlind: true })
  else expect(answer).toMatchObject({ outcome: 'noOriginal', acquirerCode: expect.stringMatching(/./) })
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

const cards = {
  ...{ approved: expiring(1), declined: expiring(5), pending: expiring(8), silent: expiring(11) },
} as const

acquirerSuite('simulator', () => ({
  acquirer: createAcquirerSimulator({ now: () => now, books: memoryBooks() }),
  cards,
}))

for (const dialect of shippedDialects)
  acquirerSuite(`over a link in ${dialect.name}`, async () => {
    const { acquirer, close } = await openHostBench(dialect, { now: () => now, merchantId: 'TESTMERCHANT' })
    return { acquirer, close, cards, isBlind: dialect.reversals.acknowledgement === 'blind' }
  })

function acquirerSuite(name: string, create: () => Bench | Promise<Bench>) {
  describe(`Acquirer ${name}`, () => {
    let bench: Bench | undefined
    beforeAll(async () => {
      bench = await create()
    })
    afterAll(() => bench?.close?.())
    for (const [promise, keep] of Object.entries(promises))
      test(promise, () => {
        if (!bench) throw new Error('There is no acquirer')
        return keep(bench)
      })
  })
}
