import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import { catalogue } from '../../contract/catalogue.ts'
import { createDocuments } from './documents.ts'
import type { WantedDocument } from './referenceRoutes.ts'
import { createSite } from './site/site.ts'

/**
 * The program of the rendering thread: a document takes a quarter of a second, and no payment should wait for
 * it.
 */
const documents = createDocuments(catalogue, workerData)
const site = createSite(workerData)

parentPort?.on('message', async (wanted: WantedDocument) => {
  const text = 'version' in wanted ? documents[wanted.kind](wanted.version) : site[wanted.kind](wanted.name)
  parentPort?.postMessage(await promisify(gzip)(text, { level: 9 }))
})
