// Files: paths of the project's own, atomic writes, and private files that are refused if others can read
// them.

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

/** Whether this code is a build: then the files that it reads are next to it, and no compiler is needed. */
export const isBuilt: boolean = existsSync(join(here, 'manifest.json'))

/** A file that the code reads at run time, by its path below src/. */
export const resourcePath = (...segments: readonly string[]): string =>
  isBuilt ? join(here, ...segments) : projectPath('src', ...segments)

/** A file of the project, whether this code runs from sources, from a bundle of them, or from a build. */
export function projectPath(...segments: readonly string[]): string {
  root ??= findRoot(here)
  return join(root, ...segments)
}

let root: string | undefined

/** Reads at most `bytesMax` + 1 bytes: if the result has more than `bytesMax`, the source is too large. */
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

/** The text of a file; undefined if it does not exist. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Creates a file atomically and never overwrites one; returns the text that the file has afterwards. */
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

/** Replaces a file atomically, keeping its owner, group and mode. */
export async function rewriteFile(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await stat(path)
  const prepare = async (file: FileHandle) => {
    const made = await file.stat()
    if (made.uid !== uid || made.gid !== gid) {
      await file.chown(uid, gid).catch(() => {
        throw new OwnerLost(uid, gid)
      })
    }
    // Only after the owner is set: until then no other user may read it.
    await file.chmod(mode & 0o777)
  }
  await rename(await writtenAside(path, text, 0o600, prepare), path)
  await syncFolder(path)
}

/** The process lacks the permission to keep the owner of a file. */
export class OwnerLost extends Error {
  readonly owner: string
  constructor(uid: number, gid: number) {
    super('A file cannot be left to its owner')
    this.owner = `${uid}:${gid}`
  }
}

/** Makes the file's name durable, too: data may soon be encrypted with the key that it contains. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The error codes of file systems without hard links. */
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
 * The text of a file with a key. A file that other users can read is refused, because they may have the keys
 * by now; the message contains the command that repairs it. So is a file that other users can replace. The
 * check uses the open handle, so that the file cannot be exchanged between check and reading. System errors
 * are passed on to the caller.
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

/** Like readPrivate; undefined if the file does not exist. */
export async function readPrivateIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readPrivate(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The check of readPrivate, for callers that read the file in another way. */
export async function refuseExposed(file: FileHandle, path: string): Promise<void> {
  const remedy = process.platform === 'win32' ? undefined : await exposureOf(file, path)
  if (remedy !== undefined) throw new UseRefusal(`${path} ${remedy.why}: ${remedy.command} '${remedy.what}'`)
}

async function exposureOf(file: FileHandle, path: string): Promise<FileExposure | undefined> {
  const stats = await file.stat()
  const fileFlaw = flawOfFile(stats)
  if (fileFlaw) return { ...fileFlaw, what: path }
  // Both the folder of a symbolic link and that of its target could be used to replace the file.
  for (const folder of new Set([dirname(resolve(path)), dirname(await realpath(path))])) {
    const flaw = flawOfFolder(await stat(folder), stats)
    if (flaw) return { ...flaw, what: folder }
  }
  return undefined
}

/**
 * Only the owner may read the file. If that is root, a group may read it, too: so secrets are given to
 * services that must not change them, and orchestrators mount them that way.
 */
function flawOfFile({ mode, uid, gid }: Stats): FileFlaw | undefined {
  const isHandedDown = uid === 0 && gid !== 0
  const allowed = isHandedDown ? 0o740 : 0o700
  if ((mode & 0o777 & ~allowed) === 0) return undefined
  return { why: `is open to others (mode ${modeText(mode)})`, command: `chmod ${isHandedDown ? 640 : 600}` }
}

/**
 * The owner of a folder, and users who may write into it, can replace its files; if sticky, only their own.
 */
function flawOfFolder({ mode, uid }: Stats, file: Stats): FileFlaw | undefined {
  const ownId = process.geteuid?.() ?? 0
  // Root may act for a service whose user owns file and folder.
  const owners = ownId === 0 ? [0, file.uid] : [0, ownId]
  if (!owners.includes(uid))
    return { why: `is in a folder of another user (${uid})`, command: `chown ${owners.at(-1)}` }
  if ((mode & 0o022) === 0 || (mode & 0o1000) !== 0) return undefined
  return { why: `is in a folder that others write into (mode ${modeText(mode)})`, command: 'chmod go-w' }
}

const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0')

type FileFlaw = { readonly why: string; readonly command: string }
type FileExposure = FileFlaw & { readonly what: string }
