import { hostname } from 'node:os'
import { stageOf } from '../config/config.ts'
import type { Config } from '../config/settings.ts'
import { openStartingListener } from '../http/api/listener.ts'
import { metricsRoute } from '../http/api/metrics.ts'
import { isTest } from '../platform/environment.ts'
import type { DoorsParts, Served } from './doors.ts'
import { listenOn } from './listening.ts'

export type OperatorsParts = Pick<DoorsParts, 'log' | 'release' | 'waiting'> & {
  readonly config: Pick<Config, 'acquirer' | 'allowedHosts' | 'metricsHost' | 'metricsPort' | 'mode'>
}

export type OperatorsDoor = {
  readonly serve: (served: Pick<Served, 'ready' | 'scrape'>) => void
  readonly close: () => Promise<void>
}

/** Metrics and readiness on a listener of their own, where one is wanted. */
export async function openOperatorsDoor(parts: OperatorsParts): Promise<OperatorsDoor> {
  const { config, log, waiting, release } = parts
  const { metricsHost: host, metricsPort: port } = config
  if (port === undefined) return { serve: () => undefined, close: async () => undefined }
  const hosts = [host, hostname(), ...config.allowedHosts]
  const door = openStartingListener({
    ...{ log, ready: waiting, gatewayVersion: release, isForOperators: true },
    // Scrapers are no pages. What a page may know of a sandbox it must not learn from a name of its own.
    names: { hosts, isStrict: config.mode === 'sandbox', isWithoutPages: true },
    isTest: isTest(stageOf(config)),
  })
  const { port: taken } = await listenOn(door, { host, port, setting: 'TOLLGATE_METRICS_PORT' })
  log.info('metrics', { host, port: taken })
  return {
    serve({ ready, scrape }) {
      const routes = [metricsRoute(scrape, 'public')]
      // No route asks for a password, and nobody has one.
      door.serve({ routes, ready, directory: { find: async () => undefined }, pepper: Buffer.alloc(32) })
    },
    close: door.close,
  }
}
