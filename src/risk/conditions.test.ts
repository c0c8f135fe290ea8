import { expect, test } from 'vitest'
import { factsWith } from '../../test/support/risk/sampleRules.ts'
import { allOf, compileConditions } from './conditions.ts'
import type { RiskFacts } from './facts.ts'
import type { RiskConditions } from './rule.ts'

const asked = (when: RiskConditions, facts: Partial<RiskFacts> = {}) => {
  const conditions = compileConditions(
    when,
    (list, kind, value) => `${list} ${kind} ${value}` === 'SUSPECT NAME pat payer',
  )
  const known = factsWith(facts)
  return {
    holds: allOf(conditions.map(({ holds }) => holds(known))),
    saw: conditions.map(({ saw }) => saw(known)).join('; '),
  }
}
const holds = (when: RiskConditions, facts: Partial<RiskFacts> = {}) => asked(when, facts).holds

test('amounts are compared in their own currency, and other currencies do not hold', () => {
  const amount = [
    { currency: 'USD', above: '10.00' },
    { currency: 'JPY', above: '1000' },
  ]
  expect(holds({ amount }, { amount: 1_000n })).toBe(false)
  expect(asked({ amount }, { amount: 1_001n })).toEqual({ holds: true, saw: 'amount 10.01 USD' })
  expect(holds({ amount }, { amount: 1_001n, currency: 'JPY' })).toBe(true)
  expect(holds({ amount }, { amount: 999_999n, currency: 'EUR' })).toBe(false)
})

test('a card range is decided by as many digits as are known', () => {
  const cardRange = [{ from: '512345', to: '512399' }, { from: '40128888' }]
  expect(holds({ cardRange }, { cardDigits: '5123460000000000' })).toBe(true)
  expect(holds({ cardRange }, { cardDigits: '5123440000000000' })).toBe(false)
  expect(holds({ cardRange }, { cardDigits: '401288' })).toBe(undefined)
  expect(holds({ cardRange }, { cardDigits: '401289' })).toBe(false)
  expect(asked({ cardRange }, { cardDigits: '4012888800000000' })).toEqual({
    holds: true,
    saw: 'card 401288',
  })
  expect(holds({ cardRange }, { cardDigits: undefined })).toBe(false)
})

test('countries that are not known are neither the same nor different', () => {
  const when = { countriesDiffer: 'BILLING_AND_SHIPPING' } as const
  expect(holds(when, { billingCountry: 'USA' })).toBe(undefined)
  expect(holds(when, { billingCountry: 'USA', shippingCountry: 'USA' })).toBe(false)
  expect(holds(when, { billingCountry: 'USA', shippingCountry: 'DEU' })).toBe(true)
  expect(holds({ billingCountryNot: ['USA'] }, { billingCountry: 'DEU' })).toBe(true)
  expect(holds({ billingCountryNot: ['USA'] })).toBe(undefined)
  expect(holds({ issuerCountry: ['DEU'] }, { issuerCountry: 'DEU' })).toBe(true)
})

test('networks are of both families, and what is no address is in none', () => {
  const network = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7']
  const isIn = (ipAddress: string) => holds({ network }, { ipAddress })
  expect(['192.0.2.9', '2001:db8:1::1', '198.51.100.7'].map(isIn)).toEqual([true, true, true])
  expect(['192.0.3.9', '2001:db9::1', '198.51.100.8', 'nowhere'].map(isIn)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(holds({ network })).toBe(undefined)
  expect(asked({ network }, { ipAddress: '192.0.2.9' }).saw).not.toContain('192')
})

test('hours may go past midnight, and the last one belongs to them', () => {
  const at = (hour: number) => holds({ hours: { from: 22, to: 5 } }, { atMs: hour * 3_600_000 + 1 })
  expect([21, 22, 23, 0, 5, 6].map(at)).toEqual([false, true, true, true, true, false])
  expect(holds({ hours: { from: 9, to: 10 } })).toBe(undefined)
})

test('a limit is exceeded by one attempt more than it, or by more than its amount', () => {
  const often = { velocity: [{ by: 'CARD', minutes: 60, attemptsAbove: 2 }] } as const
  const counts = (attempts: number, amount = 0n) =>
    new Map([
      ['CARD 60 ', { attempts, amount }],
      ['CARD 60 USD', { attempts, amount }],
    ])
  expect(holds(often, { counts: counts(2) })).toBe(false)
  expect(asked(often, { counts: counts(3) })).toEqual({ holds: true, saw: '3 attempts by card in 60 min' })
  expect(holds(often)).toBe(undefined)
  expect(holds(often, { counted: {}, counts: counts(9) })).toBe(undefined)
  const much = {
    velocity: [{ by: 'CARD', minutes: 60, amountAbove: '10.00', currency: 'USD' }],
  } as const
  expect(holds(much, { counts: counts(9, 1_000n) })).toBe(false)
  expect(holds(much, { counts: counts(1, 1_001n) })).toBe(true)
  expect(holds(much, { counts: counts(1, 1_001n), currency: 'EUR' })).toBe(false)
})

test('lists are asked by kind, and what holds is told without the value', () => {
  const listed = [
    { list: 'SUSPECT', kind: 'NAME' },
    { list: 'SUSPECT', kind: 'EMAIL' },
  ] as const
  expect(asked({ listed }, { listed: { NAME: 'pat payer', EMAIL: 'p@example.com' } })).toEqual({
    holds: true,
    saw: 'NAME on SUSPECT',
  })
  expect(holds({ listed }, { listed: { NAME: 'somebody' } })).toBe(false)
})

test('what an issuer says is known only once it was asked', () => {
  const when = { avs: ['NO_MATCH'], securityCode: ['NO_MATCH'] } as const
  expect(holds(when)).toBe(undefined)
  expect(holds(when, { answer: { avs: 'NO_MATCH', securityCode: 'MATCH' } })).toBe(false)
  expect(holds(when, { answer: { avs: 'NO_MATCH', securityCode: 'NO_MATCH' } })).toBe(true)
})

test('the payer who was not authenticated is told apart, and so are operations', () => {
  expect(holds({ payerAuthentication: ['NOT_AUTHENTICATED'] })).toBe(true)
  expect(holds({ payerAuthentication: ['NOT_AUTHENTICATED'] }, { authentication: 'SUCCESSFUL' })).toBe(false)
  expect(holds({ operation: ['VERIFY'] })).toBe(false)
})
