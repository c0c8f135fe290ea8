// The addresses of the docs site below /docs.

import type { Route } from '../../api/routes.ts'
import type { HttpReply } from '../../transport/reply.ts'
import type { SiteKind } from './site.ts'
import { findSiteFiles, type SiteFiles, spanIn } from './sources.ts'

export type WantedOfSite = { readonly kind: SiteKind; readonly name: string }

/** Which files there are is looked up when the first of them is asked for: a start does not wait for it. */
export function siteRoutes(
  serve: (wanted: WantedOfSite, acceptsGzip: boolean) => Promise<HttpReply>,
): readonly Route[] {
  let files: SiteFiles | undefined
  const open = { method: 'GET', access: 'public', isAlwaysServed: true, under: 'root' } as const
  const at = (path: string, nameOf: (params: Params, query: Params) => string): Route => ({
    ...open,
    path,
    handler: async call => {
      files ??= findSiteFiles()
      const wanted = wantedBy(nameOf(call.params, call.query), files)
      if (wanted) return serve(wanted, call.acceptsGzip)
      const reply = await serve({ kind: 'missing', name: '' }, call.acceptsGzip)
      return reply.status === 200 ? { ...reply, status: 404 } : reply
    },
  })
  return [
    at('/docs', () => ''),
    at('/docs/{place}', ({ place = '' }) => place),
    at('/docs/{place}/{name}', ({ place, name }) => `${place}/${name}`),
    { ...at('/docs/diff', (_, query) => nameOfSpan(query)), query: ['from', 'to'] },
    at('/docs/diff/{from}/{to}', nameOfSpan),
    at('/docs/reference/{name}', ({ name }) => `reference/${name}`),
    at('/docs/reference/groups/{name}', ({ name }) => `reference/groups/${name}`),
  ]
}

type Params = Readonly<Record<string, string>>

/** The form of the page asks by a query; a page that names no version shows the newest change. */
const nameOfSpan = ({ from, to }: Params): string =>
  from === undefined && to === undefined ? 'diff' : `diff/${from}/${to}`

/** Only what is there: names of callers never become paths. */
export function wantedBy(name: string, files: SiteFiles): WantedOfSite | undefined {
  if (name === 'search.json') return { kind: 'searchIndex', name }
  if (name === 'diff' || spanIn(name)) return { kind: 'difference', name }
  if (name === 'llms.txt') return { kind: 'llms', name }
  if (name === '' || files.pages.has(name)) return { kind: 'guide', name }
  if (files.pictures.has(name)) return { kind: 'picture', name }
  const source = name.replace(/\.md$/, '').replace(/\/README$/, '')
  return name.endsWith('.md') && files.sources.has(source) ? { kind: 'markdown', name: source } : undefined
}
