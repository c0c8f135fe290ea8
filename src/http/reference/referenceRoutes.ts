// Serving the reference and the OpenAPI documents: their routes, their cache, and the thread that renders
// them.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import { versions } from '../../contract/kit/versions.ts'
import { projectPath } from '../../platform/files.ts'
import { createSerialQueue } from '../../platform/queues.ts'
import type { Route, RouteCall } from '../api/routes.ts'
import { errorReply, refuseBusy } from '../transport/refusals.ts'
import type { HttpReply } from '../transport/reply.ts'
import { contentPolicy } from './assets.ts'
import type { DocumentKind, ReferenceSettings } from './documents.ts'
import { comparisonPolicy, sitePolicy } from './site/assets.ts'
import type { SiteKind } from './site/site.ts'
import { siteRoutes, type WantedOfSite } from './site/siteRoutes.ts'

/**
 * The docs site at /docs, the reference within it (the newest version, and each), and the OpenAPI document
 * and the Postman collection of each version.
 */
export function referenceRoutes(setting: ServedReference): readonly Route[] {
  const serve = createReferencePages(setting)
  const open = { method: 'GET', access: 'public', isAlwaysServed: true } as const
  return [
    ...siteRoutes(serve),
    {
      ...open,
      path: '/docs/reference',
      under: 'root',
      handler: call => serve({ kind: 'page', version: versions.last }, call.acceptsGzip),
    },
    {
      ...open,
      path: '/docs/version/{version}',
      under: 'root',
      handler: call => serve({ kind: 'page', version: call.version }, call.acceptsGzip),
    },
    {
      ...open,
      path: '/openapi.json',
      handler: call => serve({ kind: 'openApi', version: call.version }, call.acceptsGzip),
    },
    ...downloads.map(({ kind, file }) => ({
      ...open,
      path: `/docs/version/{version}/${file}`,
      under: 'root' as const,
      handler: async (call: RouteCall) => {
        const reply = await serve({ kind, version: call.version }, call.acceptsGzip)
        const name = `tollgate-${call.version}.${file}`
        if (reply.status !== 200) return reply
        const disposition = { 'Content-Disposition': `attachment; filename="${name}"` }
        return { ...reply, headers: { ...reply.headers, ...disposition } }
      },
    })),
  ]
}

/** Where it is reached is known once it listens. */
type ServedReference = Omit<ReferenceSettings, 'address'> & { readonly address?: () => string }

/** What tools take in, as files of their own. */
const downloads = [
  { kind: 'openApi', file: 'openapi.json' },
  { kind: 'postman', file: 'postman_collection.json' },
] as const

/**
 * Each document is rendered when it is first requested and kept compressed: all of them fit into a few
 * megabytes, and hardly one is rendered twice. Whoever asks for comparisons of all versions, and does not
 * wait for the answers, asks for more than can be made.
 */
export function createReferencePages(
  setting: ServedReference,
  press = createRenderThread(setting),
): (wanted: WantedDocument, acceptsGzip: boolean) => Promise<HttpReply> {
  const kept = new Map<string, Promise<Kept>>()
  let waiting = 0
  const make = (wanted: WantedDocument): Promise<Kept> => {
    waiting += 1
    return press(wanted)
      .then(keep)
      .finally(() => {
        waiting -= 1
      })
  }
  return async (wanted, acceptsGzip) => {
    const name = `${wanted.kind} ${'version' in wanted ? wanted.version : wanted.name}`
    const known = kept.get(name)
    if (known === undefined && waiting >= waitingMax) return errorReply(tooMany)
    const document = known ?? make(wanted)
    kept.set(name, document)
    const [oldest] = kept.keys()
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
    document.catch(() => kept.delete(name))
    return replyOf(await document, wanted.kind, acceptsGzip)
  }
}

/** More than there are, but for comparisons of any two versions. */
const keptMax = 1_000
/** The last of them is there after some seconds. */
const waitingMax = 32
const tooMany = refuseBusy(503, 'Too many documents are being made. Ask again in a moment.', 5)

type Kept = { readonly compressed: Buffer; readonly tag: string }

const keep = (compressed: Buffer): Kept => ({
  compressed,
  tag: `"${createHash('sha256').update(compressed).digest('base64url').slice(0, 22)}"`,
})

const json = { 'Content-Type': 'application/json;charset=utf-8' }
const htmlType = { 'Content-Type': 'text/html; charset=utf-8' }
const headersOf = {
  openApi: json,
  postman: json,
  page: { ...htmlType, 'Content-Security-Policy': contentPolicy },
  guide: { ...htmlType, 'Content-Security-Policy': sitePolicy },
  missing: { ...htmlType, 'Content-Security-Policy': sitePolicy },
  markdown: { 'Content-Type': 'text/markdown; charset=utf-8' },
  difference: { ...htmlType, 'Content-Security-Policy': comparisonPolicy },
  llms: { 'Content-Type': 'text/plain; charset=utf-8' },
  searchIndex: json,
  picture: {
    'Content-Type': 'image/svg+xml',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
} as const satisfies Record<DocumentKind | SiteKind, Readonly<Record<string, string>>>

async function replyOf(
  { compressed, tag }: Kept,
  kind: DocumentKind | SiteKind,
  acceptsGzip: boolean,
): Promise<HttpReply> {
  return {
    status: 200,
    headers: {
      ...headersOf[kind],
      ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'public, max-age=300',
      ETag: tag,
      Vary: 'Accept-Encoding',
    },
    body: acceptsGzip ? compressed : await promisify(gunzip)(compressed),
  }
}

export type WantedDocument = { readonly kind: DocumentKind; readonly version: number } | WantedOfSite

/**
 * Renders and compresses documents in a thread of its own, one after the other. The thread ends after a while
 * without requests: it is needed once for each document.
 */
function createRenderThread(setting: ServedReference): (wanted: WantedDocument) => Promise<Buffer> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const inTurn = createSerialQueue()

  const stop = () => {
    void worker?.terminate()
    worker = undefined
  }
  const print = async (wanted: WantedDocument) => {
    clearTimeout(idle)
    worker ??= startWorker(setting)
    try {
      return await rendered(worker, wanted)
    } catch (fault) {
      stop()
      throw fault
    } finally {
      idle = setTimeout(stop, idleMs).unref()
    }
  }
  return wanted => inTurn(() => print(wanted))
}

const idleMs = 5_000

/** The thread is started by the same launcher as the gateway. */
function startWorker({ address, ...setting }: ServedReference): Worker {
  const workerData: ReferenceSettings = { ...setting, address: address?.() }
  const worker = new Worker(projectPath('start.mjs'), {
    argv: ['src/http/reference/renderThread.ts'],
    workerData,
  })
  worker.unref()
  return worker
}

function rendered(worker: Worker, wanted: WantedDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    worker.once('message', (document: Uint8Array) => {
      worker.off('error', reject)
      resolve(Buffer.from(document))
    })
    worker.once('error', reject)
    worker.postMessage(wanted)
  })
}
