// Random tokens of sessions and invitations: the store has only their hashes.

import { createHash, randomBytes } from 'node:crypto'

/** 256 bits, as 43 characters of an address or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token cannot be guessed, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
