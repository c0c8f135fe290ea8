// Taking over transactions whose lease has ended, or whose node is dead, and the lease floors that keep the
// search for them short.

import type pg from 'pg'
import type { RecoveryJournal, TakenOverTransaction } from '../../operations/model/journal.ts'
import { systemClock, type TimedClock } from '../../platform/clock.ts'
import { type Cells, cellsStatement, everyCell } from '../connection/cells.ts'
import { repeatable } from '../connection/statement.ts'
import type { NodeHeartbeat } from './nodes.ts'

/**
 * Gives transactions that were left open a new fence and a new lease. A result that is lost on the way costs
 * only time: it can be taken over again when the new lease has ended.
 */
export function createTakeOver(pool: pg.Pool, { cells, leaseMs, clock, heartbeat }: TakeOverOptions) {
  const floors = createLeaseFloors(pool, clock)
  const look = (cell: number, { rest, all, dead }: LeaseSearch, before: KnownProgress = unknownProgress) => {
    const known = [before.near, before.edition, before.since, before.waitedMs]
    const whose = [dead ?? null, heartbeat?.nodeId ?? null]
    return repeatable<TakenRow>(pool, takeOverStatement, [cell, rest, all, leaseMs, ...known, ...whose])
  }
  const takeIn = async (
    cell: number,
    rest: number,
    all: boolean,
  ): Promise<readonly TakenOverTransaction[]> => {
    for (;;) {
      const before = floors.before(cell)
      const rows = await look(cell, { rest, all }, before)
      const [first] = rows
      if (first) await floors.after(cell, before, first)
      const taken = takenOf(cell, rows)
      // A look that was cut short has gone on, unless somebody holds the very first row.
      if (!first?.is_cut || !first.has_moved || taken.length > 0) return taken
    }
  }
  /** What a dead node left, whatever its lease. */
  const takeFromDead = async (limit: number): Promise<readonly TakenOverTransaction[]> => {
    const dead = heartbeat?.deadNodes() ?? []
    if (dead.length === 0 || limit === 0) return []
    let isLeft = false
    const taken = await cells.collect(limit, async (cell, rest) => {
      const rows = await look(cell, { rest, all: true, dead })
      isLeft ||= rows.some(({ is_left }) => is_left)
      return takenOf(cell, rows)
    })
    if (!isLeft && taken.length < limit) await heartbeat?.remove(dead)
    return taken
  }
  return async ({ limit, all }: TakeOverWanted): Promise<readonly TakenOverTransaction[]> => {
    const among = all ? undefined : endedAnywhere
    const ended = await cells.collect(limit, (cell, rest) => takeIn(cell, rest, all), among)
    // What was taken already must not be lost by an error in the search for more.
    const left = ended.length > 0 ? [] : await takeFromDead(limit)
    return [...ended, ...left]
  }
}

const takenOf = (cell: number, rows: readonly TakenRow[]): readonly TakenOverTransaction[] =>
  rows.flatMap(row =>
    row.order_id === null
      ? []
      : {
          key: { cell, merchantId: row.merchant_id, orderId: row.order_id },
          transactionId: row.open_id,
          fence: Number(row.version),
        },
  )

/** Where dead nodes are named, only theirs. */
type LeaseSearch = { readonly rest: number; readonly all: boolean; readonly dead?: readonly string[] }
type KnownProgress = Pick<ReturnType<LeaseFloors['before']>, 'near' | 'since' | 'edition' | 'waitedMs'>
const unknownProgress: KnownProgress = { near: null, since: null, edition: null, waitedMs: 0 }

/** How many leases one statement looks at; the next one continues from there. */
const looksMax = 5_000
const everyLook = 1_000_000_000

type TakeOverOptions = {
  readonly cells: Cells
  readonly leaseMs: number
  readonly clock?: Pick<TimedClock, 'monotonicMs'> | undefined
  /** Without it, no node is known to be dead before its lease has ended. */
  readonly heartbeat?: NodeHeartbeat | undefined
}
type TakeOverWanted = Parameters<RecoveryJournal['takeOver']>[0]
/** Where nothing was found, the single row still has how far the search came and whether it was cut short. */
type TakenRow = LeaseLook & {
  readonly is_cut: boolean
  readonly has_moved: boolean
  readonly is_left: boolean
} & (FoundRow | { readonly order_id: null })
type FoundRow = Readonly<Record<'merchant_id' | 'order_id' | 'open_id' | 'version', string>>

/**
 * Lease floors, one row per cell: no open transaction has a lease that ends at or below the stored floor, so
 * no search ("look") begins at the first row. This holds by construction, whatever clocks do and however late
 * a commit comes:
 *
 * - Every lease that is given, by begin or by a take-over, ends after the next floor that is stored then. Its
 *   writer has a PostgreSQL transaction id before it reads that row (see `next_lease_floor`).
 * - A change of the row is a new edition. A look that finds an edition for the first time takes a transaction
 *   id of its own: every writer that read an older edition has a smaller id. Once the snapshot of a look has
 *   no such small id running, it sees everything those writers did; what it does not see has a lease that
 *   ends after the next floor.
 * - So a series of such looks, from the floor to the next floor, that leaves nothing open behind, proves that
 *   no open lease ends by the next floor, and none will in this edition: only then it becomes the floor.
 *
 * A proof holds for one edition and one server: after a fail-over that lost commits, another transaction may
 * be open. Everything in memory can be lost. Between proofs, looks continue where the last one ended; what
 * they miss, because a clock was set back, the next proof finds.
 */
