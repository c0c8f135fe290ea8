// Passwords: what is one, and their hashes (argon2id), made by few at once.

import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { busy, invalid, type Rejection } from '../../orders/rejection.ts'
import { createTurns } from '../../platform/queues.ts'

/** Why it is no password for this user; undefined when it is good. */
export function judgePassword(password: string, user: PasswordOwner): Rejection | undefined {
  const length = [...password].length
  if (length < lengthMin) return invalid('password', `It must have at least ${lengthMin} characters.`)
  if (length > lengthMax) return invalid('password', `It may have at most ${lengthMax} characters.`)
  if (new Set(password.toLowerCase()).size < differentMin)
    return invalid('password', 'It repeats too few characters.')
  const guesses = [user.email, ...user.email.split(/[@.+_-]/), ...user.name.split(/\s+/)]
  const left = guesses
    .map(guess => guess.toLowerCase())
    .filter(guess => guess.length >= guessMin)
    .sort((one, other) => other.length - one.length)
    .reduce((text, guess) => text.replaceAll(guess, ''), password.toLowerCase())
  return [...left].length < lengthMin - ownMax
    ? invalid('password', 'It is too much like your own name or e-mail.')
    : undefined
}

type PasswordOwner = { readonly email: string; readonly name: string }

export const lengthMin = 12
const lengthMax = 200
const differentMin = 5
const guessMin = 3
/** How many of the characters may be those of the name. */
const ownMax = 4

export interface PasswordHasher {
  /** A rejection: too many are being hashed. */
  hash(password: string): Promise<string | Rejection>
  /** Takes the same time where there is no hash, and is false then. */
  verify(hashed: string | undefined, password: string): Promise<boolean | Rejection>
}

/** Hashing takes much memory and time on purpose, so few are made at once, and few wait. */
export function createPasswordHasher({
  key,
  cost = usualCost,
  waitingMax = 20,
}: PasswordHasherOptions): PasswordHasher {
  const options = { ...cost, parallelism: 1, secret: key }
  const inTurn = createHashingTurns(waitingMax)
  let decoy: Promise<string> | undefined
  return {
    hash: password => inTurn(() => hash(password, options)),
    verify: (hashed, password) =>
      inTurn(async () => {
        decoy ??= hash(randomBytes(24).toString('base64'), options)
        const isRight = await verify(hashed ?? (await decoy), password, { secret: key })
        return isRight && hashed !== undefined
      }),
  }
}

export type PasswordHasherOptions = {
  readonly key: Buffer
  readonly cost?: PasswordCost
  readonly waitingMax?: number
}
/** Memory in KiB, and how often it is passed. */
type PasswordCost = { readonly memoryCost: number; readonly timeCost: number }

const usualCost: PasswordCost = { memoryCost: 65_536, timeCost: 2 }
const atOnceMax = 2

function createHashingTurns(waitingMax: number) {
  const takeTurn = createTurns({ atOnce: atOnceMax, waitingMax })
  return async <Result>(work: () => Promise<Result>): Promise<Result | Rejection> => {
    const endTurn = await takeTurn()
    if (endTurn === 'full') return busy('Too many people are signing in at this moment.', 2)
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}
