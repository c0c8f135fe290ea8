import { expect, test } from 'vitest'
import { receiptEvent } from './receiptEvent.ts'
import { timelineOf } from './timeline.ts'

const receipt = { transactionId: 'pay-1-abcdef01', time: '2026-11-18T10:00:05.000Z' }

test.each([
  ['SENT', 'receiptSENT', 'good'],
  ['REFUSED', 'receiptREFUSED', 'bad'],
  ['DEAD', 'receiptDEAD', 'bad'],
  ['WAITING', 'receiptWAITING', 'wait'],
])('a receipt that is %s', (state, word, tone) => {
  const event = receiptEvent({ ...receipt, state, reason: 'It answered 554.' })
  expect(event).toMatchObject({ ...receipt, tone, title: { word: 'receipt' }, more: { word } })
  expect(JSON.stringify(event.facts)).toContain('It answered 554.')
})

test('the timeline has it', () => {
  const receipts = [{ ...receipt, state: 'SENT' }]
  expect(timelineOf({ transactions: [], notifications: [], receipts })).toMatchObject([receipt])
})
