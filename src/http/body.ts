import type { IncomingMessage } from 'node:http'

/** The whole body, or why there is none: more than we take, or the client left before it was complete. */
export function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | 'TOO_LARGE' | 'GONE'> {
  // Nobody will say 'end' or 'close' any more when the client left while its credentials were looked up.
  if (request.destroyed) return Promise.resolve('GONE')
  return new Promise(resolve => {
    let body: Buffer = nothing
    let size = 0
    request.on('data', (chunk: Buffer) => {
      if (size + chunk.length > bytesMax) {
        request.removeAllListeners('data').pause()
        return resolve('TOO_LARGE')
      }
      body = size === 0 ? chunk : appended(body, size, chunk)
      size += chunk.length
    })
    request.on('end', () => resolve(body.subarray(0, size)))
    request.on('close', () => resolve('GONE'))
  })
}

const nothing = Buffer.alloc(0)

/** One buffer that doubles: a body sent byte by byte must not become a quarter of a million objects. */
function appended(body: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length
  const room = body.length >= needed ? body : Buffer.alloc(Math.max(needed, size * 2, roomMin))
  if (room !== body) body.copy(room, 0, 0, size)
  chunk.copy(room, size)
  return room
}

const roomMin = 4_096
