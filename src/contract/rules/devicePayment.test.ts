import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { order } from '../groups/order.ts'
import { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { optional } from '../kit/vocabulary.ts'
import { indicatorComesFromTheDevice } from './funds.ts'

const fields = { order: optional(order, 'The order.'), sourceOfFunds: optional(sourceOfFunds, 'Who pays.') }
const rules = [indicatorComesFromTheDevice]
const provided = { card: { devicePayment: { cryptogramFormat: '3DSECURE', eciIndicator: '05' } } }
const refused = 'INVALID sourceOfFunds.provided.card.devicePayment.eciIndicator'

test.each([
  [{ sourceOfFunds: { provided } }, 'accepted'],
  [{ sourceOfFunds: { provided, type: 'CARD' } }, 'accepted'],
  [{ sourceOfFunds: { provided, type: 'SCHEME_TOKEN' } }, refused],
  [{ sourceOfFunds: { provided }, order: { walletProvider: 'DEVICE_A_PAY' } }, refused],
  [{ sourceOfFunds: { type: 'SCHEME_TOKEN' }, order: { walletProvider: 'DEVICE_A_PAY' } }, 'accepted'],
])('%j → %s', (body, expected) => {
  expect(verdict(fields, body, { rules })).toBe(expected)
})

test('nor is one that hides in the older form of the payment data', () => {
  const provided = { card: { devicePayment: { '3DSecure': { eciIndicator: '05' } } } }
  const body = { sourceOfFunds: { type: 'SCHEME_TOKEN', provided } }
  expect(verdict(fields, body, { rules: [indicatorComesFromTheDevice] })).toBe(
    'INVALID sourceOfFunds.provided.card.devicePayment.3DSecure.eciIndicator',
  )
})
