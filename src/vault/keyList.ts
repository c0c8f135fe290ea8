// The list of all keys for operators: generations, purposes and the boxes sealed under each.

import type { Keyring } from './keyring.ts'
import {
  type DataKeyPurpose,
  dataKeyName,
  dataKeyOf,
  type KeyGeneration,
  type RotationStore,
  type SealedPlace,
  type StoredKey,
  sealedPlaces,
} from './stores.ts'

/** All keys, without their values. */
export type KeyList = {
  /** The operator's keys in their order, and those that are in use but missing. */
  readonly wrappings: readonly ListedWrapping[]
  readonly generations: readonly KeyGeneration[]
  readonly keys: readonly ListedKey[]
  /** The cursor of the next page, when there are more. */
  readonly next?: string
}

type ListedWrapping = {
  readonly id: string
  /** How many keys it wraps. */
  readonly keys: number
  readonly isKnown: boolean
  /** Whether new keys are wrapped by it. */
  readonly isLocking: boolean
}

type ListedKey = {
  readonly name: string
  readonly keyId: string
  readonly createdAtMs: number
  readonly purpose?: DataKeyPurpose
  readonly merchantId?: string
  readonly generation?: number
  /** How many boxes are sealed under it, if they were counted. */
  readonly boxes?: number
}

export type WantedKeyList = {
  readonly merchantId?: string
  /** Also counts the boxes sealed under each: reads every row. */
  readonly count?: boolean
  readonly after?: string
  readonly limit?: number
}

type KeyListDependencies = { readonly keyring: Keyring; readonly store: RotationStore }

const limitMax = 1_000

export async function listKeys(
  { keyring, store }: KeyListDependencies,
  wanted: WantedKeyList,
): Promise<KeyList> {
  const { merchantId, count = false, after = '' } = wanted
  const limit = Math.min(wanted.limit ?? limitMax, limitMax)
  await keyring.refresh()
  const found = await store.keys({ after, limit: limit + 1, ...(merchantId !== undefined && { merchantId }) })
  const counted = count ? await countedBoxes(store) : undefined
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    wrappings: wrappingsOf(keyring, await store.wrappings()),
    generations: await store.generations(),
    keys: shown.map(key => listed(key, counted)),
    ...(last && { next: last.name }),
  }
}

function wrappingsOf(keyring: Keyring, used: ReadonlyMap<string, number>): readonly ListedWrapping[] {
  const known = keyring.wrapping.ids()
  const { lockedWith } = keyring.keyState()
  const missing = [...used.keys()].filter(id => !known.includes(id))
  return [...known, ...missing].map(id => ({
    id,
    keys: used.get(id) ?? 0,
    isKnown: known.includes(id),
    isLocking: id === lockedWith,
  }))
}

function listed({ name, keyId, createdAtMs }: StoredKey, counted: Counts | undefined): ListedKey {
  const dataKey = dataKeyOf(name)
  return {
    ...{ name, keyId, createdAtMs, ...dataKey },
    ...(dataKey && counted && { boxes: counted.get(name) ?? 0 }),
  }
}

type Counts = ReadonlyMap<string, number>

const purposeOf: Readonly<Record<SealedPlace, DataKeyPurpose>> = {
  transactions: 'card',
  tokens: 'card',
  sessions: 'session',
  secrets: 'notification',
  users: 'user',
}

async function countedBoxes(store: RotationStore): Promise<Counts> {
  const counts = new Map<string, number>()
  for (const place of sealedPlaces)
    for (const { merchantId, generation, boxes } of await store.count(place)) {
      const name = dataKeyName(purposeOf[place], merchantId, generation)
      counts.set(name, (counts.get(name) ?? 0) + boxes)
    }
  return counts
}
