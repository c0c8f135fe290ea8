import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { accountFunding } from '../groups/accountFunding.ts'
import { order } from '../groups/order.ts'
import { optional } from '../kit/vocabulary.ts'
import { accountFundingIsThePurpose, recipientStateExists } from './accountFunding.ts'

const fields = {
  accountFunding: optional(accountFunding, 'The account.'),
  order: optional(order, 'The order.'),
}

test.each([
  [{ accountFunding: { purpose: 'PAYROLL' } }, 'INVALID accountFunding'],
  [{ accountFunding: { purpose: 'PAYROLL' }, order: { reference: 'x' } }, 'INVALID accountFunding'],
  [{ accountFunding: { purpose: 'PAYROLL' }, order: { purchaseType: 'ACCOUNT_FUNDING' } }, 'accepted'],
  [{ accountFunding: {} }, 'accepted'],
  [{ order: { purchaseType: 'ACCOUNT_FUNDING' } }, 'accepted'],
])('%j → %s', (body, expected) => {
  expect(verdict(fields, body, { rules: [accountFundingIsThePurpose] })).toBe(expected)
})

const own = 'INVALID accountFunding.recipient.stateProvinceCode'
const ofAddress = 'INVALID accountFunding.recipient.address.stateProvinceCode'

test.each([
  [{ country: 'USA', stateProvinceCode: 'CA' }, 'accepted'],
  [{ country: 'USA', stateProvinceCode: 'AE' }, 'accepted'],
  [{ country: 'USA', stateProvinceCode: 'ZZ' }, own],
  [{ country: 'USA', stateProvinceCode: 'ON' }, own],
  [{ country: 'CAN', stateProvinceCode: 'ON' }, 'accepted'],
  [{ country: 'CAN', stateProvinceCode: 'CA' }, own],
  [{ country: 'AUS', stateProvinceCode: 'ZZ' }, 'accepted'],
  [{ stateProvinceCode: 'ZZ' }, 'accepted'],
  [{ address: { country: 'USA', stateProvinceCode: 'ZZ' } }, ofAddress],
  [{ address: { stateProvinceCode: 'ZZ' }, country: 'USA' }, ofAddress],
  [{ address: { country: 'USA' }, stateProvinceCode: 'ZZ' }, own],
  [
    { address: { country: 'CAN', stateProvinceCode: 'ON' }, country: 'USA', stateProvinceCode: 'NY' },
    'accepted',
  ],
])('recipient %j → %s', (recipient, expected) => {
  expect(verdict(fields, { accountFunding: { recipient } }, { rules: [recipientStateExists] })).toBe(expected)
})
