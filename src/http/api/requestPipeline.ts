import { busy, isRejection, type Rejection } from '../../orders/rejection.ts'
import { MerchantMoving, StoreUnavailable, WriteUnsure } from '../../platform/errors.ts'
import { supportCode } from '../../platform/ids.ts'
import type { SharedLimits } from '../../platform/limits/sharedLimits.ts'
import { tellFailure } from '../../platform/log.ts'
import { endOfLoopTurn } from '../../platform/queues.ts'
import { createRequestIds } from '../../platform/requestIds.ts'
import { networkOf } from '../../standards/network.ts'
import type { Credentials } from '../authentication/credentials.ts'
import { checkLocal, type HostNames, isOfOwnPage } from '../policy/hostNames.ts'
import { boundsOf, createPayerLoad, type PayerLoad, type RequestLoad } from '../policy/load.ts'
import type { RequestRate } from '../policy/rate.ts'
import { rememberCaller } from '../policy/shedding.ts'
import { checkSource, type SourceAddressReader } from '../policy/sourceAddress.ts'
import { isBodyWanted, readForm, receiveBody } from '../transport/body.ts'
import type { HttpExchange } from '../transport/connections.ts'
import { checkFraming, hasBody } from '../transport/framing.ts'
import { emptyObject, payerValuesMax, readJson, valuesMax } from '../transport/json.ts'
import type { HttpLimits } from '../transport/limits.ts'
import { faultReply, type HttpRefusal, isRefusal, refuse } from '../transport/refusals.ts'
import { acceptsGzip, type HttpReply } from '../transport/reply.ts'
import type { HttpResponder } from '../transport/server.ts'
import { type Answering, abandon, answer, type RequestProgress, type RoutedRequest } from './answering.ts'
import { browserHeaders } from './browserHeaders.ts'
import { correlationIdOf } from './correlationId.ts'
import { readQuery, readTarget } from './path.ts'
import { preflight, type Route, type RouteCall, type RouteTable, type WithinLoad } from './routes.ts'

/**
 * What happens to a request between the socket and the handler of its route. The stages stand below in the
 * order in which a request passes them; each may refuse it, and then none of the later ones runs:
 *
 *  1. checkEnvelope         400 414 431 505 framing · 421 host name · 403 page of another origin · 417 Expect
 *  2. findRoute             400 path or query · 404 path · 405 method · 204 answer to OPTIONS
 *  3. serveMerchant         401 403 503 credentials · 403 source address · 429 rate
 *     serveSession          429 rate; then as a payer
 *     servePayer            403 origin of the page; then stages 5, 4 (by source address) and 6
 *     serveLocal            403 not at this machine · 503 a route that runs alone cannot
 *  4. serveWithinLoad       503 too many requests at once, in all or of one merchant
 *  5. receiveThenHandle     415 media type · 413 size; then, where that took long, credentials once more
 *  6. handleBody            400 JSON or form; then whatever the route's handler answers
 *  7. answer                the reply's headers, its log line; 500 for a fault, 503 without a database
 *
 * Before stage 1, transport/server.ts has refused what is no HTTP at all.
 */
export function createRequestPipeline(dependencies: RequestPipelineDependencies): HttpResponder {
  const { load, limits, sharedLimits } = dependencies
  const pipeline = { ...dependencies, payers: createPayerLoad(load, limits, sharedLimits) }
  const requestIds = createRequestIds(() => dependencies.clock.now().getTime())
  return async exchange => {
    const progress: RequestProgress = {
      exchange,
      requestId: requestIds(),
      startedMs: pipeline.clock.monotonicMs(),
      route: undefined,
      merchant: undefined,
      call: undefined,
      body: undefined,
      correlationId: undefined,
    }
    try {
      const outcome = await processRequest(pipeline, progress)
      return outcome === 'GONE' ? abandon(pipeline, progress) : await answer(pipeline, progress, outcome)
    } catch (fault) {
      // Thrown only where nothing was begun or written: the caller may simply try again.
      if (fault instanceof MerchantMoving) return answer(pipeline, progress, merchantMoving)
      if (fault instanceof StoreUnavailable && !(fault instanceof WriteUnsure))
        return answer(pipeline, progress, storeUnavailable)
      const code = supportCode()
      const { requestId, route, merchant } = progress
      tellFailure(pipeline.log, 'failed', fault, { requestId, route, merchant, supportCode: code })
      return answer(pipeline, progress, faultReply(code, progress.correlationId))
    }
  }
}

