/** Decrypts what terminals encrypted at the point of entry. The plain text exists in memory only. */
export interface Terminals {
  /** Decrypts a reading, unless it was used for another purpose before. */
  open(
    merchantId: string,
    sealed: SealedReading,
    purpose: ReadingPurpose,
  ): Promise<CardReading | ReadingRefusal>
  /** Reserves a reading for one purpose, unless it is already used for another. */
  claim(
    merchantId: string,
    sealed: SealedReading,
    purpose: ReadingPurpose,
  ): Promise<ReadingRefusal | undefined>
}

/**
 * The purpose of a reading. It pays once: one order, by one transaction, or it is stored as a token. A
 * follow-up of a payment may carry the reading of its order; an inquiry does not use it up.
 */
export type ReadingPurpose =
  | { readonly kind: 'transaction' | 'followUp'; readonly orderId: string; readonly transactionId: string }
  | { readonly kind: 'token' | 'question' }

/** An encrypted reading as requests carry it (spec 2.8, p2pe); letters may be of either case. */
export type SealedReading = {
  readonly keySerialNumber: string
  readonly payload: string
  readonly initializationVector?: string
  readonly cardBin?: string
}

/** What a terminal read from a card, as a request would give it in plain. */
export type CardReading = {
  readonly number: string
  /** The month without a leading zero, the year in two digits. */
  readonly expiry?: { readonly month: string; readonly year: string }
  readonly track1?: string
  readonly track2?: string
  /** EMV tags, from the permitted list. */
  readonly emvRequest?: string
}

/** Why it was not decrypted: which part of it is at fault, and an explanation that reveals nothing. */
export type ReadingRefusal = { readonly culprit: keyof SealedReading; readonly why: string }

/** The keys that the keys of terminals are derived from, by the set that a key serial number begins with. */
export interface BaseKeys {
  find(merchantId: string, keySerialNumber: string): Promise<FoundBaseKey | 'retired' | 'unknown'>
}

export type BaseKey = KeySet & { readonly key: Buffer }
export type FoundBaseKey = BaseKey & {
  /** Its value is published. */
  readonly isTest: boolean
}

export type KeySet = {
  readonly algorithm: BaseKeyAlgorithm
  /** The prefix of its terminals' key serial numbers, in upper case. */
  readonly keySetId: string
}

/**
 * The store of wrapped base keys: queried once for each payload, so that a retirement is effective at once.
 */
export interface BaseKeyStore {
  /** The best match: the merchant's own before common ones, then the longest key set id. */
  find(wanted: WantedBaseKey): Promise<KeptBaseKey | undefined>
}

type WantedBaseKey = {
  readonly merchantId: string
  readonly keySetIds: readonly string[]
  readonly algorithms: readonly BaseKeyAlgorithm[]
  /** Whether published test keys are accepted too. */
  readonly withTestKeys: boolean
}

export type KeptBaseKey = KeySet & {
  readonly id: string
  readonly isRetired: boolean
  readonly isTest: boolean
  /** Deleted when the key is retired. */
  readonly value?: WrappedValue
}
export type WrappedValue = { readonly keyId: string; readonly wrapped: Buffer }

/**
 * Which payloads arrived under each key serial number. Nothing in a payload proves that it is as the terminal
 * sealed it, so someone who could send changed copies of one would learn its card number from which of them
 * are still readable.
 */
export interface SealedUses {
  /** Admits what came before for the same purpose, and anything else as long as there is room. */
  admit(use: SealedUse): Promise<SealedUseAdmission>
}

export type SealedUseAdmission = 'admitted' | 'otherData' | 'otherPurpose'

/**
 * Keyed hashes: of the base key and the key serial number, and of what came under it, whichever merchant sent
 * it. With another initialization vector the first block can be changed at will, so only one is accepted for
 * each serial number; changing the payload itself breaks a block.
 */
export type SealedUse = UseHashes & {
  /** Absent for an inquiry. */
  readonly purpose?: {
    /** Whether it is used up for that purpose. */
    readonly isClaimed: boolean
    /** Whether another transaction of the same order may have used it. */
    readonly isFollowUp: boolean
  }
  /**
   * Hashes of earlier releases, when each merchant had serial numbers of its own, and when a TDES key had
   * another name with every parity: what was used then stays used.
   */
  readonly earlier: readonly (UseHashes & { readonly merchantId?: string })[]
}

export type UseHashes = {
  readonly serialHash: Buffer
  readonly vectorHash: Buffer
  readonly payloadHash: Buffer
  /** Both absent for an inquiry. */
  readonly orderHash?: Buffer
  readonly transactionHash?: Buffer
}

/** The name of its value among the wrapped keys. */
export const baseKeyName = (id: string): string => `bdk/${id}`

/** TDES has keys of two parts and serial numbers of 10 bytes; AES has serial numbers of 12. */
export const baseKeyAlgorithms = ['TDES', 'AES-128', 'AES-192', 'AES-256'] as const
export type BaseKeyAlgorithm = (typeof baseKeyAlgorithms)[number]
