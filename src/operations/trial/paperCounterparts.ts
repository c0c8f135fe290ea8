import type { AuthenticationAnswer, AuthenticationAsk } from '../../authentication/port.ts'
import type { ProviderAnswer, ProviderAsk } from '../../providers/port.ts'
import type { Callback, Callbacks } from '../callbacks.ts'
import type { Counterparts } from '../consulting.ts'

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
    callbacks: paperCallbacks(),
    origin: () => 'https://pay.example',
  }
  return { counterparts, asks, authentications, provisions }
}

/** They live for ever. */
function paperCallbacks(): Callbacks {
  const issued = new Map<string, { readonly callback: Callback; isUsed: boolean }>()
  return {
    async issue({ lifeMs: _, ...callback }) {
      const token = `token-${issued.size + 1}`
      issued.set(token, { callback, isUsed: false })
      return token
    },
    look: async token => issued.get(token)?.callback,
    async use(token) {
      const found = issued.get(token)
      if (!found) return undefined
      if (found.isUsed) return 'used'
      found.isUsed = true
      return found.callback
    },
  }
}
