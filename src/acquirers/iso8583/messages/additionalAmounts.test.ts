import { expect, test } from 'vitest'
import { availableBalance, readAdditionalAmounts } from './additionalAmounts.ts'

const balanceIn = (text: string) => availableBalance(readAdditionalAmounts(text))
const euros = (amount: bigint) => ({ funds: { amount, currency: 'EUR' } })

test.each([
  ['of a deposit account, what is available', '2001978C000000012300' + '2002978C000000010000', 10_000n],
  ['the ledger, where nothing else is told', '1001978C000000012300', 12_300n],
  ['of a default account, what is available', '0001978C000000012300' + '0002978C000000010000', 10_000n],
  ['of a credit account, what is open to buy', '3001978C000000020000' + '3002978C000000500000', 20_000n],
  ['whichever comes first', '3002978C000000500000' + '3001978C000000020000', 20_000n],
])('what can be spent is %s', (_, text, amount) => {
  expect(balanceIn(text)).toEqual(euros(amount))
})

test('the limit of a credit account is no balance', () => {
  expect(balanceIn('3002978C000000500000')).toBeUndefined()
})

test.each([
  ['available', '2001978C000000012300' + '2002978D000000010000'],
  ['open to buy', '3001978D000000020000' + '3002978C000000500000'],
  ['on the ledger', '2001978D000000012300'],
])('who owes what would be %s has nothing to spend', (_, text) => {
  expect(balanceIn(text)).toEqual(euros(0n))
})

test('benefits are told apart from funds, and what is owed of them is nothing', () => {
  expect(balanceIn('9601978C000000000900' + '9602978C000000000100' + '9802978D000000000200')).toEqual({
    ebt: [
      { type: 'CASH_BENEFITS_BEGINNING_BALANCE', amount: 900n, currency: 'EUR' },
      { type: 'CASH_BENEFITS_ENDING_BALANCE', amount: 100n, currency: 'EUR' },
      { type: 'SNAP_AVAILABLE_BALANCE', amount: 0n, currency: 'EUR' },
    ],
  })
})

test.each(['', '2002978C00000001000', 'balance in another f', '2057978C000000010000'])(
  'what tells no balance is none: "%s"',
  text => {
    expect(balanceIn(text)).toBeUndefined()
  },
)
