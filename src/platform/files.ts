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
