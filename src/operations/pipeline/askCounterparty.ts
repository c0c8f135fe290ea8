import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { askAcquirer } from '../model/askAcquirer.ts'
import { isConsulting } from '../model/consulting.ts'
import type { Plan } from '../model/flow.ts'
import { type AnswerInterpretation, interpretAnswer } from '../model/interpret.ts'
import { remainderOwed } from '../payments/rest.ts'
import type { StoryFacts } from '../record/story.ts'
import { consult } from './consult.ts'
import type { Execution, Pipeline } from './execution.ts'
import type { StartedTransaction } from './settle.ts'

export type CounterpartyAnswer = {
  readonly interpretation: AnswerInterpretation
  /** Of the acquirer, or of whoever approves in its place. */
  readonly answer: AcquirerAnswer | undefined
  readonly tookMs: number
  /** What was asked and answered, for the story. */
  readonly asked: StoryFacts['asked']
}

/** Asks whoever is to be asked, and says what the answer means. */
export async function askCounterparty<O extends Operation>(
  execution: Execution<O>,
  started: StartedTransaction,
): Promise<CounterpartyAnswer> {
  const { pipeline, flow, key, submission } = execution
  const { plan, question, beginsAtMs } = started
  if (isConsulting(flow)) {
    if (!('consult' in plan)) return decided(plan)
    const { transactionId } = submission
    const asking = { key, transactionId, started, consult: plan.consult }
    const { verdict, verb, answer, tookMs } = await consult(pipeline, flow, asking)
    return { interpretation: verdict, answer: verdict.answer, tookMs, asked: { verb, tookMs, answer } }
  }
  if (!question.ask) return decided(plan)
  const askedAtMs = pipeline.clock.monotonicMs()
  const answer = await askUnlessLate(pipeline, question.ask, askedAtMs - beginsAtMs)
  const tookMs = Math.round(pipeline.clock.monotonicMs() - askedAtMs)
  const asked = { verb: question.ask.verb, tookMs, answer: answer.outcome, ...proofIn(question.ask) }
  const meaning = interpretAnswer(flow, plan, answer)
  return {
    interpretation: { ...meaning, ...remainderOwed(meaning, execution.remainder !== undefined) },
    answer,
    tookMs,
    asked,
  }
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
async function askUnlessLate(pipeline: Pipeline, ask: AcquirerAsk, lateMs: number): Promise<AcquirerAnswer> {
  return lateMs > 2 * pipeline.patienceMs ? { outcome: 'silent' } : await askAcquirer(pipeline, ask)
}

function decided(plan: Plan): CounterpartyAnswer {
  if (!('verdict' in plan)) throw new Error('A plan that asks nobody must say what it decides')
  return { interpretation: plan.verdict, answer: undefined, tookMs: 0, asked: undefined }
}
