// The listeners of the gateway: the public one for merchants and payers, and the operations listener.

import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { stageOf } from '../config/config.ts'
import { type Config, publishedPassword } from '../config/settings.ts'
import { metricsRoute, type Readiness } from '../http/api/health.ts'
import {
  type HttpListener,
  type ListenerTransport,
  openStartingListener,
  type StartingListener,
} from '../http/api/listener.ts'
import { hashPassword, type MerchantDirectory } from '../http/authentication/credentials.ts'
import { referenceRoutes } from '../http/reference/referenceRoutes.ts'
import { standardLimits } from '../http/transport/limits.ts'
import type { HttpMonitor } from '../http/transport/server.ts'
import { availableOperations } from '../operations/gateway.ts'
import { refusalPage } from '../pages/noticePages.ts'
import { isTest } from '../platform/environment.ts'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import type { SharedLimits } from '../platform/limits/sharedLimits.ts'
import type { WorkInHand } from '../platform/limits/workInHand.ts'
import type { Log } from '../platform/log.ts'
import type { MetricExposition } from '../platform/metrics.ts'
import type { Assembly } from './assembly.ts'
import { isSecureForPayers, type OpenTransport } from './transport.ts'

export type ListenersDependencies = {
  readonly config: Config
  readonly log: Log
  readonly release: string
  readonly monitor: HttpMonitor
  readonly isDraining: () => boolean
  readonly transport: OpenTransport
  /** How long an answer about a payer may take; absent: none is asked for. */
  readonly authenticatorPatienceMs?: number | undefined
  /** Reports why nothing can be served yet. */
  readonly waiting: Readiness
  /** Where other processes serve the same ports: they count with this one. */
  readonly sharedLimits?: SharedLimits | undefined
  /** How much this process has in hand. */
  readonly workInHand?: WorkInHand | undefined
}

export type ServedGateway = {
  readonly assembly: Assembly
  readonly ready: Readiness
  readonly scrape: MetricExposition
}

export type OpenListeners = {
  readonly ports: ListenerPorts
  readonly serve: (served: ServedGateway) => void
  /** May be called more than once. */
  readonly close: () => Promise<void>
}

/**
 * Opens both listeners as early as possible. Until there is something to serve, load balancers and operators
 * can read that the node is starting, and what it is waiting for. One that joins others on their ports opens
 * them with what it serves: nobody must come to it before.
 */
export async function openListeners(
  { transport, ...dependencies }: ListenersDependencies,
  served?: ServedGateway,
): Promise<OpenListeners> {
  const { config } = dependencies
  const operationsListener = await openOperationsListener(dependencies, served)
  const publicListener = openPublicListener(dependencies)
  if (served) servePublicly(publicListener, config, served)
  let closed: Promise<void> | undefined
  const close = async () => {
    await publicListener.close()
    await operationsListener.close()
  }
  try {
    const ports = await listenPublicly(publicListener, config, transport)
    return {
      ports,
      serve(served) {
        operationsListener.serve(served)
        servePublicly(publicListener, config, served)
      },
      close: () => (closed ??= close()),
    }
  } catch (error) {
    await close()
    throw error
  }
}

type ListenAddress = {
  readonly host: string
  readonly port: number
  /** The setting that chooses another port. */
  readonly setting: string
}

/** A port that cannot be opened refuses the start in one line. */
async function listenOn(
  listener: HttpListener,
  { host, port, setting }: ListenAddress,
  transport?: ListenerTransport,
): Promise<AddressInfo> {
  try {
    return await listener.listen(host, port, transport)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE')
      throw new StartRefusal(`Port ${port} of ${host} is taken; choose another with ${setting}.`)
    throw new StartRefusal(`Cannot listen on ${host} port ${port} (${code}).`)
  }
}

type PublicListenerDependencies = Omit<ListenersDependencies, 'transport'>

/** The listener for merchants and payers. */
function openPublicListener({
  config,
  release,
  waiting,
  authenticatorPatienceMs,
  sharedLimits,
  workInHand,
  ...dependencies
}: PublicListenerDependencies): StartingListener {
  const isSandbox = config.mode === 'sandbox'
  return openStartingListener({
    ...dependencies,
    ready: waiting,
    gatewayVersion: release,
    limits: {
      requestsMax: config.concurrencyMax,
      closeTimeoutMs: closeTimeoutMs({ ...config, authenticatorPatienceMs }),
      ...socketShares(sharedLimits?.processes ?? 1),
    },
    names: { ...config, hosts: [config.host, hostname(), ...config.allowedHosts], isStrict: isSandbox },
    requestsPerSecond: config.rateLimit,
    ...{ sharedLimits, workInHand },
    trustedProxies: config.trustedProxies,
    renderRefusalPage: summary => refusalPage(summary, isTest(stageOf(config))),
    isSecure: isSecureForPayers(config),
    isTest: isTest(stageOf(config)),
  })
}

