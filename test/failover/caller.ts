import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Answer } from '../journeys/answer.ts'
import { basic } from '../journeys/client.ts'
import { expectLawful } from '../journeys/lawful.ts'

/** What came of a call: an answer, or that the connection broke, or that nobody answered for a minute. */
export type CallEnding =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly unlawful: string | undefined }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'hung' }

export type Call = (method: string, path: string, body?: unknown) => Promise<CallEnding>

export type CallerOptions = {
  readonly port: number
  readonly authority: string
  readonly password: string
}

/** Longer than the balancer waits for a node. */
const patienceMs = 65_000

/** A merchant's system that calls over TLS; whatever comes back is judged, also what no node wrote. */
export function createCaller({ port, authority, password }: CallerOptions): Call & { close(): void } {
  const agent = new Agent({ keepAlive: true, ca: authority, maxSockets: 1_000 })
  const headers = {
    'Content-Type': 'application/json',
    Authorization: basic('merchant.TESTMERCHANT', password),
  }
  const call: Call = (method, path, body) =>
    new Promise(resolve => {
      const whole = `/api/rest/version/100/merchant/TESTMERCHANT/${path}`
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const target = { host: '127.0.0.1', port, agent, method, path: whole, headers }
      const outgoing = request(target, async incoming => {
        const content = await text(incoming).catch(() => undefined)
        clearTimeout(timer)
        if (content === undefined) return resolve({ kind: 'broken', why: 'in the middle of an answer' })
        const answer = answerOf(incoming.statusCode ?? 0, incoming.headers, content)
        resolve({ kind: 'answered', answer, unlawful: offences({ method, path: whole, bytes }, answer) })
      })
      const timer = setTimeout(() => {
        resolve({ kind: 'hung' })
        outgoing.destroy()
      }, patienceMs)
      outgoing.once('error', error => {
        clearTimeout(timer)
        resolve({ kind: 'broken', why: error.message })
      })
      outgoing.end(bytes)
    })
  return Object.assign(call, { close: () => agent.destroy() })
}

function answerOf(status: number, headers: Answer['headers'], content: string): Answer {
  try {
    return { status, headers, text: content, body: JSON.parse(content) }
  } catch {
    return { status, headers, text: content, body: {} }
  }
}

function offences(asked: Parameters<typeof expectLawful>[0], answer: Answer): string | undefined {
  try {
    expectLawful(asked, answer)
    return undefined
  } catch (error) {
    return String(error)
  }
}
