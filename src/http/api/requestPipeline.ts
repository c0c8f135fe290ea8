import type { IncomingMessage } from 'node:http'
import { JsonNumber, shortestText } from '../../contract/kit/content.ts'
import { busy, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'
import { testHeader } from '../../platform/environment.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { supportCode } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { endOfLoopTurn } from '../../platform/queues.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { networkOf } from '../../standards/network.ts'
import type { Credentials, MerchantAdmission } from '../authentication/credentials.ts'
import { checkLocal, type HostNames, isOfOwnPage } from '../policy/hostNames.ts'
import { createPayerLoad, type PayerLoad, type RequestLoad } from '../policy/load.ts'
import type { RequestRate } from '../policy/rate.ts'
import { checkSource, type SourceAddressReader } from '../policy/sourceAddress.ts'
import { isBodyWanted, readForm, receiveBody } from '../transport/body.ts'
import type { HttpExchange } from '../transport/connections.ts'
import { checkFraming, hasBody } from '../transport/framing.ts'
import { emptyObject, type JsonObject, payerValuesMax, readJson, valuesMax } from '../transport/json.ts'
import type { HttpLimits } from '../transport/limits.ts'
import {
  errorReply,
  faultReply,
  type HttpRefusal,
  isRefusal,
  logReasonOf,
  refuse,
} from '../transport/refusals.ts'
import { acceptsGzip, type HttpReply, type WireReply, wireReplyOf } from '../transport/reply.ts'
import type { HttpMonitor, HttpResponder } from '../transport/server.ts'
import { readQuery, readTarget } from './path.ts'
import { preflight, type Route, type RouteMatch, type RouteTable } from './routes.ts'

/** Shows a person what a program is told in JSON. */
export type RefusalPageRenderer = (told: RefusalSummary) => Promise<HttpReply>

export type RefusalSummary = {
  readonly status: number
  /** What was wrong with what was sent. */
  readonly explanation?: string
  readonly supportCode?: string
}

/** A browser on its way to a page says that it wants one; callers of the API get JSON, whatever they say. */
export function wantsPage({ headers, url = '' }: IncomingMessage): boolean {
  return !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}

/** The same refusal, as a page: status, and what else its headers say, stay. */
export async function asRefusalPage(
  reply: HttpReply,
  error: Rejection | HttpRefusal | undefined,
  pageOf: RefusalPageRenderer,
): Promise<HttpReply> {
  const { status, supportCode, headers } = reply
  const rejection = error && (isRejection(error) ? error : error.rejection)
  const explanation = rejection?.cause === 'INVALID_REQUEST' ? rejection.explanation : undefined
  const told = {
    status,
    ...(explanation !== undefined && { explanation }),
    ...(supportCode !== undefined && { supportCode }),
  }
  const page = await pageOf(told).catch(() => undefined)
  if (page === undefined) return reply
  const { body } = page
  return { ...reply, body, headers: { ...headers, ...page.headers } }
}

export type RequestPipelineDependencies = {
  readonly routes: RouteTable
  readonly credentials: Credentials
  readonly rate: RequestRate
  readonly load: RequestLoad
  readonly source: SourceAddressReader
  readonly names: HostNames
  readonly limits: HttpLimits
  readonly log: Log
  readonly clock: Clock
  /** How refusals look to people; without it, as they look to programs. */
  readonly renderRefusalPage?: RefusalPageRenderer | undefined
  /** Whether payers reach this gateway by TLS: their browsers are told to come no other way. */
  readonly isSecure?: boolean | undefined
  /** Whether no money moves here: every answer says so. */
  readonly isTest?: boolean | undefined
  /** Told of every request, however it ended. */
  readonly onAnswered?: HttpMonitor['answered'] | undefined
}

type Parts = RequestPipelineDependencies & { readonly payers: PayerLoad }

/** What has been learnt about a request so far: for its log line, and for an error answer at any rung. */
type Visit = {
  readonly turn: HttpExchange
  route: string | undefined
  merchant: string | undefined
  correlationId: string | undefined
}

/** Refusals are ordinary results; 'GONE' means that nobody waits for an answer any more. */
type Outcome = HttpReply | Rejection | HttpRefusal | 'GONE'

/**
 * framing → name → path → credentials → rate and load → media type → size → JSON → handler; each rung may be
 * the last. Without a password, load comes after size.
 */
export function createRequestPipeline(given: RequestPipelineDependencies): HttpResponder {
  const parts = { ...given, payers: createPayerLoad(given.load, given.limits) }
  return async turn => {
    const started = parts.clock.monotonicMs()
    const visit: Visit = { turn, route: undefined, merchant: undefined, correlationId: undefined }
    try {
      const outcome = await climb(parts, visit)
      return outcome === 'GONE'
        ? gone(parts, visit, started)
        : await conclude(parts, visit, { outcome, started })
    } catch (fault) {
      // Thrown only where nothing was sent yet: the caller may simply try again.
      if (fault instanceof StoreUnavailable) return conclude(parts, visit, { outcome: storeAway, started })
      const code = supportCode()
      const { route, merchant } = visit
      parts.log.fault('failed', fault, { route, merchant, supportCode: code })
      return conclude(parts, visit, { outcome: faultReply(code, visit.correlationId), started })
    }
  }
}

const storeAway = busy('The database is not available just now; nothing was done.', 1)

type Conclusion = { readonly outcome: HttpReply | Rejection | HttpRefusal; readonly started: number }

async function conclude(
  { log, clock, renderRefusalPage: pageOf, isSecure, isTest, onAnswered }: RequestPipelineDependencies,
  visit: Visit,
  { outcome, started }: Conclusion,
): Promise<WireReply> {
  const { request } = visit.turn
  const isError = isRejection(outcome) || isRefusal(outcome)
  const plain = isError ? errorReply(outcome, visit.correlationId) : outcome
  const isFailure = isError || plain.supportCode !== undefined
  const reply =
    pageOf && isFailure && wantsPage(request)
      ? await asRefusalPage(plain, isError ? outcome : undefined, pageOf)
      : plain
  const closes = isRefusal(outcome) && outcome.closes === true
  const answer = wireReplyOf(reply, request.url?.startsWith('/api/') ?? false, closes)
  if (isSecure) answer.headers.push(...strictTransport)
  if (isTest) answer.headers.push(testHeader.name, testHeader.value)
  const ms = clock.monotonicMs() - started
  onAnswered?.({ method: request.method, route: visit.route, status: reply.status, ms })
  log.info('answered', {
    method: request.method,
    route: visit.route,
    status: reply.status,
    ms: Math.round(ms * 100) / 100,
    merchant: visit.merchant,
    supportCode: reply.supportCode,
    reason: isError ? logReasonOf(outcome) : undefined,
  })
  return answer
}

/** Nobody waits for an answer any more. */
function gone(
  { clock, onAnswered }: RequestPipelineDependencies,
  { turn, route }: Visit,
  started: number,
): undefined {
  const ms = clock.monotonicMs() - started
  onAnswered?.({ method: turn.request.method, route, status: undefined, ms })
}

/** For a year, for this name only: what else its owner has under it is not ours to decide. */
const strictTransport = ['Strict-Transport-Security', 'max-age=31536000']

async function climb(parts: Parts, visit: Visit): Promise<Outcome> {
  const { request } = visit.turn
  const flaw = checkFraming(request, parts.limits) ?? parts.names.check(request)
  if (flaw !== undefined) return flaw
  if (visit.turn.expectation === 'unknown') return refuse('expectation')
  const target = readTarget(request.url ?? '')
  if (isRefusal(target)) return target
  const place = parts.routes.match(request.method ?? '', target.segments, target.sent)
  if (isRefusal(place)) return place
  visit.route = place.template
  if (place.kind === 'options') return preflight(place)
  const query = readQuery(target.query, place.route.query)
  if (isRefusal(query)) return query
  const source = parts.source(request)
  const unknown = { place, query: query.values, merchant: undefined, source }
  if (place.route.access === 'public') return handlePayer(parts, visit, unknown)
  if (place.route.access === 'local') return checkLocal(request) ?? handleLocal(parts, visit, unknown)
  const { merchantId = '' } = place.params
  const { isSessionOpen: isOpen } = place.route
  const merchant = await parts.credentials.check({
    authorization: request.headers.authorization,
    merchantId,
    source,
    memory: visit.turn.connection.memory,
    certificate: visit.turn.connection.certificate,
    isOfForeignPage: parts.names.isOfForeignPage(request),
    isSessionOpen: isOpen && (session => parts.payers.work(source, () => isOpen(session))),
  })
  if (isRefusal(merchant) || isRejection(merchant)) return merchant
  visit.merchant = merchant.merchantId
  const admitted = { place, query: query.values, merchant, source }
  if (merchant.sessionId !== undefined) return handleBrowser(parts, visit, admitted)
  const { allowedSources, requestsPerSecond } = merchant.profile
  // Whoever has stolen a password uses up nothing of the merchant's.
  return (
    checkSource(allowedSources, source) ??
    parts.rate.take(merchant.merchantId, requestsPerSecond) ??
    handleCounted(parts, visit, admitted)
  )
}

/** Whoever has a session is a payer: it takes nothing from what its merchant may send or has of the load. */
async function handleBrowser(parts: Parts, visit: Visit, admitted: Admitted): Promise<Outcome> {
  const { source, place } = admitted
  const { merchantId = '' } = place.params
  const overRate = parts.rate.take(`${networkOf(source)} ${merchantId}`)
  if (overRate !== undefined) return overRate
  const outcome = await handlePayer(parts, visit, admitted)
  if (isUnproven(outcome)) await parts.credentials.countFailure({ merchantId, source })
  return outcome
}

const isUnproven = (outcome: Outcome): boolean =>
  outcome !== 'GONE' && isRefusal(outcome) && outcome.status === 401

/** Without a password, nobody has a place before all that they send is there. */
async function handlePayer(parts: Parts, visit: Visit, admitted: Admitted): Promise<Outcome> {
  const { place, source } = admitted
  const { turn } = visit
  const { request } = turn
  const page = { isOwn: () => isOfOwnPage(request), params: place.params }
  const fromElsewhere = place.route.checkOrigin?.(request.headers.origin, page)
  if (fromElsewhere !== undefined) return fromElsewhere
  const receive = () => receiveBody(turn, place.route, parts.limits.payerBodyBytesMax)
  const bytes = await (hasBody(turn.request) ? parts.payers.receive(source, receive) : receive())
  if (!Buffer.isBuffer(bytes)) return bytes
  const work = () => respond(visit, admitted, { bytes, valuesMax: payerValuesMax })
  return place.route.isAlwaysServed ? work() : parts.payers.work(source, work)
}

const handleLocal: typeof handle = (parts, visit, admitted) =>
  admitted.place.route.isExclusive
    ? parts.load.exclusively(() => handle(parts, visit, admitted))
    : handleCounted(parts, visit, admitted)

/** Without a merchant, counted under a name that no merchant can have. */
async function handleCounted(parts: Parts, visit: Visit, admitted: Admitted): Promise<Outcome> {
  const { isLongPolling: isPatient, isAlwaysServed: isAlways } = admitted.place.route
  if (isPatient || isAlways) return handle(parts, visit, admitted)
  const name = admitted.merchant?.merchantId ?? ' local'
  const overload = parts.load.enter(name)
  if (overload !== undefined) return overload
  try {
    return await handle(parts, visit, admitted)
  } finally {
    parts.load.leave(name)
  }
}

type Admitted = {
  readonly place: RouteMatch
  readonly query: Readonly<Record<string, string>>
  readonly merchant: MerchantAdmission | undefined
  readonly source: string
}

async function handle(parts: Parts, visit: Visit, admitted: Admitted): Promise<Outcome> {
  const bytes = await receiveBody(visit.turn, admitted.place.route, parts.limits.bodyBytesMax)
  return Buffer.isBuffer(bytes) ? respond(visit, admitted, { bytes, valuesMax }) : bytes
}

type Sent = { readonly bytes: Buffer; readonly valuesMax: number }

async function respond(visit: Visit, admitted: Admitted, sent: Sent): Promise<Outcome> {
  const { place, query, merchant, source } = admitted
  const { request } = visit.turn
  const isWanted = isBodyWanted(request)
  // What arrived together is worked on together: each from end to end would cost a quarter more.
  if (isWanted && sent.bytes.length > 0) await endOfLoopTurn()
  const read = isWanted ? contentOf(sent, place.route) : { value: undefined }
  if ('rejection' in read) return read.rejection
  const body = read.value
  visit.correlationId = correlationIdOf(body)
  const { version, params, route } = place
  const { correlationId } = visit
  const { headers } = request
  return route.handler({
    merchant,
    session: merchant?.sessionId,
    version,
    params,
    query,
    body,
    source,
    correlationId,
    acceptsGzip: acceptsGzip(headers['accept-encoding']),
    origin: headers.origin,
    userAgent: headers['user-agent']?.slice(0, headerTextMax),
    accept: headers.accept?.slice(0, headerTextMax),
    acceptLanguage: headers['accept-language']?.slice(0, headerTextMax),
    isLocal: () => checkLocal(request) === undefined,
  })
}

/** As much as a card scheme takes of what a browser says about itself. */
const headerTextMax = 2_048

function contentOf({ bytes, valuesMax }: Sent, { reads }: Route): ReturnType<typeof readForm> {
  if (bytes.length === 0) return { value: emptyObject() }
  return reads === 'form' ? readForm(bytes) : readJson(bytes, valuesMax)
}

/** Echoed in every answer, errors included; one that is itself too long is not, nor one with card data. */
function correlationIdOf(body: JsonObject | undefined): string | undefined {
  const given = body?.correlationId
  const isNumber = typeof given === 'number' || given instanceof JsonNumber
  const text = isNumber ? shortestText(given) : given
  if (typeof text !== 'string' || text === '' || [...text.slice(0, 202)].length > 100) return undefined
  return holdsCardData(text) ? undefined : text
}
