import { randomAlphanumerics } from '../platform/ids.ts'
import { keyedHash } from '../platform/secretBox.ts'

/** When, and by which version of the API, a decoy was opened. */
export type Opening = { readonly openedAtMs: number; readonly apiVersion: number }

/**
 * Names of decoys look like any session's and say to whoever has the key when they were opened, so that every
 * node knows them, and knows them still when it has forgotten the rest. The first third is random, the second
 * is the opening under a pad, the last proves both, for one merchant.
 */
export function createDecoyIds(key: Buffer): DecoyIds {
  const digits = (purpose: string, merchantId: string, text: string) =>
    BigInt(`0x${keyedHash(key, `${purpose}\n${merchantId}\n${text}`).toString('hex')}`) % range
  const proofOf = (merchantId: string, text: string) => written(digits('proof', merchantId, text))
  return {
    make(merchantId, { openedAtMs, apiVersion }) {
      const start = randomAlphanumerics(third)
      const plain = BigInt(Math.floor(openedAtMs / 1_000)) * versions + BigInt(apiVersion)
      const opening = written((plain + digits('pad', merchantId, start)) % range)
      return `SESSION${start}${opening}${proofOf(merchantId, start + opening)}`
    },
    read(merchantId, sessionId) {
      const [, start, opening, proof] = form.exec(sessionId) ?? []
      if (start === undefined || opening === undefined) return undefined
      if (proofOf(merchantId, start + opening) !== proof) return undefined
      const plain = (range + numberOf(opening) - digits('pad', merchantId, start)) % range
      return { openedAtMs: Number(plain / versions) * 1_000, apiVersion: Number(plain % versions) }
    },
    versionOf: (merchantId, sessionId) =>
      `${keyedHash(key, `version\n${merchantId}\n${sessionId}`).toString('hex', 0, 4)}01`,
  }
}

export type DecoyIds = {
  readonly make: (merchantId: string, opening: Opening) => string
  /** Undefined when no node made it for that merchant. */
  readonly read: (merchantId: string, sessionId: string) => Opening | undefined
  /** The first one. */
  readonly versionOf: (merchantId: string, sessionId: string) => string
}

const third = 8
const range = 36n ** BigInt(third)
const versions = 1_000n
const form = /^SESSION([0-9A-Z]{8})([0-9A-Z]{8})([0-9A-Z]{8})$/

const written = (number: bigint): string => number.toString(36).toUpperCase().padStart(third, '0')
const numberOf = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
