// What the parts of signing in and managing users share.

import { randomUUID } from 'node:crypto'
import type { TimedClock } from '../../platform/clock.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasswordHasher } from './passwords.ts'
import type { NewConsoleSession, SignInPlace, SignInTries, UserStore } from './port.ts'
import { hashToken, newToken } from './tokens.ts'
import type { UserKeys } from './userKeys.ts'

export type UsersContext = {
  readonly store: UserStore
  readonly tries: SignInTries
  readonly passwords: PasswordHasher
  readonly passkeys: Passkeys
  readonly keys: UserKeys
  readonly clock: TimedClock
  readonly warn: (reason: string) => void
}

/** A session that begins, and the token that its browser gets. */
export function newSession(
  place: SignInPlace,
  steppedUp: NewConsoleSession['steppedUp'] = 'now',
): { readonly token: string; readonly session: NewConsoleSession } {
  const token = newToken()
  return { token, session: sessionOf(token, place, steppedUp) }
}

export const sessionOf = (
  token: string,
  place: SignInPlace,
  steppedUp: NewConsoleSession['steppedUp'],
): NewConsoleSession => ({ ...place, sessionId: randomUUID(), tokenHash: hashToken(token), steppedUp })

/** Somebody else was quicker, or what was shown is not good: the caller may try again. */
export type Refused = { readonly outcome: 'refused' }
export const refused: Refused = { outcome: 'refused' }

/** Too many tries: the next one is admitted after this time. */
export type MustWait = { readonly outcome: 'wait'; readonly seconds: number }
export const mustWait = (waitMs: number): MustWait => ({
  outcome: 'wait',
  seconds: Math.max(1, Math.ceil(waitMs / 1_000)),
})

export const nowMsOf = ({ clock }: Pick<UsersContext, 'clock'>): number => clock.now().getTime()
