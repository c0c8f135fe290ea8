import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import { catalogue } from '../../contract/catalogue.ts'
import { createDocuments } from './documents.ts'
import type { WantedDocument } from './referenceRoutes.ts'

/**
 * The program of the rendering thread: a document takes a quarter of a second, and no payment should wait for
 * it.
 */
const documents = createDocuments(catalogue, workerData)

parentPort?.on('message', async ({ kind, version }: WantedDocument) => {
  parentPort?.postMessage(await promisify(gzip)(documents[kind](version), { level: 9 }))
})
