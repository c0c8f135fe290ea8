// Sends requests for one merchant of one gateway, at one version.

import type { ApiVersion } from './bodies.ts'
import { type Exchanged, type ExchangeSettings, exchange, type WireRequest } from './exchange.ts'

export type ClientSettings<V extends ApiVersion> = {
  /** Where the gateway is: `https://gateway.example`. */
  readonly url: string
  /** Your merchant id. */
  readonly merchant: string
  /** An API password of it. */
  readonly password: string
  /** The version of the API that your code was written for. */
  readonly version: V
} & Partial<ExchangeSettings>

export type CallOptions = {
  /** Ends the call: the outcome of a payment that was sent is then `unknown`. */
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly deadlineMs?: number
}

/** The path may hold `{merchantId}`. */
export type Caller = (
  request: Pick<WireRequest, 'method' | 'body'> & { readonly path: string },
  options?: CallOptions,
) => Promise<Exchanged>

const limitsOf = ({ deadlineMs = 60_000, attemptMs = 40_000 }: Partial<ExchangeSettings>) => ({
  deadlineMs,
  attemptMs,
})

/** How long an answer may let a client wait. */
export function patienceMs(settings: Partial<ExchangeSettings>): number {
  const { deadlineMs, attemptMs } = limitsOf(settings)
  return Math.min(deadlineMs, attemptMs)
}

export function createCaller(settings: ClientSettings<ApiVersion>): Caller {
  const { url, merchant, password, version } = settings
  const { deadlineMs, attemptMs } = limitsOf(settings)
  const base = `${new URL(url).href.replace(/\/+$/, '')}/api/rest/version/${version}`
  const credentials = new TextEncoder().encode(`merchant.${merchant}:${password}`)
  const headers = {
    Authorization: `Basic ${btoa(String.fromCharCode(...credentials))}`,
    'Content-Type': 'application/json',
  }
  const merchantSegment = pathSegment(merchant, 'merchant')
  const { fetch = globalThis.fetch } = settings
  return ({ path, ...request }, { signal, deadlineMs: own = deadlineMs } = {}) =>
    exchange(
      { ...request, headers, url: base + path.replace('{merchantId}', merchantSegment), signal },
      // Some runtimes want it called without an object.
      { fetch: (...given) => fetch(...given), attemptMs, deadlineMs: own },
    )
}

/** Ids are chosen by the caller, before the first attempt: without one, nothing is sent. */
export function pathSegment(id: unknown, name: string): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..')
    throw new TypeError(
      `${name} must be a text that names something: choose it, and keep it, before you send`,
    )
  return encodeURIComponent(id)
}
