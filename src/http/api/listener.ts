// A listener of the gateway: its options, the request pipelines behind it, and serving health while the
// gateway starts.

import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { SharedLimits } from '../../platform/limits/sharedLimits.ts'
import type { WorkInHand } from '../../platform/limits/workInHand.ts'
import type { Log, LogFacts } from '../../platform/log.ts'
import {
  createCertificateCredentials,
  createCredentials,
  type KeyDirectory,
  type MerchantDirectory,
} from '../authentication/credentials.ts'
import { createFailedLogins } from '../authentication/failedLogins.ts'
import { createHostNames, type OwnHostNames } from '../policy/hostNames.ts'
import { createRequestLoad } from '../policy/load.ts'
import { createRequestRate, createSharedRequestRate } from '../policy/rate.ts'
import { createLoadShedder } from '../policy/shedding.ts'
import { createSourceAddressReader } from '../policy/sourceAddress.ts'
import { type HttpLimits, standardLimits } from '../transport/limits.ts'
import type { RefusalPageRenderer } from '../transport/refusals.ts'
import { siteHeaders } from '../transport/reply.ts'
import { type HttpMonitor, type HttpResponder, HttpServer, type LoadShedder } from '../transport/server.ts'
import type { ListenerTls } from '../transport/tls.ts'
import { faviconRoute } from './favicon.ts'
import { healthRoutes, type Readiness, startingRoutes } from './health.ts'
import type { MerchantCall } from './merchantCall.ts'
import { createRequestPipeline, type RequestPipelineDependencies } from './requestPipeline.ts'
import { compileRoutes, type Route } from './routes.ts'

export type ListenerOptions = {
  readonly routes: readonly Route[]
  readonly directory: MerchantDirectory
  /** On listeners that ask for client certificates: which merchant each key belongs to. */
  readonly keys?: KeyDirectory
  /** The key under which passwords are hashed. */
  readonly pepper: Buffer
  /** Called after every request of a merchant that was admitted. */
  readonly onMerchantCall?: ((call: MerchantCall) => void) | undefined
  readonly log: Log
  readonly ready: Readiness
  /** For the answer of Check Gateway. */
  readonly gatewayVersion: string
  readonly limits?: Partial<HttpLimits>
  /** Where other processes serve the same port: they count with this one. */
  readonly sharedLimits?: SharedLimits | undefined
  /** How much this process has in hand; without it, nobody counts it. */
  readonly workInHand?: WorkInHand | undefined
  /** For each merchant; without it there is no limit. */
  readonly requestsPerSecond?: number | undefined
  /** Addresses or networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: readonly string[]
  /** The host names it answers to; without it, those of loopback. */
  readonly names?: OwnHostNames
  /** Renders refusals as pages for people; without it they get JSON. */
  readonly renderRefusalPage?: RefusalPageRenderer
  /** Whether payers reach this gateway by TLS. */
  readonly isSecure?: boolean
  /** Whether no money moves here: every response says so in a header. */
  readonly isTest?: boolean
  /** Whether this node is about to stop: it closes each connection after its response. */
  readonly isDraining?: () => boolean
  /** Whether this is the operations listener. */
  readonly isForOperators?: boolean
  readonly monitor?: HttpMonitor | undefined
  readonly clock?: Clock
}

/** How connections to one port are encrypted; without it, they are not. */
export type ListenerTransport = {
  readonly tls: ListenerTls
  /** Only merchants with client certificates are admitted, and only to the API. */
  readonly isForCertificates?: true
}

export type HttpListener = {
  /** May be called for several ports: rates and load are counted over all of them together. */
  readonly listen: (host: string, port: number, transport?: ListenerTransport) => Promise<AddressInfo>
  /** Stops accepting, finishes what is under way, closes every connection. */
  readonly close: () => Promise<void>
}

/** What a listener serves once the gateway has started, and to whom. */
type ListenerBackend = Pick<
  ListenerOptions,
  'directory' | 'keys' | 'onMerchantCall' | 'pepper' | 'ready' | 'routes'
>

/** The options before the gateway has started; `ready` then names what it is waiting for. */
type StartingListenerOptions = Omit<ListenerOptions, keyof ListenerBackend> & Pick<ListenerBackend, 'ready'>

export type StartingListener = HttpListener & {
  /** Serves this backend from now on; until then every request but those for health is answered 503. */
  readonly serve: (backend: ListenerBackend) => void
}

export function openListener(options: ListenerOptions): HttpListener {
  const listener = openStartingListener(options)
  listener.serve(options)
  return listener
}

