// What answers and explanations say of a risk assessment.

import type { TransactionRecord } from '../../contract/model.ts'
import type { TransactionResult } from '../../orders/transaction.ts'
import type { Assessment, RuleVerdict } from '../../risk/assess.ts'
import type { RiskStory } from '../model/documents.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { worryingAttempts } from '../model/journal.ts'

export type RiskContent = NonNullable<NonNullable<TransactionRecord['response']>['risk']>

/** Of what no rule was asked about. */
export const notChecked: RiskContent = {
  gatewayCode: 'NOT_CHECKED',
  review: { decision: 'NOT_REQUIRED' },
}

/** Rules in shadow are not named: they do not count yet. */
export function riskContent(assessment: Assessment, { result, isUndone }: AssessedResult): RiskContent {
  const { decision, totalScore, verdicts } = assessment
  const rule = verdicts.filter(isCounting).map(ruleContent)
  return {
    gatewayCode: decision,
    ...(decision === 'REJECTED' && !isUndone && { reversalResult: 'NOT_APPLICABLE' }),
    review: { decision: reviewOf(decision, result) },
    ...(rule.length > 0 && { rule }),
    ...(totalScore > 0 && { totalScore: String(totalScore) }),
  }
}

type AssessedResult = {
  readonly result: TransactionResult
  /** Whether an approval is reversed: how that ends is known later. */
  readonly isUndone: boolean
}

const isCounting = ({ holds, rule }: RuleVerdict): boolean => holds === true && rule.state === 'ACTIVE'

/** There is nothing to review about what failed. */
const reviewOf = (decision: RiskContent['gatewayCode'], result: TransactionResult) =>
  decision === 'REVIEW_REQUIRED' && result !== 'FAILURE' ? 'PENDING' : 'NOT_REQUIRED'

const ruleContent = ({ owner, rule, saw }: RuleVerdict) => ({
  ...(saw && { data: saw }),
  id: rule.id,
  name: rule.name,
  recommendation: rule.recommendation,
  ...(rule.score !== undefined && { score: String(rule.score) }),
  type: owner,
})

/** What was assessed when it began, for an outcome that came later; a decision of a person stays. */
export function riskOfRevision(
  known: Pick<RecordedTransaction, 'outcome'>,
  result: TransactionResult,
): RiskContent {
  const risk = known.outcome?.fields.response?.risk
  if (!risk || risk.gatewayCode === 'NOT_CHECKED') return notChecked
  const { decision } = risk.review ?? {}
  if (decision === 'ACCEPTED' || decision === 'REJECTED') return risk
  return { ...risk, review: { decision: reviewOf(risk.gatewayCode, result) } }
}

/**
 * How far an approval that rules rejected is reversed: OKAY once it is acknowledged, FAIL while it worries;
 * until then nobody knows. It is tried on after a FAIL, which may become OKAY.
 */
export function reversalResultOf({ outcome, owed }: RecordedTransaction): 'FAIL' | 'OKAY' | undefined {
  if (outcome?.fields.response?.risk?.gatewayCode !== 'REJECTED' || owed?.obligation !== 'reversal')
    return undefined
  if (owed.status === 'ACKNOWLEDGED') return 'OKAY'
  return owed.attempts >= worryingAttempts ? 'FAIL' : undefined
}

/** What explain tells of the rules: those that hold or may hold, shadows too; the others by their names. */
export function riskStoryOf({ verdicts }: Assessment): RiskStory {
  const told = verdicts.filter(({ holds }) => holds !== false)
  const others = verdicts.filter(({ holds }) => holds === false).map(({ rule }) => rule.id)
  return {
    rules: told.map(({ owner, rule, holds, saw = '' }) => ({
      ...{ owner, id: rule.id, name: rule.name, stage: rule.stage, recommendation: rule.recommendation },
      ...(rule.score !== undefined && { score: rule.score }),
      ...(rule.state === 'SHADOW' && { isShadow: true as const }),
      ...(holds === undefined && { isUnknown: true as const }),
      saw,
    })),
    ...(others.length > 0 && { others: others.join(' ') }),
  }
}
