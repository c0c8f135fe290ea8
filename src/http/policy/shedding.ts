// Refusing at the door: when there is too much to do, what a known caller sends is refused before it is read.

import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Log } from '../../platform/log.ts'
import type { AdmittedCaller, HttpExchange } from '../transport/connections.ts'
import { errorReply } from '../transport/refusals.ts'
import { type WireReply, wireReplyOf } from '../transport/reply.ts'
import type { HttpMonitor, LoadShedder } from '../transport/server.ts'
import { overLoad, type RequestLoad } from './load.ts'

/** Notes who was admitted on a connection: only they are refused at the door, so nobody else learns of it. */
export function rememberCaller({ request, connection }: HttpExchange, merchantId: string): void {
  const { url = '', headers } = request
  const { authorization } = headers
  const { caller } = connection
  if (caller && caller.authorization === authorization && url.startsWith(caller.prefix)) return
  const prefix = merchantPrefix.exec(url)?.[0]
  connection.caller = prefix === undefined ? undefined : { merchantId, authorization, prefix }
}

const merchantPrefix = /^\/api\/rest\/version\/\d+\/merchant\/[^/?]+\//

type LoadShedderOptions = {
  readonly load: RequestLoad
  readonly siteHeaders: readonly string[]
  readonly onAnswered?: HttpMonitor['answered'] | undefined
  readonly log: Log
}

/**
 * Only what changes something is refused here: to find out that a retrieval is too much costs as much as to
 * serve it. Whatever is unusual about a request goes the usual way.
 */
export function createLoadShedder({ load, siteHeaders, ...told }: LoadShedderOptions): LoadShedder {
  // Retries are spread, as those of all who are refused by the load.
  const answers = Array.from({ length: answersMax }, () => wireReplyOf(errorReply(overLoad()), true))
  const raw = answers.map(reply => rawReply({ ...reply, headers: [...reply.headers, ...siteHeaders] }))
  const tell = (method: string | undefined) => {
    told.onAnswered?.({ method, route: undefined, status: 503, ms: 0 })
    told.log.info('answered', { method, status: 503 })
  }
  let next = 0
  const answer = (): WireReply | undefined => {
    next = (next + 1) % answersMax
    const made = answers[next]
    return made && { ...made, headers: [...made.headers, ...siteHeaders] }
  }
  const rawAnswer = (): Buffer | undefined => {
    next = (next + 1) % answersMax
    return raw[next]
  }
  return {
    refusalOf({ request, connection: { caller }, expectation }) {
      if (!caller || !changes(request) || expectation !== 'none') return undefined
      if (load.admits(caller.merchantId) || !isOf(caller, request)) return undefined
      tell(request.method)
      return answer()
    },
    rawRefusalOf({ merchantId }, method) {
      if (load.admits(merchantId)) return undefined
      tell(method)
      return rawAnswer()
    },
  }
}

const answersMax = 16

const changes = ({ method }: IncomingMessage): boolean => method === 'PUT' || method === 'POST'

function rawReply({ status, headers, body }: WireReply): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

function isOf({ prefix, authorization }: AdmittedCaller, { url = '', rawHeaders }: IncomingMessage): boolean {
  if (!url.startsWith(prefix)) return false
  let found: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase()
    if (name === 'transfer-encoding') return false
    if (name !== 'authorization') continue
    if (found !== undefined) return false
    found = rawHeaders[index + 1]
  }
  return found === authorization
}
