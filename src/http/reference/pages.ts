import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { versions } from '../../contract/catalogue.ts'
import { componentsOf } from '../../contract/document/components.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { contentPolicy } from './assets.ts'
import { page } from './page.ts'

export type Page = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
type Setting = { readonly catalogue: readonly Operation[]; readonly sandbox: boolean }

/**
 * The reference at /docs. Each version is rendered when it is first asked for and kept compressed, so that a
 * hundred versions fit into a few megabytes and nobody can make the gateway render one twice.
 */
export function referencePages({ catalogue, sandbox }: Setting) {
  const kept = new Map<number, Kept>()
  const keptAt = (version: number): Kept => {
    const known = kept.get(version)
    if (known) return known
    const components = componentsOf(catalogue, version)
    const text = page({ operations: catalogue, version, isSandbox: sandbox, components })
    const made = { compressed: gzipSync(text, { level: 9 }), tag: tagOf(text) }
    kept.set(version, made)
    return made
  }
  return (path: string, acceptsGzip: boolean): Page | undefined => {
    const version = versionIn(path)
    return version === undefined ? undefined : answer(keptAt(version), acceptsGzip)
  }
}

type Kept = { readonly compressed: Buffer; readonly tag: string }

/** /docs is the newest version. */
function versionIn(path: string): number | undefined {
  if (path === '/docs' || path === '/docs/') return versions.last
  const [, digits] = /^\/docs\/version\/([1-9][0-9]{0,2})\/?$/.exec(path) ?? []
  const version = Number(digits ?? 0)
  return version >= versions.first && version <= versions.last ? version : undefined
}

const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

function answer({ compressed, tag }: Kept, acceptsGzip: boolean): Page {
  const body = acceptsGzip ? compressed : gunzipSync(compressed)
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
      'Content-Security-Policy': contentPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'public, max-age=300',
      ETag: tag,
      Vary: 'Accept-Encoding',
    },
    body,
  }
}
