import { readFileSync } from 'node:fs'
import type { Route } from '../http/api/routes.ts'
import { resourcePath } from '../platform/files.ts'
import { bundledScript, scriptManifest, styleManifest } from './assets.ts'
import { scriptReply } from './reply.ts'

/**
 * What merchants pin in their pages, and what anybody may hold against what a browser gets: every script, its
 * hashes, and why it is there. As it was released: what is on this machine does not vouch for itself.
 */
export const manifestRoute: Route = {
  method: 'GET',
  path: '/static/scripts.json',
  under: 'root',
  access: 'public',
  async handler() {
    return { status: 200, body: { scripts: releasedManifest() } }
  },
}

/** As it was committed, with the sources it was made of; read once, so that it tells of what is served. */
export function releasedManifest(): readonly ManifestEntry[] {
  released ??= readReleased()
  return released
}

let released: readonly ManifestEntry[] | undefined
const readReleased = (): readonly ManifestEntry[] => JSON.parse(readFileSync(releasedPath(), 'utf8'))

export const releasedPath = (): string => resourcePath('pages', 'scripts.json')

/** As the sources on this machine make it. */
export async function madeManifest(): Promise<readonly ManifestEntry[]> {
  return await Promise.all(
    [...scriptManifest, ...styleManifest].map(async ({ name, address, entry, reason }) => {
      const { integrity, hash } = await bundledScript(entry)
      return { name, address, integrity, hash, reason }
    }),
  )
}

/** Names of the scripts that are not as they were released, or that no release knows. */
export function notAsReleased(
  made: readonly ManifestEntry[],
  released: readonly ManifestEntry[],
): readonly string[] {
  const textOf = ({ name, address, integrity, hash, reason }: ManifestEntry) =>
    JSON.stringify([name, address, integrity, hash, reason])
  const known = new Set(released.map(textOf))
  const lost = released.filter(({ name }) => !made.some(one => one.name === name))
  return [...made.filter(one => !known.has(textOf(one))), ...lost].map(({ name }) => name)
}

export type ManifestEntry = {
  readonly name: string
  readonly address: string
  /** For the integrity attribute of a script tag. */
  readonly integrity: string
  /** For a content security policy. */
  readonly hash: string
  readonly reason: string
}

/** The scripts that merchants put into their pages, the same for everybody: a page may pin their hashes. */
export function scriptRoutes(): readonly Route[] {
  return places.map(({ path, entry }) => ({
    method: 'GET',
    path,
    under: 'root',
    access: 'public',
    query: ['ver', 'v', '_', 'debug'],
    async handler({ acceptsGzip }) {
      return scriptReply(await bundledScript(entry), acceptsGzip)
    },
  }))
}

/** Also by the names that pages of this family have always loaded them by. Shop software adds a version. */
const places = [
  { path: '/static/checkout/checkout.js', entry: 'pages/browser/scripts/checkout.ts' },
  { path: '/static/checkout/checkout.min.js', entry: 'pages/browser/scripts/checkout.ts' },
  { path: '/checkout/version/{version}/checkout.js', entry: 'pages/browser/scripts/checkout.ts' },
  { path: '/static/threeds/threeds.js', entry: 'pages/browser/scripts/threeds.ts' },
  { path: '/static/threeDS/{release}/three-ds.min.js', entry: 'pages/browser/scripts/threeds.ts' },
  { path: '/static/threeDS/{release}/three-ds.js', entry: 'pages/browser/scripts/threeds.ts' },
  {
    path: '/form/version/{version}/merchant/{merchantId}/session.js',
    entry: 'pages/browser/scripts/session.ts',
  },
] as const
