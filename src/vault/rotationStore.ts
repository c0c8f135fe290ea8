import type { WrappedKey } from './keys.ts'

/**
 * What only the owner of the database may do: change keys that are stored, and what is sealed under them. A
 * gateway never opens this.
 */
export interface RotationStore {
  /** Oldest first. */
  generations(): Promise<readonly Generation[]>
  /** False when there is one of that number already. */
  start(number: number, news: News): Promise<boolean>
  /** Remembers that nothing is sealed under generations before this one. */
  finish(number: number, news: News): Promise<void>
  find(name: string): Promise<WrappedKey | undefined>
  /** By name, after a name. */
  keys(wanted: WantedKeys): Promise<readonly StoredKey[]>
  /** How many keys each key-encryption key wraps. */
  wrappings(): Promise<ReadonlyMap<string, number>>
  /** Only while it is wrapped as it was seen. */
  rewrap(key: Rewrapped, news?: News): Promise<boolean>
  /** Some boxes of earlier generations, and where to go on. */
  boxes(place: SealedPlace, wanted: WantedBoxes): Promise<BoxPage>
  /** Puts each in the place of the box it was made of, where that still lies; how many. */
  replace(place: SealedPlace, boxes: readonly Resealed[]): Promise<number>
  /** About how many rows a place is to be looked through for; undefined when nobody knows. */
  estimate(place: SealedPlace): Promise<number | undefined>
  /** From now on the database itself takes no box of an earlier generation, whoever brings it. */
  fence(place: SealedPlace, oldest: number): Promise<Fenced>
  /** Whether there is none left behind the fence; looks at every row, and keeps nobody from writing. */
  isClear(place: SealedPlace): Promise<boolean>
  /** Deletes the data keys of earlier generations; undefined when not every place is fenced and clear. */
  retire(oldest: number, news: News): Promise<number | undefined>
  /** How many boxes there are of each merchant and generation; looks at every row. */
  count(place: SealedPlace): Promise<readonly Counted[]>
}

/** Where things lie that are sealed under merchants' data keys. */
export const sealedPlaces = ['transactions', 'tokens', 'sessions', 'secrets'] as const
export type SealedPlace = (typeof sealedPlaces)[number]

export type Generation = {
  readonly number: number
  readonly startedAtMs: number
  /** By the database's own clock, which a sandbox does not move. */
  readonly ageMs: number
  /** Since nothing is sealed under those before it; undefined until then. */
  readonly resealedForMs?: number
  readonly retiredAtMs?: number
}

/** For the audit log, in the commit that it tells of. */
export type News = {
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
export type Rewrapped = { readonly name: string; readonly seen: WrappedKey; readonly wrapped: WrappedKey }

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
export type Resealed = { readonly box: SealedBox; readonly sealed: Buffer }

/** Busy: somebody has been using the table for so long that it could not be had for an instant. */
export type Fenced = 'fenced' | 'busy'

export type Counted = {
  readonly merchantId: string
  readonly generation: number
  readonly boxes: number
}
