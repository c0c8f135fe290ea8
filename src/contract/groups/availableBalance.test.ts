import { expect, test } from 'vitest'
import { seen } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { availableBalance } from './response.ts'

test('balances are numbers: of a gift card, of points, of benefits', () => {
  const shown = {
    ebt: [{ amount: 20.5, currency: 'USD', type: 'SNAP_ENDING_BALANCE' }],
    funds: { amount: 12.34, currency: 'USD' },
    rewards: { conversionRate: 0.01, points: 1234 },
  } satisfies ValueOf<typeof availableBalance>
  const record = {
    ebt: [{ amount: '20.50', currency: 'USD', type: 'SNAP_ENDING_BALANCE' }],
    funds: { amount: '12.34', currency: 'USD' },
    rewards: { conversionRate: '0.01', points: '1234' },
  }
  expect(seen(availableBalance, record)).toEqual(shown)
})
