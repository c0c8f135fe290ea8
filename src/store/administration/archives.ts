// Archives of orders whose term is over. What was recorded is deleted by one function of the database, which
// does so only for orders of an archive that was written, and only once their term is over.

import pg from 'pg'
import {
  type ArchiveKey,
  type ArchiveRecords,
  archiveStates,
  type Candidates,
  type KnownArchive,
  TookTooLong,
  type WrittenArchive,
} from '../../administration/archives/port.ts'
import type { Owner } from '../../orders/merchant.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { insertAtHome, runAtHome } from '../connection/homes.ts'
import { givenRows, isTimeout, knownWord, read, repeatable } from '../connection/statement.ts'
import type { AuditedChange } from './change.ts'

export function createArchiveRecords(pool: pg.Pool, change: AuditedChange): ArchiveRecords {
  return {
    async claim({ cell, merchantId }, { runId, leaseMs, actor }) {
      const [row] = await runAtHome<ArchiveRow>(pool, claimStatement, [
        ...[cell, merchantId, runId, leaseMs, actor],
      ])
      return row && { ...keyOf(row), ...writtenIn(row) }
    },
    async renew({ cell, archiveNo }, { runId, leaseMs }) {
      return (await repeatable(pool, renewStatement, [cell, archiveNo, runId, leaseMs])).length > 0
    },
    async release({ cell, archiveNo }, { runId }) {
      await repeatable(pool, renewStatement, [cell, archiveNo, runId, -1])
    },
    candidates: (owner, wanted) => candidates(pool, owner, wanted).catch(rethrowTimeout),
    async lines({ cell, merchantId }, orderIds) {
      const given = [cell, merchantId, arrays.text(orderIds)]
      const rows = await read<{ line: string | null }>(pool, linesStatement, given).catch(rethrowTimeout)
      return rows.flatMap(({ line }) => line ?? [])
    },
    recordWritten: ({ cell, archiveNo }, { runId, fileName, digest, orders }, entry) =>
      change(async ask => {
        const rows = await ask(writtenStatement, [cell, archiveNo, runId, fileName, digest, orders])
        return { result: rows.length > 0, entries: rows.length > 0 ? [entry] : [] }
      }),
    async deleteOrders({ cell, merchantId, archiveNo }, orders) {
      const rows = await repeatable<DeletedRow>(pool, deleteStatement, [
        ...[cell, merchantId, archiveNo, arrays.text(orders.map(({ orderId }) => orderId))],
        arrays.int8(orders.map(({ version }) => BigInt(version))),
      ]).catch(rethrowTimeout)
      return rows.map(({ order_id, outcome }) => ({ orderId: order_id, isArchived: outcome === 'ARCHIVED' }))
    },
    recordDone: ({ cell, archiveNo }, { runId, archived }, entry) =>
      change(async ask => {
        const rows = await ask(doneStatement, [cell, archiveNo, runId, archived])
        return { result: undefined, entries: rows.length > 0 ? [entry] : [] }
      }),
    async takeUp({ cell, merchantId, archiveNo, archived = null }, { runId, leaseMs }) {
      const values = [cell, merchantId, archiveNo, runId, leaseMs, archived]
      return (await runAtHome(pool, takeUpStatement, values).catch(noneWhereTaken)).length > 0
    },
    ...readers(pool),
  }
}

/** Another archive of the merchant is not done. */
function noneWhereTaken(error: unknown): readonly [] {
  if (error instanceof pg.DatabaseError && error.constraint === 'archives_unfinished') return []
  throw error
}

function rethrowTimeout(error: unknown): never {
  throw isTimeout(error) ? new TookTooLong(tooLong, { cause: error }) : error
}

const tooLong = 'The database took too long for what is recorded of orders.'

type ArchiveReaders = Pick<
  ArchiveRecords,
  'archiveOf' | 'keptTotals' | 'list' | 'partlyArchived' | 'stillHere'
>

