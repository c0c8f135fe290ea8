// One call of the gateway: the same request again and again until it is answered or its deadline has passed.
// What is sent again is byte for byte what was sent: the ids in the path make it the same transaction, so
// that nothing is carried out twice.

import { elapsedMs, sleep } from './clock.ts'
import type { RefusalBody } from './contract.generated.ts'

/** How long to go on, and with what. Milliseconds. */
export type ExchangeSettings = {
  /** After this, nobody asks any more: the outcome of a payment is then `unknown`. */
  readonly deadlineMs: number
  /** How long one attempt may take; longer than the gateway waits for an acquirer. */
  readonly attemptMs: number
  readonly fetch: typeof fetch
}

export type WireRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * `wasLost`: an attempt before may have changed something at the gateway without our hearing of it. A refusal
 * then proves nothing: it is of the last attempt only.
 */
export type Exchanged =
  | { readonly kind: 'answered'; readonly reply: GatewayReply; readonly wasLost: boolean }
  | ({ readonly kind: 'unanswered'; readonly wasLost: boolean } & LastAttempt)

/** What was heard, or why nothing was. */
type LastAttempt = { readonly reply: GatewayReply } | { readonly reply: undefined; readonly fault: string }

export type GatewayReply = {
  readonly status: number
  /** The body, if it is a JSON object. */
  readonly text: string | undefined
  /** The body of a refusal, where it is the gateway's own and not of something between. */
  readonly refusal: RefusalBody | undefined
  /** Another transaction of the order is under way: nothing of this one was recorded. */
  readonly isOrderBusy: boolean
  readonly headers: Headers
}

export async function exchange(request: WireRequest, settings: ExchangeSettings): Promise<Exchanged> {
  const untilMs = elapsedMs() + settings.deadlineMs
  let wasLost = false
  for (let attempt = 1; ; attempt++) {
    const attempted = await attemptOnce(request, settings, untilMs - elapsedMs())
    const { reply } = attempted
    if (reply && !isToBeRepeated(reply)) return { kind: 'answered', reply, wasLost }
    wasLost ||= request.method !== 'GET' && (!reply || !isWithoutEffect(reply))
    const pauseMs = Math.max(backOffMs(attempt), retryAfterMs(reply))
    const isTimeLeft = elapsedMs() + pauseMs < untilMs
    if (isTimeLeft) await sleep(pauseMs, request.signal)
    if (!isTimeLeft || request.signal?.aborted) return { kind: 'unanswered', wasLost, ...attempted }
  }
}

async function attemptOnce(
  { url, signal, ...request }: WireRequest,
  { attemptMs, fetch }: ExchangeSettings,
  leftMs: number,
): Promise<LastAttempt> {
  const timer = AbortSignal.timeout(Math.max(1, Math.floor(Math.min(attemptMs, leftMs))))
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timer, signal]) : timer,
    })
    return { reply: readReply(response.status, response.headers, await response.text()) }
  } catch (error) {
    return { reply: undefined, fault: faultOf(error) }
  }
}

/** Runtimes differ in where they say what went wrong: `ECONNREFUSED` is in the cause, if anywhere. */
function faultOf(error: unknown): string {
  const { cause, message } = Object(error)
  const { code, message: told } = Object(cause)
  return String(code || told || message || error)
}

function readReply(status: number, headers: Headers, text: string): GatewayReply {
  const content = parsed(text)
  const isObject = typeof content === 'object' && content !== null
  const isRefusal = isObject && content.result === 'ERROR' && typeof content.error?.cause === 'string'
  const refusal: RefusalBody | undefined = isRefusal ? content : undefined
  const isOrderBusy = isObject && content.response?.gatewayCode === 'LOCK_FAILURE'
  return { status, headers, text: isObject ? text : undefined, refusal, isOrderBusy }
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * What stands between may fail by any status of its own (520 to 527 are seen), after it passed the request
 * on. The gateway's own 501 is for ever. A success that cannot be read was cut off on its way.
 */
const isToBeRepeated = ({ status, text, refusal, isOrderBusy }: GatewayReply): boolean =>
  [408, 425, 429].includes(status) ||
  (status >= 500 && !(status === 501 && refusal)) ||
  isOrderBusy ||
  (status < 300 && text === undefined)

/** The gateway itself says that it, or the order, was too busy to begin. */
const isWithoutEffect = ({ refusal, isOrderBusy }: GatewayReply): boolean =>
  isOrderBusy || refusal?.error.cause === 'SERVER_BUSY'

const backOffMaxMs = 8_000

/** Doubles from a quarter of a second on; half of it is left to chance, so that clients do not keep step. */
function backOffMs(attempt: number): number {
  const mostMs = Math.min(backOffMaxMs, 250 * 2 ** (attempt - 1))
  return mostMs / 2 + (Math.random() * mostMs) / 2
}

function retryAfterMs(reply: GatewayReply | undefined): number {
  const seconds = Number(reply?.headers.get('Retry-After') ?? 0)
  return Number.isFinite(seconds) ? seconds * 1_000 : 0
}
