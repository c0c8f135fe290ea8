import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import {
  type AcquirerAnswer,
  type AskedCard,
  type FollowUpAsk,
  isReceived,
  type OriginalTransaction,
  type PaymentAsk,
  type ReversalOrInquiryAsk,
} from '../../acquirers/port.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { AcquirerBooks } from './books.ts'
import type { ScriptedAnswer } from './scripts.ts'
import { createAcquirerSimulator } from './simulator.ts'

const subject = { merchantId: 'M', orderId: 'o', currency: 'USD', amount: 100n } as const
const card: AskedCard = { number: '5123450000000008', expiry: { month: 1, year: 39 } }

/** A terminal in front of a simulated acquirer with empty books. */
function open(books: AcquirerBooks = memoryBooks(), ...told: readonly ScriptedAnswer[]) {
  const answers = [...told]
  const scripts = { next: () => answers.shift() }
  const simulator = createAcquirerSimulator({ now: () => new Date('2026-11-15T12:30:45Z'), books, scripts })
  const patience = new AbortController()
  const originalOf = (
    transactionId: string,
    type: OriginalTransaction['type'] = 'AUTHORIZATION',
  ): OriginalTransaction => ({
    transactionId,
    type,
    amount: 100n,
    startedAtMs: 0,
    authorizationCode: 'ABC123',
    authorizationResponse: { transactionIdentifier: '42', validationCode: 'VALI' },
  })
  return {
    losePatience: () => patience.abort(),
    pay: (verb: PaymentAsk['verb'], transactionId: string, changes: Partial<PaymentAsk> = {}) =>
      simulator.send(
        { ...subject, verb, transactionId, card, acceptPartialAmount: false, ...changes },
        patience.signal,
      ),
    follow: (
      verb: FollowUpAsk['verb'],
      transactionId: string,
      [of, amount = 100n, repeat = 0]: readonly [of: string, amount?: bigint, repeat?: number],
    ) =>
      simulator.send(
        { ...subject, verb, transactionId, amount, original: originalOf(of), repeat },
        patience.signal,
      ),
    resolve: (
      verb: ReversalOrInquiryAsk['verb'],
      transactionId: string,
      type?: OriginalTransaction['type'],
      follows?: string,
    ) =>
      simulator.send(
        {
          ...{ ...subject, verb, transactionId, repeat: 1 },
          original: { ...originalOf(transactionId, type), ...(follows !== undefined && { follows }) },
        },
        patience.signal,
      ),
    undo: (transactionId: string, changes: Partial<ReversalOrInquiryAsk>) =>
      simulator.send(
        {
          ...{ ...subject, verb: 'reverse', transactionId, repeat: 0, original: originalOf(transactionId) },
          ...changes,
        },
        patience.signal,
      ),
    shown: async () =>
      (await books.entries({ merchantId: 'M', orderId: 'o', limit: 100 })).map(
        ({ transactionId, kind, amount, state }) => `${transactionId} ${kind} ${amount} ${state}`,
      ),
  }
}

const codeOf = (answer: AcquirerAnswer) =>
  isReceived(answer) ? `${answer.outcome} ${answer.acquirerCode}` : answer.outcome
const expiring = (month: number, year = 39) => ({ card: { ...card, expiry: { month, year } } })

test('AUTHORIZE, CAPTURE 60, CAPTURE 40, REFUND 30, VOID of the refund → all is in the books', async () => {
  const { pay, follow, shown } = open()
  const answers = [
    await pay('authorize', '1'),
    await follow('capture', '2', ['1', 60n]),
    await follow('capture', '3', ['1', 40n]),
    await follow('refund', '4', ['2', 30n]),
    await follow('void', '5', ['4', 30n]),
  ]
  expect(answers.map(codeOf)).toEqual(Array(5).fill('approved 00'))
  expect(await shown()).toEqual([
    '1 hold 100 posted',
    '2 capture 60 posted',
    '3 capture 40 posted',
    '4 refund 30 undone',
    '5 void 30 posted',
  ])
})

test('PAY, REFUND, standalone credit, UPDATE → each under its own name', async () => {
  const { pay, follow, shown } = open()
  await pay('pay', '1')
  await follow('refund', '2', ['1', 20n])
  await pay('credit', '3', { amount: 5n })
  await pay('authorize', '4')
  await follow('update', '5', ['4', 150n])
  expect(await shown()).toEqual([
    '1 payment 100 posted',
    '2 refund 20 posted',
    '3 refund 5 posted',
    '4 hold 100 posted',
    '5 update 150 posted',
  ])
})

test('A decline, a verification and a payment still pending leave no trace in the books', async () => {
  const { pay, shown } = open()
  await pay('authorize', '1', expiring(5))
  await pay('verify', '2')
  await pay('pay', '3', expiring(8))
  expect(await shown()).toEqual([])
})

