// The stores of the vault: wrapped keys, tokens, and what a rotation needs.

import type { Owner } from '../orders/merchant.ts'
import type { TokenKind } from './port.ts'

/** The store of wrapped keys and secrets, which are useless without a key-encryption key. */
export interface KeyStore {
  /** The wrapped key of that name, or undefined. */
  find(name: string): Promise<WrappedKey | undefined>
  /**
   * Stores it unless the name is taken; returns what is stored then (two nodes may race). Undefined when the
   * writer is behind: by now another key-encryption key wraps, or another generation is current.
   */
  add(name: string, wrapped: WrappedKey): Promise<WrappedKey | undefined>
  /** The state that all nodes must agree on, in one cheap query. */
  keyState(): Promise<KeyState>
  /** Whether a key-encryption key still wraps anything. */
  isUsed(keyId: string): Promise<boolean>
}
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer }

export type KeyState = {
  /** New data is sealed under the data keys of this generation. */
  readonly generation: number
  /** Data keys of generations before this one are deleted. */
  readonly oldest: number
  /** The key-encryption key under which new keys are wrapped; absent before the first start. */
  readonly lockedWith?: string
}

/** The first secret that is created. The key that wraps it wraps every new key, until a rotation. */
export const lockingSecret = 'secret/password-pepper'

export const purposes = ['card', 'session', 'notification', 'user'] as const
/** The purposes of data keys; a key of one purpose opens nothing of another. */
export type DataKeyPurpose = (typeof purposes)[number]

export const dataKeyName = (purpose: DataKeyPurpose, merchantId: string, generation: number): string =>
  `${purpose}/${merchantId}/${generation}`

/** Which data key a name means; secrets have no generation. Merchant ids contain no slash. */
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

/** The prefix of a box, so that boxes of earlier generations are less than it, byte by byte. */
export function generationMark(generation: number): Buffer {
  const mark = Buffer.allocUnsafe(generationBytes)
  mark.writeUInt16BE(generation, 0)
  return mark
}
export const generationBytes = 2
export const generationsMax = 0xffff

/** The store of tokens. A token is never deleted, only its card is: no other card gets the same token. */
export interface TokenStore {
  /** Undefined also when its card was deleted. */
  find(owner: Owner, token: string): Promise<StoredToken | undefined>
  /** The token that was first given to this card and still has it. */
  findByCard(owner: Owner, cardHash: Buffer): Promise<StoredToken | undefined>
  /**
   * Stores a token, replacing one of the same name: any, or only one of the same card that is sealed as it
   * was read; without either, only one of the same card that was deleted. Undefined when there is another.
   */
  put(owner: Owner, token: NewToken, over?: 'any' | Buffer): Promise<PutToken | undefined>
  forget(owner: Owner, token: string): Promise<boolean>
  markUsed(owner: Owner, token: string): Promise<void>
}

export type NewToken = {
  readonly token: string
  readonly kind: TokenKind
  readonly cardHash: Buffer
  /** Sealed. */
  readonly card: Buffer
  /** Whether it is kept for payers who saved it, and for nobody else. */
  readonly isForPayers?: boolean
}
export type StoredToken = Omit<NewToken, 'cardHash' | 'isForPayers'> & TokenUsage
export type PutToken = TokenUsage & { readonly isNew: boolean }
type TokenUsage = { readonly updatedAtMs: number; readonly usedAtMs?: number }

/** Which tokens belong to which payers of a merchant. A payer is a keyed hash. */
export interface SavedCardStore {
  /** The last used first. */
  of(owner: Owner, payer: Buffer): Promise<readonly StoredToken[]>
  /** False when the payer has as many others as there may be. */
  save(owner: Owner, saved: NewSavedCard, max: number): Promise<boolean>
  /** Deletes the card too if it is kept for payers, and no other has it. False when it was not saved. */
  remove(owner: Owner, payer: Buffer, token: string): Promise<boolean>
}

export type NewSavedCard = {
  readonly payer: Buffer
  readonly token: string
  /** The order with whose payment it was saved. */
  readonly orderId: string
}

/**
 * Changes of stored keys, and of what is sealed under them, which only the owner of the database may make. A
 * gateway never opens this.
 */
export interface RotationStore {
  /** Oldest first. */
  generations(): Promise<readonly KeyGeneration[]>
  /** False when there is one of that number already. */
  start(number: number, entry: RotationAuditEntry): Promise<boolean>
  /** Records that nothing is sealed under generations before this one. */
  finish(number: number, entry: RotationAuditEntry): Promise<void>
  find(name: string): Promise<WrappedKey | undefined>
  /** By name, after a name. */
  keys(wanted: WantedKeys): Promise<readonly StoredKey[]>
  /** How many keys each key-encryption key wraps. */
  wrappings(): Promise<ReadonlyMap<string, number>>
  /** Only if it is still wrapped as it was read. */
  rewrap(key: RewrappedKey, entry?: RotationAuditEntry): Promise<boolean>
  /** Some boxes of earlier generations, and where to continue. */
  boxes(place: SealedPlace, wanted: WantedBoxes): Promise<BoxPage>
  /** Replaces each box by its new one, if it is still stored; returns how many. */
  replace(place: SealedPlace, boxes: readonly ResealedBox[]): Promise<number>
  /** The approximate number of rows to read; undefined when unknown. */
  estimate(place: SealedPlace): Promise<number | undefined>
  /** From now on the database itself rejects boxes of earlier generations, whichever process writes them. */
  fence(place: SealedPlace, oldest: number): Promise<FenceResult>
  /** Whether no older box is left behind the fence; reads every row, without blocking writers. */
  isClear(place: SealedPlace): Promise<boolean>
  /** Deletes the data keys of earlier generations; undefined when not every place is fenced and clear. */
  retire(oldest: number, entry: RotationAuditEntry): Promise<number | undefined>
  /** The number of boxes of each merchant and generation; reads every row. */
  count(place: SealedPlace): Promise<readonly BoxCount[]>
}

/** The columns that are sealed under data keys of merchants, and of operators. */
export const sealedPlaces = ['transactions', 'tokens', 'sessions', 'secrets', 'users'] as const
export type SealedPlace = (typeof sealedPlaces)[number]

export type KeyGeneration = {
  readonly number: number
  readonly startedAtMs: number
  /** By the database's own clock, which a sandbox does not move. */
  readonly ageMs: number
  /** The time since nothing is sealed under earlier ones; undefined until then. */
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
  /** Leaves out those that this key-encryption key wraps. */
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

/** The last row that was read. */
export type BoxCursor = { readonly cell: number; readonly key: readonly string[] }

export type BoxPage = {
  readonly boxes: readonly SealedBox[]
  /** How many rows were read. */
  readonly keysRead: number
  /** Absent when there are no more rows. */
  readonly next?: BoxCursor
}

/** A stored box. */
export type SealedBox = {
  readonly merchantId: string
  /** The identity it is sealed for, beside the merchant. */
  readonly identity: string
  readonly sealed: Buffer
  readonly cell: number
  readonly column: string
  readonly key: readonly string[]
}
export type ResealedBox = { readonly box: SealedBox; readonly sealed: Buffer }

/** Busy: the table was in use for so long that it could not be locked even for an instant. */
export type FenceResult = 'fenced' | 'busy'

export type BoxCount = {
  readonly merchantId: string
  readonly generation: number
  readonly boxes: number
}
