import type { Acquirer, AcquirerAnswer, AcquirerAsk, LateAnswerListener } from '../../src/acquirers/port.ts'
import type { Climate } from './faults.ts'
import { createLine, type LineParts } from './line.ts'

/** The line to the acquirer. */
export function createWire(parts: WireParts): Acquirer {
  const { acquirer, climate, openEnd, onSend, hearLate } = parts
  const line = createLine<AcquirerAsk, AcquirerAnswer>(parts, {
    party: 'acquirer',
    answer: ask => acquirer.send(ask, openEnd),
    silence: { outcome: 'silent' },
    onSend,
    onLate: hearLate,
    distort: (ask, answer) => distorted(climate, ask, answer),
  })
  return {
    name: 'wire',
    verbs: acquirer.verbs,
    async send(ask, deadline) {
      return climate.strikes('request unsent') ? unsent : await line(ask, deadline)
    },
  }
}

const unsent = { outcome: 'unsent', reason: 'not connected' } as const

export type WireParts = LineParts & {
  readonly acquirer: Acquirer
  readonly hearLate: LateAnswerListener
  readonly onSend: (ask: AcquirerAsk) => void
  /** Never aborted. */
  readonly openEnd: AbortSignal
}

/** Nobody may be believed who approves more than was asked for, or refuses what may have been done before. */
function distorted(climate: Climate, ask: AcquirerAsk, answer: AcquirerAnswer): AcquirerAnswer {
  if (answer.outcome !== 'approved') return answer
  const isAdvice = (ask.verb === 'capture' || ask.verb === 'void') && ask.repeat > 0
  if (isAdvice && climate.strikes('advice refused'))
    return { outcome: 'declined', gatewayCode: 'DECLINED', acquirerCode: '05', acquirerMessage: '' }
  if (!climate.strikes('answer overstated')) return answer
  return { ...answer, amount: answer.amount + 1_000_000n }
}
