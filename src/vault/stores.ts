import type { Owner } from '../orders/merchant.ts'
import type { TokenKind } from './port.ts'

/** The store of wrapped keys and secrets, which are useless without a key-encryption key. */
export interface KeyStore {
  /** The wrapped key of that name, or undefined. */
  find(name: string): Promise<WrappedKey | undefined>
  /**
   * Stores it unless the name is taken; returns what is stored then (two nodes may race). Undefined when the
   * writer is behind: another key-encryption key locks by now, or another generation is current.
   */
  add(name: string, wrapped: WrappedKey): Promise<WrappedKey | undefined>
  /** The state that all nodes must agree on, in one cheap query. */
  keyState(): Promise<KeyState>
  /** Whether a key-encryption key still wraps anything. */
  isUsed(keyId: string): Promise<boolean>
}
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer }

export type KeyState = {
  /** New things are sealed under the data keys of this generation. */
  readonly generation: number
  /** Data keys of generations before this one are gone. */
  readonly oldest: number
  /** The key-encryption key under which new keys are wrapped; absent before the first start. */
  readonly lockedWith?: string
}

/** The first secret that is made. The key that wraps it wraps every new key, until a rotation. */
export const lockingSecret = 'secret/password-pepper'

const purposes = ['card', 'session', 'notification'] as const
/** What data keys are for; a key of one purpose opens nothing of another. */
export type DataKeyPurpose = (typeof purposes)[number]

export const dataKeyName = (purpose: DataKeyPurpose, merchantId: string, generation: number): string =>
  `${purpose}/${merchantId}/${generation}`

/** Of a data key, which one; secrets have no generation. Merchant ids contain no slash. */
export function dataKeyOf(name: string): DataKeyName | undefined {
  const [first, merchantId, generation] = name.split('/')
  const purpose = purposes.find(known => known === first)
  if (purpose === undefined || merchantId === undefined || generation === undefined) return undefined
  return { purpose, merchantId, generation: Number(generation) }
}
type DataKeyName = {
  readonly purpose: DataKeyPurpose
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

/** The store of tokens. A token is never deleted, only its card is: no other card is given the same token. */
export interface TokenStore {
  /** Undefined as well when its card was forgotten. */
  find(owner: Owner, token: string): Promise<StoredToken | undefined>
  /** The token that was first given to this card and still has it. */
  findByCard(owner: Owner, cardHash: Buffer): Promise<string | undefined>
  /**
   * Writes a token down, also over one of the same name: over any, or only over one of the same card.
   * Undefined when it is another card's.
   */
  put(owner: Owner, token: NewToken, over: 'any' | 'sameCard'): Promise<PutToken | undefined>
  forget(owner: Owner, token: string): Promise<boolean>
  markUsed(owner: Owner, token: string): Promise<void>
}

export type NewToken = {
  readonly token: string
  readonly kind: TokenKind
  readonly cardHash: Buffer
  /** Sealed. */
  readonly card: Buffer
}
export type StoredToken = Omit<NewToken, 'cardHash'> & TokenUsage
export type PutToken = TokenUsage & { readonly isNew: boolean }
type TokenUsage = { readonly updatedAtMs: number; readonly usedAtMs?: number }

/**
 * What only the owner of the database may do: change keys that are stored, and what is sealed under them. A
 * gateway never opens this.
 */
export interface RotationStore {
  /** Oldest first. */
  generations(): Promise<readonly KeyGeneration[]>
  /** False when there is one of that number already. */
  start(number: number, news: RotationAuditEntry): Promise<boolean>
  /** Remembers that nothing is sealed under generations before this one. */
  finish(number: number, news: RotationAuditEntry): Promise<void>
  find(name: string): Promise<WrappedKey | undefined>
  /** By name, after a name. */
  keys(wanted: WantedKeys): Promise<readonly StoredKey[]>
  /** How many keys each key-encryption key wraps. */
  wrappings(): Promise<ReadonlyMap<string, number>>
  /** Only while it is wrapped as it was seen. */
  rewrap(key: RewrappedKey, news?: RotationAuditEntry): Promise<boolean>
  /** Some boxes of earlier generations, and where to go on. */
  boxes(place: SealedPlace, wanted: WantedBoxes): Promise<BoxPage>
  /** Puts each in the place of the box it was made of, where that still lies; how many. */
  replace(place: SealedPlace, boxes: readonly ResealedBox[]): Promise<number>
  /** About how many rows a place is to be looked through for; undefined when nobody knows. */
  estimate(place: SealedPlace): Promise<number | undefined>
  /** From now on the database itself takes no box of an earlier generation, whoever brings it. */
  fence(place: SealedPlace, oldest: number): Promise<FenceResult>
  /** Whether there is none left behind the fence; looks at every row, and keeps nobody from writing. */
  isClear(place: SealedPlace): Promise<boolean>
  /** Deletes the data keys of earlier generations; undefined when not every place is fenced and clear. */
  retire(oldest: number, news: RotationAuditEntry): Promise<number | undefined>
  /** How many boxes there are of each merchant and generation; looks at every row. */
  count(place: SealedPlace): Promise<readonly BoxCount[]>
}

/** Where things lie that are sealed under merchants' data keys. */
export const sealedPlaces = ['transactions', 'tokens', 'sessions', 'secrets'] as const
export type SealedPlace = (typeof sealedPlaces)[number]

export type KeyGeneration = {
  readonly number: number
  readonly startedAtMs: number
  /** By the database's own clock, which a sandbox does not move. */
  readonly ageMs: number
  /** Since nothing is sealed under those before it; undefined until then. */
  readonly resealedForMs?: number
  readonly retiredAtMs?: number
}

/** An entry of the audit log, written in the same commit as the change. */
export type RotationAuditEntry = {
  readonly actor: string
  readonly action: 'keys.rotate' | 'keys.retire'
  readonly details: Readonly<Record<string, unknown>>
}

export type WantedKeys = {
  readonly after: string
  readonly limit: number
  /** Without those that this key-encryption key wraps. */
  readonly notUnder?: string
  readonly merchantId?: string
}

export type StoredKey = WrappedKey & { readonly name: string; readonly createdAtMs: number }
export type RewrappedKey = { readonly name: string; readonly seen: WrappedKey; readonly wrapped: WrappedKey }

export type WantedBoxes = {
  readonly before: number
  readonly after?: BoxCursor
  readonly limit: number
}

/** The last row that was looked at. */
export type BoxCursor = { readonly cell: number; readonly key: readonly string[] }

export type BoxPage = {
  readonly boxes: readonly SealedBox[]
  /** How many rows were looked at. */
  readonly walked: number
  /** Absent when all were. */
  readonly next?: BoxCursor
}

/** A box where it lies. */
export type SealedBox = {
  readonly merchantId: string
  /** What it is sealed for, beside the merchant. */
  readonly identity: string
  readonly sealed: Buffer
  readonly cell: number
  readonly column: string
  readonly key: readonly string[]
}
export type ResealedBox = { readonly box: SealedBox; readonly sealed: Buffer }

/** Busy: somebody has been using the table for so long that it could not be had for an instant. */
export type FenceResult = 'fenced' | 'busy'

export type BoxCount = {
  readonly merchantId: string
  readonly generation: number
  readonly boxes: number
}
