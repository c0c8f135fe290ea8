// Moving a merchant to another cell: see administration/moves/ for the order of the steps, and
// docs/decisions/058-moving-a-merchant.md for why nothing is lost.

import type pg from 'pg'
import type {
  CarriedRows,
  ClosedMerchant,
  MerchantMove,
  MoveProspect,
  MoveStore,
  WantedCarrying,
  WorkUnderWay,
} from '../../administration/moves/port.ts'
import type { EntryDigest } from '../../administration/port.ts'
import type { Owner } from '../../orders/merchant.ts'
import { systemClock } from '../../platform/clock.ts'
import { cellsStatement } from '../connection/cells.ts'
import type { DatabaseLogin } from '../connection/login.ts'
import { createOwnerPool, isDistributed } from '../connection/pool.ts'
import { failureOf, read, repeatable, told, withSession } from '../connection/statement.ts'
import { feedLock } from '../notifications/takeIn.ts'
import { appendToAudit } from './change.ts'
import {
  columnsOfTables,
  gatheredTables,
  type MovedTable,
  movedTables,
  moveRows,
  moveShares,
  type RowMove,
  tablesOfMerchant,
} from './movedRows.ts'

/** As the owner of the database: gateways can neither delete nor rewrite what was recorded. */
export function openMoves(
  connection: DatabaseLogin,
  { warn }: { readonly warn?: (message: string) => void } = {},
): OpenMoves {
  const pool = createOwnerPool(connection, { name: 'tollgate-moves', max: 2, warn })
  return { store: digest => createMoveStore(pool, digest), close: () => pool.end() }
}

export type OpenMoves = {
  readonly store: (digest: EntryDigest) => MoveStore
  readonly close: () => Promise<void>
}

/** The pool must use the owner's login. */
export function createMoveStore(pool: pg.Pool, digest: EntryDigest): MoveStore {
  return {
    prospect: (merchant, to) => readProspect(pool, merchant, to),

    async announce(merchantId, to) {
      await repeatable(pool, announceStatement, [merchantId, to])
    },

    async close({ cell, merchantId, to, runId }, limitMs) {
      const values = [merchantId, cell, to, runId, Math.ceil(limitMs)]
      // Repeated, it finds itself.
      const closed = await repeatable(pool, closeStatement, values)
      if (closed.length === 0) return undefined
      const [row] = await repeatable<{ after: string }>(pool, afterStatement, [])
      return row && { knownFrom: row.after }
    },

    underWay: (move, closed) => readUnderWay(pool, move, closed),

    async carry(move, wanted) {
      const endsAtMs = systemClock.monotonicMs() + wanted.limitMs
      for (;;) {
        const limitMs = endsAtMs - systemClock.monotonicMs()
        try {
          return await withSession(pool, client => carry(client, digest, move, { ...wanted, limitMs }))
        } catch (error) {
          // Another operator's change came in between: it has the audit log, and waits for the merchant.
          if (failureOf(error) !== 'conflict' || limitMs <= 0) throw told(error)
        }
      }
    },

    async isCarried({ merchantId, to }) {
      const [row] = await read<{ cell: number }>(pool, cellStatement, [merchantId])
      return row?.cell === to
    },

    async callOff({ merchantId, runId }) {
      await repeatable(pool, callOffStatement, [merchantId, runId])
    },

    gather: owner => gather(pool, owner),
  }
}

async function readProspect(pool: pg.Pool, { cell, merchantId }: Owner, to: number): Promise<MoveProspect> {
  const [row] = await read<ProspectRow>(pool, prospectStatement, [merchantId, to])
  const unfinished = await read(pool, unfinishedStatement, [cell, merchantId])
  return {
    olderNodes: row?.older_nodes ?? 0,
    isKnownCell: row?.is_known_cell ?? false,
    hasUnfinishedArchive: unfinished.length > 0,
  }
}

type ProspectRow = { readonly older_nodes: number; readonly is_known_cell: boolean }

