import type { Acquirer } from '../acquirers/port.ts'
import type { Counterparties } from '../operations/model/counterparties.ts'
import { asStep, type Ground, timed } from './ground.ts'

/** Times every question to somebody else. */
export function watchAcquirer(ground: Ground, acquirer: Acquirer): Acquirer {
  return { ...acquirer, send: asked(ground, 'acquirer', (ask, deadline) => acquirer.send(ask, deadline)) }
}

export function watchCounterparts(ground: Ground, counterparts: Counterparties): Counterparties {
  const { authenticator, provider } = counterparts
  const authenticate: typeof authenticator.send = (ask, deadline) => authenticator.send(ask, deadline)
  const pay: typeof provider.send = (ask, deadline) => provider.send(ask, deadline)
  return {
    ...counterparts,
    authenticator: { ...authenticator, send: asked(ground, 'authenticator', authenticate) },
    provider: { ...provider, send: asked(ground, 'provider', pay) },
  }
}

type Send<Ask, Answer> = (ask: Ask, deadline: AbortSignal) => Promise<Answer>

function asked<Ask extends { readonly verb: string }, Answer extends { readonly outcome: string }>(
  ground: Ground,
  counterpart: string,
  send: Send<Ask, Answer>,
): Send<Ask, Answer> {
  const { measures, tracing } = ground
  return async (ask, deadline) => {
    const { verb } = ask
    const tell = (seconds: number, answer: string) => {
      measures.asks.observe(seconds, counterpart, verb, answer)
      tracing?.addDetails({ facts: { 'tollgate.answer': answer } })
    }
    const step = {
      name: `${counterpart} ${verb}`,
      facts: { 'tollgate.verb': verb },
      asksOthers: true,
    } as const
    measures.asksInProgress.add(1, counterpart)
    try {
      return await asStep(ground, step, () => timed(() => send(ask, deadline), outcomeOf, tell))
    } finally {
      measures.asksInProgress.add(-1, counterpart)
    }
  }
}

const outcomeOf = ({ outcome }: { readonly outcome: string }): string => outcome
