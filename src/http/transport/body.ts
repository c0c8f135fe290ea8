import type { IncomingMessage } from 'node:http'
import { type Refusal, refuse } from '../api/refusal.ts'
import type { Route } from '../api/routes.ts'
import type { Turn } from './connections.ts'
import { hasBody } from './framing.ts'
import { judgeFormType, judgeMediaType } from './mediaType.ts'

/** What was sent, or why it is not taken; 'GONE' when the client left before it was complete. */
export type Received = Buffer | Refusal | 'GONE'

/** Media type, size, bytes. A body on a GET or DELETE is read to its end. */
export function receiveBody(turn: Turn, route: Route, bytesMax: number): Promise<Received> {
  const { request, response, expectation } = turn
  if (!hasBody(request)) return noBody
  const flaw = isBodyWanted(request) ? judgeType(request, route) : undefined
  if (flaw !== undefined) return Promise.resolve(flaw)
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.resolve(refuse('bodyTooLarge'))
  if (expectation === 'continue') response.writeContinue()
  return readBody(request, bytesMax)
}

export const isBodyWanted = ({ method }: IncomingMessage): boolean => method === 'PUT' || method === 'POST'

/** Without credentials only JSON that says so will do: any page can make a browser send other text. */
function judgeType({ headers }: IncomingMessage, { reads, access }: Route): Refusal | undefined {
  return reads === 'form' ? judgeFormType(headers) : judgeMediaType(headers, access !== 'merchant')
}

function readBody(request: IncomingMessage, bytesMax: number): Promise<Received> {
  // Nobody will say 'end' or 'close' any more when the client left while its credentials were looked up.
  if (request.destroyed) return Promise.resolve('GONE')
  return new Promise(resolve => {
    let body: Buffer = nothing
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

const nothing = Buffer.alloc(0)
const noBody: Promise<Received> = Promise.resolve(nothing)

/** One buffer that doubles: a body sent byte by byte must not become a quarter of a million objects. */
function appended(body: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length
  const room = body.length >= needed ? body : Buffer.alloc(Math.max(needed, size * 2, roomMin))
  if (room !== body) body.copy(room, 0, 0, size)
  chunk.copy(room, size)
  return room
}

const roomMin = 4_096