/** Nodes keep the list of cells for ten seconds. */
const prospectStatement = {
  name: 'prospect of move',
  text: `
select (select count(*)::int4 from nodes where not heeds_moves) as older_nodes, exists (
  select from merchants
  where cell = $2::int2 and merchant_id <> $1 and created_at < tollgate_now() - interval '11 s'
) as is_known_cell`,
}

const unfinishedStatement = {
  name: 'unfinished archive',
  text: "select from archives where cell = $1::int2 and merchant_id = $2 and state <> 'DONE' limit 1",
}

const announceStatement = {
  name: 'announce cell',
  text: `
update merchants set other_cells = coalesce(other_cells, '{}') || $2::int2
where merchant_id = $1 and not ($2::int2 = any (coalesce(other_cells, '{}')))`,
}

const closeStatement = {
  name: 'close merchant to move',
  text: `
update merchants set moving_to = $3::int2, moving_run = $4::uuid,
  moving_until = clock_timestamp() + $5::int8 * interval '1 ms'
where merchant_id = $1 and cell = $2::int2
  and (moving_to is null or moving_until < clock_timestamp() or moving_run = $4::uuid)
returning moving_to`,
}

/**
 * Asked once the merchant is closed. Its own transaction is too old: others that took their id after it may
 * have looked before it was committed.
 */
const afterStatement = { name: 'transaction after close', text: 'select pg_current_xact_id()::text as after' }

const cellStatement = { name: 'cell of merchant', text: 'select cell from merchants where merchant_id = $1' }

const callOffStatement = {
  name: 'call off own move',
  text: `
update merchants set moving_to = null, moving_until = null, moving_run = null
where merchant_id = $1 and moving_run = $2::uuid`,
}

/**
 * Whoever began something without knowing of the close has a smaller transaction id than one that was given
 * after it: see begin_bounds. Once none of those is running, the second question sees all that they began,
 * and nobody begins anything more.
 */
async function readUnderWay(
  pool: pg.Pool,
  { cell, merchantId }: MerchantMove,
  { knownFrom }: ClosedMerchant,
): Promise<WorkUnderWay> {
  const [settled] = await read<SettledRow>(pool, settledStatement, [cell, knownFrom])
  const values = [cell, merchantId, settled?.floor ?? '-infinity']
  const [work] = await read<WorkRow>(pool, workStatement, values)
  return {
    isSettled: settled?.is_settled ?? false,
    open: work?.open ?? 0,
    untaken: work?.untaken ?? 0,
    isTakenIn: work?.is_taken_in ?? false,
  }
}

type SettledRow = { readonly is_settled: boolean; readonly floor: string | null }
type WorkRow = { readonly open: number; readonly untaken: number; readonly is_taken_in: boolean }

/** Of the coordinator alone, where there is one. */
const settledStatement = {
  name: 'settled since close',
  text: `
select pg_snapshot_xmin(pg_current_snapshot()) > $2::xid8 as is_settled,
  (select floor::text from lease_floors where cell = $1::int2) as floor`,
}

/** All that is told of it, by search and figures of its cell. */
const isTakenIn = `coalesce((
    select max(feed_no) from notifications where cell = $1::int2 and merchant_id = $2
  ), 0) <= coalesce((select feed_no from projections where cell = $1::int2), 0)`

/** No lease of what is open ends at or below the floor. An order is looked up by its number, one by one. */
const workStatement = {
  name: 'work under way',
  text: `
with leased as materialized (
  select order_no, transaction_id from transactions
  where cell = $1::int2 and lease_until > '-infinity' and lease_until > $3::timestamptz
    and merchant_id = $2
)
select (
  select count(*)::int4 from leased t
  cross join lateral (
    select from orders
    where cell = $1::int2 and order_no = t.order_no and order_no > 0 and merchant_id = $2
      and open_id = t.transaction_id and not kept_busy
    limit 1
  ) o
) as open, (
  select count(*)::int4 from (
    select from outbox where cell = $1::int2 and merchant_id = $2 limit 1000
  ) u
) as untaken,
${isTakenIn} as is_taken_in`,
}

