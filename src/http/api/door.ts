import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Facts, Log } from '../../platform/log.ts'
import { createCertificateCredentials } from '../authentication/certificateCredentials.ts'
import {
  createCredentials,
  type KeyDirectory,
  type MerchantDirectory,
} from '../authentication/credentials.ts'
import { createFailedLogins } from '../authentication/failedLogins.ts'
import { type Limits, standardLimits } from '../policy/limits.ts'
import { createLoad } from '../policy/load.ts'
import { createNames, type OwnNames } from '../policy/names.ts'
import { createRate } from '../policy/rate.ts'
import { createSource } from '../policy/source.ts'
import { DoorServer, type Exchange } from '../transport/server.ts'
import type { Tls } from '../transport/tls.ts'
import type { DoorWatch } from '../transport/watch.ts'
import { earlyRoutes, healthRoutes } from './health.ts'
import type { Readiness } from './readiness.ts'
import type { PageOf } from './refusalPage.ts'
import { createLadder, type LadderParts } from './requestPipeline.ts'
import { compileRoutes, type Route } from './routes.ts'

export type DoorOptions = {
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
  readonly limits?: Partial<Limits>
  /** For each merchant; without it nobody is limited. */
  readonly requestsPerSecond?: number | undefined
  /** Addresses or networks whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[]
  /** What callers may call it; without it, by the names of loopback. */
  readonly names?: OwnNames
  /** How refusals look to people; without it, as they look to programs. */
  readonly pageOf?: PageOf
  /** Whether payers reach this gateway by TLS. */
  readonly isSecure?: boolean
  /** Whether no money moves here: every answer says so. */
  readonly isTest?: boolean
  /** Whether this node is about to stop: it closes what it has answered. */
  readonly isDraining?: () => boolean
  /** Whether only operators come here. */
  readonly isForOperators?: boolean
  readonly watch?: DoorWatch | undefined
  readonly clock?: Clock
}

/** How those who come to one listener are spoken with; without it, in the open. */
export type Transport = {
  readonly tls: Tls
  /** Only merchants with their certificates come here, and only to the API. */
  readonly isForCertificates?: true
}

export type Door = {
  /** May be called several times: what holds for a merchant holds for all listeners together. */
  readonly listen: (host: string, port: number, transport?: Transport) => Promise<AddressInfo>
  /** Stops accepting, finishes what is under way, closes every connection. */
  readonly close: () => Promise<void>
}

/** What there is behind a door, and who may come in. */
export type Behind = Pick<DoorOptions, 'directory' | 'keys' | 'pepper' | 'ready' | 'routes'>

/** What is known of a door before that; ready then says what is waited for. */
export type EarlyOptions = Omit<DoorOptions, keyof Behind> & Pick<Behind, 'ready'>

export type EarlyDoor = Door & {
  /** From now on this is served; until then whoever comes hears that it is not yet. */
  readonly serve: (behind: Behind) => void
}

export function openDoor(options: DoorOptions): Door {
  const door = openEarly(options)
  door.serve(options)
  return door
}

export function openEarly(early: EarlyOptions): EarlyDoor {
  const { log, clock = systemClock, isDraining = () => false, watch, isTest } = early
  const limits = { ...standardLimits, ...early.limits }
  const options = { ...early, limits, clock }
  const servers: DoorServer[] = []
  let isClosing = false
  const unlessClosing =
    (ready: Readiness): Readiness =>
    async () =>
      isClosing ? ['STOPPING'] : ready()
  let ladders = earlyLadders({ ...options, ready: unlessClosing(early.ready) })
  return {
    serve(behind) {
      // Who gives more than that, as openDoor does, gives it as it was before the limits were completed.
      ladders = createLadders({ ...behind, ...options, ready: unlessClosing(behind.ready) })
    },
    listen(host, port, transport) {
      const exchange: Exchange = turn =>
        transport?.isForCertificates ? ladders.forCertificates(turn) : ladders.usual(turn)
      const onRefused = (facts: Facts) => {
        watch?.refused(typeof facts.status === 'number' ? facts.status : undefined)
        log.info('refused', facts)
      }
      const parts = { limits, clock, onRefused, isDraining, tls: transport?.tls, isTest }
      const server = new DoorServer({ ...parts, exchange: watch ? watch.exchange(exchange) : exchange })
      servers.push(server)
      return server.listen(host, port)
    },
    async close() {
      isClosing = true
      await Promise.all(servers.map(server => server.close()))
    },
  }
}

type Grounded = { readonly limits: Limits; readonly clock: Clock }

type Ladders = {
  readonly usual: Exchange
  /** For those who come with a certificate, and get nothing but the API. */
  readonly forCertificates: Exchange
}

function earlyLadders(options: EarlyOptions & Grounded): Ladders {
  const nobody: MerchantDirectory = { find: async () => undefined }
  const { clock, log, watch } = options
  const failures = createFailedLogins({ clock, log, onFailed: watch?.failedLogin })
  const ladder = createLadder({
    ...sharedBy(options),
    routes: earlyRoutes(options),
    credentials: createCredentials({ directory: nobody, pepper: Buffer.alloc(32), failures }),
  })
  return { usual: ladder, forCertificates: ladder }
}

function createLadders(options: DoorOptions & Grounded): Ladders {
  const { routes, keys = nobodys, directory, pepper, clock, log, watch } = options
  const health = healthRoutes(options)
  const shared = sharedBy(options)
  return {
    usual: createLadder({
      ...shared,
      routes: compileRoutes([...health, ...routes]),
      credentials: createCredentials({
        ...{ directory, pepper },
        failures: createFailedLogins({ clock, log, onFailed: watch?.failedLogin }),
      }),
    }),
    forCertificates: createLadder({
      ...shared,
      // TLS ends here, so no proxy can have written who is behind it: whoever says so is the caller itself.
      source: createSource(),
      routes: compileRoutes([...health, ...routes.filter(({ access }) => access === 'merchant')]),
      credentials: createCertificateCredentials({ directory, keys, clock }),
    }),
  }
}

/** Where nobody knows whose certificates are whose. */
const nobodys: KeyDirectory = { ownerOfKey: async () => undefined }

type Shared = Omit<LadderParts, 'credentials' | 'routes'>

function sharedBy(options: EarlyOptions & Grounded): Shared {
  const { limits, clock, log, watch, pageOf, isSecure, isTest } = options
  return {
    rate: createRate(options.requestsPerSecond, clock),
    load: createLoad(limits.requestsMax),
    source: createSource(options.trustedProxies),
    names: createNames(options.names),
    ...{ limits, log, clock, pageOf, isSecure, isTest, onAnswered: watch?.answered },
  }
}
