// Challenges for passkeys. They are signed instead of stored: who asks for many of them costs nothing. An
// answer is written down, so that it counts once.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../platform/secretBox.ts'
import { lifetimes } from './lifetimes.ts'
import type { AnsweredChallenge } from './port.ts'

/** What a challenge is for; an answer to one for something else does not count. */
export type ChallengePurpose = {
  readonly what: 'signIn' | 'stepUp' | 'register'
  readonly userId?: string
}

export function newChallenge(key: Buffer, purpose: ChallengePurpose, nowMs: number): Buffer {
  const made = Buffer.alloc(madeBytes)
  randomBytes(randomBytesCount).copy(made)
  made.writeBigUInt64BE(BigInt(Math.floor(nowMs)), randomBytesCount)
  return Buffer.concat([made, signatureOf(key, purpose, made)])
}

/** Undefined: it was not made here, not for this purpose, or too long ago. */
export function readChallenge(
  key: Buffer,
  purpose: ChallengePurpose,
  given: { readonly challenge: string; readonly nowMs: number },
): AnsweredChallenge | undefined {
  const challenge = Buffer.from(given.challenge, 'base64url')
  if (challenge.length !== madeBytes + signatureBytes) return undefined
  const made = challenge.subarray(0, madeBytes)
  if (!timingSafeEqual(challenge.subarray(madeBytes), signatureOf(key, purpose, made))) return undefined
  const ageMs = given.nowMs - Number(made.readBigUInt64BE(randomBytesCount))
  if (ageMs > lifetimes.challengeMs) return undefined
  return {
    hash: createHash('sha256').update(challenge).digest(),
    // Clocks of nodes differ a little.
    lifeMs: 2 * lifetimes.challengeMs,
  }
}

const signatureOf = (key: Buffer, { what, userId = '' }: ChallengePurpose, made: Buffer): Buffer =>
  keyedHash(key, JSON.stringify([what, userId, made.toString('hex')]))

const randomBytesCount = 16
const madeBytes = randomBytesCount + 8
const signatureBytes = 32
