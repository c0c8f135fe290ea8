import { open, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { invalid } from '../orders/rejection.ts'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import { readUpTo, refuseExposed } from '../platform/files.ts'
import { refusalText } from './refusalText.ts'
import { harmless } from './shown.ts'

/** A file that a key, or a component of one, was read from. */
export type BdkFile = {
  readonly text: string
  /** As it was given, and where it lies in truth. */
  readonly path: string
  readonly real: string
}

export async function readBdkFile(path: string, bytesMax: number): Promise<BdkFile> {
  const refuse = (why: string) => new UseRefusal(refusalText(invalid('key-file', why, shownPath(path))))
  const bytes = await readOpen(path, bytesMax).catch(error => {
    if (error instanceof StartRefusal) throw new UseRefusal(`--key-file: ${harmless(error.message)}`)
    throw refuse(`It cannot be read (${errorCode(error)}).`)
  })
  if (bytes.length > bytesMax) throw refuse(`It is too big: a key needs no more than ${bytesMax} bytes.`)
  // What another program hands over as a file may lie nowhere.
  const real = await realpath(path).catch(() => path)
  return { text: bytes.toString(), path, real }
}

/** As all private keys are; what another program hands over is no file that anybody else could open. */
async function readOpen(path: string, bytesMax: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    if ((await handle.stat()).isFile()) await refuseExposed(handle, path)
    return await readUpTo(handle.createReadStream({ end: bytesMax, autoClose: false }), bytesMax)
  } finally {
    await handle.close()
  }
}

/** Whoever gives the key in place of a path must not find it in a log. */
const shownPath = (path: string): string | undefined => (/[0-9A-Fa-f]{16}/.test(path) ? undefined : path)

/** To destroy a link leaves the key where it is. */
export const placeOf = ({ path, real }: BdkFile): string =>
  resolve(path) === real || path === real
    ? harmless(path)
    : `${harmless(real)} (${harmless(path)} leads there)`
