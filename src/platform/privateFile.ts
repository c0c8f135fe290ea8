import { type FileHandle, open } from 'node:fs/promises'
import { errorCode } from './errorCode.ts'
import { StartRefusal } from './startRefusal.ts'

/**
 * What a file with a key holds. One that others can read is refused: the keys are theirs by now, and whoever
 * reads this line can mend it. Judged by the file that is read, so that nothing can be put in its place
 * meanwhile. Errors of the system are the caller's to tell.
 */
export async function readPrivate(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const remedy = await exposureOf(file)
    if (remedy !== undefined) throw new StartRefusal(`${path} ${remedy.why}: ${remedy.command} '${path}'`)
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

/**
 * Its owner alone may read it. Where that is root, so may a group that root gave it to: that is how secrets
 * are handed to who must not change them, and how orchestrators mount them.
 */
async function exposureOf(file: FileHandle): Promise<Exposure | undefined> {
  if (process.platform === 'win32') return undefined
  const { mode, uid, gid } = await file.stat()
  const isHandedDown = uid === 0 && gid !== 0
  const allowed = isHandedDown ? 0o740 : 0o700
  if ((mode & 0o777 & ~allowed) === 0) return undefined
  const shown = (mode & 0o777).toString(8).padStart(4, '0')
  return { why: `is open to others (mode ${shown})`, command: `chmod ${isHandedDown ? 640 : 600}` }
}

type Exposure = { readonly why: string; readonly command: string }
