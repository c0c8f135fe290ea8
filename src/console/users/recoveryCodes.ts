// Recovery codes: each takes the place of a one-time code, once.

import { randomBytes } from 'node:crypto'
import { keyedHash } from '../../platform/secretBox.ts'

export type MadeRecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly Buffer[] }

/** They are shown this once. */
export function makeRecoveryCodes(key: Buffer, userId: string): MadeRecoveryCodes {
  const codes = Array.from({ length: codesCount }, newCode)
  return { codes, hashes: codes.map(code => hashRecoveryCode(key, userId, code)) }
}

const codesCount = 10

/** 60 bits in three groups, in letters and digits that are not mistaken for each other. */
function newCode(): string {
  const letters = [...randomBytes(12)].map(byte => alphabet[byte % alphabet.length] ?? '')
  return [0, 4, 8].map(start => letters.slice(start, start + 4).join('')).join('-')
}

/** 32 of them, so that every one is as likely as the others. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Undefined: it does not have the form of one. Spaces, hyphens and capitals do not count. */
export function readRecoveryCode(text: string): string | undefined {
  const letters = text.toLowerCase().replace(/[\s-]/g, '')
  return /^[a-km-np-z2-9]{12}$/.test(letters) ? letters : undefined
}

export const hashRecoveryCode = (key: Buffer, userId: string, code: string): Buffer =>
  keyedHash(key, JSON.stringify([userId, readRecoveryCode(code) ?? '']))
