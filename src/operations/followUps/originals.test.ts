import { expect, test } from 'vitest'
import { createMemoryOrder, type MemoryOrder } from '../../../test/stories/memoryStage.ts'
import { readStory } from '../../../test/stories/story.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { cardOf } from '../model/transactionCard.ts'
import { askAgain, originalOf } from './originals.ts'

async function told(line: string): Promise<MemoryOrder> {
  const order = createMemoryOrder()
  let transactions = 0
  for (const step of readStory(`${line} → `).steps)
    if (!('laterMs' in step)) await order.submit(step, String(++transactions))
  return order
}

test('whatever follows a payment is about the card of that payment', async () => {
  const { transactions, asked } = await told(
    'authorize 9 declined, authorize 9, capture 9, refund 3, void of 4',
  )
  expect(transactions.map(one => cardOf(transactions, one))).toEqual(['1', '2', '2', '2', '2'])
  expect([...asked.values()].map(asking => asking.cardOf)).toEqual([undefined, undefined, '2', '2', '2'])
})

test('a referral is about the card of the attempt that was first referred', async () => {
  const { transactions, asked } = await told('pay 9 referred, referral referred, referral, refund 9')
  expect(transactions.map(one => cardOf(transactions, one))).toEqual(['1', '1', '1', '1'])
  expect(asked.get('3')).toMatchObject({
    ask: { verb: 'pay', amount: 900n, authorizationCode: 'A1B2C3', acceptPartialAmount: false },
    cardOf: '1',
  })
})

test('an approval that came late is followed by its own card, not by that of a later attempt', async () => {
  const order = await told('authorize 9 pending, authorize 9 declined')
  order.settle('1', { result: 'SUCCESS', gatewayCode: 'APPROVED' })
  await order.submit({ verb: 'capture', amount: '9', currency: 'USD', told: 'approved' }, '3')
  expect(order.asked.get('3')).toMatchObject({ cardOf: '1', ask: { original: { transactionId: '1' } } })
})

test('an acquirer is reminded of the original, with what it answered then', () => {
  const fields = {
    transaction: { authorizationCode: 'ABC123', receipt: '1' },
    authorizationResponse: { validationCode: 'V1', stan: '000001' },
  }
  const recorded: RecordedTransaction = {
    ...{ id: '1', type: 'AUTHORIZATION', result: 'SUCCESS', gatewayCode: 'APPROVED', amount: 5n },
    ...{
      currency: 'USD',
      startedAtMs: 7,
      operation: 'AUTHORIZE',
      apiVersion: 100,
      request: { fields: {}, additions: {} },
    },
    fingerprint: Buffer.alloc(0),
    outcome: { fields, story: {} },
  }
  expect(originalOf(recorded)).toEqual({
    transactionId: '1',
    type: 'AUTHORIZATION',
    amount: 5n,
    startedAtMs: 7,
    authorizationCode: 'ABC123',
    authorizationResponse: { validationCode: 'V1', stan: '000001' },
  })
  const { outcome: _, ...running } = recorded
  expect(originalOf(running)).toEqual({
    transactionId: '1',
    type: 'AUTHORIZATION',
    amount: 5n,
    startedAtMs: 7,
  })
})

test('a follow-up goes to what it follows, and says how much of it', async () => {
  const order = await told('authorize 9, update 12, capture 4, capture 8, refund 5 of 4, void of 5')
  const originals = ['2', '3', '4', '5', '6'].map(id => {
    const ask = order.asked.get(id)?.ask
    return ask && 'original' in ask && [ask.verb, ask.original.transactionId, ask.amount]
  })
  expect(originals).toEqual([
    ['update', '1', 1200n],
    ['capture', '1', 400n],
    ['capture', '1', 800n],
    ['refund', '4', 500n],
    ['void', '5', 500n],
  ])
})

test('what followed nothing is never asked again', async () => {
  const order = await told('verify, authorize 9 pending')
  expect(order.transactions.map(one => askAgain(order, one))).toEqual([undefined, undefined])
})

test('a refund says whether the issuer is to be asked first', async () => {
  const standalone = await told('refund 9 with a card')
  expect(standalone.asked.get('1')).toMatchObject({ ask: { verb: 'credit', refundAuthorization: false } })
  const linked = await told('pay 9, refund 9')
  expect(linked.asked.get('2')).toMatchObject({ ask: { verb: 'refund', refundAuthorization: false } })
})

test('the amount of a verified order never reaches the acquirer', async () => {
  const order = await told('verify 50')
  expect(order.asked.get('1')).toMatchObject({ ask: { verb: 'verify', amount: 0n } })
  expect(order.transactions).toMatchObject([{ type: 'VERIFICATION', amount: 0n }])
})