test('A silent authorization was held all the same, until it is reversed', async () => {
  const { pay, resolve, shown, losePatience } = open()
  const answer = pay('authorize', '1', expiring(11))
  await Promise.resolve()
  expect(await shown()).toEqual(['1 hold 100 posted'])
  expect(codeOf(await resolve('reverse', '1'))).toBe('approved 00')
  expect(codeOf(await resolve('reverse', '1'))).toBe('approved 00')
  expect(await shown()).toEqual(['1 hold 100 undone', '1 reversal 100 posted'])
  losePatience()
  expect(await answer).toEqual({ outcome: 'silent' })
})

test('An acquirer that does not know has done it', async () => {
  const { pay, shown } = open()
  expect(codeOf(await pay('pay', '1', expiring(5, 37)))).toBe('unknown 68')
  expect(await shown()).toEqual(['1 payment 100 posted'])
})

test('A partial approval is held in part, and so it is undone', async () => {
  const { pay, undo, shown } = open()
  await pay('authorize', '1', { ...expiring(4), acceptPartialAmount: true })
  expect(codeOf(await undo('1', {}))).toBe('declined 13')
  expect(await shown()).toEqual(['1 hold 50 posted'])
  expect(codeOf(await undo('1', { amount: 50n }))).toBe('approved 00')
  expect(await shown()).toEqual(['1 hold 50 undone', '1 reversal 50 posted'])
})

test('Who has not heard of a partial approval undoes what was asked for', async () => {
  const { pay, undo, shown } = open()
  await pay('authorize', '1', { ...expiring(4), acceptPartialAmount: true })
  const original = { transactionId: '1', type: 'AUTHORIZATION', amount: 100n, startedAtMs: 0 } as const
  expect(codeOf(await undo('1', { original }))).toBe('approved 00')
  expect(await shown()).toEqual(['1 hold 50 undone', '1 reversal 50 posted'])
})

test('A reversal of what never came → no such original, whenever it is asked', async () => {
  const { resolve, shown } = open()
  expect(codeOf(await resolve('reverse', '1'))).toBe('noOriginal 25')
  expect(codeOf(await resolve('reverse', '1'))).toBe('noOriginal 25')
  expect(await shown()).toEqual([])
})

test('An original sent twice is applied once and answered as the first time', async () => {
  const { pay, shown } = open()
  const first = await pay('pay', '1')
  expect(await pay('pay', '1')).toEqual(first)
  expect(await shown()).toEqual(['1 payment 100 posted'])
})

test('An original that comes again after its reversal stays undone', async () => {
  const { pay, resolve, shown } = open()
  await pay('pay', '1')
  await resolve('reverse', '1')
  expect(codeOf(await pay('pay', '1'))).toBe('declined 94')
  expect(await shown()).toEqual(['1 payment 100 undone', '1 reversal 100 posted'])
})

test('Advices that were applied are acknowledged with the same approval', async () => {
  const { pay, follow, shown } = open()
  await pay('authorize', '1')
  const captured = await follow('capture', '2', ['1'])
  expect(await follow('capture', '2', ['1', 100n, 1])).toEqual(captured)
  const voided = await follow('void', '3', ['2'])
  expect(await follow('void', '3', ['2', 100n, 7])).toEqual(voided)
  expect(await shown()).toEqual(['1 hold 100 posted', '2 capture 100 undone', '3 void 100 posted'])
})

test('A capture carries the code of what it captures, and what the networks know it by', async () => {
  const { pay, follow } = open()
  await pay('authorize', '1')
  expect(await follow('capture', '2', ['1'])).toMatchObject({
    authorizationCode: 'ABC123',
    acquirer: { id: 'SIMULATOR', merchantId: 'M', date: '1115' },
    authorizationResponse: { transactionIdentifier: '42', validationCode: 'VALI', responseCode: '00' },
  })
})

test('What is not there or was undone is neither captured, refunded, updated nor voided', async () => {
  const { pay, follow, resolve, shown } = open()
  await pay('authorize', '1')
  await resolve('reverse', '1')
  const verbs = ['capture', 'update', 'void'] as const
  for (const verb of verbs) expect(codeOf(await follow(verb, `undone ${verb}`, ['1']))).toBe('declined 12')
  for (const verb of [...verbs, 'refund'] as const)
    expect(codeOf(await follow(verb, `none ${verb}`, ['9']))).toBe('declined 25')
  expect(codeOf(await follow('refund', 'of a hold', ['1']))).toBe('declined 25')
  expect(await shown()).toHaveLength(2)
})

test('REFUND or UPDATE reversed → what it followed stands', async () => {
  const { pay, follow, undo, shown } = open()
  await pay('authorize', '1')
  await follow('update', '2', ['1', 150n])
  await undo('2', { amount: 150n })
  await follow('capture', '3', ['1'])
  await follow('refund', '4', ['3', 10n])
  await undo('4', { amount: 10n })
  expect(await shown()).toEqual([
    '1 hold 100 posted',
    '2 update 150 undone',
    '2 reversal 150 posted',
    '3 capture 100 posted',
    '4 refund 10 undone',
    '4 reversal 10 posted',
  ])
})

