import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
  Assignment,
  LateAnswerListener,
  ReversalOrInquiryAsk,
} from '../../src/acquirers/port.ts'
import { acknowledgement } from './acknowledgement.ts'
import type { Climate } from './faults.ts'
import { createLine, type LineParts } from './line.ts'

/** The line to the acquirer. */
export function createWire(parts: WireParts): Acquirer {
  const { acquirer, climate, openEnd, onSend, hearLate, links } = parts
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
    ...(links.length > 0 && { assign: (_, tried) => assigned(parts, tried) }),
    async send(ask, deadline) {
      return climate.strikes('request unsent') ? unsent : await line(ask, deadline)
    },
  }
}

/** Trace numbers are given out once, whatever became of them. */
function assigned({ links, climate, nextTrace }: WireParts, tried: readonly string[] = []): Assignment {
  const link = links.find(name => !tried.includes(name))
  if (link === undefined) return { unsent: 'not connected' }
  if (climate.strikes('nothing assigned')) return { unsent: 'no trace number left' }
  return { link, trace: `${link} ${nextTrace()}` }
}

const unsent = { outcome: 'unsent', reason: 'not connected' } as const

export type WireParts = LineParts & {
  readonly acquirer: Acquirer
  readonly hearLate: LateAnswerListener
  readonly onSend: (ask: AcquirerAsk) => void
  readonly links: readonly string[]
  /** A number that no node had before. */
  readonly nextTrace: () => number
  /** Never aborted. */
  readonly openEnd: AbortSignal
}

/** Nobody may be believed who approves more than was asked for, or refuses what may have been done before. */
function distorted(climate: Climate, ask: AcquirerAsk, answer: AcquirerAnswer): AcquirerAnswer {
  if (ask.verb === 'reverse') return acknowledged(climate, ask, answer)
  if (answer.outcome !== 'approved') return answer
  const isAdvice = (ask.verb === 'capture' || ask.verb === 'void') && ask.repeat > 0
  if (isAdvice && climate.strikes('advice refused'))
    return { outcome: 'declined', gatewayCode: 'DECLINED', acquirerCode: '05', acquirerMessage: '' }
  if (!climate.strikes('answer overstated')) return answer
  return { ...answer, amount: answer.amount + 1_000_000n }
}

/** A host that says yes before it looks: its yes is the same whether there was something to undo or not. */
function acknowledged(climate: Climate, ask: ReversalOrInquiryAsk, answer: AcquirerAnswer): AcquirerAnswer {
  const isHeard = answer.outcome === 'approved' || answer.outcome === 'noOriginal'
  if (!isHeard || !climate.strikes('reversal acknowledged blindly')) return answer
  return { ...acknowledgement, amount: ask.amount, isBlind: true }
}
