// What happens when somebody could not sign in: the answer comes at a fixed time, and an entry of the audit
// log is written behind it, so that neither tells whether there is such a user.

import { BoundedMap } from '../../platform/boundedMap.ts'
import type { TimedClock } from '../../platform/clock.ts'
import { errorMessage } from '../../platform/errors.ts'
import type { ConsoleUser, UserStore } from './port.ts'
import type { SignInTry } from './signInTries.ts'
import { ownEntry } from './userEntries.ts'

export interface FailedSignIns {
  /** Resolves when the failure may be answered. */
  record(failure: FailedSignIn): Promise<void>
  /** Resolves when something may be answered that has no entry. */
  untilAnswered(cameAtMs: number): Promise<void>
  /** Resolves when everything is written. */
  settled(): Promise<void>
}

export type FailedSignIn = {
  readonly how: 'passkey' | 'password' | 'stepUp'
  /** Whoever may have been meant. What was typed in the place of an e-mail is written nowhere. */
  readonly users: readonly ConsoleUser[]
  readonly network: string
  /** How often each of them failed, where that is counted. */
  readonly attempt?: Pick<SignInTry, 'admitted'>
  /** By the monotonic clock. */
  readonly cameAtMs: number
}

export function createFailedSignIns({ store, clock, warn }: FailedSignInsOptions): FailedSignIns {
  const recent = new BoundedMap<string, number>(usersMax)
  let writing: Promise<unknown> = Promise.resolve()

  /** One a minute is enough to see what happens, and nobody can fill the log. */
  function isDue(userId: string, network: string): boolean {
    const name = `${userId} ${network}`
    const lastMs = recent.get(name)
    const nowMs = clock.monotonicMs()
    if (lastMs !== undefined && nowMs - lastMs < everyMs) return false
    recent.set(name, nowMs)
    return true
  }

  const untilAnswered = (cameAtMs: number) =>
    clock.sleep(tickMs - ((clock.monotonicMs() - cameAtMs) % tickMs))

  return {
    async record({ how, users, network, attempt, cameAtMs }) {
      const due = users.filter(({ userId }) => isDue(userId, network))
      const entries = due.map(user => {
        const failures = attempt?.admitted.get(user.userId)?.failures
        const details = { how, network, ...(failures !== undefined && { failures }) }
        return ownEntry(user, 'user.signInFailed', details)
      })
      // However many may have been meant, it is one commit: nobody has signed in yet who makes others wait.
      if (entries.length > 0)
        writing = writing.then(() => store.note(entries)).catch(error => warn(errorMessage(error)))
      await untilAnswered(cameAtMs)
    },
    untilAnswered,
    async settled() {
      await writing
    },
  }
}

type FailedSignInsOptions = {
  readonly store: Pick<UserStore, 'note'>
  readonly clock: TimedClock
  readonly warn: (reason: string) => void
}

const usersMax = 10_000
const everyMs = 60_000
/** Answers are sent at multiples of this after the request came. */
const tickMs = 100
