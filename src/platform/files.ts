import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A file of the project, wherever this code runs from: the source tree, the bundle in dist/, or a bundle in a
 * temporary folder whose links lead back.
 */
export function projectPath(...segments: readonly string[]): string {
  root ??= findRoot(dirname(fileURLToPath(import.meta.url)))
  return join(root, ...segments)
}

let root: string | undefined

/** So many bytes and one more at the most: whoever gets the one more knows that there is too much. */
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