/** What is known of archives. */
const readers = (pool: pg.Pool): ArchiveReaders => ({
  async list({ merchantId, limit }) {
    return (await read<ArchiveRow>(pool, listStatement, [merchantId ?? null, limit])).map(archiveOf)
  },
  async partlyArchived({ cell, merchantId }) {
    return (await read<ArchiveRow>(pool, partlyArchivedStatement, [cell, merchantId])).map(archiveOf)
  },
  async stillHere({ cell, merchantId, archiveNo }, orders) {
    const rows = await read<VersionRow>(pool, stillHereStatement, [
      ...[cell, merchantId, arrays.text(orders.map(({ orderId }) => orderId))],
      ...[arrays.int8(orders.map(({ version }) => BigInt(version))), archiveNo],
    ])
    return rows.map(({ order_id, version }) => ({ orderId: order_id, version }))
  },
  async archiveOf({ cell, merchantId }, orderId) {
    const [row] = await read<ArchiveRow>(pool, archiveOfStatement, [cell, merchantId, orderId])
    return row && archiveOf(row)
  },
  async keptTotals({ cell, merchantId, archiveNo }, orderIds) {
    const given = [cell, merchantId, archiveNo, arrays.text(orderIds)]
    const rows = await read<TotalsRow>(pool, totalsStatement, given)
    return rows.map(({ order_id, ...totals }) => ({ orderId: order_id, ...totals }))
  },
})

/** A page of old orders, of which those are given that can be archived. */
async function candidates(
  pool: pg.Pool,
  { cell, merchantId }: Owner,
  { after = '-infinity|0', limit }: { readonly after?: string; readonly limit: number },
): Promise<Candidates> {
  const [createdAt, orderNo] = after.split('|')
  const [term] = await read<{ over_before: string }>(pool, termStatement, [cell, merchantId])
  if (term === undefined) return { orderIds: [] }
  const rows = await read<CandidateRow>(pool, candidatesStatement, [
    ...[cell, merchantId, createdAt, orderNo, limit, term.over_before],
  ])
  const ids = arrays.text(rows.map(({ order_id }) => order_id))
  const ready = await read<{ order_id: string }>(pool, readyStatement, [cell, merchantId, ids])
  const last = rows.at(-1)
  return {
    orderIds: ready.map(({ order_id }) => order_id),
    ...(last && rows.length === limit && { next: `${last.created}|${last.order_no}` }),
  }
}

const keyOf = ({ cell, merchant_id, archive_no }: ArchiveRow): ArchiveKey => ({
  cell,
  merchantId: merchant_id,
  archiveNo: Number(archive_no),
})

function writtenIn({ file_name, digest, orders }: ArchiveRow): { readonly written?: WrittenArchive } {
  if (file_name === null || digest === null || orders === null) return {}
  return { written: { fileName: file_name, digest, orders } }
}

const archiveOf = (row: ArchiveRow): KnownArchive => ({
  ...keyOf(row),
  ...writtenIn(row),
  state: knownWord(archiveStates, row.state),
  beganAtMs: row.began_at.getTime(),
  beganBy: row.began_by,
  ...(row.archived !== null && { archived: row.archived }),
})

type ArchiveRow = {
  readonly cell: number
  readonly merchant_id: string
  readonly archive_no: string
  readonly state: string
  readonly began_at: Date
  readonly began_by: string
  readonly file_name: string | null
  readonly digest: Buffer | null
  readonly orders: number | null
  readonly archived: number | null
}
type CandidateRow = {
  readonly order_id: string
  readonly created: string
  readonly order_no: string
}
type VersionRow = { readonly order_id: string; readonly version: string }
type DeletedRow = { readonly order_id: string; readonly outcome: string }
type TotalsRow = Readonly<Record<'order_id' | 'currency' | 'authorized' | 'captured' | 'refunded', string>>

const columns = [
  ...['cell', 'merchant_id', 'archive_no', 'state', 'began_at', 'began_by', 'file_name', 'digest', 'orders'],
  'archived',
]
const archiveColumns = columns.map(column => `a.${column}`).join(', ')

/** The time is a value of the row: a distributed database knows no clock where rows meet. */
const claimStatement = insertAtHome(
  'claim archive',
  atHome => `
insert into archives as a (cell, merchant_id, run_id, leased_until, began_by, began_at)
select $1::int2, $2, $3::uuid, tollgate_now() + $4::int8 * interval '1 ms', $5, tollgate_now() where ${atHome}
on conflict (cell, merchant_id) where state <> 'DONE' do update
  set run_id = excluded.run_id, leased_until = excluded.leased_until
  where a.leased_until <= excluded.began_at or a.run_id = excluded.run_id
returning ${archiveColumns}`,
)

const renewStatement = {
  name: 'renew archive',
  text: `
update archives set leased_until = tollgate_now() + $4::int8 * interval '1 ms'
where cell = $1::int2 and archive_no = $2::int8 and run_id = $3::uuid
returning true as is_renewed`,
}

