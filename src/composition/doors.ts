import type { Config } from '../config/settings.ts'
import type { Readiness } from '../http/api/readiness.ts'
import type { HttpMonitor } from '../http/transport/watch.ts'
import type { Log } from '../platform/log.ts'
import type { MetricExposition } from '../platform/metrics.ts'
import type { Assembly } from './assembly.ts'
import { listenInFront, openFrontDoor, type Ports, serveInFront } from './frontDoor.ts'
import { openOperatorsDoor } from './operatorsDoor.ts'
import type { OpenTransport } from './transport.ts'

export type DoorsParts = {
  readonly config: Config
  readonly log: Log
  readonly release: string
  readonly watch: HttpMonitor
  readonly isDraining: () => boolean
  readonly transport: OpenTransport
  /** Why nothing can be served yet. */
  readonly waiting: Readiness
}

export type Served = {
  readonly assembly: Assembly
  readonly ready: Readiness
  readonly scrape: MetricExposition
}

export type OpenDoors = {
  readonly ports: Ports
  readonly serve: (served: Served) => void
  /** Once is enough, and twice does no harm. */
  readonly close: () => Promise<void>
}

/**
 * For merchants and payers, and for operators: open as early as can be. Until there is something to serve,
 * whoever balances the load or looks after the node hears that it starts, and what it waits for.
 */
export async function openDoors({ transport, ...parts }: DoorsParts): Promise<OpenDoors> {
  const { config } = parts
  const operators = await openOperatorsDoor(parts)
  const front = openFrontDoor(parts)
  let closed: Promise<void> | undefined
  const close = async () => {
    await front.close()
    await operators.close()
  }
  try {
    const ports = await listenInFront(front, config, transport)
    return {
      ports,
      serve(served) {
        operators.serve(served)
        serveInFront(front, config, served)
      },
      close: () => (closed ??= close()),
    }
  } catch (error) {
    await close()
    throw error
  }
}
