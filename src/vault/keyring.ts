import { randomBytes } from 'node:crypto'
import { StartRefusal } from '../platform/errors.ts'
import type { KeyEncryptionKeys } from './keyEncryptionKeys.ts'
import { type DataKeyPurpose, dataKeyName, type KeyState, type KeyStore, lockingSecret } from './stores.ts'
import { createKeyWrapping, KeyDoesNotOpen, type KeyWrapping } from './wrapping.ts'

/**
 * Data keys and secrets are random, wrapped by a key-encryption key and kept in the store. Each names the key
 * that wraps it; data keys are numbered by generations, so that a new one can start while what the one before
 * has sealed stays readable. Both change while nodes run (rotation.ts); a node looks now and then.
 */
export interface Keyring {
  readonly secrets: InstallationSecrets
  /** What a merchant's cards are sealed under. */
  readonly cards: DataKeys
  /** What a merchant's sessions are sealed under: they hold what may not be kept with a card. */
  readonly sessions: DataKeys
  /** What the secrets are sealed under that a merchant's notifications are signed with. */
  readonly notifications: DataKeys
  /** Of the store, as far as this node has heard. */
  keyState(): KeyState
  /** Looks again at the operator's keys and at the store's keyState; what an operator should hear. */
  refresh(): Promise<readonly string[]>
  /** Why this node cannot make keys now, or undefined: it was not given what the others lock with. */
  trouble(): string | undefined
  readonly wrapping: KeyWrapping
}

type InstallationSecrets = {
  /** API passwords are hashed under it. */
  readonly passwordPepper: Buffer
  /** The fingerprints that tell a replay from a reuse. */
  readonly fingerprint: Buffer
  /** Card numbers inside fingerprints. */
  readonly cardHash: Buffer
  /** The entries of the audit log are chained under it. */
  readonly audit: Buffer
}

export type KeyringDependencies = {
  readonly keys: KeyEncryptionKeys
  readonly store: KeyStore
  /** Merchants whose data key is kept unwrapped in memory. */
  readonly merchantsMax?: number
}

/** Refuses to start when the store's secrets do not open: better now than at the first card. */
export async function openKeyring(parts: KeyringDependencies): Promise<Keyring> {
  const { store, merchantsMax = 10_000 } = parts
  const wrapping = createKeyWrapping(parts.keys, store)
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
      // Of two looks at once the later answer may be the older one.
      const isOlder = read.generation < known.generation || read.oldest < known.oldest
      if (isOlder) return
      const isChanged = read.generation > known.generation || read.oldest > known.oldest
      known = read
      if (isChanged) for (const act of acts) act(known)
    },
    onChange: act => acts.push(act),
  }
}

async function openSecrets(parts: DataKeyDependencies): Promise<InstallationSecrets> {
  const secret = async (name: string) => (await findOrMakeKey(parts, () => name)).key
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

/** How long a node may go on sealing under the previous generation, and not know a new key. */
export const noticedWithinMs = 2_000

/** Checks periodically whether keys were rotated. A problem is logged once, not at each check. */
export function monitorKeys(
  keyring: Pick<Keyring, 'refresh'>,
  { everyMs = noticedWithinMs, warn }: KeyMonitorOptions,
) {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let told: readonly string[] = []

  async function look(): Promise<void> {
    const heard = await keyring.refresh()
    for (const news of heard) if (!told.includes(news)) warn(news)
    told = heard
  }

  const timer = setInterval(() => {
    // A database that does not answer is asked once, and told of by those who need it.
    if (isRunning) return
    isRunning = true
    running = look()
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

type KeyMonitorOptions = { readonly everyMs?: number; readonly warn: (news: string) => void }

/** The data keys of one purpose. */
export interface DataKeys {
  readonly purpose: DataKeyPurpose
  /** For what is new; made when a merchant first needs one. At once when it is in memory, else a promise. */
  current(merchantId: string): DataKey | Promise<DataKey>
  /** A key that sealed something earlier; a missing one is a fault, never made anew. */
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
  /** Is called whenever it has changed. */
  onChange(act: (keyState: KeyState) => void): void
}

function createDataKeys(purpose: DataKeyPurpose, parts: DataKeyDependencies): DataKeys {
  const { keyState, merchantsMax: max } = parts
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
    return await findOrMakeKey(parts, ({ generation }) => dataKeyName(purpose, merchantId, generation))
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

/** Unwrapped keys, least recently used first. Those of earlier generations go by merchant and number. */
type UnwrappedKeys = { readonly keys: Map<string, Promise<DataKey> | DataKey>; readonly max: number }

function recall({ keys }: UnwrappedKeys, name: string): Promise<DataKey> | DataKey | undefined {
  const known = keys.get(name)
  if (known) {
    // A map keeps the order of insertion: out and in again makes it the most recently used.
    keys.delete(name)
    keys.set(name, known)
  }
  return known
}

/** The promise stands in for the key meanwhile, so that a hundred first cards at once ask the store once. */
function remember({ keys, max }: UnwrappedKeys, name: string, arriving: Promise<DataKey>): Promise<DataKey> {
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
function forgetBefore({ keys }: UnwrappedKeys, oldest: number): void {
  for (const [name, known] of keys)
    if (!(known instanceof Promise) && known.generation < oldest) keys.delete(name)
}
