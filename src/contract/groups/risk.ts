import { integerAnswer } from '../kit/decimals.ts'
import { dateTime, oneOf, text } from '../kit/scalars.ts'
import { group, list, optional } from '../kit/vocabulary.ts'

/** The specification says sixteen nines; this is as near as a JSON number comes. */
const score = integerAnswer(1, 10 ** 16)

const review = group({
  decision: optional(oneOf('ACCEPTED', 'NOT_REQUIRED', 'PENDING', 'REJECTED'), 'What the reviewer decided.'),
  decisionReason: optional(text(1, 100), 'Why; MANUAL_OVERRIDE when you accepted what was rejected.'),
  note: optional(text(1, 2000), "The reviewer's note."),
  timeOfDecision: optional(dateTime, 'When it was decided.'),
  userId: optional(text(1, 40), 'Who decided.'),
})

const assessedRule = group({
  data: optional(text(1, 255), 'What the rule looked at.'),
  id: optional(text(1, 32), 'Identifier of the rule.'),
  name: optional(text(1, 100), 'Name of the rule.'),
  recommendation: optional(oneOf('ACCEPT', 'NO_ACTION', 'REJECT', 'REVIEW'), 'What the rule recommends.'),
  score: optional(score, 'What the rule adds to the total.'),
  type: optional(oneOf('ERROR', 'EXTERNAL_RULE', 'MERCHANT_RULE', 'MSO_RULE'), 'Whose rule it is.'),
})

/** What risk assessment made of the payment: response.risk (spec 2.12). */
export const risk = group({
  gatewayCode: optional(
    oneOf('ACCEPTED', 'NOT_CHECKED', 'REJECTED', 'REVIEW_REQUIRED'),
    'Outcome of the assessment.',
  ),
  reversalResult: optional(
    oneOf('FAIL', 'NOT_APPLICABLE', 'OKAY'),
    'Whether a payment that was rejected afterwards could be reversed.',
  ),
  review: optional(review, 'What a person decided.'),
  rule: optional(list(assessedRule), 'The rules that took part.'),
  totalScore: optional(score, 'Scores of all rules together; the higher, the riskier.'),
})
