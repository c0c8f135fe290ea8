// Signing in to the console of a sandbox: by an address that it prints, once, from its own machine.

import { rejectUnexplained } from '../../http/transport/refusals.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import type { Clock } from '../../platform/clock.ts'
import { newSession } from '../users/context.ts'
import type { ConsoleUser, UserStore } from '../users/port.ts'
import { hashToken, newToken } from '../users/tokens.ts'
import { ownEntry } from '../users/userEntries.ts'
import type { PublicHandlers } from './consoleApi.ts'
import { cookieWith } from './cookie.ts'
import { placeOf } from './place.ts'

export function createSandboxEntry({ store, clock, isSecure }: SandboxEntryOptions): SandboxEntry {
  /** Until when each is good, by the monotonic clock. */
  const tickets = new BoundedMap<string, number>(ticketsMax)
  const use = (ticket: string): boolean => {
    const name = hashToken(ticket).toString('hex')
    const untilMs = tickets.get(name) ?? 0
    return tickets.delete(name) && clock.monotonicMs() < untilMs
  }
  return {
    createTicket() {
      const ticket = newToken()
      tickets.set(hashToken(ticket).toString('hex'), clock.monotonicMs() + ticketMs)
      return ticket
    },
    async enterSandbox({ input, http }) {
      if (!http.isLocal?.() || !use(input.ticket))
        return rejectUnexplained(
          'This address works once, within ten minutes, from the machine of the sandbox. ' +
            'For another one: npx tollgate console',
        )
      await store.ensure(sandboxUser)
      const place = placeOf(http)
      const { token, session } = newSession(place, 'always')
      await store.change(sandboxUser.userId, ({ user }) => ({
        result: true,
        change: { startedSession: session },
        entries: [ownEntry(user, 'user.signIn', { how: 'sandbox', address: place.address })],
      }))
      return { answer: { entered: true }, setCookie: cookieWith(token, isSecure()) }
    },
  }
}

/** For `tollgate console`: whoever is on the machine of a sandbox may have another address. */
export const ticketCall = {
  method: 'POST',
  path: '/sandbox/console',
  under: 'root',
  access: 'local',
} as const

export type SandboxEntry = Pick<PublicHandlers, 'enterSandbox'> & { readonly createTicket: () => string }

type SandboxEntryOptions = {
  readonly store: Pick<UserStore, 'change' | 'ensure'>
  readonly clock: Clock
  readonly isSecure: () => boolean
}

const ticketsMax = 100
const ticketMs = 600_000

/** Has neither password nor passkey: there is only this way to sign in as this user. */
const sandboxUser: ConsoleUser = {
  ...{ userId: '00000000-0000-4000-8000-000000000000', email: 'sandbox@localhost', name: 'Sandbox' },
  role: 'OPERATOR',
}
