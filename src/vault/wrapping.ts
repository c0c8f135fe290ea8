// Wrapping keys under key-encryption keys, and reading these again while the gateway runs.

import { errorMessage, UseRefusal } from '../platform/errors.ts'
import { type NamedKey, open, seal } from '../platform/secretBox.ts'
import type { KeyEncryptionKeys } from './keyEncryptionKeys.ts'
import type { KeyStore, WrappedKey } from './stores.ts'

/** Wraps keys under key-encryption keys. The set of these may change while it is used. */
export interface KeyWrapping {
  /** The ids of the known keys, in the operator's order: a rotation wraps with the first. */
  ids(): readonly string[]
  wrap(name: string, key: Buffer, keyId: string): Promise<WrappedKey>
  unwrap(name: string, wrapped: WrappedKey): Promise<Buffer>
  /** Reads the keys again where that is possible; returns a warning for the operator. */
  readAgain(): Promise<string | undefined>
  /** An explanation for when this key is not known. */
  whyNot(keyId: string): string
}

/** The name is bound to the wrapped key, so that one merchant's key cannot be used as another's. */
export function createKeyWrapping(source: KeyEncryptionKeys, store: Pick<KeyStore, 'isUsed'>): KeyWrapping {
  const { origin } = source
  if (source.keys.length === 0) throw new UseRefusal(`${origin} holds no key`)
  const { known, readAgain } = createKnownKeys(source, store)
  const whyNot = (keyId: string) => `The database is locked with key '${keyId}', which is not in ${origin}`

  async function keyOf(keyId: string): Promise<Buffer> {
    const find = () => known().find(({ id }) => id === keyId)?.key
    const found = find()
    if (found) return found
    // The node that wrapped it had the key: perhaps it is in the file by now.
    await readAgain()
    const later = find()
    if (!later) throw new KeyDoesNotOpen(whyNot(keyId))
    return later
  }

  return {
    ids: () => known().map(({ id }) => id),
    wrap: async (name, key, keyId) => ({ keyId, wrapped: seal(await keyOf(keyId), key, name) }),
    async unwrap(name, { keyId, wrapped }) {
      const wrappedBy = await keyOf(keyId)
      try {
        return open(wrappedBy, wrapped, name)
      } catch {
        throw new KeyDoesNotOpen(`Key '${keyId}' of ${origin} does not open '${name}' in the database`)
      }
    },
    readAgain,
    whyNot,
  }
}

/** Neither an unavailable store nor a bug: the operator's keys are not those of the database. */
export class KeyDoesNotOpen extends Error {}

/** Concurrent calls share one read of the file. */
function createKnownKeys(source: KeyEncryptionKeys, store: Pick<KeyStore, 'isUsed'>) {
  const { origin } = source
  let known = source.keys
  let reading: Promise<string | undefined> | undefined

  async function read(): Promise<string | undefined> {
    if (!source.readAgain) return undefined
    try {
      const { keys, missed } = await reconcileKeys({ known, found: await source.readAgain(), origin }, store)
      known = keys
      return missed.length === 0 ? undefined : stillNeeded(missed, origin)
    } catch (error) {
      return errorMessage(error)
    }
  }

  return {
    known: () => known,
    readAgain(): Promise<string | undefined> {
      reading ??= read().finally(() => {
        reading = undefined
      })
      return reading
    },
  }
}

type KeyReadings = {
  readonly known: readonly NamedKey[]
  readonly found: readonly NamedKey[]
  readonly origin: string
}
type ReconciledKeys = { readonly keys: readonly NamedKey[]; readonly missed: readonly string[] }

/**
 * A key that the operator removed is dropped, except while it still wraps something: a mistake must not stop
 * a running gateway. A key whose value changed under the same id is not a rotation, but a mistake.
 */
async function reconcileKeys(
  { known, found, origin }: KeyReadings,
  store: Pick<KeyStore, 'isUsed'>,
): Promise<ReconciledKeys> {
  const changed = found.find(({ id, key }) => known.some(one => one.id === id && !one.key.equals(key)))
  if (changed) throw new Error(`${origin} holds another key than before under the id '${changed.id}'`)
  const missed: NamedKey[] = []
  for (const one of known)
    if (!found.some(({ id }) => id === one.id) && (await store.isUsed(one.id))) missed.push(one)
  return { keys: [...found, ...missed], missed: missed.map(({ id }) => id) }
}

const stillNeeded = (ids: readonly string[], origin: string): string =>
  `${ids.map(id => `'${id}'`).join(', ')} is gone from ${origin}, but the database is still locked with it`
