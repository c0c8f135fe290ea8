import type { AcquirerAnswer, AcquirerAsk, LateAnswerListener } from '../../acquirers/port.ts'
import type { AnswerDelivery } from './ruling.ts'

/** Brings an answer to whoever waits for it, or to the late ear when nobody does any more. */
export function createAnswerDelivery({ onLateAnswer: hearLate, later }: AnswerDeliveryOptions) {
  function arrive(answer: AcquirerAnswer, { ask, delivery, deadline }: AnswerDestination): AcquirerAnswer {
    const isAwaited = !deadline.aborted
    if (!isAwaited) hearLate(ask, answer)
    if (delivery.manner === 'twice') later(0, () => hearLate(ask, answer))
    return isAwaited ? answer : silent
  }

  return function deliver(
    answer: AcquirerAnswer,
    destination: AnswerDestination,
  ): AcquirerAnswer | Promise<AcquirerAnswer> {
    const { delivery, deadline } = destination
    const { manner, delayMs } = delivery
    if (manner === 'dropped') return silent
    if (manner === 'never') return silentUntil(deadline)
    if (delayMs === 0) return arrive(answer, destination)
    return new Promise(resolve => {
      void silentUntil(deadline).then(resolve)
      later(delayMs, () => resolve(arrive(answer, destination)))
    })
  }
}

export type AnswerDeliveryOptions = {
  readonly onLateAnswer: LateAnswerListener
  readonly later: (delayMs: number, act: () => void) => void
}

export type AnswerDestination = {
  readonly ask: AcquirerAsk
  readonly delivery: AnswerDelivery
  readonly deadline: AbortSignal
}

export const silent: AcquirerAnswer = { outcome: 'silent' }

/** The other end has gone quiet; only our own patience ends the wait. */
function silentUntil(deadline: AbortSignal): Promise<AcquirerAnswer> {
  if (deadline.aborted) return Promise.resolve(silent)
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(silent), { once: true })
  })
}
