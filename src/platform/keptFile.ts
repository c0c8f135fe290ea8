import { randomBytes } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from './errorCode.ts'

/** What the file holds, or nothing when there is none. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Complete or absent at any instant, and never over another's: answers what is there in the end. */
export async function createFile(path: string, text: string, mode = 0o600): Promise<string> {
  const aside = await writtenAside(path, text, mode)
  try {
    await link(aside, path)
    await syncFolder(path)
    return text
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return await readFile(path, 'utf8')
    if (!withoutLinks.has(errorCode(error))) throw error
    await rename(aside, path)
    return text
  } finally {
    await unlink(aside).catch(() => undefined)
  }
}

/** In place of what was there: whoever reads meanwhile sees the one or the other, whole. */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  await rename(await writtenAside(path, text, mode), path)
  await syncFolder(path)
}

/** The same, and as it was before: its owner's and its group's, readable for whom it was. */
export async function rewriteFile(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await stat(path)
  const prepare = async (file: FileHandle) => {
    const made = await file.stat()
    if (made.uid !== uid || made.gid !== gid) {
      await file.chown(uid, gid).catch(() => {
        throw new OwnerLost(uid, gid)
      })
    }
    // Only now: until then nobody but us could read it.
    await file.chmod(mode & 0o777)
  }
  await rename(await writtenAside(path, text, 0o600, prepare), path)
  await syncFolder(path)
}

/** Whoever runs this may not give a file to its owner. */
export class OwnerLost extends Error {
  readonly owner: string
  constructor(uid: number, gid: number) {
    super('A file cannot be left to its owner')
    this.owner = `${uid}:${gid}`
  }
}

/** The name must survive a power cut, too: something may soon be sealed under what the file holds. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What file systems without hard links answer. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'])

async function writtenAside(
  path: string,
  text: string,
  mode: number,
  prepare?: (file: FileHandle) => Promise<void>,
): Promise<string> {
  const aside = `${path}.${randomBytes(4).toString('hex')}.new`
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  const file = await open(aside, 'wx', mode)
  try {
    await prepare?.(file)
    await file.writeFile(text)
    await file.sync()
  } catch (error) {
    await unlink(aside).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
  return aside
}
