import type pg from 'pg'
import type { Journal, RecoveryJournal } from '../operations/journal.ts'
import { createAmend } from './amend.ts'
import { createBegin } from './begin.ts'
import { createCells } from './cells.ts'
import { createClose } from './close.ts'
import { createLoad } from './load.ts'
import { createNote } from './note.ts'
import { createClaimDue, createHasten, createPostpone, createRelease } from './obligations.ts'
import { createTakeOver } from './takeOver.ts'
import { createTraceOf } from './trace.ts'

/**
 * The journal on PostgreSQL. Outcomes and recovery have sessions of their own, so that new intents can never
 * starve them.
 */
export function createJournal({ pools, leaseMs, closePatienceMs, isStopped }: JournalParts): StoredJournal {
  const { recovery } = pools
  const cells = createCells(recovery)
  return {
    load: createLoad(pools.load),
    begin: createBegin(pools.begin, { leaseMs, isStopped }),
    close: createClose(pools.close, { patienceMs: closePatienceMs, isStopped }),
    takeOver: createTakeOver(recovery, { cells, leaseMs }),
    claimDue: createClaimDue(recovery, cells),
    postpone: createPostpone(recovery),
    release: createRelease(recovery),
    hasten: createHasten(recovery, cells),
    amend: createAmend(recovery, { patienceMs: closePatienceMs, isStopped }),
    note: createNote(recovery),
    traceOf: createTraceOf(pools.load),
  }
}

export type StoredJournal = Journal & RecoveryJournal

export type JournalParts = {
  readonly pools: Readonly<Record<'load' | 'begin' | 'close' | 'recovery', pg.Pool>>
  /** How long recovery leaves a transaction to the node that began it. */
  readonly leaseMs: number
  /** How long an outcome is kept in memory while the database is away. */
  readonly closePatienceMs: number
  readonly isStopped: () => boolean
}
