import { errorMessage, UseRefusal } from '../platform/errors.ts'
import { type NamedKey, open, seal } from '../platform/secretBox.ts'
import type { KeyEncryptionKeys } from './keyEncryptionKeys.ts'
import type { KeyStore, WrappedKey } from './stores.ts'

/** Wraps keys under key-encryption keys. Which of these there are may change while it is used. */
export interface KeyWrapping {
  /** The ids of those that are known, as the operator wrote them: a rotation locks with the first. */
  ids(): readonly string[]
  wrap(name: string, key: Buffer, keyId: string): Promise<WrappedKey>
  unwrap(name: string, wrapped: WrappedKey): Promise<Buffer>
  /** Reads the keys again where they can be; what an operator should hear of that. */
  readAgain(): Promise<string | undefined>
  /** What is wrong when this key is not known. */
  whyNot(keyId: string): string
}

/** The name is bound to the wrapped key, so that one merchant's key cannot be put in another's place. */
export function createKeyWrapping(source: KeyEncryptionKeys, store: Pick<KeyStore, 'isUsed'>): KeyWrapping {
  const { origin } = source
  if (source.keys.length === 0) throw new UseRefusal(`${origin} holds no key`)
  const { known, readAgain } = createKnownKeys(source, store)
  const whyNot = (keyId: string) => `The database is locked with key '${keyId}', which is not in ${origin}`

  async function keyOf(keyId: string): Promise<Buffer> {
    const find = () => known().find(({ id }) => id === keyId)?.key
    const found = find()
    if (found) return found
    // Whoever wrapped it was told of the key: perhaps we can be, too.
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

/** Neither a store that is away nor a bug of ours: the operator's keys are not those of the database. */
export class KeyDoesNotOpen extends Error {}

/** However many ask at once, the file is read once. */
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
 * What the operator took away is forgotten, except what still wraps something: a slip of the hand must not
 * stop a gateway that runs. A key that became another one is no rotation, but a mistake.
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
