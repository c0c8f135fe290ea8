// The keyring of a node: data keys of merchants, and secrets of the installation, unwrapped and cached; with
// their rotation noticed.

import { randomBytes } from 'node:crypto'
import { StartRefusal } from '../platform/errors.ts'
import type { KeyEncryptionKeys } from './keyEncryptionKeys.ts'
import { type DataKeyPurpose, dataKeyName, type KeyState, type KeyStore, lockingSecret } from './stores.ts'
import { createKeyWrapping, KeyDoesNotOpen, type KeyWrapping } from './wrapping.ts'

/**
 * Data keys and secrets are random, wrapped by a key-encryption key and kept in the store. Each names the key
 * that wraps it; data keys are numbered by generations, so that a new one can start while data sealed under
 * the previous one stays readable. Both change while nodes run (rotation.ts); a node checks at intervals.
 */
export interface Keyring {
  readonly secrets: InstallationSecrets
  /** The keys that seal a merchant's cards. */
  readonly cards: DataKeys
  /** The keys that seal a merchant's sessions: these contain data that may not be stored with a card. */
  readonly sessions: DataKeys
  /** The keys that seal the secrets of a merchant's notifications. */
  readonly notifications: DataKeys
  /** The keys that seal secrets of the people of a merchant, and of operators. */
  readonly users: DataKeys
  /** The store's key state as this node last read it. */
  keyState(): KeyState
  /** Reads the operator's keys and the store's key state again; returns warnings for the operator. */
  refresh(): Promise<readonly string[]>
  /**
   * Why this node cannot create keys now, or undefined: it does not have the key-encryption key that the
   * others wrap with.
   */
  trouble(): string | undefined
  readonly wrapping: KeyWrapping
}

type InstallationSecrets = {
  /** The key under which API passwords are hashed. */
  readonly passwordPepper: Buffer
  /** For the fingerprints that distinguish a replay from a reuse. */
  readonly fingerprint: Buffer
  /** For card numbers inside fingerprints. */
  readonly cardHash: Buffer
  /** For the chain of the audit log. */
  readonly audit: Buffer
}

export type KeyringDependencies = {
  readonly keys: KeyEncryptionKeys
  readonly store: KeyStore
  /** How many data keys are cached unwrapped. */
  readonly merchantsMax?: number
}

/** Refuses to start when the store's secrets cannot be unwrapped: better now than at the first card. */
export async function openKeyring(dependencies: KeyringDependencies): Promise<Keyring> {
  const { store, merchantsMax = 10_000 } = dependencies
  const wrapping = createKeyWrapping(dependencies.keys, store)
  const keyState = await createKnownKeyState(store)
  const own: DataKeyDependencies = { store, wrapping, keyState, merchantsMax }
  const secrets = await openSecrets(own)
  const trouble = () => {
    const { lockedWith } = keyState.now()
    const isKnown = lockedWith === undefined || wrapping.ids().includes(lockedWith)
    return isKnown ? undefined : wrapping.whyNot(lockedWith)
  }
  return {
    secrets,
    cards: createDataKeys('card', own),
    sessions: createDataKeys('session', own),
    notifications: createDataKeys('notification', own),
    users: createDataKeys('user', own),
    keyState: keyState.now,
    async refresh() {
      const complaint = await wrapping.readAgain()
      await keyState.refresh()
      return [complaint, trouble()].filter(text => text !== undefined)
    },
    trouble,
    wrapping,
  }
}

async function createKnownKeyState(store: KeyStore): Promise<KnownKeyState> {
  let known = await store.keyState()
  const acts: ((keyState: KeyState) => void)[] = []
  return {
    now: () => known,
    async refresh() {
      const read = await store.keyState()
      // Of two concurrent reads the one that ends later may have the older state.
      const isOlder = read.generation < known.generation || read.oldest < known.oldest
      if (isOlder) return
      const isChanged = read.generation > known.generation || read.oldest > known.oldest
      known = read
      if (isChanged) for (const act of acts) act(known)
    },
    onChange: act => acts.push(act),
  }
}

async function openSecrets(dependencies: DataKeyDependencies): Promise<InstallationSecrets> {
  const secret = async (name: string) => (await findOrMakeKey(dependencies, () => name)).key
  try {
    return {
      passwordPepper: await secret(lockingSecret),
      fingerprint: await secret('secret/fingerprint'),
      cardHash: await secret('secret/card-hash'),
      audit: await secret('secret/audit'),
    }
  } catch (error) {
    throw error instanceof KeyDoesNotOpen ? new StartRefusal(error.message) : error
  }
}

/** How long a node may continue to seal under the previous generation, without having noticed the new one. */
export const noticedWithinMs = 2_000

/** Checks periodically whether keys were rotated. A problem is logged once, not at each check. */
export function monitorKeys(
  keyring: Pick<Keyring, 'refresh'>,
  { everyMs = noticedWithinMs, warn }: KeyMonitorOptions,
) {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let reported: readonly string[] = []

  async function check(): Promise<void> {
    const warnings = await keyring.refresh()
    for (const warning of warnings) if (!reported.includes(warning)) warn(warning)
    reported = warnings
  }

  const timer = setInterval(() => {
    // One check at a time; a database that does not answer is reported by the code that needs it.
    if (isRunning) return
    isRunning = true
    running = check()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
      })
  }, everyMs).unref()
  return async (): Promise<void> => {
    clearInterval(timer)
    await running
  }
}