export function openStartingListener(given: StartingListenerOptions): StartingListener {
  const { log, clock = systemClock, isDraining = () => false, monitor, isTest } = given
  const limits = { ...standardLimits, ...given.limits }
  const options = { ...given, limits, clock }
  const servers: HttpServer[] = []
  let isClosing = false
  const unlessClosing =
    (ready: Readiness): Readiness =>
    async () =>
      isClosing ? [{ code: 'STOPPING' }] : ready()
  let pipelines = createStartingPipelines({ ...options, ready: unlessClosing(given.ready) })
  return {
    serve(backend) {
      // openListener passes its whole options: those completed here must win.
      pipelines = createPipelines({ ...backend, ...options, ready: unlessClosing(backend.ready) })
    },
    listen(host, port, transport) {
      const respond: HttpResponder = exchange =>
        transport?.isForCertificates ? pipelines.forCertificates(exchange) : pipelines.usual(exchange)
      const onRefused = (facts: LogFacts) => {
        monitor?.refused(typeof facts.status === 'number' ? facts.status : undefined)
        log.info('refused', facts)
      }
      const shared = { limits, clock, onRefused, isDraining, tls: transport?.tls, isTest }
      const shedder: LoadShedder = {
        refusalOf: exchange => pipelines.shedder.refusalOf(exchange),
        rawRefusalOf: (caller, method) => pipelines.shedder.rawRefusalOf(caller, method),
      }
      const responding = { respond: monitor ? monitor.observe(respond) : respond, shedder }
      const server = new HttpServer({ ...shared, ...responding })
      servers.push(server)
      return server.listen(host, port)
    },
    async close() {
      isClosing = true
      await Promise.all(servers.map(server => server.close()))
    },
  }
}

const noShedder: LoadShedder = { refusalOf: () => undefined, rawRefusalOf: () => undefined }

type ListenerDefaults = { readonly limits: HttpLimits; readonly clock: Clock }

type RequestPipelines = {
  readonly usual: HttpResponder
  /** For callers with client certificates, who may use the API only. */
  readonly forCertificates: HttpResponder
  readonly shedder: LoadShedder
}

function createStartingPipelines(options: StartingListenerOptions & ListenerDefaults): RequestPipelines {
  const nobody: MerchantDirectory = { find: async () => undefined }
  const { clock, log, monitor, sharedLimits: shared } = options
  const failures = createFailedLogins({ clock, log, onFailed: monitor?.failedLogin, shared })
  const pipeline = createRequestPipeline({
    ...sharedDependencies(options),
    routes: startingRoutes(options),
    credentials: createCredentials({ directory: nobody, pepper: Buffer.alloc(32), failures }),
  })
  return { usual: pipeline, forCertificates: pipeline, shedder: noShedder }
}

function createPipelines(options: ListenerOptions & ListenerDefaults): RequestPipelines {
  const { routes, keys = noKeys, directory, pepper, clock, log, monitor, onMerchantCall } = options
  const { sharedLimits } = options
  const health = healthRoutes(options)
  const shared = { ...sharedDependencies(options), onMerchantCall }
  return {
    usual: createRequestPipeline({
      ...shared,
      routes: compileRoutes([...health, faviconRoute, ...routes]),
      credentials: createCredentials({
        ...{ directory, pepper },
        failures: createFailedLogins({ clock, log, onFailed: monitor?.failedLogin, shared: sharedLimits }),
      }),
    }),
    forCertificates: createRequestPipeline({
      ...shared,
      // TLS ends here, so no proxy can have written X-Forwarded-For: it would be the caller's own claim.
      source: createSourceAddressReader(),
      routes: compileRoutes([...health, ...routes.filter(({ access }) => access === 'merchant')]),
      credentials: createCertificateCredentials({ directory, keys, clock }),
    }),
    shedder: createLoadShedder(shared),
  }
}

/** For listeners without client certificates. */
const noKeys: KeyDirectory = { bindingOf: async () => 'unknown' }

type SharedDependencies = Omit<RequestPipelineDependencies, 'credentials' | 'routes'>

function sharedDependencies(options: StartingListenerOptions & ListenerDefaults): SharedDependencies {
  const { limits, clock, log, monitor, renderRefusalPage, isSecure, isTest, sharedLimits } = options
  const { requestsPerSecond, workInHand } = options
  return {
    rate: sharedLimits
      ? createSharedRequestRate(requestsPerSecond, sharedLimits)
      : createRequestRate(requestsPerSecond, clock),
    load: createRequestLoad(limits.requestsMax, { limits: sharedLimits, workInHand }),
    sharedLimits,
    source: createSourceAddressReader(options.trustedProxies),
    names: createHostNames(options.names),
    siteHeaders: siteHeaders({ isSecure, isTest }),
    ...{ limits, log, clock, renderRefusalPage, onAnswered: monitor?.answered },
  }
}