/** Connections are dealt out in turn: of them each process may have its share. */
const socketShares = (processes: number) => ({
  socketsMax: Math.ceil(standardLimits.socketsMax / processes),
  socketsPerAddressMax: Math.ceil(standardLimits.socketsPerAddressMax / processes),
})

function servePublicly(
  listener: StartingListener,
  config: Config,
  { assembly, ready, scrape }: ServedGateway,
): void {
  const { merchants, certificateKeys, pepper, onMerchantCall } = assembly
  const isSandbox = config.mode === 'sandbox'
  listener.serve({
    routes: [
      ...assembly.routes,
      // Behind a TCP balancer on this machine every caller would look local.
      ...(config.metricsPort === undefined ? [metricsRoute(scrape, 'local')] : []),
      ...referenceRoutes({
        ...{ sandbox: isSandbox, available: availableOperations },
        address: assembly.origin,
      }),
    ],
    directory: isSandbox
      ? merchants
      : withoutPublishedPassword(merchants, hashPassword(pepper, publishedPassword)),
    keys: certificateKeys,
    ...{ pepper, ready, onMerchantCall },
  })
}

type ListenerPorts = { readonly port: number; readonly certificatePort?: number }

/** Listens on the port for passwords and, where one is set, on the port for certificates. */
async function listenPublicly(
  listener: HttpListener,
  config: Config,
  { usual, forCertificates }: OpenTransport,
): Promise<ListenerPorts> {
  const { host, certificatePort } = config
  const { port } = await listenOn(listener, { ...config, setting: 'TOLLGATE_PORT' }, usual)
  if (certificatePort === undefined) return { port }
  const address = { host, port: certificatePort, setting: 'TOLLGATE_CERTIFICATE_PORT' }
  return { port, certificatePort: (await listenOn(listener, address, forCertificates)).port }
}

type AnswerWaits = Pick<Config, 'acquirerPatienceMs' | 'orderWaitMs'> &
  Pick<ListenersDependencies, 'authenticatorPatienceMs'>

/** A stop must not cut off what would be answered: a request waits for its order, and for one other. */
export const closeTimeoutMs = ({
  orderWaitMs,
  acquirerPatienceMs,
  authenticatorPatienceMs = 0,
}: AnswerWaits) => orderWaitMs + Math.max(acquirerPatienceMs, authenticatorPatienceMs) + answerMarginMs

/** What a request under way may need beyond its waits. */
const answerMarginMs = 30_000

/** In production the published sandbox password is not accepted. */
function withoutPublishedPassword(merchants: MerchantDirectory, published: Buffer): MerchantDirectory {
  return {
    async find(merchantId, sinceMs) {
      const access = await merchants.find(merchantId, sinceMs)
      return (
        access && { ...access, passwordHashes: access.passwordHashes.filter(hash => !hash.equals(published)) }
      )
    },
  }
}

type OperationsListenerDependencies = Pick<ListenersDependencies, 'log' | 'release' | 'waiting'> & {
  readonly config: Pick<Config, 'acquirer' | 'allowedHosts' | 'metricsHost' | 'metricsPort' | 'mode'>
}

type OperationsListener = {
  readonly serve: (served: Pick<ServedGateway, 'ready' | 'scrape'>) => void
  readonly close: () => Promise<void>
}

/** The operations listener, if configured: metrics and readiness. */
async function openOperationsListener(
  dependencies: OperationsListenerDependencies,
  served: ServedGateway | undefined,
): Promise<OperationsListener> {
  const { config, log, waiting, release } = dependencies
  const { metricsHost: host, metricsPort: port } = config
  if (port === undefined) return { serve: () => undefined, close: async () => undefined }
  const hosts = [host, hostname(), ...config.allowedHosts]
  const listener = openStartingListener({
    ...{ log, ready: waiting, gatewayVersion: release, isForOperators: true },
    // Scrapers are not web pages, so pages are refused; and strict host names keep a page from reading a
    // sandbox through a name of its author's own.
    names: { hosts, isStrict: config.mode === 'sandbox', isWithoutPages: true },
    isTest: isTest(stageOf(config)),
  })
  const serve: OperationsListener['serve'] = ({ ready, scrape }) => {
    const routes = [metricsRoute(scrape, 'public')]
    // No route here needs a password, so there is no directory of merchants.
    listener.serve({ routes, ready, directory: { find: async () => undefined }, pepper: Buffer.alloc(32) })
  }
  if (served) serve(served)
  const { port: taken } = await listenOn(listener, { host, port, setting: 'TOLLGATE_METRICS_PORT' })
  log.info('metrics', { host, port: taken })
  return { serve, close: listener.close }
}
