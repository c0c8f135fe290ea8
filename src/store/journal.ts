import type pg from 'pg'
import type { Journal } from '../operations/journal.ts'
import { createBegin } from './begin.ts'
import { createClose } from './close.ts'
import { createLoad } from './load.ts'

/**
 * The journal on PostgreSQL. Outcomes have sessions of their own, so that new intents can never starve
 * them.
 */
export function createJournal({ pools, leaseMs, closePatienceMs, isStopped }: JournalParts): Journal {
  return {
    load: createLoad(pools.load),
    begin: createBegin(pools.begin, { leaseMs, isStopped }),
    close: createClose(pools.close, { patienceMs: closePatienceMs, isStopped }),
  }
}

export type JournalParts = {
  readonly pools: { readonly load: pg.Pool; readonly begin: pg.Pool; readonly close: pg.Pool }
  /** How long recovery leaves a transaction to the node that began it. */
  readonly leaseMs: number
  /** How long an outcome is kept in memory while the database is away. */
  readonly closePatienceMs: number
  readonly isStopped: () => boolean
}
