import { systemClock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { TraceStep, Tracing } from '../platform/tracing.ts'
import { mayHoldCardData } from '../standards/cardDataInText.ts'
import type { metrics } from './catalogue.ts'

/** What watching stands on. */
export type Ground = {
  readonly measures: Metrics<typeof metrics>
  /** Absent when nobody traces. */
  readonly tracing: Tracing | undefined
}

/** Tells how long the work took and what came of it. */
export async function timed<Result>(
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => string,
  tell: (seconds: number, outcome: string) => void,
): Promise<Result> {
  const startedAtMs = systemClock.monotonicMs()
  const seconds = () => (systemClock.monotonicMs() - startedAtMs) / 1_000
  try {
    const result = await work()
    tell(seconds(), outcomeOf(result))
    return result
  } catch (fault) {
    tell(seconds(), 'failed')
    throw fault
  }
}

/** As a step of the trace, where there is one. */
export function asStep<Result>(
  { tracing }: Ground,
  step: TraceStep,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.step(step, work) : work()
}

/** Merchants choose these, and traces leave the house: what looks like a card number does not. */
export const shownId = (id: string): string => (mayHoldCardData(id) ? '***' : id)
