import type pg from 'pg'
import type { Amendment, AmendResult } from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { run } from '../connection/statement.ts'
import type { CloseSettings } from './close.ts'
import { createGroupCommit } from './groupCommit.ts'
import { owedRows, type SettledRow, settlementParameters, settlementStatement } from './settlement.ts'

/** Settles what is owed about a transaction: only on the order that was seen, with nothing running on it. */
export function createAmend(pool: pg.Pool, { patienceMs, isStopped, onCommitted }: CloseSettings) {
  return createGroupCommit<Amendment, AmendResult>({
    write: (cell, amendments) => amend(pool, cell, amendments),
    isDoubtful: amended => amended.state !== 'amended',
    waitingMax: 1_024,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs,
    insists: false,
    giveUp: cause => new Error('Nobody knows whether an amendment was recorded; look again', { cause }),
    isStopped,
    onCommitted,
  })
}

async function amend(
  pool: pg.Pool,
  cell: number,
  amendments: readonly Amendment[],
): Promise<readonly AmendResult[]> {
  const versions = amendments.map(({ seen }) => seen)
  const parameters = settlementParameters(amendments, versions)
  const remarks = arrays.boolean(amendments.map(({ isRemark }) => isRemark === true))
  const rows = await run<SettledRow>(pool, amendStatement, [cell, ...parameters, remarks])
  const amended: AmendResult[] = amendments.map(() => ({ state: 'stale' }))
  for (const row of rows) {
    if (row.sequence !== null) amended[Number(row.n) - 1] = { state: 'amended', sequence: row.sequence }
  }
  return amended
}

/**
 * Recorded under the version it makes. What is owed is judged by the snapshot, and that is exact: whoever
 * settled it since has changed the version too.
 */
const fence = 'seen + 1'
const amendStatement = settlementStatement({
  name: 'amend',
  pending: {
    columns: ', b.fence as owed_fence, ($17::boolean[])[d.n] as is_remark',
    lookup: `
  left join lateral (
    select order_no from orders
    where cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id limit 1
  ) o on true
  left join lateral (
    select fence from obligations
    where cell = $1::int2 and merchant_id = d.merchant_id and order_no = o.order_no
      and transaction_id = d.transaction_id and status = 'PENDING'
    order by fence desc limit 1
  ) b on true`,
    condition: ' where (owed_fence is not null) <> is_remark',
  },
  guard: 'o.version = excluded.version - 1 and (o.open_id is null or o.open_id = excluded.open_id)',
  fence,
  also: `${owedRows(fence)},
acknowledged as (
  insert into obligations as b (cell, merchant_id, order_no, transaction_id, fence, order_id, obligation,
    owed_at, next_at)
  select $1::int2, merchant_id, s.order_no, transaction_id, owed_fence, order_id, '',
    (select now from moment), (select now from moment)
  from done join settled s using (merchant_id, order_id) where owed_fence is not null
  on conflict (cell, merchant_id, order_no, transaction_id, fence) do update
    set status = 'ACKNOWLEDGED', acknowledged_at = excluded.owed_at
)`,
})
