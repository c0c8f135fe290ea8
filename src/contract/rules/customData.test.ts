import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { agreement } from '../groups/agreement.ts'
import { transaction } from '../groups/transaction.ts'
import { operation } from '../kit/operation.ts'
import { validate } from '../kit/validate.ts'
import { optional } from '../kit/vocabulary.ts'
import { customDataHoldsNoCardData } from './customData.ts'

const fields = {
  agreement: optional(agreement, 'The agreement.'),
  transaction: optional(transaction, 'The transaction.'),
}
const rules = [customDataHoldsNoCardData]
const number = '5123 4500 0000 0008'

test.each([
  [{ agreement: { customData: `card ${number}` } }, 'INVALID agreement.customData'],
  [{ agreement: { customData: ';5123450000000008=3001' } }, 'INVALID agreement.customData'],
  [{ transaction: { acquirer: { customData: number } } }, 'INVALID transaction.acquirer.customData'],
  [{ agreement: { customData: 'plan gold, 2026' } }, 'accepted'],
  [{ transaction: { acquirer: { customData: 'terminal 5123 4500 0000 0009' } } }, 'accepted'],
  [{}, 'accepted'],
])('%j → %s', (body, expected) => {
  expect(verdict(fields, body, { rules })).toBe(expected)
})

test('the refusal does not repeat what it found', () => {
  const parts = {
    name: 'T',
    title: 'T',
    method: 'PUT',
    path: '/',
    versions: [1],
    doc: 'T.',
    response: {},
  } as const
  const trial = operation({ ...parts, request: fields, rules })
  const finding = validate(trial, 100, { agreement: { customData: number } })
  expect(finding?.validationType).toBe('INVALID')
  expect(JSON.stringify(finding)).not.toContain('5123')
})
