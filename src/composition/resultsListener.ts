// The listener on which directory servers deliver results of challenges: a port for each, or one port for
// several with a name for each. It knows one path for each and one method, and only callers with a
// certificate of the authority of the scheme whose port or name it is.

import { receiveBody } from '../http/transport/body.ts'
import type { HttpExchange } from '../http/transport/connections.ts'
import { standardLimits } from '../http/transport/limits.ts'
import { errorReply, isRefusal, refuse, refuseMethod } from '../http/transport/refusals.ts'
import { type WireReply, wireReplyOf } from '../http/transport/reply.ts'
import { HttpServer } from '../http/transport/server.ts'
import { type ListenerTls, serverNameOf } from '../http/transport/tls.ts'
import { systemClock } from '../platform/clock.ts'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { ResultsReceiver } from '../threeDSecure/emv/results.ts'
import { type DirectoryServer, resultsNameOf } from '../threeDSecure/emv/settings.ts'

/** What one directory server is let in by. */
export type ResultsDoor = {
  readonly directoryServer: Pick<DirectoryServer, 'name' | 'results'>
  readonly tls: ListenerTls
  readonly receiver: ResultsReceiver
}

type ResultsListenerOptions = {
  /** Of one port: more than one are told apart by the names in their addresses. */
  readonly doors: readonly [ResultsDoor, ...ResultsDoor[]]
  readonly host: string
  readonly log: Log
}

/** Returns how to close it: what is under way is answered before that. */
export async function openResultsListener(options: ResultsListenerOptions): Promise<() => Promise<void>> {
  const { doors, host, log } = options
  const [{ directoryServer, tls }] = doors
  const name = doors.map(door => door.directoryServer.name).join(', ')
  const byName = new Map(doors.map(door => [resultsNameOf(door.directoryServer), door]))
  const isByName = doors.length > 1
  const server = new HttpServer({
    ...{ limits: standardLimits, clock: systemClock },
    tls: isByName ? { byName: new Map([...byName].map(([each, door]) => [each, door.tls])) } : tls,
    async respond(exchange) {
      const asked = isByName ? byName.get(serverNameOf(exchange.request.socket) ?? '') : doors[0]
      return asked ? answer(exchange, asked, log) : wireReplyOf(errorReply(refuse('notFound')), false, true)
    },
    onRefused(refused) {
      const reason = 'reason' in refused ? refused.reason : `refused with ${refused.status}`
      log.info('results listener', { name, reason })
    },
  })
  const { port } = directoryServer.results
  try {
    await server.listen(host, port)
  } catch (error) {
    const why = errorCode(error) === 'EADDRINUSE' ? 'is taken' : `cannot be used (${errorCode(error)})`
    throw new StartRefusal(`Port ${port} of ${host}, for results of ${name}, ${why}.`)
  }
  return () => server.close()
}

async function answer(
  exchange: HttpExchange,
  { directoryServer: { name, results }, receiver }: ResultsDoor,
  log: Log,
): Promise<WireReply | undefined> {
  const { url, method } = exchange.request
  const { pathname } = new URL(results.address)
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
