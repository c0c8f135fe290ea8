import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { agreement, refundedAgreement } from '../groups/agreement.ts'
import { referenceOrderId } from '../groups/call.ts'
import { order } from '../groups/order.ts'
import { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { transaction } from '../groups/transaction.ts'
import { optional } from '../kit/vocabulary.ts'
import {
  agreementAmountsAreInOrder,
  agreementIsForMerchantInitiatedPayments,
  merchantInitiatedPaymentNamesAgreement,
  newAgreementIsNamed,
  recurringAgreementSaysVariability,
} from './agreements.ts'

const fields = {
  agreement: optional(agreement, 'The agreement.'),
  order: optional(order, 'The order.'),
  referenceOrderId,
  sourceOfFunds: optional(sourceOfFunds, 'Who pays.'),
  transaction: optional(transaction, 'The transaction.'),
}
const stored = (storedOnFile: string) => ({ sourceOfFunds: { provided: { card: { storedOnFile } } } })

test.each([
  [{ type: 'RECURRING' }, 'MISSING agreement.amountVariability'],
  [{ type: 'RECURRING', amountVariability: 'VARIABLE' }, 'accepted'],
  [{ type: 'INSTALLMENT' }, 'accepted'],
  [{ id: 'A1' }, 'accepted'],
])('recurring agreements say whether the amount varies: %j → %s', (agreement, expected) => {
  expect(verdict(fields, { agreement }, { rules: [recurringAgreementSaysVariability] })).toBe(expected)
})

test('a refund may say so inside recurring', () => {
  const refund = { agreement: optional(refundedAgreement, 'The agreement.') }
  const body = { agreement: { type: 'RECURRING', recurring: { amountVariability: 'FIXED' } } }
  expect(verdict(refund, body, { rules: [recurringAgreementSaysVariability] })).toBe('accepted')
})

test.each([
  ['5', '5.00', 'accepted'],
  ['5', '5.01', 'accepted'],
  ['5.01', '5', 'INVALID agreement.minimumAmountPerPayment'],
  ['10', '9.99', 'INVALID agreement.minimumAmountPerPayment'],
  ['99999999999.9', '99999999999.8', 'INVALID agreement.minimumAmountPerPayment'],
])('payments of %s to %s → %s', (minimumAmountPerPayment, maximumAmountPerPayment, expected) => {
  const body = { agreement: { minimumAmountPerPayment, maximumAmountPerPayment } }
  expect(verdict(fields, body, { rules: [agreementAmountsAreInOrder] })).toBe(expected)
})

test('one bound alone is always in order', () => {
  const body = { agreement: { minimumAmountPerPayment: '10' } }
  expect(verdict(fields, body, { rules: [agreementAmountsAreInOrder] })).toBe('accepted')
})

test.each([
  [{}, 'accepted'],
  [{ agreement: { id: 'A1', type: 'UNSCHEDULED' } }, 'accepted'],
  [{ agreement: { type: 'UNSCHEDULED' } }, 'MISSING agreement.id'],
  [{ agreement: { id: 'A1' } }, 'MISSING agreement.type'],
  [{ agreement: { id: 'A1' }, referenceOrderId: 'O1' }, 'accepted'],
  [{ agreement: {} }, 'accepted'],
])('an agreement that begins with payer authentication: %j → %s', (body, expected) => {
  expect(verdict(fields, body, { rules: [newAgreementIsNamed] })).toBe(expected)
})

test.each([
  [{ ...stored('STORED') }, 'MISSING agreement.id'],
  [{ sourceOfFunds: { token: '9' } }, 'MISSING agreement.id'],
  [{ referenceOrderId: 'O1' }, 'MISSING agreement.id'],
  [{ referenceOrderId: 'O1', agreement: { type: 'UNSCHEDULED' } }, 'MISSING agreement.id'],
  [{ referenceOrderId: 'O1', agreement: { id: 'A1' } }, 'accepted'],
  [{ ...stored('NOT_STORED') }, 'accepted'],
  [{ ...stored('TO_BE_STORED') }, 'accepted'],
])('a payment the merchant starts: %j → %s', (body, expected) => {
  const rules = [merchantInitiatedPaymentNamesAgreement]
  expect(verdict(fields, { ...body, transaction: { source: 'MERCHANT' } }, { rules })).toBe(expected)
  const practice = { industryPracticePaymentReason: 'NO_SHOW_PENALTY' }
  expect(verdict(fields, { ...body, order: practice }, { rules })).toBe(expected)
  expect(verdict(fields, { ...body, transaction: { source: 'INTERNET' } }, { rules })).toBe('accepted')
  expect(verdict(fields, body, { rules })).toBe('accepted')
})

test.each([
  ['TO_BE_STORED', { id: 'A1' }, 'INVALID agreement'],
  ['TO_BE_STORED', { id: 'A1', customData: 'x' }, 'INVALID agreement'],
  ['TO_BE_STORED', { id: 'A1', type: 'UNSCHEDULED' }, 'accepted'],
  ['TO_BE_STORED', { id: 'A1', type: 'OTHER' }, 'accepted'],
  ['TO_BE_STORED', { id: 'A1', numberOfPayments: 12 }, 'accepted'],
  ['TO_BE_STORED', undefined, 'accepted'],
  ['STORED', { id: 'A1' }, 'accepted'],
])('details %s with agreement %j → %s', (storedOnFile, agreement, expected) => {
  const rules = [agreementIsForMerchantInitiatedPayments]
  expect(verdict(fields, { agreement, ...stored(storedOnFile) }, { rules })).toBe(expected)
})
