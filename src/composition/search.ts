import { createProjector, type Projector } from '../console/search/projector.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../store/open.ts'

/** Keeps what the console searches and counts up to date, from now until the node stops. */
export function openSearch({ store, log, stops }: OpenSearchOptions): Projector {
  const projector = createProjector({ store: store.projection, log })
  projector.start()
  stops.push(projector.stop)
  return projector
}

type OpenSearchOptions = {
  readonly store: Pick<Store, 'projection'>
  readonly log: Log
  readonly stops: (() => Promise<unknown>)[]
}
