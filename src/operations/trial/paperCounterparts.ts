import type { AuthenticationAnswer, AuthenticationAsk } from '../../authentication/port.ts'
import type { ProviderAnswer, ProviderAsk } from '../../providers/port.ts'
import type { Counterparts } from '../consulting.ts'
import { memoryCallbacks } from '../memoryCallbacks.ts'

/** Others than the acquirer, who answer as told, and addresses in memory. */
export function paperCounterparts() {
  const asks: (AuthenticationAsk | ProviderAsk)[] = []
  const authentications: AuthenticationAnswer[] = []
  const provisions: ProviderAnswer[] = []
  const counterparts: Counterparts = {
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
        return provisions.shift() ?? { outcome: 'silent' }
      },
    },
    enrolments: {
      check: async () => undefined,
      conclude: async () => undefined,
      find: async () => undefined,
    },
    callbacks: memoryCallbacks(),
    origin: () => 'https://pay.example',
  }
  return { counterparts, asks, authentications, provisions }
}
