import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { versions } from '../../contract/catalogue.ts'
import { componentsOf } from '../../contract/document/components.ts'
import { openApi } from '../../contract/document/openapi.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { contentPolicy } from './assets.ts'
import { page } from './page.ts'
import type { View } from './view.ts'

export type Page = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
export type Setting = {
  readonly catalogue: readonly Operation[]
  readonly sandbox: boolean
  /** Names of the operations this release carries out; without it, all. The others are marked. */
  readonly available?: ReadonlySet<string>
}

/**
 * The reference at /docs, and beside it the OpenAPI document of each version. Each is made when it is first
 * asked for and kept compressed: all of them fit into a few megabytes, and nobody can have one made twice.
 */
export function referencePages({ catalogue, sandbox, available }: Setting) {
  const isAvailable = ({ name }: Operation) => available?.has(name) ?? true
  const viewOf = (version: number): View => ({
    operations: catalogue,
    version,
    isSandbox: sandbox,
    isAvailable,
    components: componentsOf(catalogue, version),
  })
  const documents = {
    page: (version: number) => page(viewOf(version)),
    openApi: (version: number) => JSON.stringify(openApi(catalogue, version)),
  } as const satisfies Record<Kind, (version: number) => string>
  const kept = new Map<string, Kept>()
  return (path: string, acceptsGzip: boolean): Page | undefined => {
    const place = placeOf(path)
    if (!place) return undefined
    const key = `${place.kind} ${place.version}`
    const document = kept.get(key) ?? keep(documents[place.kind](place.version))
    kept.set(key, document)
    return answer(document, place.kind, acceptsGzip)
  }
}

type Kind = 'openApi' | 'page'
type Kept = { readonly compressed: Buffer; readonly tag: string }

const keep = (text: string): Kept => ({
  compressed: gzipSync(text, { level: 9 }),
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
})

/** /docs is the newest version. */
function placeOf(path: string): { readonly kind: Kind; readonly version: number } | undefined {
  if (path === '/docs' || path === '/docs/') return { kind: 'page', version: versions.last }
  const [, ofPage, ofDocument] =
    /^(?:\/docs\/version\/([0-9]+)\/?|\/api\/rest\/version\/([0-9]+)\/openapi\.json)$/.exec(path) ?? []
  const digits = ofPage ?? ofDocument ?? ''
  const version = /^[1-9][0-9]{0,2}$/.test(digits) ? Number(digits) : 0
  if (version < versions.first || version > versions.last) return undefined
  return { kind: ofPage === undefined ? 'openApi' : 'page', version }
}

const headersOf = {
  openApi: { 'Content-Type': 'application/json;charset=utf-8' },
  page: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': contentPolicy },
} as const satisfies Record<Kind, Readonly<Record<string, string>>>

function answer({ compressed, tag }: Kept, kind: Kind, acceptsGzip: boolean): Page {
  return {
    status: 200,
    headers: {
      ...headersOf[kind],
      ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'public, max-age=300',
      ETag: tag,
      Vary: 'Accept-Encoding',
    },
    body: acceptsGzip ? compressed : gunzipSync(compressed),
  }
}
