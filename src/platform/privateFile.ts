import type { Stats } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCode } from './errorCode.ts'
import { UseRefusal } from './startRefusal.ts'

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

async function exposureOf(file: FileHandle, path: string): Promise<Exposure | undefined> {
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
function openness({ mode, uid, gid }: Stats): Flaw | undefined {
  const isHandedDown = uid === 0 && gid !== 0
  const allowed = isHandedDown ? 0o740 : 0o700
  if ((mode & 0o777 & ~allowed) === 0) return undefined
  return { why: `is open to others (mode ${shown(mode)})`, command: `chmod ${isHandedDown ? 640 : 600}` }
}

/** Whoever may write into it, or has it, can replace what is in it; of a sticky one only what is theirs. */
function flawOfFolder({ mode, uid }: Stats, file: Stats): Flaw | undefined {
  const ownId = process.geteuid?.() ?? 0
  // Root may act for a service whose user has both.
  const owners = ownId === 0 ? [0, file.uid] : [0, ownId]
  if (!owners.includes(uid))
    return { why: `is in a folder of another user (${uid})`, command: `chown ${owners.at(-1)}` }
  if ((mode & 0o022) === 0 || (mode & 0o1000) !== 0) return undefined
  return { why: `is in a folder that others write into (mode ${shown(mode)})`, command: 'chmod go-w' }
}

const shown = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0')

type Flaw = { readonly why: string; readonly command: string }
type Exposure = Flaw & { readonly what: string }
