import type { AcquirerAnswer, AcquirerAsk, LateAnswerListener } from '../../acquirers/port.ts'
import type { Delivery } from './ruling.ts'

/** Brings an answer to whoever waits for it, or to the late ear when nobody does any more. */
export function createDelivery({ hearLate, later }: DeliveryParts) {
  function arrive(answer: AcquirerAnswer, { ask, delivery, deadline }: Destination): AcquirerAnswer {
    const isAwaited = !deadline.aborted
    if (!isAwaited) hearLate(ask, answer)
    if (delivery.manner === 'twice') later(0, () => hearLate(ask, answer))
    return isAwaited ? answer : silent
  }

  return function deliver(
    answer: AcquirerAnswer,
    destination: Destination,
  ): AcquirerAnswer | Promise<AcquirerAnswer> {
    const { delivery, deadline } = destination
    const { manner, delayMs } = delivery
    if (manner === 'dropped') return silent
    if (manner === 'never') return silenceUntil(deadline)
    if (delayMs === 0) return arrive(answer, destination)
    return new Promise(resolve => {
      void silenceUntil(deadline).then(resolve)
      later(delayMs, () => resolve(arrive(answer, destination)))
    })
  }
}

export type DeliveryParts = {
  readonly hearLate: LateAnswerListener
  readonly later: (delayMs: number, act: () => void) => void
}

export type Destination = {
  readonly ask: AcquirerAsk
  readonly delivery: Delivery
  readonly deadline: AbortSignal
}

export const silent: AcquirerAnswer = { outcome: 'silent' }

/** The other end has gone quiet; only our own patience ends the wait. */
function silenceUntil(deadline: AbortSignal): Promise<AcquirerAnswer> {
  if (deadline.aborted) return Promise.resolve(silent)
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(silent), { once: true })
  })
}