export type RequestPipelineDependencies = Answering & {
  readonly routes: RouteTable
  readonly credentials: Credentials
  readonly rate: RequestRate
  readonly load: RequestLoad
  readonly source: SourceAddressReader
  readonly names: HostNames
  readonly limits: HttpLimits
  readonly sharedLimits?: SharedLimits | undefined
}

type RequestPipeline = RequestPipelineDependencies & { readonly payers: PayerLoad }

/** Refusals are ordinary results; 'GONE' means that the client left before its request was complete. */
type RequestOutcome = HttpReply | Rejection | HttpRefusal | 'GONE'

const storeUnavailable = busy('The database is not available just now; nothing was done.', 1)
const merchantMoving = busy('This merchant is being moved, for some seconds; nothing was done.', 1)

function processRequest(
  pipeline: RequestPipeline,
  progress: RequestProgress,
): RequestOutcome | Promise<RequestOutcome> {
  const { exchange } = progress
  const refusal = checkEnvelope(pipeline, exchange)
  if (refusal !== undefined) return refusal
  const routed = findRoute(pipeline, progress)
  if (!('match' in routed)) return routed
  const { access } = routed.match.route
  if (access === 'merchant') return serveMerchant(pipeline, progress, routed)
  if (access === 'public') return servePayer(pipeline, progress, routed)
  return checkLocal(exchange.request) ?? serveLocal(pipeline, progress, routed)
}

/** Stage 1: the request line and the header fields, before the path is read. */
function checkEnvelope(
  { limits, names }: RequestPipeline,
  { request, expectation }: HttpExchange,
): HttpRefusal | undefined {
  const refusal = checkFraming(request, limits) ?? names.check(request)
  if (refusal !== undefined) return refusal
  return expectation === 'unknown' ? refuse('expectation') : undefined
}

/** Stage 2: the route of a path and method; an OPTIONS request is answered here. */
function findRoute(
  { routes, source }: RequestPipeline,
  progress: RequestProgress,
): RoutedRequest | HttpRefusal | HttpReply {
  const { request } = progress.exchange
  const target = readTarget(request.url ?? '')
  if (isRefusal(target)) return target
  const match = routes.match(request.method ?? '', target.segments, target.sent)
  if (isRefusal(match)) return match
  progress.route = match.template
  if (match.kind === 'options') return preflight(match)
  const query = readQuery(target.query, match.route.query)
  if (isRefusal(query)) return query
  return { match, query: query.values, merchant: undefined, source: source(request) }
}

/** Stage 3, for callers with the credentials of a merchant, or with a session in their place. */
async function serveMerchant(
  pipeline: RequestPipeline,
  progress: RequestProgress,
  routed: RoutedRequest,
): Promise<RequestOutcome> {
  const merchant = await authenticate(pipeline, progress.exchange, routed)
  if (isRefusal(merchant) || isRejection(merchant)) return merchant
  const { merchantId } = merchant
  progress.merchant = merchantId
  const { source } = routed
  const withMerchant = { ...routed, merchant }
  progress.call = withMerchant
  if (merchant.sessionId !== undefined) return serveSession(pipeline, progress, withMerchant)
  const { allowedSources, requestsPerSecond } = merchant.profile
  // The source address is checked first: a caller with a stolen password uses up nothing of the merchant's
  // rate.
  const checked = checkSource(allowedSources, source) ?? pipeline.rate.take(merchantId, requestsPerSecond)
  const refusal = checked instanceof Promise ? await checked : checked
  if (refusal === undefined) rememberCaller(progress.exchange, merchantId)
  return refusal ?? serveWithinLoad(pipeline, progress, withMerchant)
}

