import { expect, test } from 'vitest'
import { createMemoryOrder } from '../../../test/stories/memoryStage.ts'
import { readStory } from '../../../test/stories/story.ts'

/** What happens, and the sentence in which the last step is refused. */
const sentences: readonly (readonly [story: string, explanation: string])[] = [
  [
    'authorize 100, capture 60, capture 50',
    "Value '50.00' is invalid. At most 40.00 USD can still be captured.",
  ],
  ['pay 100, refund 30, refund 71', "Value '71.00' is invalid. At most 70.00 USD can still be refunded."],
  ['pay 100, refund 100, refund 1', "Value '1.00' is invalid. Nothing is left that could be refunded."],
  [
    'authorize 9, capture 4, capture 5, refund 3 of 2, refund 2 of 2',
    "Value '2.00' is invalid. At most 1.00 USD can still be refunded.",
  ],
  [
    'authorize 100, 7 days later, capture 100',
    "Value 'CAPTURE' is invalid. The authorization expired at 1970-01-08T00:00:00.000Z.",
  ],
  [
    'authorize 100, 3 days later, update, 7 days later, capture 100',
    "Value 'CAPTURE' is invalid. The authorization expired at 1970-01-11T00:00:00.000Z.",
  ],
  ['authorize 100, capture 50 EUR', "Value 'EUR' is invalid. The order is in USD."],
  ['authorize 100, void of 2', "Value '2' is invalid. The order has no such transaction."],
  ['authorize 100 declined, void of 1', "Value '1' is invalid. That transaction was not successful."],
  [
    'authorize 100 pending, void of 1',
    "Value '1' is invalid. The outcome of that transaction is not known yet.",
  ],
  ['authorize 100, void of 1, void of 1', "Value '1' is invalid. That transaction is voided already."],
  [
    'authorize 100, void of 1 pending, void of 1',
    "Value '1' is invalid. That transaction is being voided already.",
  ],
  ['pay 100, 1 days later, void of 1', "Value '1' is invalid. That transaction is settled. Use REFUND."],
  [
    'authorize 100, capture 10, void of 1',
    "Value '1' is invalid. Void the captures that rest on it first, or use REFUND.",
  ],
  [
    'authorize 9, capture 4, capture 5, refund 1 of 2, void of 2',
    "Value '2' is invalid. Void the refunds that rest on it first.",
  ],
  [
    'verify, void of 1',
    "Value '1' is invalid. Only authorizations, captures, payments and refunds are voided.",
  ],
  [
    'authorize 100 declined, referral',
    "Value 'REFERRAL' is invalid. Only an attempt that was referred to the issuer can be resubmitted. " +
      'No payment of this order has succeeded.',
  ],
  ['authorize 100, update 1.001', "Value '1.001' is invalid. USD has at most 2 decimals."],
  [
    'authorize 100 with fields 1-50, capture 1 with fields 51-51',
    'Value is invalid. An order has at most 50 fields of your own over all its requests.',
  ],
  ['pay 100, refund 30 with a card', "Unexpected parameter 'sourceOfFunds'."],
  [
    'refund 100',
    "Value 'REFUND' is invalid. Only what was captured can be refunded. This merchant has no order with " +
      'the orderid of the path. A refund without an earlier payment names sourceOfFunds.',
  ],
  [
    'capture 100',
    "Value 'CAPTURE' is invalid. Only an authorization with an amount left can be captured. This merchant " +
      'has no order with the orderid of the path. Use AUTHORIZE first.',
  ],
  [
    'void of 1',
    "Value 'VOID' is invalid. Only a successful transaction can be voided. This merchant has no order with " +
      'the orderid of the path.',
  ],
  [
    'refund 100 pending with a card, pay 100',
    "Value 'PAY' is invalid. A refund of this order has no outcome yet.",
  ],
]

test.each(sentences)('%s: %s', async (told, explanation) => {
  const order = createMemoryOrder()
  let refusals: readonly string[] = []
  let transactions = 0
  for (const step of readStory(`${told} → `).steps) {
    if ('laterMs' in step) await order.later(step.laterMs)
    else {
      const seen = await order.submit(step, String(++transactions))
      if (seen.kind === 'refused') refusals = [...refusals, seen.explanation]
    }
  }
  expect(refusals).toEqual([explanation])
})
