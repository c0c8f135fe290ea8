import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../../platform/clock.ts'
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
import { createRequestRate } from '../policy/rate.ts'
import { createSourceAddressReader } from '../policy/sourceAddress.ts'
import { type HttpLimits, standardLimits } from '../transport/limits.ts'
import { type HttpMonitor, type HttpResponder, HttpServer } from '../transport/server.ts'
import type { ListenerTls } from '../transport/tls.ts'
import { healthRoutes, type Readiness, startingRoutes } from './health.ts'
import {
  createRequestPipeline,
  type RefusalPageRenderer,
  type RequestPipelineDependencies,
} from './requestPipeline.ts'
import { compileRoutes, type Route } from './routes.ts'

export type ListenerOptions = {
  readonly routes: readonly Route[]
  readonly directory: MerchantDirectory
  /** For listeners that ask for certificates: whose they are. */
  readonly keys?: KeyDirectory
  /** The key under which passwords are hashed. */
  readonly pepper: Buffer
  readonly log: Log
  readonly ready: Readiness
  /** What Check Gateway tells. */
  readonly gatewayVersion: string
  readonly limits?: Partial<HttpLimits>
  /** For each merchant; without it nobody is limited. */
  readonly requestsPerSecond?: number | undefined
  /** Addresses or networks whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[]
  /** What callers may call it; without it, by the names of loopback. */
  readonly names?: OwnHostNames
  /** How refusals look to people; without it, as they look to programs. */
  readonly renderRefusalPage?: RefusalPageRenderer
  /** Whether payers reach this gateway by TLS. */
  readonly isSecure?: boolean
  /** Whether no money moves here: every answer says so. */
  readonly isTest?: boolean
  /** Whether this node is about to stop: it closes what it has answered. */
  readonly isDraining?: () => boolean
  /** Whether only operators come here. */
  readonly isForOperators?: boolean
  readonly monitor?: HttpMonitor | undefined
  readonly clock?: Clock
}

/** How those who come to one listener are spoken with; without it, in the open. */
export type ListenerTransport = {
  readonly tls: ListenerTls
  /** Only merchants with their certificates come here, and only to the API. */
  readonly isForCertificates?: true
}

export type HttpListener = {
  /** May be called several times: what holds for a merchant holds for all listeners together. */
  readonly listen: (host: string, port: number, transport?: ListenerTransport) => Promise<AddressInfo>
  /** Stops accepting, finishes what is under way, closes every connection. */
  readonly close: () => Promise<void>
}

/** What there is behind a door, and who may come in. */
export type ListenerBackend = Pick<ListenerOptions, 'directory' | 'keys' | 'pepper' | 'ready' | 'routes'>

/** What is known of a door before that; ready then says what is waited for. */
export type StartingListenerOptions = Omit<ListenerOptions, keyof ListenerBackend> &
  Pick<ListenerBackend, 'ready'>

export type StartingListener = HttpListener & {
  /** From now on this is served; until then whoever comes hears that it is not yet. */
  readonly serve: (behind: ListenerBackend) => void
}

export function openListener(options: ListenerOptions): HttpListener {
  const door = openStartingListener(options)
  door.serve(options)
  return door
}

export function openStartingListener(early: StartingListenerOptions): StartingListener {
  const { log, clock = systemClock, isDraining = () => false, monitor: watch, isTest } = early
  const limits = { ...standardLimits, ...early.limits }
  const options = { ...early, limits, clock }
  const servers: HttpServer[] = []
  let isClosing = false
  const unlessClosing =
    (ready: Readiness): Readiness =>
    async () =>
      isClosing ? ['STOPPING'] : ready()
  let ladders = createStartingPipelines({ ...options, ready: unlessClosing(early.ready) })
  return {
    serve(behind) {
      // Who gives more than that, as openDoor does, gives it as it was before the limits were completed.
      ladders = createPipelines({ ...behind, ...options, ready: unlessClosing(behind.ready) })
    },
    listen(host, port, transport) {
      const exchange: HttpResponder = turn =>
        transport?.isForCertificates ? ladders.forCertificates(turn) : ladders.usual(turn)
      const onRefused = (facts: LogFacts) => {
        watch?.refused(typeof facts.status === 'number' ? facts.status : undefined)
        log.info('refused', facts)
      }
      const parts = { limits, clock, onRefused, isDraining, tls: transport?.tls, isTest }
      const server = new HttpServer({ ...parts, respond: watch ? watch.observe(exchange) : exchange })
      servers.push(server)
      return server.listen(host, port)
    },
    async close() {
      isClosing = true
      await Promise.all(servers.map(server => server.close()))
    },
  }
}

type ListenerDefaults = { readonly limits: HttpLimits; readonly clock: Clock }

type RequestPipelines = {
  readonly usual: HttpResponder
  /** For those who come with a certificate, and get nothing but the API. */
  readonly forCertificates: HttpResponder
}

function createStartingPipelines(options: StartingListenerOptions & ListenerDefaults): RequestPipelines {
  const nobody: MerchantDirectory = { find: async () => undefined }
  const { clock, log, monitor: watch } = options
  const failures = createFailedLogins({ clock, log, onFailed: watch?.failedLogin })
  const ladder = createRequestPipeline({
    ...sharedDependencies(options),
    routes: startingRoutes(options),
    credentials: createCredentials({ directory: nobody, pepper: Buffer.alloc(32), failures }),
  })
  return { usual: ladder, forCertificates: ladder }
}

function createPipelines(options: ListenerOptions & ListenerDefaults): RequestPipelines {
  const { routes, keys = noKeys, directory, pepper, clock, log, monitor: watch } = options
  const health = healthRoutes(options)
  const shared = sharedDependencies(options)
  return {
    usual: createRequestPipeline({
      ...shared,
      routes: compileRoutes([...health, ...routes]),
      credentials: createCredentials({
        ...{ directory, pepper },
        failures: createFailedLogins({ clock, log, onFailed: watch?.failedLogin }),
      }),
    }),
    forCertificates: createRequestPipeline({
      ...shared,
      // TLS ends here, so no proxy can have written who is behind it: whoever says so is the caller itself.
      source: createSourceAddressReader(),
      routes: compileRoutes([...health, ...routes.filter(({ access }) => access === 'merchant')]),
      credentials: createCertificateCredentials({ directory, keys, clock }),
    }),
  }
}

/** Where nobody knows whose certificates are whose. */
const noKeys: KeyDirectory = { ownerOfKey: async () => undefined }

type SharedDependencies = Omit<RequestPipelineDependencies, 'credentials' | 'routes'>

function sharedDependencies(options: StartingListenerOptions & ListenerDefaults): SharedDependencies {
  const { limits, clock, log, monitor: watch, renderRefusalPage: pageOf, isSecure, isTest } = options
  return {
    rate: createRequestRate(options.requestsPerSecond, clock),
    load: createRequestLoad(limits.requestsMax),
    source: createSourceAddressReader(options.trustedProxies),
    names: createHostNames(options.names),
    ...{ limits, log, clock, renderRefusalPage: pageOf, isSecure, isTest, onAnswered: watch?.answered },
  }
}