function createLeaseFloors(pool: pg.Pool, clock: Pick<TimedClock, 'monotonicMs'> = systemClock) {
  const known = new Map<number, LeaseProgress>()
  const idle: LeaseProgress = { edition: null, since: null, near: null, isProof: false, roundAtMs: 0 }

  return {
    /** What is known before a look. */
    before(cell: number): LeaseProgress & { readonly waitedMs: number } {
      const progress = known.get(cell) ?? idle
      return { ...progress, waitedMs: Math.floor(clock.monotonicMs() - progress.roundAtMs) }
    },
    /** A look has come so far, and left nothing behind. */
    async after(cell: number, before: LeaseProgress, look: LeaseLook): Promise<void> {
      if (look.edition === null)
        return void (await repeatable(pool, firstFloorStatement, [cell, look.reached]))
      if (look.is_ahead) {
        known.delete(cell)
        return void (await repeatable(pool, lowerFloorStatement, [cell, look.edition]))
      }
      const isProof = look.is_settled && (look.is_from_floor || before.isProof)
      const since = look.is_same ? (before.since ?? look.since) : look.since
      const roundAtMs = look.is_from_floor ? clock.monotonicMs() : before.roundAtMs
      const progress = { edition: look.edition, since, near: look.reached, isProof, roundAtMs }
      known.set(cell, progress)
      if (!isProof || !look.is_through) return
      const [raised] = await repeatable<RaisedFloor>(pool, raiseFloorStatement, [
        cell,
        look.edition,
        look.reached,
      ])
      if (raised) known.set(cell, { ...progress, edition: raised.edition, since: null, isProof: false })
    },
  }
}

type LeaseFloors = ReturnType<typeof createLeaseFloors>

/** Times as the server writes them: exact to the microsecond, which numbers here are not. */
type LeaseProgress = {
  /** The edition of the floor row, and the server that it was read from. */
  readonly edition: string | null
  /** Every writer that read an older edition has a smaller transaction id. */
  readonly since: string | null
  /** Where the last look ended. */
  readonly near: string | null
  /** Whether looks have proved that nothing is open up to there. */
  readonly isProof: boolean
  /** When one began at the floor. */
  readonly roundAtMs: number
}

/** What a look returns beside the transactions that it took. */
type LeaseLook = Pick<LeaseProgress, 'edition' | 'since'> & {
  readonly reached: string
  /** Whether it began at the floor, and whether the edition was the one known before. */
  readonly is_from_floor: boolean
  readonly is_same: boolean
  /** Whether it saw everything done by writers that read an older edition. */
  readonly is_settled: boolean
  /** Whether it came to the next floor. */
  readonly is_through: boolean
  /** Whether the next floor lies beyond now: a clock was set back. */
  readonly is_ahead: boolean
}
type RaisedFloor = { readonly edition: string }

/** A round begins at the floor: soon again where it can prove something, and seldom where it cannot. */
const roundEveryMs = { proving: 30_000, searching: 300_000 } as const

/** Of the row f: what was proved of another edition, or on another server, counts for nothing. */
const floorEdition = "f.edition || ' ' || extract(epoch from pg_postmaster_start_time())"

const firstFloorStatement = {
  name: 'first lease floor',
  text: `
insert into lease_floors (cell, floor, next_floor) values ($1::int2, '-infinity', $2::timestamptz)
on conflict (cell) do nothing`,
}

const raiseFloorStatement = {
  name: 'raise lease floor',
  text: `
update lease_floors f
set floor = next_floor, next_floor = greatest(next_floor, $3::timestamptz), edition = gen_random_uuid()
where cell = $1::int2 and ${floorEdition} = $2::text
returning ${floorEdition} as edition`,
}

/** Lower is always right: more is looked at. Leases that are given then end when they should. */
const lowerFloorStatement = {
  name: 'lower lease floor',
  text: `
update lease_floors f
set floor = least(floor, now), next_floor = least(next_floor, now), edition = gen_random_uuid()
from (select tollgate_now() as now offset 0) moment
where cell = $1::int2 and ${floorEdition} = $2::text`,
}

/**
 * Cells that have no floor yet, one that lies beyond now, or a lease above it that has ended. In others there
 * is nothing to be taken over, and nothing that a floor could be raised above.
 */
