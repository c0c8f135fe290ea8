import type { Answer, Ask, HearLate } from '../../acquirers/port.ts'
import type { Delivery } from './ruling.ts'

/** Brings an answer to whoever waits for it, or to the late ear when nobody does any more. */
export function createDelivery({ hearLate, later }: DeliveryParts) {
  function arrive(answer: Answer, { ask, delivery, deadline }: Destination): Answer {
    const isAwaited = !deadline.aborted
    if (!isAwaited) hearLate(ask, answer)
    if (delivery.manner === 'twice') later(0, () => hearLate(ask, answer))
    return isAwaited ? answer : silent
  }

  return function deliver(answer: Answer, destination: Destination): Answer | Promise<Answer> {
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
  readonly hearLate: HearLate
  readonly later: (delayMs: number, act: () => void) => void
}

export type Destination = {
  readonly ask: Ask
  readonly delivery: Delivery
  readonly deadline: AbortSignal
}

export const silent: Answer = { outcome: 'silent' }

/** The other end has gone quiet; only our own patience ends the wait. */
function silenceUntil(deadline: AbortSignal): Promise<Answer> {
  if (deadline.aborted) return Promise.resolve(silent)
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(silent), { once: true })
  })
}
