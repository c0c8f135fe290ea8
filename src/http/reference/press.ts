import { Worker } from 'node:worker_threads'
import { projectPath } from '../../platform/files.ts'
import type { DocumentKind, ReferenceSettings } from './documents.ts'

export type WantedDocument = { readonly kind: DocumentKind; readonly version: number }

/**
 * Makes compressed documents in a thread of its own, one after the other. The thread ends when nobody has
 * asked for a while: it is needed once for each document.
 */
export function createRenderThread(setting: ReferenceSettings): (wanted: WantedDocument) => Promise<Buffer> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

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
  return wanted => {
    const next = last.then(() => print(wanted))
    last = next.catch(() => undefined)
    return next
  }
}

const idleMs = 5_000

/** The same launcher that runs the gateway runs the thread. */
function startWorker(setting: ReferenceSettings): Worker {
  const worker = new Worker(projectPath('start.mjs'), {
    argv: ['src/http/reference/renderThread.ts'],
    workerData: setting,
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
