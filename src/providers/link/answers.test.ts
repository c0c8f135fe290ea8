import { expect, test } from 'vitest'
import { cancelAnswer, refusedAnswer } from './answers.ts'

const context = { provider: 'wallet', merchantName: 'shop', currency: 'USD', at: new Date(0) }
const cancelled = (answered: { readonly amount: string; readonly currency: string }) =>
  cancelAnswer(
    { paymentId: 'p', refundId: 'r', state: 'approved', ...answered },
    { ...context, amount: 1_000n, isPart: true },
  )

test('a part that cannot be undone any more stands if it is what was asked for', () => {
  expect(cancelled({ amount: '10.00', currency: 'USD' })).toMatchObject({ outcome: 'declined', stands: true })
})

test.each([
  { amount: '4.00', currency: 'USD' },
  { amount: '10.00', currency: 'EUR' },
])('one of $amount $currency does not count as what was asked for', answered => {
  expect(cancelled(answered)).not.toHaveProperty('stands')
})

test("a provider's words are shown as an acquirer's are: in ASCII, not too long", () => {
  const explanation = `Kein Geld für €${'x'.repeat(400)}`
  const { acquirerMessage } = refusedAnswer({ code: 'CONFLICT', explanation })
  expect(acquirerMessage).toMatch(/^Kein Geld f\?r \?x+$/)
  expect(acquirerMessage).toHaveLength(255)
})
