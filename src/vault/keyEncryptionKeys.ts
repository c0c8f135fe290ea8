import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../platform/errorCode.ts'
import {
  type NamedKey,
  namedKeyBytes,
  namedKeysForm,
  parseNamedKeys,
  writeNamedKeys,
} from '../platform/namedKeys.ts'
import { StartRefusal } from '../platform/startRefusal.ts'

/** The keys that wrap all others, and where they came from, for the operator whose key does not fit. */
export type KeyEncryptionKeys = { readonly keys: readonly NamedKey[]; readonly origin: string }

export function configuredKeys(keys: readonly NamedKey[]): KeyEncryptionKeys {
  return { keys, origin: 'TOLLGATE_KEYS' }
}

/** For the sandbox: the first start makes a key. Whoever has the directory can read the cards. */
export async function keysInDirectory(directory: string): Promise<KeyEncryptionKeys> {
  const path = join(directory, 'keys')
  const text = await findOrCreate(directory, path)
  const keys = parseNamedKeys(text.trim())
  if (!keys) throw new StartRefusal(`${path} does not hold keys (${namedKeysForm})`)
  return { keys, origin: path }
}

async function findOrCreate(directory: string, path: string): Promise<string> {
  try {
    return (await readIfPresent(path)) ?? (await create(directory, path))
  } catch (error) {
    throw new StartRefusal(`${path} can be neither read nor made (${errorCode(error)})`)
  }
}

/** Complete or absent at any instant, and never over another's: link refuses a name that is taken. */
async function create(directory: string, path: string): Promise<string> {
  const id = `sandbox-${randomBytes(4).toString('hex')}`
  const text = `${writeNamedKeys([{ id, key: randomBytes(namedKeyBytes) }])}\n`
  const aside = `${path}.${id}.new`
  await mkdir(directory, { recursive: true })
  await writeDurably(aside, text)
  try {
    await link(aside, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return readFile(path, 'utf8')
    if (!withoutLinks.has(errorCode(error))) throw error
    await rename(aside, path)
    return text
  } finally {
    await unlink(aside).catch(() => undefined)
  }
  await syncDirectory(directory)
  return text
}

/** What file systems without hard links answer. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'])

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name must survive a power cut before the first card is sealed under the key. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
