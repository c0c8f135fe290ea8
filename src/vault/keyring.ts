import { StartRefusal } from '../platform/errors.ts'
import { createDataKeys, type DataKeyParts, type DataKeys, findOrMake, type Standing } from './dataKeys.ts'
import type { KeyEncryptionKeys } from './keyEncryptionKeys.ts'
import { type KeyStanding, type KeyStore, lockingSecret } from './keys.ts'
import { createWrapping, KeyDoesNotOpen, type Wrapping } from './wrapping.ts'

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
  standing(): KeyStanding
  /** Looks again at the operator's keys and at the store's standing; what an operator should hear. */
  refresh(): Promise<readonly string[]>
  /** Why this node cannot make keys now, or undefined: it was not given what the others lock with. */
  trouble(): string | undefined
  readonly wrapping: Wrapping
}

export type InstallationSecrets = {
  /** API passwords are hashed under it. */
  readonly passwordPepper: Buffer
  /** The fingerprints that tell a replay from a reuse. */
  readonly fingerprint: Buffer
  /** Card numbers inside fingerprints. */
  readonly cardHash: Buffer
  /** The entries of the audit log are chained under it. */
  readonly audit: Buffer
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
  const wrapping = createWrapping(parts.keys, store)
  const standing = await createStanding(store)
  const own: DataKeyParts = { store, wrapping, standing, merchantsMax }
  const secrets = await openSecrets(own)
  const trouble = () => {
    const { lockedWith } = standing.now()
    const isKnown = lockedWith === undefined || wrapping.ids().includes(lockedWith)
    return isKnown ? undefined : wrapping.whyNot(lockedWith)
  }
  return {
    secrets,
    cards: createDataKeys('card', own),
    sessions: createDataKeys('session', own),
    notifications: createDataKeys('notification', own),
    standing: standing.now,
    async refresh() {
      const complaint = await wrapping.readAgain()
      await standing.refresh()
      return [complaint, trouble()].filter(text => text !== undefined)
    },
    trouble,
    wrapping,
  }
}

async function createStanding(store: KeyStore): Promise<Standing> {
  let known = await store.standing()
  const acts: ((standing: KeyStanding) => void)[] = []
  return {
    now: () => known,
    async refresh() {
      const read = await store.standing()
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

async function openSecrets(parts: DataKeyParts): Promise<InstallationSecrets> {
  const secret = async (name: string) => (await findOrMake(parts, () => name)).key
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
