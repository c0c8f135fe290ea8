// What was asked of the acquirer about a transaction, and what it answered, as the steps of a tape tell it.

import { isObject } from '../contract/kit/content.ts'
import type { TapedCall, TapedStep } from './tape.ts'

export type TapedAsk = {
  readonly atMs: number
  readonly verb: string
  /** How often the same was asked before. */
  readonly repeat: number
  /** As the port of acquirers calls it: approved, declined, silent, unsent … */
  readonly outcome: string
  readonly gatewayCode?: string
  /** What was approved, where less than was asked for. */
  readonly amount?: string
  readonly tookMs: number
  /** Why nothing was sent. */
  readonly reason?: string
  /** An answer that came when nobody waited for it any more, or a second time. */
  readonly late?: { readonly afterMs: number; readonly gatewayCode?: string }
}

/** In the order in which they were sent. */
export function asksOf(call: TapedCall): readonly TapedAsk[] {
  const first = call.steps.find(({ step }) => step === 'ACQUIRER_ASKED')
  const attempts = call.steps.filter(({ step }) => attemptSteps.has(step))
  const asks = [...(first ? [firstAsk(call, first)] : []), ...attempts.map(attemptedAsk)]
  const late = call.steps.filter(({ step }) => step === 'LATE_ANSWER')
  return asks.map(ask => {
    const answer = late.find(({ verb, repeat = 0 }) => verb === ask.verb && repeat === ask.repeat)
    return answer ? { ...ask, late: lateAnswer(answer, ask.atMs) } : ask
  })
}

const attemptSteps: ReadonlySet<string> = new Set([
  ...['REVERSAL_ATTEMPTED', 'ADVICE_ATTEMPTED', 'INQUIRY_ATTEMPTED'],
])

function firstAsk({ answer, outcome }: TapedCall, step: TapedStep): TapedAsk {
  const { gatewayCode } = answer
  const isPart = gatewayCode === 'PARTIALLY_APPROVED' && outcome?.amount !== undefined
  return {
    ...askIn(step),
    ...(gatewayCode !== undefined && { gatewayCode }),
    ...(isPart && { amount: outcome.amount }),
  }
}

/** It is recorded when it was answered. */
function attemptedAsk(step: TapedStep): TapedAsk {
  const ask = askIn(step)
  return { ...ask, atMs: ask.atMs - ask.tookMs }
}

function askIn({ time, verb, repeat, tookMs, answer, reason }: TapedStep): TapedAsk {
  const told = isObject(answer) ? answer : { outcome: answer, reason }
  return {
    atMs: Date.parse(time),
    verb: String(verb),
    repeat: typeof repeat === 'number' ? repeat : 0,
    tookMs: typeof tookMs === 'number' ? tookMs : 0,
    outcome: String(told.outcome),
    ...(typeof told.gatewayCode === 'string' && { gatewayCode: told.gatewayCode }),
    ...(typeof told.reason === 'string' && { reason: told.reason }),
  }
}

function lateAnswer({ time, answer }: TapedStep, askedAtMs: number) {
  const gatewayCode = isObject(answer) ? answer.gatewayCode : undefined
  return {
    afterMs: Math.max(0, Date.parse(time) - askedAtMs),
    ...(typeof gatewayCode === 'string' && { gatewayCode }),
  }
}
