import type { IncomingMessage } from 'node:http'
import { type HttpRefusal, refuse } from '../api/refusal.ts'
import type { Route } from '../api/routes.ts'
import type { HttpExchange } from './connections.ts'
import { hasBody } from './framing.ts'
import { checkFormType, checkJsonType } from './mediaType.ts'

/** What was sent, or why it is not taken; 'GONE' when the client left before it was complete. */
export type ReceivedBody = Buffer | HttpRefusal | 'GONE'

/** Media type, size, bytes. A body on a GET or DELETE is read to its end. */
export function receiveBody(turn: HttpExchange, route: Route, bytesMax: number): Promise<ReceivedBody> {
  const { request, response, expectation } = turn
  if (!hasBody(request)) return noBody
  const flaw = isBodyWanted(request) ? checkType(request, route) : undefined
  if (flaw !== undefined) return Promise.resolve(flaw)
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.resolve(refuse('bodyTooLarge'))
  if (expectation === 'continue') response.writeContinue()
  return readBody(request, bytesMax)
}

export const isBodyWanted = ({ method }: IncomingMessage): boolean => method === 'PUT' || method === 'POST'

/** Without credentials only JSON that says so will do: any page can make a browser send other text. */
function checkType({ headers }: IncomingMessage, { reads, access }: Route): HttpRefusal | undefined {
  return reads === 'form' ? checkFormType(headers) : checkJsonType(headers, access !== 'merchant')
}

function readBody(request: IncomingMessage, bytesMax: number): Promise<ReceivedBody> {
  // Nobody will say 'end' or 'close' any more when the client left while its credentials were looked up.
  if (request.destroyed) return Promise.resolve('GONE')
  return new Promise(resolve => {
    let body: Buffer = emptyBody
    let size = 0
    request.on('data', (chunk: Buffer) => {
      if (size + chunk.length > bytesMax) {
        request.removeAllListeners('data').pause()
        return resolve(refuse('bodyTooLarge'))
      }
      body = size === 0 ? chunk : appended(body, size, chunk)
      size += chunk.length
    })
    request.on('end', () => resolve(body.subarray(0, size)))
    request.on('close', () => resolve('GONE'))
  })
}

const emptyBody = Buffer.alloc(0)
const noBody: Promise<ReceivedBody> = Promise.resolve(emptyBody)

/** One buffer that doubles: a body sent byte by byte must not become a quarter of a million objects. */
function appended(body: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length
  const room = body.length >= needed ? body : Buffer.alloc(Math.max(needed, size * 2, roomMin))
  if (room !== body) body.copy(room, 0, 0, size)
  chunk.copy(room, size)
  return room
}

const roomMin = 4_096
