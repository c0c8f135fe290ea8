import type { Client } from 'undici'
import type { Clock } from '../platform/clock.ts'
import type { Gauge } from './gauge.ts'

/**
 * Connections to receivers: each serves one attempt at a time, and is kept a moment for the next one to the
 * same origin. Ours and not the library's pool: that one, when an attempt is broken off, connects once more
 * to the very receiver that hung.
 */
export interface Connections {
  take(origin: string): Connection
  /** It was heard out, and may be used again. */
  giveBack(connection: Connection): void
  drop(connection: Connection): void
  close(): Promise<void>
}

export type Line = { readonly client: Client; readonly gauge: Gauge }
export type Connection = Line & {
  readonly origin: string
  /** When its receiver's address was looked up, at the earliest. */
  readonly sinceMs: number
}

export type ConnectionsParts = { readonly make: (origin: string) => Line; readonly clock: Clock }

export function createConnections({ make, clock }: ConnectionsParts): Connections {
  const idle = new Map<Connection, NodeJS.Timeout>()
  const all = new Set<Connection>()

  function drop(connection: Connection): void {
    clearTimeout(idle.get(connection))
    idle.delete(connection)
    all.delete(connection)
    void connection.client.destroy().catch(() => undefined)
  }

  return {
    take(origin) {
      const kept = [...idle.keys()].find(one => one.origin === origin)
      if (kept) {
        clearTimeout(idle.get(kept))
        idle.delete(kept)
        return kept
      }
      const made = { origin, ...make(origin), sinceMs: clock.monotonicMs() }
      all.add(made)
      return made
    },
    giveBack(connection) {
      const [oldest] = idle.keys()
      if (idle.size >= idleMax && oldest) drop(oldest)
      if (clock.monotonicMs() - connection.sinceMs > lifeMaxMs) drop(connection)
      else idle.set(connection, setTimeout(() => drop(connection), idleMs).unref())
    },
    drop,
    async close() {
      for (const connection of all) drop(connection)
    },
  }
}

/** Shorter than receivers keep theirs, so that none closes it while something is on its way to it. */
export const idleMs = 1_000
const idleMax = 64
/** After this, its name is looked up again, however busy it is. */
const lifeMaxMs = 60_000
