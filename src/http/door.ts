import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { createCredentials, type MerchantDirectory } from './credentials.ts'
import { createFailedLogins } from './failedLogins.ts'
import { healthRoutes, type Readiness } from './health.ts'
import { createLadder } from './ladder.ts'
import { type Limits, standardLimits } from './limits.ts'
import { createLoad } from './load.ts'
import { createRate } from './rate.ts'
import { compileRoutes, type Route } from './routes.ts'
import { DoorServer } from './server.ts'
import { createSource } from './source.ts'

export type DoorOptions = {
  readonly routes: readonly Route[]
  readonly directory: MerchantDirectory
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
  readonly clock?: Clock
}

export type Door = {
  readonly listen: (host: string, port: number) => Promise<AddressInfo>
  /** Stops accepting, finishes what is under way, closes every connection. */
  readonly close: () => Promise<void>
}

export function openDoor(options: DoorOptions): Door {
  const { routes, log, directory, pepper, clock = systemClock } = options
  const limits = { ...standardLimits, ...options.limits }
  const ready = async () => (server.isClosing ? 'The gateway is stopping.' : options.ready())
  const exchange = createLadder({
    routes: compileRoutes([...healthRoutes(ready, options.gatewayVersion), ...routes]),
    credentials: createCredentials({ directory, pepper, failures: createFailedLogins(clock) }),
    rate: createRate(options.requestsPerSecond, clock),
    load: createLoad(limits.requestsMax),
    source: createSource(options.trustedProxies),
    limits,
    log,
    clock,
  })
  const onRefused = ({ status }: { readonly status: number }) => log.info('refused', { status })
  const server: DoorServer = new DoorServer({ limits, clock, exchange, onRefused })
  return { listen: (host, port) => server.listen(host, port), close: () => server.close() }
}
