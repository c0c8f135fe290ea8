// A response body that is written as it is made, no faster than the client reads.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Writes all of it, and ends the response; false when that could not be done. Whoever makes the body is told
 * to stop when the client leaves, or the body is cut off. A body that fails in the middle ends without its
 * last chunk, so that the client knows that something is missing.
 */
export async function sendStream(
  response: ServerResponse,
  body: AsyncIterable<string>,
  cutOff?: AbortSignal,
): Promise<boolean> {
  // The client had left before there was anything to say.
  if (!response.headersSent || response.destroyed) return false
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  const cut = () => response.destroy()
  cutOff?.addEventListener('abort', cut)
  try {
    for await (const chunk of body) {
      if (gone.signal.aborted) return false
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal })
    }
    response.end()
    return true
  } catch {
    response.destroy()
    return false
  } finally {
    response.off('close', leave)
    cutOff?.removeEventListener('abort', cut)
  }
}
