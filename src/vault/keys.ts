/** Where wrapped keys and secrets are kept; the values in it are useless without a key-encryption key. */
export interface KeyStore {
  /** The wrapped key of that name, or undefined. */
  find(name: string): Promise<WrappedKey | undefined>
  /**
   * Stores it unless the name is taken; returns what is stored then (two nodes may race). Undefined when the
   * writer is behind: another key-encryption key locks by now, or another generation is current.
   */
  add(name: string, wrapped: WrappedKey): Promise<WrappedKey | undefined>
  /** What every node must agree on, in one cheap look. */
  standing(): Promise<KeyStanding>
  /** Whether a key-encryption key still wraps anything. */
  isUsed(keyId: string): Promise<boolean>
}
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer }

export type KeyStanding = {
  /** New things are sealed under the data keys of this generation. */
  readonly generation: number
  /** Data keys of generations before this one are gone. */
  readonly oldest: number
  /** The key-encryption key under which new keys are wrapped; absent before the first start. */
  readonly lockedWith?: string
}

/** The first one that is made. Whatever wraps it wraps every new key; only a rotation changes that. */
export const lockingSecret = 'secret/password-pepper'

export const purposes = ['card', 'session', 'notification'] as const
/** What data keys are for; a key of one purpose opens nothing of another. */
export type Purpose = (typeof purposes)[number]

export const dataKeyName = (purpose: Purpose, merchantId: string, generation: number): string =>
  `${purpose}/${merchantId}/${generation}`

/** Of a data key, which one; secrets have no generation. Merchant ids contain no slash. */
export function dataKeyOf(name: string): DataKeyName | undefined {
  const [first, merchantId, generation] = name.split('/')
  const purpose = purposes.find(known => known === first)
  if (purpose === undefined || merchantId === undefined || generation === undefined) return undefined
  return { purpose, merchantId, generation: Number(generation) }
}
export type DataKeyName = {
  readonly purpose: Purpose
  readonly merchantId: string
  readonly generation: number
}

/** What a box begins with, so that boxes of earlier generations are less than it, byte by byte. */
export function generationMark(generation: number): Buffer {
  const mark = Buffer.allocUnsafe(generationBytes)
  mark.writeUInt16BE(generation, 0)
  return mark
}
export const generationBytes = 2
export const generationsMax = 0xffff
