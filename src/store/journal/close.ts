import type pg from 'pg'
import type { CloseResult, Conclusion } from '../../operations/model/journal.ts'
import { repeatable, run } from '../connection/statement.ts'
import { createGroupCommit, type OnGroupCommitted } from './groupCommit.ts'
import { owedRows, type SettledRow, settlementParameters, settlementStatement } from './settlement.ts'

/**
 * Records an outcome only while nobody took the transaction over: the fence is the version that begin gave.
 */
export function createClose(pool: pg.Pool, { patienceMs, isStopped, onCommitted }: CloseSettings) {
  return createGroupCommit<Conclusion, CloseResult>({
    write: (cell, conclusions) => close(pool, cell, conclusions),
    isDoubtful: closed => closed.state !== 'closed',
    waitingMax: 20_000,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs,
    insists: true,
    giveUp: cause => new Error('The outcome could not be recorded; recovery will settle it', { cause }),
    isStopped,
    onCommitted,
  })
}

export type CloseSettings = {
  readonly patienceMs: number
  readonly isStopped: () => boolean
  readonly onCommitted?: OnGroupCommitted | undefined
}

/** As rehearseBegin, for the answer. */
export const probeClose = (pool: pg.Pool): Promise<unknown> =>
  repeatable(pool, closeStatement, [0, ...settlementParameters([], [])])

async function close(
  pool: pg.Pool,
  cell: number,
  conclusions: readonly Conclusion[],
): Promise<readonly CloseResult[]> {
  const statement = conclusions.some(({ obligation }) => obligation !== undefined)
    ? closeOwingStatement
    : closeStatement
  const fences = conclusions.map(({ fence }) => fence)
  const parameters = settlementParameters(conclusions, fences)
  const rows = await run<SettledRow>(pool, statement, [cell, ...parameters])
  const closed: CloseResult[] = conclusions.map(() => ({ state: 'takenOver' }))
  for (const row of rows) {
    if (row.sequence !== null) closed[Number(row.n) - 1] = { state: 'closed', sequence: row.sequence }
  }
  return closed
}

/** Recorded under the version that is closed: nobody but who held it can have written there. */
const closeCommon = {
  pending: { columns: '', lookup: '', condition: '' },
  guard: 'o.version = excluded.version - 1 and o.open_id = excluded.open_id',
  fence: 'seen',
} as const
const closeStatement = settlementStatement({ ...closeCommon, name: 'close', also: '' })
const closeOwingStatement = settlementStatement({
  ...closeCommon,
  name: 'close owing',
  also: owedRows(closeCommon.fence),
})
