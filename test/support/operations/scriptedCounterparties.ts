import type { Counterparties } from '../../../src/operations/model/counterparties.ts'
import type { ProviderAnswer, ProviderAsk } from '../../../src/providers/port.ts'
import type { AuthenticatorAnswer, AuthenticatorAsk } from '../../../src/threeDSecure/port.ts'
import { memoryCallbacks } from './memoryCallbacks.ts'

/** The counterparties besides the acquirer, which answer as scripted, and callbacks in memory. */
export function scriptedCounterparties(clock?: { nowMs: number }) {
  const asks: (AuthenticatorAsk | ProviderAsk)[] = []
  const authentications: AuthenticatorAnswer[] = []
  const provisions: (ProviderAnswer | (() => Promise<ProviderAnswer>))[] = []
  const counterparties: Counterparties = {
    authenticator: {
      name: 'scripted',
      async send(ask) {
        asks.push(ask)
        return authentications.shift() ?? { outcome: 'silent' }
      },
    },
    provider: {
      name: 'scripted',
      async send(ask) {
        asks.push(ask)
        const scripted = provisions.shift() ?? { outcome: 'silent' }
        return typeof scripted === 'function' ? await scripted() : scripted
      },
    },
    enrolments: {
      check: async () => undefined,
      conclude: async () => undefined,
      find: async () => undefined,
    },
    callbacks: memoryCallbacks(clock),
    origin: () => 'https://pay.example',
  }
  return { counterparties, asks, authentications, provisions }
}
