import { randomBytes } from 'node:crypto'
import { dataKeyName, type KeyStanding, type KeyStore, type Purpose } from './keys.ts'
import type { Wrapping } from './wrapping.ts'

/** The data keys of one purpose. */
export interface DataKeys {
  readonly purpose: Purpose
  /** For what is new; made when a merchant first needs one. At once when it is in memory, else a promise. */
  current(merchantId: string): DataKey | Promise<DataKey>
  /** A key that sealed something earlier; a missing one is a fault, never made anew. */
  earlier(merchantId: string, generation: number): DataKey | Promise<DataKey>
}

export type DataKey = { readonly generation: number; readonly key: Buffer }

export type DataKeyParts = {
  readonly store: KeyStore
  readonly wrapping: Wrapping
  readonly standing: Standing
  readonly merchantsMax: number
}

/** What this node knows by now of the standing of keys; it may be a few seconds behind. */
export interface Standing {
  now(): KeyStanding
  refresh(): Promise<void>
  /** Is called whenever it has changed. */
  onChange(act: (standing: KeyStanding) => void): void
}

export function createDataKeys(purpose: Purpose, parts: DataKeyParts): DataKeys {
  const { standing, merchantsMax: max } = parts
  const current: Opened = { keys: new Map(), max }
  const earlier: Opened = { keys: new Map(), max }
  standing.onChange(({ generation, oldest }) => {
    for (const [merchantId, known] of current.keys) {
      if (known instanceof Promise) current.keys.delete(merchantId)
      else if (known.generation < generation) {
        current.keys.delete(merchantId)
        if (earlier.keys.size < max) earlier.keys.set(`${merchantId}/${known.generation}`, known)
      }
    }
    forgetBefore(earlier, oldest)
  })
  return {
    purpose,
    current: merchantId =>
      recall(current, merchantId) ?? remember(current, merchantId, loadCurrent(merchantId)),
    earlier(merchantId, generation) {
      const known = current.keys.get(merchantId)
      // Nearly always what is opened was sealed under the key that seals.
      if (known && 'generation' in known && known.generation === generation) return known
      const name = `${merchantId}/${generation}`
      return recall(earlier, name) ?? remember(earlier, name, loadEarlier(merchantId, generation))
    },
  }

  async function loadCurrent(merchantId: string): Promise<DataKey> {
    return await findOrMake(parts, ({ generation }) => dataKeyName(purpose, merchantId, generation))
  }

  async function loadEarlier(merchantId: string, generation: number): Promise<DataKey> {
    const name = dataKeyName(purpose, merchantId, generation)
    const found = await parts.store.find(name)
    if (!found) throw new KeyMissing(`The store has no key '${name}'`)
    return { generation, key: await parts.wrapping.unwrap(name, found) }
  }
}

/** What was sealed under it is lost. */
export class KeyMissing extends Error {}

/** How often somebody may rotate between our looking and our writing. */
const triesMax = 5

/** Two nodes may make it at the same time: what the store kept is the key, not what we proposed. */
export async function findOrMake(
  { store, wrapping, standing }: Omit<DataKeyParts, 'merchantsMax'>,
  nameNow: (standing: KeyStanding) => string,
): Promise<DataKey> {
  for (let tries = 0; tries < triesMax; tries++) {
    const { generation, lockedWith = wrapping.ids()[0] ?? '' } = standing.now()
    const name = nameNow(standing.now())
    const found = await store.find(name)
    const kept = found ?? (await store.add(name, await wrapping.wrap(name, randomBytes(32), lockedWith)))
    if (kept) return { generation, key: await wrapping.unwrap(name, kept) }
    await standing.refresh()
  }
  throw new Error('Keys were rotated each time a new one was to be stored')
}

/** Unwrapped keys, least recently used first. Those of earlier generations go by merchant and number. */
type Opened = { readonly keys: Map<string, Promise<DataKey> | DataKey>; readonly max: number }

function recall({ keys }: Opened, name: string): Promise<DataKey> | DataKey | undefined {
  const known = keys.get(name)
  if (known) {
    // A map keeps the order of insertion: out and in again makes it the most recently used.
    keys.delete(name)
    keys.set(name, known)
  }
  return known
}

/** The promise stands in for the key meanwhile, so that a hundred first cards at once ask the store once. */
function remember({ keys, max }: Opened, name: string, arriving: Promise<DataKey>): Promise<DataKey> {
  keys.set(name, arriving)
  arriving.then(
    key => keys.get(name) === arriving && keys.set(name, key),
    () => keys.get(name) === arriving && keys.delete(name),
  )
  const [oldest] = keys.keys()
  if (keys.size > max && oldest !== undefined) keys.delete(oldest)
  return arriving
}

/** Not wiped out: a request that has one in its hands would seal under a key of nothing but zeros. */
function forgetBefore({ keys }: Opened, oldest: number): void {
  for (const [name, known] of keys)
    if (!(known instanceof Promise) && known.generation < oldest) keys.delete(name)
}
