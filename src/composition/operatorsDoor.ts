import { hostname } from 'node:os'
import { stageOf } from '../config/config.ts'
import type { Config } from '../config/settings.ts'
import { openDoor } from '../http/door.ts'
import { metricsRoute } from '../http/metrics.ts'
import type { Readiness } from '../http/readiness.ts'
import type { Log } from '../platform/log.ts'
import type { Exposition } from '../platform/measures.ts'
import { isTest } from '../standards/stage.ts'
import { listenOn } from './listening.ts'

export type OperatorsParts = {
  readonly config: Pick<Config, 'acquirer' | 'allowedHosts' | 'metricsHost' | 'metricsPort' | 'mode'>
  readonly log: Log
  readonly ready: Readiness
  readonly scrape: Exposition
  readonly release: string
}

/** Metrics and readiness on a listener of their own, where one is wanted; how to close it. */
export async function openOperatorsDoor(parts: OperatorsParts): Promise<() => Promise<void>> {
  const { config, log, ready, scrape, release } = parts
  const { metricsHost: host, metricsPort: port } = config
  if (port === undefined) return async () => undefined
  const hosts = [host, hostname(), ...config.allowedHosts]
  const door = openDoor({
    routes: [metricsRoute(scrape, 'public')],
    // No route asks for a password, and nobody has one.
    directory: { find: async () => undefined },
    pepper: Buffer.alloc(32),
    ...{ log, ready, gatewayVersion: release, isForOperators: true },
    // Scrapers are no pages. What a page may know of a sandbox it must not learn from a name of its own.
    names: { hosts, isStrict: config.mode === 'sandbox', isWithoutPages: true },
    isTest: isTest(stageOf(config)),
  })
  const { port: taken } = await listenOn(door, { host, port, setting: 'TOLLGATE_METRICS_PORT' })
  log.info('metrics', { host, port: taken })
  return door.close
}
