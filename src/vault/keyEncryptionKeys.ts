// The operator's key-encryption keys: reading them from settings or a file, and adding or removing one.

import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import { createFile, OwnerLost, readPrivate, readPrivateIfPresent, rewriteFile } from '../platform/files.ts'
import {
  type NamedKey,
  namedKeyBytes,
  namedKeysForm,
  parseNamedKeys,
  writeNamedKeys,
} from '../platform/secretBox.ts'

/** The keys that wrap all others, and their origin, to be named to an operator whose key does not fit. */
export type KeyEncryptionKeys = {
  readonly keys: readonly NamedKey[]
  readonly origin: string
  /**
   * The file in which they can be read again and added to; absent where they are given in the environment.
   */
  readonly path?: string
  readonly readAgain?: () => Promise<readonly NamedKey[]>
}

/**
 * The operator's keys: from the environment, from a file, or none; then a gateway creates one at its first
 * start. Commands use a database that already has keys, and a new key would open nothing there.
 */
export function findKeys(
  { keys, keysFile, dataDirectory }: KeySettings,
  { mayMake }: { readonly mayMake: boolean },
): Promise<KeyEncryptionKeys> {
  if (keys !== undefined) return Promise.resolve(configuredKeys(keys))
  if (keysFile !== undefined) return keysInFile(keysFile)
  return mayMake ? keysInDirectory(dataDirectory) : keysMadeBefore(dataDirectory)
}

export type KeySettings = {
  readonly keys: readonly NamedKey[] | undefined
  readonly keysFile: string | undefined
  readonly dataDirectory: string
}

export function configuredKeys(keys: readonly NamedKey[]): KeyEncryptionKeys {
  return { keys, origin: 'TOLLGATE_KEYS' }
}

/**
 * For the sandbox: the first start creates a key. Anyone with access to the directory can decrypt the cards.
 */
export async function keysInDirectory(directory: string): Promise<KeyEncryptionKeys> {
  const path = join(directory, 'keys')
  return fromFile(path, await findOrCreate(path))
}

async function keysMadeBefore(directory: string): Promise<KeyEncryptionKeys> {
  const path = resolve(directory, 'keys')
  const text = await readPrivateIfPresent(path).catch(error => {
    if (error instanceof StartRefusal) throw error
    throw new UseRefusal(`${path} cannot be read (${errorCode(error)})`)
  })
  if (text !== undefined) return fromFile(path, text)
  throw new UseRefusal(
    `There are no keys in ${path}: say where the gateway has them, with TOLLGATE_DATA_DIR, ` +
      'TOLLGATE_KEYS_FILE or TOLLGATE_KEYS.',
  )
}

/** A file of the operator's: it is never created, because a new key opens nothing. */
export async function keysInFile(path: string): Promise<KeyEncryptionKeys> {
  const text = await readPrivate(path).catch(error => {
    if (error instanceof StartRefusal) throw error
    throw new UseRefusal(`${path} cannot be read (${errorCode(error)})`)
  })
  return fromFile(path, text)
}

function fromFile(path: string, text: string): KeyEncryptionKeys {
  const keys = parseKeys(text)
  if (!keys) throw new UseRefusal(doesNotHoldKeys(path))
  return { keys, origin: path, path, readAgain: () => readKeys(path) }
}

/** A random key with an id that means nothing else. */
export function newKey(id: string = `key-${randomBytes(4).toString('hex')}`): NamedKey {
  return { id, key: randomBytes(namedKeyBytes) }
}

/** Adds it before the others: nodes read it at their next check, and the next rotation wraps with it. */
export async function addKey(path: string, key: NamedKey): Promise<void> {
  await rewrite(path, keys => [key, ...keys])
}

/** Removes keys that wrap nothing any more. */
export async function removeKeys(path: string, ids: readonly string[]): Promise<void> {
  await rewrite(path, keys => keys.filter(({ id }) => !ids.includes(id)))
}

async function rewrite(path: string, change: (keys: readonly NamedKey[]) => readonly NamedKey[]) {
  const text = writeNamedKeys(change(await readKeys(path)))
  if (!parseNamedKeys(text)) throw new Error(`${path} would not hold keys any more (${namedKeysForm})`)
  // A link stays a link; its target is replaced.
  await rewriteFile(await realpath(path), `${text}\n`).catch(error => {
    throw new StartRefusal(
      error instanceof OwnerLost
        ? `${path} belongs to another user (${error.owner}) and would not stay theirs: let them run this.`
        : `${path} cannot be rewritten (${errorCode(error)})`,
    )
  })
}

async function readKeys(path: string): Promise<readonly NamedKey[]> {
  const text = await readPrivate(path).catch(error => {
    if (error instanceof StartRefusal) throw error
    throw new Error(`${path} cannot be read (${errorCode(error)})`)
  })
  const keys = parseKeys(text)
  if (!keys) throw new Error(doesNotHoldKeys(path))
  return keys
}

/** In a file, each may have a line of its own. */
const parseKeys = (text: string) =>
  parseNamedKeys(
    text
      .trim()
      .split(/[\s,]+/)
      .join(','),
  )

const doesNotHoldKeys = (path: string): string => `${path} does not hold keys (${namedKeysForm})`

/** Synced to disk: data will soon be sealed under it. */
async function findOrCreate(path: string): Promise<string> {
  try {
    const text = `${writeNamedKeys([newKey(`sandbox-${randomBytes(4).toString('hex')}`)])}\n`
    return (await readPrivateIfPresent(path)) ?? (await createFile(path, text))
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`${path} can be neither read nor made (${errorCode(error)})`)
  }
}