test('A pending payment becomes approved when it is inquired about, once', async () => {
  const { pay, resolve, shown } = open()
  expect(codeOf(await pay('pay', '1', expiring(8)))).toBe('pending 09')
  const approved = await resolve('inquire', '1', 'PAYMENT')
  expect(codeOf(approved)).toBe('approved 00')
  expect(await resolve('inquire', '1', 'PAYMENT')).toEqual(approved)
  expect(await shown()).toEqual(['1 payment 100 posted'])
  await resolve('reverse', '1', 'PAYMENT')
  expect(codeOf(await resolve('inquire', '1', 'PAYMENT'))).toBe('declined 94')
})

const pending = { answer: 'decline', gatewayCode: 'PENDING' } as const

const followUps = [
  ['capture', 'CAPTURE', '1', '1 hold 100 posted,2 payment 100 posted,3 capture 100 posted'],
  ['update', 'AUTHORIZATION_UPDATE', '1', '1 hold 100 posted,2 payment 100 posted,3 update 100 posted'],
  ['refund', 'REFUND', '2', '1 hold 100 posted,2 payment 100 posted,3 refund 100 posted'],
  ['void', 'VOID_PAYMENT', '2', '1 hold 100 posted,2 payment 100 undone,3 void 100 posted'],
] as const

test.each(followUps)('A pending %s is booked when an inquiry approves it', async (verb, type, of, end) => {
  const before = ['1 hold 100 posted', '2 payment 100 posted']
  for (const isDeclined of [true, false]) {
    const approve = { answer: 'approve' } as const
    const told = [approve, approve, pending, ...(isDeclined ? [{ answer: 'decline' } as const] : [])]
    const { pay, follow, resolve, shown } = open(memoryBooks(), ...told)
    await pay('authorize', '1')
    await pay('pay', '2')
    expect(codeOf(await follow(verb, '3', [of]))).toBe('pending 09')
    expect(await shown()).toEqual(before)
    const learnt = codeOf(await resolve('inquire', '3', type, of))
    expect(learnt).toBe(isDeclined ? 'declined 05' : 'approved 00')
    expect(await shown()).toEqual(isDeclined ? before : end.split(','))
  }
})

test('A repeat of what is in the books is answered from them, whatever a script says', async () => {
  const told = ['approve', 'approve', 'decline', 'decline', 'decline', 'approve'] as const
  const { pay, follow, resolve, shown } = open(memoryBooks(), ...told.map(answer => ({ answer })))
  await pay('authorize', '1')
  const captured = await follow('capture', '2', ['1'])
  expect(await follow('capture', '2', ['1', 100n, 1])).toEqual(captured)
  expect(codeOf(await resolve('inquire', '2', 'CAPTURE', '1'))).toBe('approved 00')
  expect(codeOf(await follow('capture', '3', ['1', 100n, 1]))).toBe('declined 05')
  await resolve('reverse', '2', 'CAPTURE')
  expect(codeOf(await follow('capture', '2', ['1', 100n, 2]))).toBe('declined 94')
  expect(await shown()).toEqual(['1 hold 100 posted', '2 capture 100 undone', '2 reversal 100 posted'])
})

test('An inquiry about a verification is answered without an entry', async () => {
  const { pay, resolve, shown } = open()
  await pay('verify', '1', expiring(8))
  expect(codeOf(await resolve('inquire', '1', 'VERIFICATION'))).toBe('approved 00')
  expect(await shown()).toEqual([])
})

test('Books that cannot be reached are silence at once; a fault in them is a fault', async () => {
  const failing = (error: Error) =>
    open({ post: () => Promise.reject(error), entries: async () => [] }).pay('pay', '1')
  expect(await failing(new StoreUnavailable('away'))).toEqual({ outcome: 'silent' })
  await expect(failing(new Error('a fault'))).rejects.toThrow('a fault')
})

test('An answer that the books held up beyond the patience is heard late', async () => {
  const kept = memoryBooks()
  const patience = new AbortController()
  const heard: unknown[] = []
  const simulator = createAcquirerSimulator({
    now: () => new Date('2026-11-15T12:30:45Z'),
    books: {
      ...kept,
      async post(posting) {
        patience.abort()
        return kept.post(posting)
      },
    },
    onLateAnswer: (ask, answer) => heard.push([ask.verb, answer.outcome]),
  })
  const ask = { ...subject, verb: 'pay', transactionId: '1', card, acceptPartialAmount: false } as const
  expect(await simulator.send(ask, patience.signal)).toEqual({ outcome: 'silent' })
  expect(heard).toEqual([['pay', 'approved']])
})
