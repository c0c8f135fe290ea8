import type { Route } from '../http/routes.ts'
import { bundledScript, scriptManifest } from './assets.ts'

/**
 * What merchants pin in their pages, and what anybody may hold against what a browser gets: every script, its
 * hashes, and why it is there.
 */
export const manifestRoute: Route = {
  method: 'GET',
  path: '/static/scripts.json',
  under: 'root',
  access: 'public',
  async handler() {
    return { status: 200, body: { scripts: await manifest() } }
  },
}

export async function manifest(): Promise<readonly ManifestEntry[]> {
  return await Promise.all(
    scriptManifest.map(async ({ name, address, entry, reason }) => {
      const { integrity, hash, gzip } = await bundledScript(entry)
      return { name, address, integrity, hash, compressedBytes: gzip.length, reason }
    }),
  )
}

export type ManifestEntry = {
  readonly name: string
  readonly address: string
  /** For the integrity attribute of a script tag. */
  readonly integrity: string
  /** For a content security policy. */
  readonly hash: string
  readonly compressedBytes: number
  readonly reason: string
}
