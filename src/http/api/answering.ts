// The response to a request as it is sent, and what is told about it: its line in the log, the measures, and
// the merchant's request log.

import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { MerchantAdmission } from '../authentication/credentials.ts'
import type { HttpExchange } from '../transport/connections.ts'
import type { JsonObject } from '../transport/json.ts'
import {
  asRefusalPage,
  errorReply,
  type HttpRefusal,
  isRefusal,
  loggedRefusal,
  type RefusalPageRenderer,
  wantsPage,
} from '../transport/refusals.ts'
import { type HttpReply, type WireReply, wireReplyOf } from '../transport/reply.ts'
import type { HttpMonitor } from '../transport/server.ts'
import { type MerchantCall, merchantCallOf } from './merchantCall.ts'
import type { RouteMatch } from './routes.ts'

/** What is known of a request so far: for its log line, and for an error response at any stage. */
export type RequestProgress = {
  readonly exchange: HttpExchange
  readonly requestId: string
  readonly startedMs: number
  route: string | undefined
  merchant: string | undefined
  /** Once a merchant was admitted. */
  call: RoutedRequest | undefined
  body: JsonObject | undefined
  correlationId: string | undefined
}

/** A request whose route is known, and later also its caller. */
export type RoutedRequest = {
  readonly match: RouteMatch
  readonly query: Readonly<Record<string, string>>
  readonly merchant: MerchantAdmission | undefined
  /** The caller's address. */
  readonly source: string
}

export type Answering = {
  readonly log: Log
  readonly clock: Clock
  /** Renders refusals as pages for people; without it they get JSON. */
  readonly renderRefusalPage?: RefusalPageRenderer | undefined
  /** What every response says of this gateway. */
  readonly siteHeaders: readonly string[]
  /** Called after every request, however it ended. */
  readonly onAnswered?: HttpMonitor['answered'] | undefined
  /** Called after every request of a merchant that was admitted. */
  readonly onMerchantCall?: ((call: MerchantCall) => void) | undefined
}

/** Stage 7: the last of a request. */
export async function answer(
  { log, clock, renderRefusalPage, siteHeaders, onAnswered, onMerchantCall }: Answering,
  progress: RequestProgress,
  outcome: HttpReply | Rejection | HttpRefusal,
): Promise<WireReply> {
  const { exchange, requestId, route, merchant, correlationId, startedMs } = progress
  const { request } = exchange
  const isError = isRejection(outcome) || isRefusal(outcome)
  const plain = isError ? errorReply(outcome, correlationId) : outcome
  const isFailure = isError || plain.supportCode !== undefined
  const reply =
    renderRefusalPage && isFailure && wantsPage(request)
      ? await asRefusalPage(plain, isError ? outcome : undefined, {
          render: renderRefusalPage,
          acceptLanguage: request.headers['accept-language'],
        })
      : plain
  const closes = isRefusal(outcome) && outcome.closes === true
  const wire = wireReplyOf(reply, request.url?.startsWith('/api/') ?? false, closes)
  wire.headers.push(...siteHeaders, requestIdHeader, requestId)
  const ms = clock.monotonicMs() - startedMs
  onAnswered?.({ method: request.method, route, status: reply.status, ms })
  if (onMerchantCall && progress.call) {
    const { method, headers } = request
    const call = merchantCallOf(
      { ...progress, ...progress.call, method, agent: headers['user-agent'], ms },
      reply,
      isError ? outcome : undefined,
    )
    if (call) onMerchantCall(call)
  }
  log.info('answered', {
    method: request.method,
    route,
    status: reply.status,
    ms: Math.round(ms * 100) / 100,
    merchant,
    requestId,
    supportCode: reply.supportCode,
    ...(isError && loggedRefusal(outcome)),
  })
  return wire
}

/** Names a request in its answer, in the log, in the merchant's request log and in explain. */
const requestIdHeader = 'Tollgate-Request-Id'

/** The client has left: nothing is answered, but the request is counted. */
export function abandon(
  { clock, onAnswered }: Answering,
  { exchange, route, startedMs }: RequestProgress,
): undefined {
  const ms = clock.monotonicMs() - startedMs
  onAnswered?.({ method: exchange.request.method, route, status: undefined, ms })
}