const endedAnywhere = {
  name: 'cells having ended leases',
  text: `
with recursive moment as materialized (select tollgate_now() as now),
${everyCell}
select k.cell from known k left join lease_floors f on f.cell = k.cell
left join lateral (
  select t.lease_until from transactions t
  where t.cell = k.cell and t.lease_until > '-infinity' and t.lease_until > f.floor
  order by t.cell, t.lease_until limit 1
) t on true
where k.cell is not null and (f.cell is null or f.next_floor > (select now from moment)
  or t.lease_until <= (select now from moment))`,
  spread: cellsStatement.text,
}

/**
 * Locked rows are skipped: they are being closed, or held by a session that hangs, and must not delay the
 * others. Rows are updated by an upsert, so that they are found by key, as in close; they exist, because they
 * are locked. Conditions that always hold allow the use of the indexes that were made for this statement
 * alone. The next look begins at the first transaction that is open and was not taken.
 */
const takeOverStatement = {
  name: 'take over',
  text: `
with moment as materialized (select tollgate_now() as now),
known as materialized (
  select now, coalesce(floor, '-infinity') as floor, next_floor, ${floorEdition} as edition,
    coalesce(${floorEdition} = $6::text, false) as is_same
  from moment left join lease_floors f on cell = $1::int2
),
judged as materialized (
  select *, is_same and coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= $7::xid8, false) as is_settled
  from known
),
begun as materialized (
  select *, case when is_same and $5::timestamptz <= now and not $3::boolean
    and $8::int8 < case when is_settled then ${roundEveryMs.proving} else ${roundEveryMs.searching} end
    then $5 end as near
  from judged
),
bounds as materialized (
  select *, coalesce(near, floor) as start, case when $3 then 'infinity' else now end as ceiling from begun
),
ended as materialized (
  select merchant_id, order_no, transaction_id, lease_until from transactions
  where cell = $1::int2 and lease_until > '-infinity'
    and lease_until > (select start from bounds) and lease_until <= (select ceiling from bounds)
    and ($9::uuid[] is null or node_id = any ($9))
  order by lease_until fetch first (case when $3 then ${everyLook} else ${looksMax} end) rows with ties
),
seen as materialized (
  select o.merchant_id, o.order_id, o.version, o.open_id, e.lease_until, e.order_no
  from ended e
  join lateral (
    select merchant_id, order_id, version, open_id from orders
    where cell = $1::int2 and order_no = e.order_no and order_no > 0 and merchant_id = e.merchant_id
      and open_id = e.transaction_id and not kept_busy
    limit 1
  ) o on true
  left join lateral (
    select fence from outcomes
    where cell = $1::int2 and merchant_id = e.merchant_id and order_no = e.order_no
      and transaction_id = e.transaction_id limit 1
  ) u on true
  where u.fence is null
  order by e.lease_until
),
lost as materialized (
  select s.* from (select * from seen order by lease_until, order_no limit $2::int4) s
  join lateral (
    select version from orders
    where cell = $1::int2 and merchant_id = s.merchant_id and order_id = s.order_id and version = s.version
    limit 1 for update skip locked
  ) o on true
),
taken as (
  insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
    created_at)
  select $1::int2, merchant_id, order_id, 0, version + 1, open_id, 'XXX', 0, (select now from moment)
  from lost
  on conflict (cell, merchant_id, order_id) do update set version = excluded.version
    where o.version = excluded.version - 1 and o.open_id = excluded.open_id and not o.kept_busy
  returning merchant_id, order_id, order_no, version, open_id
),
given as materialized (
  select greatest(now + $4::int4 * interval '1 ms', next_lease_floor($1::int2) + interval '1 microsecond')
    as lease_until
  from moment
),
renewed as (
  insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
    api_version, currency, amount, fingerprint, request, started_at, lease_until, node_id)
  select $1::int2, merchant_id, order_no, open_id, version, gen_random_uuid(), '', '', 0, '', 0, '', '',
    (select now from moment), (select lease_until from given), $10::uuid
  from taken
  on conflict (cell, merchant_id, order_no, transaction_id) do update
    set lease_until = excluded.lease_until, node_id = excluded.node_id
),
gone as materialized (
  select is_cut, left_at is not null as is_left, coalesce(
      left_at - interval '1 microsecond',
      case when is_cut then (select max(lease_until) from ended)
        else (select now from moment) - interval '1 microsecond' end
    ) as reached
  from (select count(*) >= ${looksMax} and not $3 as is_cut from ended) as looks
  cross join (
    select min(lease_until) as left_at from seen s
    where not exists (select from taken where merchant_id = s.merchant_id and order_id = s.order_id)
  ) as others
)
select t.*, g.is_cut, g.is_left, g.reached::text, g.reached > b.start as has_moved,
  b.edition, b.is_same, b.is_settled, b.near is null as is_from_floor,
  g.reached >= b.next_floor as is_through, b.next_floor > b.now as is_ahead,
  case when b.edition is not null and not (b.is_same and $7 is not null) then pg_current_xact_id() end
    as since
from bounds b cross join gone g
left join (select merchant_id, order_id, open_id, version, order_no from taken) t on true
order by t.order_no`,
}
