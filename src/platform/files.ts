import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
