import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder for data directories. Where root has no user namespaces, as in containers, the database runs
 * as the user nobody and must be able to enter it; what is inside is closed by its own mode.
 */
export async function reachableFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tollgate-${name}-`))
  await chmod(folder, 0o711)
  return folder
}