function authenticate(
  { credentials, names, payers }: RequestPipeline,
  { request, connection }: HttpExchange,
  { match, source }: RoutedRequest,
): ReturnType<Credentials['check']> {
  const { isSessionOpen } = match.route
  return credentials.check({
    authorization: request.headers.authorization,
    merchantId: match.params.merchantId ?? '',
    source,
    memory: connection.memory,
    certificate: connection.certificate,
    isOfForeignPage: names.isOfForeignPage(request),
    isSessionOpen: isSessionOpen && (session => payers.work(source, () => isSessionOpen(session))),
  })
}

/**
 * Stage 3, for a browser that authenticates by a session: it belongs to a payer, so it uses neither the rate
 * nor the load of its merchant. The handler decides what the session may be used for.
 */
async function serveSession(
  pipeline: RequestPipeline,
  progress: RequestProgress,
  routed: RoutedRequest,
): Promise<RequestOutcome> {
  const { source, match } = routed
  const { merchantId = '' } = match.params
  const overRate = await pipeline.rate.take(`${networkOf(source)} ${merchantId}`)
  if (overRate !== undefined) return overRate
  const outcome = await servePayer(pipeline, progress, routed)
  if (isUnauthenticated(outcome)) await pipeline.credentials.countFailure({ merchantId, source })
  return outcome
}

const isUnauthenticated = (outcome: RequestOutcome): boolean =>
  outcome !== 'GONE' && isRefusal(outcome) && outcome.status === 401

/**
 * Stage 3, for callers without a password: their body is received completely before they count in the load,
 * so that slow senders do not block others.
 */
async function servePayer(
  { payers, limits }: RequestPipeline,
  progress: RequestProgress,
  routed: RoutedRequest,
): Promise<RequestOutcome> {
  const { match, source } = routed
  const { exchange } = progress
  const { request } = exchange
  const page = { isOwn: () => isOfOwnPage(request), params: match.params }
  const foreignPage = match.route.checkOrigin?.(request.headers.origin, page)
  if (foreignPage !== undefined) return foreignPage
  const receive = () => receiveBody(exchange, match.route, limits.payerBodyBytesMax)
  const bytes = await (hasBody(request) ? payers.receive(source, receive) : receive())
  if (!Buffer.isBuffer(bytes)) return bytes
  const bounds = boundsOf(payers, match.route, source)
  const work = () => handleBody(progress, routed, { bytes, valuesMax: payerValuesMax, ...bounds })
  return match.route.isAlwaysServed || bounds.counted ? work() : payers.work(source, work)
}

/** Stage 3, for callers on this machine. */
function serveLocal(
  pipeline: RequestPipeline,
  progress: RequestProgress,
  routed: RoutedRequest,
): Promise<RequestOutcome> {
  return routed.match.route.isExclusive
    ? pipeline.load.exclusively(() => receiveThenHandle(pipeline, progress, routed))
    : serveWithinLoad(pipeline, progress, routed)
}

/** Stage 4: limits how many requests are processed at once. */
async function serveWithinLoad(
  pipeline: RequestPipeline,
  progress: RequestProgress,
  routed: RoutedRequest,
): Promise<RequestOutcome> {
  const { isLongPolling, isAlwaysServed } = routed.match.route
  if (isLongPolling || isAlwaysServed) return receiveThenHandle(pipeline, progress, routed)
  // Without a merchant: a name that no merchant can have.
  const name = routed.merchant?.merchantId ?? ' local'
  const kind = progress.exchange.request.method === 'GET' ? `${name} reads` : name
  const entry = pipeline.load.enter(name, kind)
  const overload = entry instanceof Promise ? await entry : entry
  // Nothing is written about what is too much, not even to the merchant's request log.
  if (overload !== undefined) progress.call = undefined
  if (overload !== undefined) return overload
  try {
    return await receiveThenHandle(pipeline, progress, routed)
  } finally {
    pipeline.load.leave(name, kind)
  }
}