type KeyMonitorOptions = { readonly everyMs?: number; readonly warn: (warning: string) => void }

/** The data keys of one purpose. */
export interface DataKeys {
  readonly purpose: DataKeyPurpose
  /**
   * The key for new data; created when a merchant first needs one. Returned directly when it is cached, else
   * as a promise.
   */
  current(merchantId: string): DataKey | Promise<DataKey>
  /** The key of an earlier generation; a missing one is a fault, and never created anew. */
  earlier(merchantId: string, generation: number): DataKey | Promise<DataKey>
}

export type DataKey = { readonly generation: number; readonly key: Buffer }

type DataKeyDependencies = {
  readonly store: KeyStore
  readonly wrapping: KeyWrapping
  readonly keyState: KnownKeyState
  readonly merchantsMax: number
}

/** The state of keys as this node last read it; it may be a few seconds old. */
interface KnownKeyState {
  now(): KeyState
  refresh(): Promise<void>
  /** Calls back whenever it has changed. */
  onChange(act: (keyState: KeyState) => void): void
}

function createDataKeys(purpose: DataKeyPurpose, dependencies: DataKeyDependencies): DataKeys {
  const { keyState, merchantsMax: max } = dependencies
  const current: UnwrappedKeys = { keys: new Map(), max }
  const earlier: UnwrappedKeys = { keys: new Map(), max }
  keyState.onChange(({ generation, oldest }) => {
    for (const [merchantId, known] of current.keys) {
      if (known instanceof Promise) current.keys.delete(merchantId)
      else if (known.generation < generation) {
        current.keys.delete(merchantId)
        if (earlier.keys.size < max) earlier.keys.set(`${merchantId}/${known.generation}`, known)
      }
    }
    dropKeysBefore(earlier, oldest)
  })
  return {
    purpose,
    current: merchantId =>
      cachedKey(current, merchantId) ?? cacheKey(current, merchantId, loadCurrent(merchantId)),
    earlier(merchantId, generation) {
      const known = current.keys.get(merchantId)
      // Data to be opened was nearly always sealed under the current key.
      if (known && 'generation' in known && known.generation === generation) return known
      const name = `${merchantId}/${generation}`
      return cachedKey(earlier, name) ?? cacheKey(earlier, name, loadEarlier(merchantId, generation))
    },
  }

  async function loadCurrent(merchantId: string): Promise<DataKey> {
    return await findOrMakeKey(dependencies, ({ generation }) => dataKeyName(purpose, merchantId, generation))
  }

  async function loadEarlier(merchantId: string, generation: number): Promise<DataKey> {
    const name = dataKeyName(purpose, merchantId, generation)
    const found = await dependencies.store.find(name)
    if (!found) throw new KeyMissing(`The store has no key '${name}'`)
    return { generation, key: await dependencies.wrapping.unwrap(name, found) }
  }
}

/** The data sealed under it is lost. */
export class KeyMissing extends Error {}

/** How many rotations may happen between reading and writing. */
const triesMax = 5

/**
 * Two nodes may create it at the same time: the key is the one that the store kept, not the one proposed
 * here.
 */
async function findOrMakeKey(
  { store, wrapping, keyState }: Omit<DataKeyDependencies, 'merchantsMax'>,
  nameNow: (keyState: KeyState) => string,
): Promise<DataKey> {
  for (let tries = 0; tries < triesMax; tries++) {
    const { generation, lockedWith = wrapping.ids()[0] ?? '' } = keyState.now()
    const name = nameNow(keyState.now())
    const found = await store.find(name)
    const kept = found ?? (await store.add(name, await wrapping.wrap(name, randomBytes(32), lockedWith)))
    if (kept) return { generation, key: await wrapping.unwrap(name, kept) }
    await keyState.refresh()
  }
  throw new Error('Keys were rotated each time a new one was to be stored')
}

/** Unwrapped keys, least recently used first; those of earlier generations by merchant and number. */
type UnwrappedKeys = { readonly keys: Map<string, Promise<DataKey> | DataKey>; readonly max: number }

function cachedKey({ keys }: UnwrappedKeys, name: string): Promise<DataKey> | DataKey | undefined {
  const known = keys.get(name)
  if (known) {
    // A map keeps the order of insertion: deleting and inserting makes it the most recently used.
    keys.delete(name)
    keys.set(name, known)
  }
  return known
}

/**
 * The promise is cached until the key is there, so that a hundred first cards at once query the store once.
 */
function cacheKey({ keys, max }: UnwrappedKeys, name: string, arriving: Promise<DataKey>): Promise<DataKey> {
  keys.set(name, arriving)
  arriving.then(
    key => keys.get(name) === arriving && keys.set(name, key),
    () => keys.get(name) === arriving && keys.delete(name),
  )
  const [oldest] = keys.keys()
  if (keys.size > max && oldest !== undefined) keys.delete(oldest)
  return arriving
}

/** Not overwritten: a request that is using one would seal under a key of zeros. */
function dropKeysBefore({ keys }: UnwrappedKeys, oldest: number): void {
  for (const [name, known] of keys)
    if (!(known instanceof Promise) && known.generation < oldest) keys.delete(name)
}
