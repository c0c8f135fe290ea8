import { expect, test } from 'vitest'
import { seen } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { risk } from './response.ts'

test('an assessment is shown whole, scores as numbers', () => {
  const assessed = {
    gatewayCode: 'REVIEW_REQUIRED',
    reversalResult: 'NOT_APPLICABLE',
    review: {
      decision: 'PENDING',
      decisionReason: 'MANUAL_OVERRIDE',
      note: 'Called the payer.',
      timeOfDecision: '2026-01-01T00:00:00.000Z',
      userId: 'ada',
    },
    rule: [
      { data: 'x', id: '1', name: 'velocity', recommendation: 'REVIEW', score: 500, type: 'MERCHANT_RULE' },
      { recommendation: 'NO_ACTION', type: 'MSO_RULE' },
    ],
    totalScore: 500,
  } satisfies ValueOf<typeof risk>
  expect(seen(risk, { ...assessed, totalScore: '500', internal: 'never shown' })).toEqual(assessed)
})
