// The journal in PostgreSQL, put together from the other files of this folder: load.ts, begin.ts, retrace.ts
// and settlement.ts for payments, takeOver.ts, obligations.ts and nodes.ts for recovery. The port is
// operations/model/journal.ts.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type DocumentModel, exchangeText, newestModel } from '../../operations/model/documents.ts'
import type { Journal, RecoveryJournal, StuckObligations } from '../../operations/model/journal.ts'
import { createCells } from '../connection/cells.ts'
import { repeatable } from '../connection/statement.ts'
import { createBegin } from './begin.ts'
import type { OnGroupCommitted } from './groupCommit.ts'
import { createLoad } from './load.ts'
import type { NodeHeartbeat } from './nodes.ts'
import {
  createClaimDue,
  createClaimStuck,
  createHasten,
  createHastenThese,
  createLookAgain,
  createPostpone,
  createPostponeUnsent,
  createRelease,
} from './obligations.ts'
import { createRetrace } from './retrace.ts'
import { createAmend, createClose } from './settlement.ts'
import { createTakeOver } from './takeOver.ts'
import { createTraceOf } from './trace.ts'

/**
 * The journal in PostgreSQL. Outcomes and recovery have pools of their own, so that new intents can never
 * starve them.
 */
export function createJournal({
  pools,
  leaseMs,
  closePatienceMs,
  ...options
}: JournalOptions): StoredJournal {
  const { recovery } = pools
  const { isStopped, onCommitted, heartbeat } = options
  const documentModel = () => heartbeat?.documentModel() ?? newestModel
  const closing = { patienceMs: closePatienceMs, documentModel, isStopped }
  const cells = createCells(recovery)
  const reporting = (step: string) => ({
    onCommitted: onCommitted && ((rows: number, ms: number) => onCommitted(step, rows, ms)),
  })
  return {
    load: createLoad(pools.load),
    begin: createBegin(pools.begin, {
      ...{ leaseMs, nodeId: heartbeat?.nodeId, documentModel, isStopped },
      ...reporting('begin'),
    }),
    retrace: createRetrace(pools.close),
    close: createClose(pools.close, { ...closing, ...reporting('close') }),
    takeOver: createTakeOver(recovery, { cells, leaseMs, heartbeat }),
    claimDue: createClaimDue(recovery, cells),
    postpone: createPostpone(recovery),
    lookAgain: createLookAgain(recovery),
    postponeUnsent: createPostponeUnsent(recovery),
    release: createRelease(recovery),
    hasten: createHasten(recovery, cells),
    hastenThese: createHastenThese(recovery),
    claimStuck: createClaimStuck(recovery),
    amend: createAmend(recovery, { ...closing, ...reporting('amend') }),
    note: createNote(recovery, documentModel),
    traceOf: createTraceOf(pools.load),
  }
}

export type StoredJournal = Journal & RecoveryJournal & StuckObligations

export type JournalOptions = {
  readonly pools: Readonly<Record<'load' | 'begin' | 'close' | 'recovery', pg.Pool>>
  /** How long recovery leaves a transaction to the node that began it. */
  readonly leaseMs: number
  /** How long an outcome is kept in memory while the database is away. */
  readonly closePatienceMs: number
  readonly isStopped: () => boolean
  /** Which other nodes are alive; absent for commands. */
  readonly heartbeat?: NodeHeartbeat | undefined
  /** Called after every group commit. */
  readonly onCommitted?: ((step: string, ...committed: Parameters<OnGroupCommitted>) => void) | undefined
}

/** The id is made here, so that a commit of unknown outcome can be repeated and is written once. */
function createNote(pool: pg.Pool, documentModel: () => DocumentModel): RecoveryJournal['note'] {
  return async ({ key: { cell, merchantId, orderId }, transactionId, kind, attempt, content }) => {
    const text = exchangeText(content, documentModel())
    const noted = [cell, merchantId, orderId, transactionId, randomUUID(), kind, attempt, text]
    await repeatable(pool, noteStatement, noted)
  }
}

const noteStatement = {
  name: 'note',
  text: `
insert into exchanges (cell, merchant_id, order_no, transaction_id, exchange_id, kind, attempt, content,
  recorded_at)
select $1::int2, $2, order_no, $4, $5::uuid, $6, $7::int4, $8, tollgate_now()
from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3
on conflict (cell, merchant_id, order_no, transaction_id, exchange_id) do nothing`,
}
