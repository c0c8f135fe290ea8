// The listener on which one directory server delivers results of challenges. It knows one path and one
// method, and only callers with a certificate of the scheme's own authority.

import { receiveBody } from '../http/transport/body.ts'
import { standardLimits } from '../http/transport/limits.ts'
import { errorReply, isRefusal, refuse, refuseMethod } from '../http/transport/refusals.ts'
import { wireReplyOf } from '../http/transport/reply.ts'
import { type HttpResponder, HttpServer } from '../http/transport/server.ts'
import type { ListenerTls } from '../http/transport/tls.ts'
import { systemClock } from '../platform/clock.ts'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { ResultsReceiver } from '../threeDSecure/emv/results.ts'
import type { DirectoryServer } from '../threeDSecure/emv/settings.ts'

type ResultsListenerOptions = {
  readonly directoryServer: DirectoryServer
  readonly host: string
  readonly tls: ListenerTls
  readonly receiver: ResultsReceiver
  readonly log: Log
}

/** Returns how to close it: what is under way is answered before that. */
export async function openResultsListener(options: ResultsListenerOptions): Promise<() => Promise<void>> {
  const { directoryServer, host, tls, log } = options
  const { name, results } = directoryServer
  const server = new HttpServer({
    ...{ limits: standardLimits, clock: systemClock, tls, respond: responderOf(options) },
    onRefused(refused) {
      const reason = 'reason' in refused ? refused.reason : `refused with ${refused.status}`
      log.info('results listener', { name, reason })
    },
  })
  try {
    await server.listen(host, results.port)
  } catch (error) {
    const why = errorCode(error) === 'EADDRINUSE' ? 'is taken' : `cannot be used (${errorCode(error)})`
    throw new StartRefusal(`Port ${results.port} of ${host}, for results of ${name}, ${why}.`)
  }
  return () => server.close()
}

function responderOf({ directoryServer, receiver, log }: ResultsListenerOptions): HttpResponder {
  const { name, results } = directoryServer
  const { pathname } = new URL(results.address)
  return async exchange => {
    const { url, method } = exchange.request
    if (url !== pathname) return wireReplyOf(errorReply(refuse('notFound')), false, true)
    if (method !== 'POST') return wireReplyOf(errorReply(refuseMethod('POST')), false, true)
    const body = await receiveBody(exchange, { reads: 'json', access: 'public' }, standardLimits.bodyBytesMax)
    if (body === 'GONE') return undefined
    if (isRefusal(body)) return wireReplyOf(errorReply(body), false, true)
    try {
      return wireReplyOf({ status: 200, body: await receiver.receive(body.toString()) }, false)
    } catch (error) {
      log.fault('results listener', error, { name })
      return wireReplyOf({ status: 500, body: '' }, false)
    }
  }
}
