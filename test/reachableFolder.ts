import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder for data directories. Where root has no user namespaces, as in containers, the database runs
 * as nobody and must get through; what lies inside is closed by itself.
 */
export async function reachableFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tollgate-${name}-`))
  await chmod(folder, 0o711)
  return folder
}
