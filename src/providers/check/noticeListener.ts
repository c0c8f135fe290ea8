// Where the conformance check receives notices, in the place of a gateway.

import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import { readUpTo } from '../../platform/files.ts'
import { protocolBodyBytesMax } from '../protocol/declaration.ts'
import { readNotice } from '../protocol/messages.ts'
import { verifyMessage } from '../protocol/signature.ts'

export type NoticeListener = {
  /** What adapters are told to send notices to. */
  readonly address: string
  /** Those of a payment, in order. The first of each payment is answered 500, to see it repeated. */
  received(paymentId: string): readonly CheckedNotice[]
  /** Waits until there are so many of a payment, or the time is over. */
  wait(paymentId: string, count: number, patienceMs: number): Promise<readonly CheckedNotice[]>
  close(): Promise<void>
}

export type CheckedNotice = { readonly id?: string; readonly flaw?: string }

type ListenerOptions = {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  /** Where the adapter reaches it, if that is another address. */
  readonly address?: string
  readonly secrets: readonly string[]
  readonly now: () => Date
}

const paymentsMax = 10_000

export async function openNoticeListener(options: ListenerOptions): Promise<NoticeListener> {
  const byPayment = new Map<string, CheckedNotice[]>()
  const server = createServer((request, response) => {
    readUpTo(request, protocolBodyBytesMax)
      .then(bytes => {
        const body = bytes.toString()
        const { secrets, now } = options
        const verified = verifyMessage({ headers: request.headers, body, secrets, at: now() })
        const read = readNotice(body)
        if (!('notice' in read) || byPayment.size >= paymentsMax) return response.writeHead(400).end()
        const { paymentId } = read.notice
        const known = byPayment.get(paymentId) ?? []
        known.push('id' in verified ? { id: verified.id } : { flaw: verified.flaw })
        byPayment.set(paymentId, known)
        return response.writeHead('flaw' in verified ? 401 : known.length === 1 ? 500 : 204).end()
      })
      // The adapter has left in the middle of its notice.
      .catch(() => request.socket.destroy())
  })
  await new Promise<void>((done, reject) => {
    server.once('error', error =>
      reject(
        new StartRefusal(`Nothing can listen on ${options.host}:${options.port} (${errorCode(error)}).`),
      ),
    )
    server.listen(options.port, options.host, done)
  })
  const taken = server.address()
  const port = typeof taken === 'object' && taken !== null ? taken.port : options.port
  const received = (paymentId: string) => byPayment.get(paymentId) ?? []
  return {
    address: options.address ?? `http://${options.host}:${port}/notice`,
    received,
    async wait(paymentId, count, patienceMs) {
      for (let waitedMs = 0; waitedMs < patienceMs && received(paymentId).length < count; waitedMs += 50)
        await sleep(50)
      return received(paymentId)
    },
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