/** Stage 5: media type, size, and the bytes themselves. */
async function receiveThenHandle(
  pipeline: RequestPipeline,
  progress: RequestProgress,
  routed: RoutedRequest,
): Promise<RequestOutcome> {
  const { limits, clock } = pipeline
  const bytes = await receiveBody(progress.exchange, routed.match.route, limits.bodyBytesMax)
  if (!Buffer.isBuffer(bytes)) return bytes
  const isLate = clock.monotonicMs() - progress.startedMs > judgedForMs
  const current = isLate ? await judgeAgain(pipeline, progress, routed) : routed
  if (!('match' in current)) return current
  const { isLongPolling } = current.match.route
  const refusalNow = isLongPolling && (() => refusalOf(judgeAgain(pipeline, progress, current)))
  return handleBody(progress, current, { bytes, valuesMax, ...(refusalNow && { refusalNow }) })
}

/** Revoked credentials are to be refused within a second, and what is remembered of them may be as old. */
const judgedForMs = 250

/** Stage 3 without the rate: a merchant's credentials may have been revoked since the head was read. */
async function judgeAgain(
  pipeline: RequestPipeline,
  progress: RequestProgress,
  routed: RoutedRequest,
): Promise<RoutedRequest | Rejection | HttpRefusal> {
  if (routed.merchant === undefined) return routed
  // What comes with revoked credentials is no call of the merchant.
  progress.call = undefined
  const merchant = await authenticate(pipeline, progress.exchange, routed)
  if (isRefusal(merchant) || isRejection(merchant)) return merchant
  const refusal = checkSource(merchant.profile.allowedSources, routed.source)
  if (refusal !== undefined) return refusal
  progress.call = { ...routed, merchant }
  return progress.call
}

async function refusalOf(
  judging: ReturnType<typeof judgeAgain>,
): Promise<Rejection | HttpRefusal | undefined> {
  const judged = await judging
  return 'match' in judged ? undefined : judged
}

type ReceivedBytes = {
  readonly bytes: Buffer
  readonly valuesMax: number
  readonly counted?: WithinLoad
  readonly asUser?: (userId: string) => WithinLoad
  readonly refusalNow?: RouteCall['refusalNow']
}

/** Stage 6: reads the body and calls the route's handler. */
async function handleBody(
  progress: RequestProgress,
  { match, query, merchant, source }: RoutedRequest,
  received: ReceivedBytes,
): Promise<RequestOutcome> {
  const { request } = progress.exchange
  const isWanted = isBodyWanted(request)
  // Requests that arrived together are processed together: each from end to end would cost a quarter more.
  if (match.route.access === 'merchant' || (isWanted && received.bytes.length > 0)) await endOfLoopTurn()
  const read = isWanted ? readContent(received, match.route) : { value: undefined }
  if ('rejection' in read) return read.rejection
  const body = read.value
  const correlationId = correlationIdOf(body)
  progress.body = body
  progress.correlationId = correlationId
  const { version, params, route } = match
  const { headers } = request
  return route.handler({
    merchant,
    session: merchant?.sessionId,
    version,
    params,
    query,
    body,
    ...(received.counted && { counted: received.counted }),
    ...(received.asUser && { asUser: received.asUser }),
    ...(received.refusalNow && { refusalNow: received.refusalNow }),
    ...(route.reads === 'signed' && { signed: { text: received.bytes.toString('utf8'), headers } }),
    source,
    correlationId,
    requestId: progress.requestId,
    acceptsGzip: acceptsGzip(headers['accept-encoding']),
    ...browserHeaders(headers, route),
    isLocal: () => checkLocal(request) === undefined,
  })
}

function readContent({ bytes, valuesMax }: ReceivedBytes, { reads }: Route): ReturnType<typeof readForm> {
  if (bytes.length === 0 || reads === 'signed') return { value: emptyObject() }
  return reads === 'form' ? readForm(bytes) : readJson(bytes, valuesMax)
}
