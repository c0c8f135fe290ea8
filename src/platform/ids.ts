// Random ids.

import { randomBytes, randomInt } from 'node:crypto'

/** Short enough to read out on the telephone; about 60 bits. */
export function supportCode(): string {
  return randomAlphanumerics(12)
}

/** For what is to be repeated: printed, and given again. */
export const randomSeed = (): number => randomInt(2 ** 32)

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

export function randomAlphanumerics(length: number): string {
  let text = ''
  for (let index = 0; index < length; index++) text += alphabet.charAt(randomInt(alphabet.length))
  return text
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