/** A session whose work failed is closed, which undoes it. */
async function carry(
  client: pg.PoolClient,
  digest: EntryDigest,
  { cell, merchantId, to, runId }: MerchantMove,
  { limitMs, entry }: WantedCarrying,
): Promise<CarriedRows | 'behind' | undefined> {
  const endsAtMs = systemClock.monotonicMs() + limitMs
  const left = () => Math.max(1, Math.floor(endsAtMs - systemClock.monotonicMs()))
  const move: RowMove = { merchantId, from: cell, to, isSpread: await isDistributed(client) }
  const columns = await columnsOfTables(client)
  await client.query('begin isolation level read committed')
  // The server notices soon that the command was killed, and lets go of the rows.
  await client.query("set local client_connection_check_interval = '500ms'")
  await client.query('set constraints all deferred')
  const { rows: mine } = await client.query(holdText, [merchantId, cell, to, runId])
  if (mine.length === 0) {
    await client.query('rollback')
    return undefined
  }
  const moved = new Map<MovedTable, number>()
  for (const table of movedTables) {
    await client.query(`set local statement_timeout = ${left()}`)
    moved.set(table, await moveRows(client, table, columns.get(table) ?? [], move))
    if (table === 'outbox' && !(await isAllTakenIn(client, move))) {
      await client.query('rollback')
      return 'behind'
    }
  }
  await client.query(`set local statement_timeout = ${left()}`)
  await moveShares(client, move)
  await client.query(arriveText, [merchantId, to, cell])
  for (const table of tablesOfMerchant)
    await client.query(`update ${table} set cell = $2::int2 where merchant_id = $1`, [merchantId, to])
  const carried = {
    orders: moved.get('orders') ?? 0,
    rows: [...moved.values()].reduce((sum, rows) => sum + rows, 0),
  }
  // Whoever numbers notifications of the other cell at this moment is waited for: what follows in the feed of
  // the cell is seen in the order of its numbers.
  await client.query('select pg_advisory_xact_lock($1, $2::int4)', [feedLock, to])
  await appendToAudit(client, digest, [entry(carried)])
  await client.query('commit')
  return carried
}

/**
 * Until its orders were locked, what is owed about them could be settled, and be a notification by now. Those
 * that are moved count as taken in. There are no more of them once the outbox is moved.
 */
async function isAllTakenIn(client: pg.ClientBase, { from, merchantId }: RowMove): Promise<boolean> {
  const { rows } = await client.query<{ is_taken_in: boolean }>(`select ${isTakenIn} as is_taken_in`, [
    from,
    merchantId,
  ])
  return rows[0]?.is_taken_in ?? false
}

/** Nobody can call it off from now on, until this transaction ends. */
const holdText = `
select 1 from merchants
where merchant_id = $1 and cell = $2::int2 and moving_to = $3::int2 and moving_run = $4::uuid
for update`

/** What stays in the old cell is looked after there. */
const arriveText = `
update merchants set cell = $2::int2, moving_to = null, moving_until = null, moving_run = null,
  other_cells = array(
    select distinct each from unnest(other_cells || $3::int2) as each where each <> $2::int2 order by each
  )
where merchant_id = $1`

/** In each other cell. Whoever wrote there did not know that the merchant had left. */
async function gather(pool: pg.Pool, { cell: home, merchantId }: Owner): Promise<number> {
  const cells = (await read<{ cell: number }>(pool, cellsStatement, [])).map(({ cell }) => cell)
  return await withSession(pool, async client => {
    const columns = await columnsOfTables(client)
    const isSpread = await isDistributed(client)
    let gathered = 0
    for (const from of cells.filter(cell => cell !== home)) {
      await client.query('begin')
      for (const table of gatheredTables)
        gathered += await moveRows(client, table, columns.get(table) ?? [], {
          ...{ merchantId, from, to: home, isSpread },
        })
      await client.query('commit')
    }
    return gathered
  })
}
