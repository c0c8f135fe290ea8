import { expect, test } from 'vitest'
import { shownMerchant } from './shownMerchant.ts'

const statementDescriptor = { name: 'HARBOUR*BOOKS' }

test('payers are told the name of the shop, or what will be on their statement, or nothing', () => {
  expect(shownMerchant({ shopName: 'Harbour Books' }, { statementDescriptor })).toEqual({
    merchant: { name: 'Harbour Books' },
  })
  expect(shownMerchant({ shopName: '' }, { statementDescriptor })).toEqual({
    merchant: { name: 'HARBOUR*BOOKS' },
  })
  expect(shownMerchant({ shopName: '' }, undefined)).toEqual({})
})
