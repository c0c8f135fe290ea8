import { randomBytes } from 'node:crypto'
import type { NamedKey } from '../platform/namedKeys.ts'
import { open, seal } from '../platform/secretBox.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import type { KeyEncryptionKeys } from './keyEncryptionKeys.ts'
import type { KeyStore, WrappedKey } from './keys.ts'

/**
 * Data keys and secrets are random, wrapped by the current key-encryption key and kept in the store. Each
 * names the key that wraps it, so a rotation rewraps keys and touches no card; a merchant's data keys are
 * numbered, so a new one can start while cards under the old one stay readable.
 */
export interface Keyring {
  readonly secrets: InstallationSecrets
  /** What a merchant's cards are sealed under. */
  readonly cards: DataKeys
  /** What a merchant's sessions are sealed under: they hold what may not be kept with a card. */
  readonly sessions: DataKeys
}

/** The data keys of one purpose. */
export interface DataKeys {
  readonly purpose: Purpose
  /** For what is new; made when a merchant first needs one. At once when it is in memory, else a promise. */
  current(merchantId: string): DataKey | Promise<DataKey>
  /** A key that sealed something earlier; a missing one is a fault, never made anew. */
  earlier(merchantId: string, generation: number): DataKey | Promise<DataKey>
}
export type Purpose = 'card' | 'session'

export type DataKey = { readonly generation: number; readonly key: Buffer }

export type InstallationSecrets = {
  /** API passwords are hashed under it. */
  readonly passwordPepper: Buffer
  /** The fingerprints that tell a replay from a reuse. */
  readonly fingerprint: Buffer
  /** Card numbers inside fingerprints. */
  readonly cardHash: Buffer
}

export type KeyringParts = {
  readonly keys: KeyEncryptionKeys
  readonly store: KeyStore
  /** Merchants whose data key is kept unwrapped in memory. */
  readonly merchantsMax?: number
}

/** Refuses to start when the store's secrets do not open: better now than at the first card. */
export async function openKeyring(parts: KeyringParts): Promise<Keyring> {
  const { store, merchantsMax = 10_000 } = parts
  const wrapping = wrapper(parts.keys)
  const secrets = await openSecrets(store, wrapping)
  const dataKeys = (purpose: Purpose) => createDataKeys(purpose, { store, wrapping, merchantsMax })
  return { secrets, cards: dataKeys('card'), sessions: dataKeys('session') }
}

type DataKeyParts = {
  readonly store: KeyStore
  readonly wrapping: Wrapper
  readonly merchantsMax: number
}

function createDataKeys(purpose: Purpose, { store, wrapping, merchantsMax }: DataKeyParts): DataKeys {
  const opened: Opened = { keys: new Map(), max: merchantsMax }
  return {
    purpose,
    current: merchantId =>
      recall(opened, merchantId) ??
      remember(opened, merchantId, load(findOrMake, { merchantId, generation: firstGeneration })),
    earlier: (merchantId, generation) =>
      recall(opened, `${merchantId}/${generation}`) ??
      remember(opened, `${merchantId}/${generation}`, load(findOrFail, { merchantId, generation })),
  }

  async function load(
    find: typeof findOrMake,
    wanted: { readonly merchantId: string; readonly generation: number },
  ) {
    const name = `${purpose}/${wanted.merchantId}/${wanted.generation}`
    return { generation: wanted.generation, key: await find({ name, store, wrapping }) }
  }
}

/** Until a rotation of data keys starts a second one. */
const firstGeneration = 1

/** Unwrapped keys, least recently used first. The current key goes by its merchant alone. */
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

async function openSecrets(store: KeyStore, wrapping: Wrapper): Promise<InstallationSecrets> {
  const secret = (name: string) => findOrMake({ name: `secret/${name}`, store, wrapping })
  try {
    return {
      passwordPepper: await secret('password-pepper'),
      fingerprint: await secret('fingerprint'),
      cardHash: await secret('card-hash'),
    }
  } catch (error) {
    throw error instanceof KeyDoesNotOpen ? new StartRefusal(error.message) : error
  }
}

type Lookup = { readonly name: string; readonly store: KeyStore; readonly wrapping: Wrapper }

async function findOrMake({ name, store, wrapping }: Lookup): Promise<Buffer> {
  const found = await store.find(name)
  // Two nodes may make it at the same time: what the store kept is the key, not what we proposed.
  const kept = found ?? (await store.add(name, wrapping.wrap(name, randomBytes(32))))
  return wrapping.unwrap(name, kept)
}

async function findOrFail({ name, store, wrapping }: Lookup): Promise<Buffer> {
  const found = await store.find(name)
  if (!found) throw new Error(`The store has no key '${name}'`)
  return wrapping.unwrap(name, found)
}

interface Wrapper {
  wrap(name: string, key: Buffer): WrappedKey
  unwrap(name: string, wrapped: WrappedKey): Buffer
}

/** The name is bound to the wrapped key, so that one merchant's key cannot be put in another's place. */
function wrapper({ keys, origin }: KeyEncryptionKeys): Wrapper {
  const [current] = keys
  if (!current) throw new StartRefusal(`${origin} holds no key`)
  const byId: ReadonlyMap<string, NamedKey> = new Map(keys.map(key => [key.id, key]))
  return {
    wrap: (name, key) => ({ keyId: current.id, wrapped: seal(current.key, key, name) }),
    unwrap(name, { keyId, wrapped }) {
      const wrappedBy = byId.get(keyId)
      if (!wrappedBy) {
        throw new KeyDoesNotOpen(`The database is locked with key '${keyId}', which is not in ${origin}`)
      }
      try {
        return open(wrappedBy.key, wrapped, name)
      } catch {
        throw new KeyDoesNotOpen(`Key '${keyId}' of ${origin} does not open '${name}' in the database`)
      }
    },
  }
}

class KeyDoesNotOpen extends Error {}
