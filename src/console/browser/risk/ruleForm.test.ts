import { expect, test } from 'vitest'
import { emptyForm, formOf, idFor, ruleOf } from './ruleForm.ts'

test('what is written is the rule, and a draft is written as it was', () => {
  const form = {
    ...emptyForm,
    ...{
      name: 'Costly abroad',
      recommendation: 'REJECT' as const,
      score: '7',
      above: '100.00',
      currency: 'EUR',
    },
    ...{ cards: '512345, 4012-4019', billingNot: 'USA DEU', networks: '192.0.2.0/24', velocityBy: 'CARD' },
    ...{ attempts: '3', minutes: '10', listed: 'SUSPECT EMAIL', isUnauthenticated: true },
  }
  const rule = ruleOf(form, 'costly')
  expect(rule).toEqual({
    ...{ id: 'costly', name: 'Costly abroad', recommendation: 'REJECT', stage: 'BEFORE', score: 7 },
    when: {
      amount: [{ currency: 'EUR', above: '100.00' }],
      cardRange: [{ from: '512345' }, { from: '4012', to: '4019' }],
      billingCountryNot: ['USA', 'DEU'],
      network: ['192.0.2.0/24'],
      velocity: [{ by: 'CARD', minutes: 10, attemptsAbove: 3 }],
      listed: [{ list: 'SUSPECT', kind: 'EMAIL' }],
      payerAuthentication: ['NOT_AUTHENTICATED'],
    },
  })
  expect(ruleOf(formOf({ ...rule, state: 'DRAFT' }), 'costly')).toEqual(rule)
})

test('what only an issuer says makes it a rule after the acquirer', () => {
  const rule = ruleOf({ ...emptyForm, name: 'Code', isCodeWrong: true }, 'code')
  expect(rule).toMatchObject({ stage: 'AFTER', when: { securityCode: ['NO_MATCH'] } })
})

test('ids are read from names, and never given twice', () => {
  expect(idFor('Große Beträge!', [])).toBe('gro-e-betra-ge')
  expect(idFor('Large', ['large', 'large-2'])).toBe('large-3')
  expect(idFor('…', [])).toBe('rule')
})
