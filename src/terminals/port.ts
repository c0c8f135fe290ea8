/** Opens what terminals sealed at the point of entry. Everything here lives in memory only. */
export interface Terminals {
  /** Only if it was not used for something else before. */
  open(
    merchantId: string,
    sealed: SealedReading,
    purpose: ReadingPurpose,
  ): Promise<CardReading | ReadingRefusal>
  /** Uses it for that and nothing else, if it was not for something else already. */
  claim(
    merchantId: string,
    sealed: SealedReading,
    purpose: ReadingPurpose,
  ): Promise<ReadingRefusal | undefined>
}

/**
 * What a reading is for. It pays once: one order, by one transaction, or it is kept as a token. What follows
 * a payment may bring the reading of its order along; a question leaves it as it is.
 */
export type ReadingPurpose =
  | { readonly kind: 'transaction' | 'followUp'; readonly orderId: string; readonly transactionId: string }
  | { readonly kind: 'token' | 'question' }

/** As it arrives (spec 2.8, p2pe); letters may be of either case. */
export type SealedReading = {
  readonly keySerialNumber: string
  readonly payload: string
  readonly initializationVector?: string
  readonly cardBin?: string
}

/** What a terminal read off a card, as a request would say it in plain. */
export type CardReading = {
  readonly number: string
  /** The month without a leading zero, the year in two digits. */
  readonly expiry?: { readonly month: string; readonly year: string }
  readonly track1?: string
  readonly track2?: string
  /** EMV tags, from the permitted list. */
  readonly emvRequest?: string
}

/** Why it stays closed: which part of it is at fault, and a sentence that gives nothing away. */
export type ReadingRefusal = { readonly culprit: keyof SealedReading; readonly why: string }

/** The keys that the keys of terminals are derived from, by the set that a key serial number begins with. */
export interface BaseKeys {
  find(merchantId: string, keySerialNumber: string): Promise<FoundBaseKey | 'retired' | 'unknown'>
}

export type BaseKey = KeySet & { readonly key: Buffer }
export type FoundBaseKey = BaseKey & {
  /** Everybody knows it. */
  readonly isTest: boolean
}

export type KeySet = {
  readonly algorithm: BaseKeyAlgorithm
  /** What its terminals' key serial numbers begin with, in upper case. */
  readonly keySetId: string
}

/** Where base keys lie, wrapped: asked once for each payload, so that a retirement is felt at once. */
export interface BaseKeyStore {
  /** The one that fits best: the merchant's own before common ones, then the longest key set id. */
  find(wanted: WantedBaseKey): Promise<KeptBaseKey | undefined>
}

type WantedBaseKey = {
  readonly merchantId: string
  readonly keySetIds: readonly string[]
  readonly algorithms: readonly BaseKeyAlgorithm[]
  /** Whether those are good, too, that everybody knows. */
  readonly withTestKeys: boolean
}

export type KeptBaseKey = KeySet & {
  readonly id: string
  readonly isRetired: boolean
  readonly isTest: boolean
  /** Gone with the retirement. */
  readonly value?: WrappedValue
}
export type WrappedValue = { readonly keyId: string; readonly wrapped: Buffer }

/**
 * What came under each key serial number. Nothing in a payload proves that it is as the terminal sealed it,
 * so whoever could send changed copies of one would learn its number from which of them still read.
 */
export interface SealedUses {
  /** Whether it may come: what came before for the same, and anything else as long as there is room. */
  admit(use: SealedUse): Promise<SealedUseVerdict>
}

export type SealedUseVerdict = 'admitted' | 'otherData' | 'otherPurpose'

/**
 * Keyed hashes: of the base key and the key serial number, and of what came under it, whichever merchant sent
 * it. With another vector anybody can change the first block as they like, so there is one for each serial
 * number; who changes a payload itself breaks a block.
 */
export type SealedUse = UseHashes & {
  /** What it is for; absent for a question. */
  readonly purpose?: {
    /** Whether it is used up for that. */
    readonly isClaimed: boolean
    /** Whether another transaction of the same order may have used it. */
    readonly isFollowUp: boolean
  }
  /**
   * As it was remembered when each merchant had serial numbers of its own, and when a TDES key had another
   * name with every parity: what was used then stays used.
   */
  readonly earlier: readonly (UseHashes & { readonly merchantId?: string })[]
}

export type UseHashes = {
  readonly serialHash: Buffer
  readonly vectorHash: Buffer
  readonly payloadHash: Buffer
  /** Both absent for a question. */
  readonly orderHash?: Buffer
  readonly transactionHash?: Buffer
}

/** Under which name its value lies among the wrapped keys. */
export const baseKeyName = (id: string): string => `bdk/${id}`

/** TDES has keys of two parts and serial numbers of 10 bytes; AES has serial numbers of 12. */
export const baseKeyAlgorithms = ['TDES', 'AES-128', 'AES-192', 'AES-256'] as const
export type BaseKeyAlgorithm = (typeof baseKeyAlgorithms)[number]
