// What answers and explanations say of a risk assessment.

import type { TransactionRecord } from '../../contract/model.ts'
import type { TransactionResult } from '../../orders/transaction.ts'
import type { Assessment, RuleOwner, RuleVerdict } from '../../risk/assess.ts'
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

/** Of a rule of the gateway a merchant learns that there is one, but not what it looks for. */
const ruleContent = ({ owner, rule, saw }: RuleVerdict) => ({
  ...(saw && owner !== 'MSO_RULE' && { data: saw }),
  id: rule.id,
  name: owner === 'MSO_RULE' ? nameOfGatewayRule : rule.name,
  recommendation: rule.recommendation,
  ...(rule.score !== undefined && { score: String(rule.score) }),
  type: owner,
})

/** What merchants read in place of the name that operators have given to a rule of the gateway. */
const nameOfGatewayRule = 'A rule of the gateway'

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

/**
 * What explain tells of the rules: those that hold or may hold, shadows too; the others by their names, with
 * those of a story before it.
 */
export function riskStoryOf({ verdicts }: Pick<Assessment, 'verdicts'>, before?: RiskStory): RiskStory {
  const told = verdicts.filter(({ holds }) => holds !== false)
  const others = idsOf(verdicts, 'MERCHANT_RULE', before?.others)
  const gatewayOthers = idsOf(verdicts, 'MSO_RULE', before?.gatewayOthers)
  return {
    rules: told.map(({ owner, rule, holds, trusts, saw = '' }) => ({
      ...{ owner, id: rule.id, name: rule.name, stage: rule.stage, recommendation: rule.recommendation },
      ...(rule.score !== undefined && { score: rule.score }),
      ...(rule.state === 'SHADOW' && { isShadow: true as const }),
      ...(holds === undefined && { isUnknown: true as const }),
      ...(trusts && { trusts: true as const }),
      saw,
    })),
    ...(others !== '' && { others }),
    ...(gatewayOthers !== '' && { gatewayOthers }),
  }
}

/** Of those that do not hold. */
function idsOf(verdicts: Assessment['verdicts'], wanted: RuleOwner, before: string | undefined): string {
  const found = verdicts.filter(({ holds, owner }) => holds === false && owner === wanted)
  return [...(before === undefined ? [] : [before]), ...found.map(({ rule }) => rule.id)].join(' ')
}

/** What rules said before the acquirer was asked, from what was recorded of it. */
export const verdictsIn = ({ rules }: RiskStory): Assessment['verdicts'] =>
  rules.map(({ owner, isShadow, isUnknown, trusts = false, saw, ...rule }) => ({
    ...{ owner, trusts, saw, holds: isUnknown ? undefined : true },
    rule: { ...rule, when: {}, state: isShadow ? 'SHADOW' : 'ACTIVE' },
  }))

/** The same for a merchant: nothing of the gateway's rules but that one of them counted. */
export const storyForMerchant = ({ rules, others }: RiskStory): RiskStory => ({
  rules: rules
    .filter(({ owner, isShadow, isUnknown }) => owner !== 'MSO_RULE' || !(isShadow || isUnknown))
    .map(rule => (rule.owner === 'MSO_RULE' ? { ...rule, name: nameOfGatewayRule, saw: '' } : rule)),
  ...(others !== undefined && { others }),
})
