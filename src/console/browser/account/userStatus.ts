// Whether a user can sign in, as the lists of users show it.

import type { ShownUser } from '../../api/users.ts'

export type UserStatusName = 'active' | 'disabled' | 'invited' | 'lapsed' | 'withdrawn'

/** Who has nothing to sign in with, and yet is signed in, is the user of a sandbox. */
export function userStatus(user: ShownUser): UserStatusName {
  const { isDisabled, hasPassword, passkeys, sessions, signedInAtMs, invitedUntilMs } = user
  const isSetUp = hasPassword || passkeys > 0
  if (isDisabled) return isSetUp || signedInAtMs !== undefined ? 'disabled' : 'withdrawn'
  if (invitedUntilMs !== undefined) return 'invited'
  return isSetUp || sessions > 0 ? 'active' : 'lapsed'
}
