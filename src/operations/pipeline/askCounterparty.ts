import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { restOwed } from '../payments/rest.ts'
import type { Told } from '../record/story.ts'
import { askAcquirer } from './ask.ts'
import { consult } from './consult.ts'
import { isConsulting } from './consulting.ts'
import type { Journey, Road } from './execution.ts'
import type { Plan } from './flow.ts'
import { type Meaning, meaningOf } from './interpret.ts'
import type { Started } from './settle.ts'

export type FoundOut = {
  readonly meaning: Meaning
  /** Of the acquirer, or of whoever approves in its place. */
  readonly answer: AcquirerAnswer | undefined
  readonly tookMs: number
  /** What was asked and answered, for the story. */
  readonly asked: Told['asked']
}

/** Asks whoever is to be asked, and says what the answer means. */
export async function findOut<O extends Operation>(journey: Journey<O>, started: Started): Promise<FoundOut> {
  const { road, flow, key, submission } = journey
  const { plan, question, beginsAtMs } = started
  if (isConsulting(flow)) {
    if (!('consult' in plan)) return decided(plan)
    const { transactionId } = submission
    const asking = { key, transactionId, started, consult: plan.consult }
    const { verdict, verb, answer, tookMs } = await consult(road, flow, asking)
    return { meaning: verdict, answer: verdict.answer, tookMs, asked: { verb, tookMs, answer } }
  }
  if (!question.ask) return decided(plan)
  const askedAtMs = road.clock.monotonicMs()
  const answer = await heard(road, question.ask, askedAtMs - beginsAtMs)
  const tookMs = Math.round(road.clock.monotonicMs() - askedAtMs)
  const asked = { verb: question.ask.verb, tookMs, answer: answer.outcome, ...proofIn(question.ask) }
  const meaning = meaningOf(flow, plan, answer)
  return { meaning: { ...meaning, ...restOwed(meaning, journey.rest !== undefined) }, answer, tookMs, asked }
}

function proofIn(ask: AcquirerAsk): { readonly proof?: Content } {
  if (!('authentication' in ask) || !ask.authentication) return {}
  const { token: _, ...proof } = ask.authentication
  return { proof }
}

/**
 * A node that was paused must not send what recovery may have given up by now: an original that arrives after
 * its reversal would stand. Not a word leaves, which is as good as silence.
 */
async function heard(road: Road, ask: AcquirerAsk, lateMs: number): Promise<AcquirerAnswer> {
  return lateMs > 2 * road.patienceMs ? { outcome: 'silent' } : await askAcquirer(road, ask)
}

function decided(plan: Plan): FoundOut {
  if (!('verdict' in plan)) throw new Error('A plan that asks nobody must say what it decides')
  return { meaning: plan.verdict, answer: undefined, tookMs: 0, asked: undefined }
}