/** A term of 0 never ends: there is no row then. */
const termStatement = {
  name: 'term of orders',
  text: `
select (tollgate_now() - days * interval '1 day')::text as over_before
from retention_days($1::int2, $2) as days where days > 0`,
}

/** By the key of the search, so in the order of its index. */
const candidatesStatement = {
  name: 'orders to archive',
  text: `
select order_id, created_at::text as created, order_no from found_orders
where cell = $1::int2 and merchant_id = $2 and (created_at, order_no) > ($3::timestamptz, $4::int8)
  and created_at < $6::timestamptz
order by created_at, order_no limit $5::int4`,
}

/** By itself: on a distributed database, a function that reads tables is called by the coordinator only. */
const readyStatement = {
  name: 'orders ready to archive',
  text: `
select order_id from ${givenRows(3, 'text')} with ordinality as w (order_id, place)
where archive_obstacle($1::int2, $2, order_id) is null order by place`,
}

const linesStatement = {
  name: 'lines of archive',
  text: `
select archive_line($1::int2, $2, order_id) as line
from ${givenRows(3, 'text')} with ordinality as w (order_id, place) order by place`,
}

const writtenStatement = {
  name: 'archive written',
  text: `
update archives set state = 'WRITTEN', file_name = $4, digest = $5, orders = $6::int4
where cell = $1::int2 and archive_no = $2::int8 and run_id = $3::uuid and state = 'WRITING'
returning true as is_written`,
}

const deleteStatement = {
  name: 'delete archived',
  text: `
select order_id, archive_order($1::int2, $2, order_id, version, $3::int8) as outcome
from ${givenRows(4, 'text int8')} with ordinality as w (order_id, version, place) order by place`,
}

const doneStatement = {
  name: 'archive done',
  text: `
update archives set state = 'DONE', archived = $4::int4, ended_at = tollgate_now()
where cell = $1::int2 and archive_no = $2::int8 and run_id = $3::uuid and state = 'WRITTEN'
returning true as is_done`,
}

/**
 * As it was when it was looked at: another run may have deleted out of it meanwhile. A second time, where the
 * session was lost after the first, it is ours already.
 */
const takeUpStatement = insertAtHome(
  'take up archive',
  atHome => `
update archives set state = 'WRITTEN', archived = null, ended_at = null, run_id = $4::uuid,
  leased_until = tollgate_now() + $5::int8 * interval '1 ms'
where cell = $1::int2 and merchant_id = $2 and archive_no = $3::int8
  and ${atHome} and (
    (state = 'DONE' and archived is not distinct from $6::int4) or (state = 'WRITTEN' and run_id = $4::uuid)
  )
returning true as is_taken_up`,
)

const partlyArchivedStatement = {
  name: 'partly archived',
  text: `
select ${archiveColumns} from archives a
where a.cell = $1::int2 and a.merchant_id = $2 and a.archived is distinct from a.orders
order by a.archive_no`,
}

/** What was told again since it was read into the file is in no version. */
const stillHereStatement = {
  name: 'orders still here',
  text: `
select o.order_id, o.version
from ${givenRows(3, 'text int8')} as w (order_id, version)
cross join lateral (
  select order_id, order_no, version from orders
  where cell = $1::int2 and merchant_id = $2 and order_id = w.order_id and version = w.version
    and archive_no is null
  limit 1
) o
where not exists (
  select from notifications n
  join deliveries d on d.cell = $1::int2 and d.merchant_id = $2 and d.feed_no = n.feed_no
  join archives a on a.cell = $1::int2 and a.archive_no = $5::int8 and a.began_at <= d.attempted_at
  where n.cell = $1::int2 and n.merchant_id = $2 and n.order_no = o.order_no
)`,
}

const listStatement = {
  name: 'list archives',
  text: `
select ${archiveColumns} from archives a
where $1::text is null or merchant_id = $1
order by began_at desc, archive_no desc limit $2::int4`,
}

const archiveOfStatement = {
  name: 'archive of order',
  text: `
select ${archiveColumns} from orders o
join archives a on a.cell = o.cell and a.archive_no = o.archive_no
where o.cell = $1::int2 and o.merchant_id = $2 and o.order_id = $3`,
}

const totalsStatement = {
  name: 'totals of archived',
  text: `
select o.order_id, o.currency, o.authorized, o.captured, o.refunded
from ${givenRows(4, 'text')} as w (order_id)
cross join lateral (
  select order_id, currency, authorized, captured, refunded from orders
  where cell = $1::int2 and merchant_id = $2 and order_id = w.order_id and archive_no = $3::int8
  limit 1
) o`,
}
