// Posts a message to a gateway's listener for results, as a directory server: TLS with certificates both
// ways.

import { Agent, request } from 'node:https'
import { errorCode } from '../platform/errors.ts'
import { readUpTo } from '../platform/files.ts'

export type PosterIdentity = {
  /** Absent: it shows no certificate. */
  readonly certificatePem?: string
  readonly keyPem?: string
  /** Whose certificates it accepts from the gateway. */
  readonly authoritiesPem: string
}

export type PostFate =
  | { readonly state: 'answered'; readonly status: number; readonly text: string; readonly ms: number }
  /** Nothing was sent, or it is not known what became of it. */
  | { readonly state: 'lost'; readonly why: string; readonly ms: number }

export type Poster = {
  readonly post: (url: string, text: string, timeoutMs: number) => Promise<PostFate>
  readonly close: () => void
}

const answerBytesMax = 100_000

export function createPoster(
  { certificatePem, keyPem, authoritiesPem }: PosterIdentity,
  monotonicMs: () => number,
): Poster {
  const agent = new Agent({
    ...{ keepAlive: true, maxSockets: 64, ca: authoritiesPem, minVersion: 'TLSv1.2' },
    ...(certificatePem !== undefined && { cert: certificatePem, key: keyPem }),
  })
  return {
    async post(url, text, timeoutMs) {
      const startedMs = monotonicMs()
      const tookMs = () => monotonicMs() - startedMs
      // Only a connection that was never made, or that had been left before, is tried again.
      for (let isLast = false; ; isLast = true) {
        const { answer, error, canRepeat } = await attempt(agent, { url, text, timeoutMs }).catch(unsendable)
        if (answer) return { state: 'answered', ...answer, ms: tookMs() }
        if (isLast || !canRepeat) return { state: 'lost', why: error ?? 'unknown', ms: tookMs() }
      }
    },
    close: () => agent.destroy(),
  }
}

/** An address that nothing can be posted to. */
const unsendable = (error: unknown): PostAttempt => ({ error: errorCode(error), canRepeat: false })

type PostAttempt = {
  readonly answer?: { readonly status: number; readonly text: string }
  readonly error?: string
  readonly canRepeat: boolean
}

function attempt(
  agent: Agent,
  { url, text, timeoutMs }: { readonly url: string; readonly text: string; readonly timeoutMs: number },
): Promise<PostAttempt> {
  return new Promise(resolve => {
    const body = Buffer.from(text)
    const headers = { 'content-type': 'application/json; charset=UTF-8', 'content-length': body.length }
    const signal = AbortSignal.timeout(timeoutMs)
    let isConnected = false
    const post = request(url, { method: 'POST', agent, headers, signal }, response => {
      readUpTo(response, answerBytesMax).then(
        read =>
          resolve({ answer: { status: response.statusCode ?? 0, text: String(read) }, canRepeat: false }),
        error => resolve({ error: errorCode(error), canRepeat: false }),
      )
    })
    post.on('socket', socket => {
      // One that waited for another to end gets its connection.
      if (socket.connecting) socket.once('secureConnect', () => (isConnected = true))
      else isConnected = true
    })
    post.on('error', error => {
      const isStale = post.reusedSocket && errorCode(error) === 'ECONNRESET'
      resolve({ error: errorCode(error), canRepeat: isStale || (!isConnected && !post.reusedSocket) })
    })
    post.end(body)
  })
}
