// What recovery did about a transaction, as explain prints it: why, what, when, and on what evidence.

import type { ExplainedStep, ExplainedStepName, Explanation } from '../contract/explanation.ts'
import { type Content, isObject } from '../contract/kit/content.ts'

type RecoveredTransaction = Pick<Explanation, 'steps' | 'transaction'>

/** Undefined where recovery has settled nothing. */
export function recoveryText(explanation: RecoveredTransaction): string | undefined {
  const outcomes = explanation.steps.filter(({ step }) => outcomeSteps.has(step))
  const at = outcomes.findLastIndex(({ step }) => step === 'SETTLED_BY_RECOVERY')
  const settled = outcomes[at]
  // What is not decided yet is asked for again.
  if (!settled || openCodes.has(settled.gatewayCode)) return undefined
  const when = `on ${settled.time.slice(0, 10)} at ${settled.time.slice(11, 19)} UTC`
  const way = ways.get(settled.by)
  if (!way) return `Recovery settled it ${when}.`
  if (settled.by === 'inquiry' && settled.result === 'UNKNOWN')
    return `Its outcome was open, and recovery could not learn it: ${when} it began to undo it.`
  const what =
    settled.by === 'reversal' ? reversalText(explanation, { settled, before: outcomes[at - 1] }) : way.what
  if (!way.evidence) return `${what} ${when}.`
  const { attempt } = settled
  const proof = attemptAt(explanation, way.evidence, attempt)
  return `${what} ${when}, ${proof ? `on this evidence: ${answerText(proof, attempt)}` : withoutAnswer}.`
}

/** A review judges the risk, not what became of the transaction. */
const outcomeSteps: ReadonlySet<ExplainedStepName> = new Set([
  ...(['ANSWERED', 'PAYER_WENT_ON', 'SETTLED_BY_OPERATOR', 'SETTLED_BY_RECOVERY'] as const),
  'SETTLED_BY_RESULT',
])

const openCodes: ReadonlySet<unknown> = new Set(['PENDING', 'SUBMITTED'])

const attemptAt = ({ steps }: RecoveredTransaction, wanted: ExplainedStepName, attempt: unknown) =>
  steps.findLast(({ step, ...one }) => step === wanted && one.attempt === attempt)

type Reversal = { readonly settled: ExplainedStep; readonly before: ExplainedStep | undefined }

function reversalText(explanation: RecoveredTransaction, { settled, before }: Reversal): string {
  const reason = before && reasonToReverse(explanation, before)
  const so = reason === undefined ? 'Recovery' : `${reason}, so recovery`
  return settled.result === 'SUCCESS'
    ? `${so} tried to reverse it, but it stands. That was known`
    : `${so} reversed it. That was over`
}

/** Why the outcome before was not to stand; undefined where its answer was not written down. */
function reasonToReverse(explanation: RecoveredTransaction, before: ExplainedStep): string | undefined {
  if (before.by === 'rest') return 'The rest was not paid'
  if (before.by === 'takeOver') return nobodyKnew
  const { outcome, amount } = answerBefore(explanation, before)
  if (outcome === 'silent' || outcome === 'unknown') return nobodyKnew
  if (outcome === 'approved') {
    if (before.gatewayCode === 'BLOCKED') return 'Risk rules rejected it after the acquirer had approved it'
    if (before.by === 'inquiry' && amount === undefined) return 'It was approved, but was not to stand'
    // Where the amount was accepted, it is that of the transaction.
    return before.by === 'inquiry' && amount === explanation.transaction.amount
      ? 'The acquirer had approved it, but nobody wanted it any more by then'
      : 'The acquirer had approved another amount than it was asked for'
  }
  return before.by === 'advice'
    ? 'The acquirer refused it when it was sent again, but may have booked it before'
    : undefined
}

/** What the acquirer had answered to the question that an outcome is of. */
function answerBefore(explanation: RecoveredTransaction, { by, attempt }: ExplainedStep): Content {
  const evidence = ways.get(by)?.evidence
  if (evidence === undefined)
    return { outcome: explanation.steps.find(({ step }) => step === 'ACQUIRER_ASKED')?.answer }
  const answer = attemptAt(explanation, evidence, attempt)?.answer
  return isObject(answer) ? answer : { outcome: answer }
}

const nobodyKnew = 'Nobody knew whether it had been done'

const withoutAnswer = 'without an answer: the time for one was over'

function answerText({ answer }: ExplainedStep, attempt: unknown): string {
  const { outcome, acquirerCode, acquirerMessage }: Content = isObject(answer) ? answer : { outcome: answer }
  const words = [acquirerCode, acquirerMessage].filter(Boolean).join(' ')
  return `attempt ${attempt} was answered "${outcome}"${words === '' ? '' : ` (${words})`}`
}

type RecoveryWay = { readonly what: string; readonly evidence?: ExplainedStepName }

/** By what the outcome says it was settled by. */
const ways: ReadonlyMap<unknown, RecoveryWay> = new Map([
  ['reversal', { what: 'Recovery reversed it. That was over', evidence: 'REVERSAL_ATTEMPTED' }],
  [
    'advice',
    { what: `${nobodyKnew}, so recovery sent it again. That was over`, evidence: 'ADVICE_ATTEMPTED' },
  ],
  [
    'inquiry',
    { what: 'Its outcome was open, so recovery asked for it. It was known', evidence: 'INQUIRY_ATTEMPTED' },
  ],
  ['rest', { what: 'The rest was not paid, so giving this part back began' }],
  ['takeOver', { what: 'The node that made it had ended, and recovery closed it without an answer' }],
])
