// Whether a user has anything to sign in with: whoever is only invited has nothing yet.

import type { StoredUser } from './port.ts'

export const hasWayIn = ({
  passwordHash,
  passkeys,
}: Pick<StoredUser, 'passkeys' | 'passwordHash'>): boolean =>
  passwordHash !== undefined || passkeys.length > 0

export const canSignIn = (user: Pick<StoredUser, 'isDisabled' | 'passkeys' | 'passwordHash'>): boolean =>
  !user.isDisabled && hasWayIn(user)
