import { withoutParity } from '../../terminals/baseKeys.ts'
import type { FoundBaseKey, KeySet } from '../../terminals/port.ts'

/** Base keys published in the standards' examples: for tests only. */
export const testKeys: readonly PublicTestKey[] = [
  { algorithm: 'TDES', keySetId: 'FFFF987654', key: '0123456789ABCDEFFEDCBA9876543210' },
  { algorithm: 'AES-128', keySetId: '12345678', key: 'FEDCBA9876543210F1F1F1F1F1F1F1F1' },
]

/** The key in hexadecimal. */
type PublicTestKey = KeySet & { readonly key: string }

export const testBaseKeys: readonly FoundBaseKey[] = testKeys.map(({ key, ...set }) => ({
  ...set,
  ...{ key: Buffer.from(key, 'hex'), isTest: true },
}))

/** Parity bits are ignored: a TDES key is the same with and without them. */
export function isPublicKey(key: Buffer): boolean {
  const bare = withoutParity(key)
  return testBaseKeys.some(known => withoutParity(known.key).equals(bare))
}
