// Where the files of one embedded database are.

import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { errorCode, StartRefusal } from '../../platform/errors.ts'

/** The paths of one embedded database, and its port. */
export type EmbeddedSite = {
  readonly dataDirectory: string
  readonly cluster: string
  readonly log: string
  readonly socketFolder: string
  readonly port: number
}

/** The smallest limit among the supported systems (macOS: 104 with the final zero byte). */
const socketPathBytesMax = 103
const longestSocketName = '.s.PGSQL.65535'

export async function locateSite(folder: string, port: number): Promise<EmbeddedSite> {
  const dataDirectory = await makeDataDirectory(resolve(folder))
  return {
    dataDirectory,
    cluster: join(dataDirectory, 'postgres'),
    log: join(dataDirectory, 'postgres.log'),
    socketFolder: socketFolderOf(dataDirectory),
    port,
  }
}

export function socketLockOf(site: EmbeddedSite): string {
  return join(site.socketFolder, `.s.PGSQL.${site.port}.lock`)
}

/** Fixed, not the environment's temporary folder: a later start must find the same socket again. */
function socketFolderOf(dataDirectory: string): string {
  const inside = join(dataDirectory, 'socket')
  if (Buffer.byteLength(join(inside, longestSocketName)) <= socketPathBytesMax) return inside
  return `/tmp/tollgate-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 20)}`
}

async function makeDataDirectory(folder: string): Promise<string> {
  // postmaster.pid is read line by line, and it holds this path.
  if (/[\r\n]/.test(folder)) throw new StartRefusal('TOLLGATE_DATA_DIR must not contain a line break.')
  try {
    // Started by root, the database runs as another account, which must be able to pass; its content is 0700.
    await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    return await realpath(folder)
  } catch (error) {
    throw new StartRefusal(
      `The data directory ${folder} cannot be made (${errorCode(error)}): ` +
        'set TOLLGATE_DATA_DIR to a folder of your own.',
    )
  }
}
