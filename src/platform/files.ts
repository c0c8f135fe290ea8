// Files: where the project's own are, writing them atomically, and refusing exposed private ones.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, type Stats } from 'node:fs'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode, UseRefusal } from './errors.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** Whether this code was built: then the files it reads lie beside it, and no compiler is needed. */
export const isBuilt: boolean = existsSync(join(here, 'manifest.json'))

/** A file that the code reads at run time, by its path below src/. */
export const resourcePath = (...segments: readonly string[]): string =>
  isBuilt ? join(here, ...segments) : projectPath('src', ...segments)

/** A file of the project, wherever this code runs from: sources, what was bundled of them, or a build. */
export function projectPath(...segments: readonly string[]): string {
  root ??= findRoot(here)
  return join(root, ...segments)
}

let root: string | undefined

/** At most `bytesMax` bytes and one more: that one more tells the caller that there is too much. */
export async function readUpTo(source: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  let read = Buffer.alloc(0)
  for await (const chunk of source) {
    read = Buffer.concat([read, chunk])
    if (read.length > bytesMax) break
  }
  return read.subarray(0, bytesMax + 1)
}

function findRoot(folder: string): string {
  if (isProject(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No folder above this code has a package.json named tollgate')
  return findRoot(parent)
}

function isProject(manifest: string): boolean {
  if (!existsSync(manifest)) return false
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
  return typeof content === 'object' && content !== null && 'name' in content && content.name === 'tollgate'
}

/** What the file holds, or nothing when there is none. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Creates a file atomically and never overwrites one; returns the text that is in the file in the end. */
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

/** Replaces a file atomically: readers see either the old or the new text, complete. */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  await rename(await writtenAside(path, text, mode), path)
  await syncFolder(path)
}

/** The same, keeping owner, group and mode of the file. */
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

/** This user may not change the owner of a file. */
export class OwnerLost extends Error {
  readonly owner: string
  constructor(uid: number, gid: number) {
    super('A file cannot be left to its owner')
    this.owner = `${uid}:${gid}`
  }
}

/** Makes the file's name durable as well: something may soon be sealed under the key that it holds. */
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

/**
 * What a file with a key holds. One that others can read is refused: the keys are theirs by now, and whoever
 * reads this line can mend it. So is one in whose place others can put a file of theirs. Judged by the file
 * that is read, so that nothing can be put in its place meanwhile. Errors of the system are the caller's to
 * tell.
 */
export async function readPrivate(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    await refuseExposed(file, path)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** The same, or nothing when there is none. */
export async function readPrivateIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readPrivate(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** For whoever reads it in a way of their own. */
export async function refuseExposed(file: FileHandle, path: string): Promise<void> {
  const remedy = process.platform === 'win32' ? undefined : await exposureOf(file, path)
  if (remedy !== undefined) throw new UseRefusal(`${path} ${remedy.why}: ${remedy.command} '${remedy.what}'`)
}

async function exposureOf(file: FileHandle, path: string): Promise<FileExposure | undefined> {
  const stats = await file.stat()
  const open = openness(stats)
  if (open) return { ...open, what: path }
  // A link is one way in, what it leads to another.
  for (const place of new Set([dirname(resolve(path)), dirname(await realpath(path))])) {
    const flaw = flawOfFolder(await stat(place), stats)
    if (flaw) return { ...flaw, what: place }
  }
  return undefined
}

/**
 * Its owner alone may read it. Where that is root, so may a group that root gave it to: that is how secrets
 * are handed to who must not change them, and how orchestrators mount them.
 */
function openness({ mode, uid, gid }: Stats): FileFlaw | undefined {
  const isHandedDown = uid === 0 && gid !== 0
  const allowed = isHandedDown ? 0o740 : 0o700
  if ((mode & 0o777 & ~allowed) === 0) return undefined
  return { why: `is open to others (mode ${modeText(mode)})`, command: `chmod ${isHandedDown ? 640 : 600}` }
}

/** Whoever may write into it, or has it, can replace what is in it; of a sticky one only what is theirs. */
function flawOfFolder({ mode, uid }: Stats, file: Stats): FileFlaw | undefined {
  const ownId = process.geteuid?.() ?? 0
  // Root may act for a service whose user has both.
  const owners = ownId === 0 ? [0, file.uid] : [0, ownId]
  if (!owners.includes(uid))
    return { why: `is in a folder of another user (${uid})`, command: `chown ${owners.at(-1)}` }
  if ((mode & 0o022) === 0 || (mode & 0o1000) !== 0) return undefined
  return { why: `is in a folder that others write into (mode ${modeText(mode)})`, command: 'chmod go-w' }
}

const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0')

type FileFlaw = { readonly why: string; readonly command: string }
type FileExposure = FileFlaw & { readonly what: string }
