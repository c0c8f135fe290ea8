// What recovery did about a transaction, as explain prints it: why, what, when, and on what evidence.

import type { ExplainedStep, ExplainedStepName } from '../contract/explanation.ts'
import { type Content, isObject } from '../contract/kit/content.ts'

/** Undefined where recovery has settled nothing. */
export function recoveryText(steps: readonly ExplainedStep[]): string | undefined {
  const settled = steps.findLast(({ step }) => step === 'SETTLED_BY_RECOVERY')
  if (!settled) return undefined
  const way = ways.get(settled.by)
  const when = `on ${settled.time.slice(0, 10)} at ${settled.time.slice(11, 19)} UTC`
  if (!way) return `Recovery settled it ${when}.`
  if (!way.evidence) return `${way.what} ${when}.`
  const { attempt } = settled
  const proof = steps.findLast(one => one.step === way.evidence && one.attempt === attempt)
  return `${way.what} ${when}, ${proof ? `on this evidence: ${answerText(proof, attempt)}` : withoutAnswer}.`
}

const withoutAnswer = 'without an answer: the time for one was over'

function answerText({ answer }: ExplainedStep, attempt: unknown): string {
  const { outcome, acquirerCode, acquirerMessage }: Content = isObject(answer) ? answer : { outcome: answer }
  const words = [acquirerCode, acquirerMessage].filter(Boolean).join(' ')
  return `attempt ${attempt} was answered "${outcome}"${words === '' ? '' : ` (${words})`}`
}

type RecoveryWay = { readonly what: string; readonly evidence?: ExplainedStepName }

/** By what the outcome says it was settled by. */
const ways: ReadonlyMap<unknown, RecoveryWay> = new Map([
  [
    'reversal',
    {
      what: 'Nobody knew whether it had been done, so recovery reversed it. That was over',
      evidence: 'REVERSAL_ATTEMPTED',
    },
  ],
  [
    'advice',
    {
      what: 'Nobody knew whether it had been done, so recovery sent it again. That was over',
      evidence: 'ADVICE_ATTEMPTED',
    },
  ],
  [
    'inquiry',
    { what: 'Its outcome was open, so recovery asked for it. It was known', evidence: 'INQUIRY_ATTEMPTED' },
  ],
  ['rest', { what: 'The rest was not paid, so recovery began to give this part back' }],
  ['takeOver', { what: 'The node that made it had ended, and recovery closed it without an answer' }],
])
