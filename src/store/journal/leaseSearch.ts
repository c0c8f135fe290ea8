// One look for transactions whose lease has ended, or whose node is dead: from which lease on, what is open
// there, and giving it a new fence and a new lease. takeOver.ts says when there is one, and what is proved.

import type pg from 'pg'
import { isSpread } from '../connection/pool.ts'
import { givenRows, repeatable, transactAgain } from '../connection/statement.ts'

/** Takes over what it finds. */
export const lookForLeases = (pool: pg.Pool, question: LeaseQuestion): Promise<readonly TakenRow[]> =>
  isSpread(pool) ? lookConfined(pool, question) : lookAtOnce(pool, question)

export type LeaseQuestion = {
  readonly cell: number
  readonly rest: number
  /** Whether leases that have not ended are looked at, too. */
  readonly all: boolean
  /** Where dead nodes are named, only theirs. */
  readonly dead?: readonly string[]
  readonly before: Pick<LeaseProgress, 'near' | 'since' | 'edition'> & { readonly waitedMs: number }
  /** What is taken over is ours for so long. */
  readonly leaseMs: number
  readonly nodeId: string | undefined
}

/** Times as the server writes them: exact to the microsecond, which numbers here are not. */
export type LeaseProgress = {
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

/** What is known of the floor before anything is looked at. */
type LeaseBounds = Pick<LeaseProgress, 'edition' | 'since'> & {
  /** Whether it begins at the floor, and whether the edition was the one known before. */
  readonly is_from_floor: boolean
  readonly is_same: boolean
  /** Whether it sees everything done by writers that read an older edition. */
  readonly is_settled: boolean
  /** Whether the next floor lies beyond now: a clock was set back. */
  readonly is_ahead: boolean
}

/** How far a look came. */
type LeaseReach = {
  readonly reached: string
  /** Whether it came to the next floor. */
  readonly is_through: boolean
  readonly is_cut: boolean
  readonly has_moved: boolean
  readonly is_left: boolean
}

/** What a look returns beside the transactions that it took. */
export type LeaseLook = LeaseBounds & LeaseReach
/** Where nothing was found, the single row still has how far the search came and whether it was cut short. */
export type TakenRow = LeaseLook & (FoundRow | { readonly order_id: null })
type FoundRow = Readonly<Record<'merchant_id' | 'order_id' | 'open_id' | 'version', string>>

/** How many leases one statement looks at; the next one continues from there. */
const looksMax = 5_000
const everyLook = 1_000_000_000

/** A round begins at the floor: soon again where it can prove something, and seldom where it cannot. */
const roundEveryMs = { proving: 30_000, searching: 300_000 } as const

/** Of the row f: what was proved of another edition, or on another server, counts for nothing. */
export const floorEdition = "f.edition || ' ' || extract(epoch from pg_postmaster_start_time())"

type BoundsParameters = Readonly<Record<'all' | 'near' | 'edition' | 'since' | 'waitedMs', string>>

const boundsText = ({ all, near, edition, since, waitedMs }: BoundsParameters) => `
moment as materialized (select tollgate_now() as now),
known as materialized (
  select now, coalesce(floor, '-infinity') as floor, next_floor, ${floorEdition} as edition,
    coalesce(${floorEdition} = ${edition}::text, false) as is_same
  from moment left join lease_floors f on cell = $1::int2
),
judged as materialized (
  select *, is_same and coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= ${since}::xid8, false)
    as is_settled
  from known
),
begun as materialized (
  select *, case when is_same and ${near}::timestamptz <= now and not ${all}::boolean
    and ${waitedMs}::int8 < case when is_settled then ${roundEveryMs.proving}
      else ${roundEveryMs.searching} end
    then ${near} end as near
  from judged
),
bounds as materialized (
  select *, coalesce(near, floor) as start, case when ${all} then 'infinity' else now end as ceiling
  from begun
)`

const boundsColumns = (since: string) => `
  b.edition, b.is_same, b.is_settled, b.near is null as is_from_floor, b.next_floor > b.now as is_ahead,
  case when b.edition is not null and not (b.is_same and ${since} is not null) then pg_current_xact_id() end
    as since`

/**
 * What is open between the bounds. Locked rows are skipped: they are being closed, or held by a session that
 * hangs, and must not delay the others. Conditions that always hold allow the use of the indexes that were
 * made for this statement alone.
 */
const searchText = (dead: string) => `
ended as materialized (
  select merchant_id, order_no, transaction_id, lease_until from transactions
  where cell = $1::int2 and lease_until > '-infinity'
    and lease_until > (select start from bounds) and lease_until <= (select ceiling from bounds)
    and (${dead}::uuid[] is null or node_id = any (${dead}))
  order by lease_until
  fetch first (case when $3::boolean then ${everyLook} else ${looksMax} end) rows with ties
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
)`

/** The next look begins at the first transaction that is open and was not taken. */
const goneText = (taken: string) => `
gone as materialized (
  select is_cut, left_at is not null as is_left, coalesce(
      left_at - interval '1 microsecond',
      case when is_cut then (select max(lease_until) from ended)
        else (select now from moment) - interval '1 microsecond' end
    ) as reached
  from (select count(*) >= ${looksMax} and not $3 as is_cut from ended) as looks
  cross join (
    select min(lease_until) as left_at from seen s
    where not exists (select from ${taken} where merchant_id = s.merchant_id and order_id = s.order_id)
  ) as others
)`

const goneColumns = `g.is_cut, g.is_left, g.reached::text, g.reached > b.start as has_moved,
  g.reached >= b.next_floor as is_through`

const newLease = (leaseMs: string) =>
  `greatest(now + ${leaseMs}::int4 * interval '1 ms', next_lease_floor($1::int2) + interval '1 microsecond')
    as lease_until`

/** One statement, one commit. */
function lookAtOnce(pool: pg.Pool, question: LeaseQuestion): Promise<readonly TakenRow[]> {
  const { cell, rest, all, leaseMs, before, dead, nodeId } = question
  const known = [before.near, before.edition, before.since, before.waitedMs]
  const values = [cell, rest, all, leaseMs, ...known, dead ?? null, nodeId ?? null]
  return repeatable<TakenRow>(pool, takeOverStatement, values)
}

/** Rows are updated by an upsert, so that they are found by key, as in close; they exist: they are locked. */
const takeOverStatement = {
  name: 'take over',
  text: `
with${boundsText({ all: '$3', near: '$5', edition: '$6', since: '$7', waitedMs: '$8' })},${searchText('$9')},
taken as (
  insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
    created_at)
  select $1::int2, merchant_id, order_id, 0, version + 1, open_id, 'XXX', 0, (select now from moment)
  from lost
  on conflict (cell, merchant_id, order_id) do update set version = excluded.version
    where o.version = excluded.version - 1 and o.open_id = excluded.open_id and not o.kept_busy
  returning merchant_id, order_id, order_no, version, open_id
),
given as materialized (select ${newLease('$4')} from moment),
renewed as (
  insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
    api_version, currency, amount, fingerprint, request, started_at, lease_until, node_id)
  select $1::int2, merchant_id, order_no, open_id, version, gen_random_uuid(), '', '', 0, '', 0, '', '',
    (select now from moment), (select lease_until from given), $10::uuid
  from taken
  on conflict (cell, merchant_id, order_no, transaction_id) do update
    set lease_until = excluded.lease_until, node_id = excluded.node_id
),${goneText('taken')}
select t.*, ${goneColumns},${boundsColumns('$7')}
from bounds b cross join gone g
left join (select merchant_id, order_id, open_id, version, order_no from taken) t on true
order by t.order_no`,
}

/**
 * The same where tables are spread over servers: floors and transaction ids are of the coordinator, and are
 * asked for first; then only the server of the cell is reached. What it sees is newer than the snapshot by
 * which writers were judged to have ended, and a writer's commit on that server comes before the
 * coordinator's: so it sees all that they wrote.
 */
const lookConfined = (pool: pg.Pool, question: LeaseQuestion): Promise<readonly TakenRow[]> =>
  transactAgain(pool, async ask => {
    const { cell, rest, all, leaseMs, before, dead = null, nodeId = null } = question
    const [bounds] = await ask<KnownBounds>(knownBoundsText, [
      ...[cell, all, before.near, before.edition, before.since, before.waitedMs],
    ])
    if (bounds === undefined) throw new Error('The database has a clock')
    const { now, start, ceiling, next_floor, ...known } = bounds
    const found = await ask<LostRow>(confinedSearchText, [
      ...[cell, rest, all, dead, now, start, ceiling, next_floor],
    ])
    const lost = found.filter(row => row.order_id !== null)
    if (lost.length > 0) {
      const [given] = await ask<{ lease_until: string }>(newLeaseText, [cell, leaseMs])
      const columns = ['merchant_id', 'order_id', 'order_no', 'open_id', 'version'] as const
      await ask(renewText, [
        cell,
        given?.lease_until,
        nodeId,
        ...columns.map(name => lost.map(row => row[name])),
      ])
    }
    return found.map(row => ({ ...row, ...known }))
  })

type KnownBounds = LeaseBounds &
  Readonly<Record<'now' | 'start' | 'ceiling', string>> & {
    readonly next_floor: string | null
  }
type LostRow = LeaseReach & ((FoundRow & { readonly order_no: string }) | { readonly order_id: null })

const knownBoundsText = `
with${boundsText({ all: '$2', near: '$3', edition: '$4', since: '$5', waitedMs: '$6' })}
select now::text, start::text, ceiling::text, next_floor::text,${boundsColumns('$5')} from bounds b`

/** With the version that each is given. */
const confinedSearchText = `
with moment as materialized (select $5::timestamptz as now),
bounds as materialized (
  select $6::timestamptz as start, $7::timestamptz as ceiling, $8::timestamptz as next_floor
),${searchText('$4')},${goneText('lost')}
select l.merchant_id, l.order_id, l.open_id, l.version + 1 as version, l.order_no, ${goneColumns}
from bounds b cross join gone g left join lost l on true
order by l.order_no`

const newLeaseText = `
select lease_until::text from (select ${newLease('$2')} from (select tollgate_now() as now) moment) given`

/** They exist as they were seen: they are locked. */
const renewText = `
with taken as (
  update orders o set version = l.version
  from ${givenRows(4, 'text text int8 text int8')} as l (merchant_id, order_id, order_no, open_id, version)
  where o.cell = $1::int2 and o.merchant_id = l.merchant_id and o.order_id = l.order_id
  returning o.merchant_id, o.order_no, o.open_id
)
update transactions t set lease_until = $2::timestamptz, node_id = $3::uuid
from taken
where t.cell = $1::int2 and t.merchant_id = taken.merchant_id and t.order_no = taken.order_no
  and t.transaction_id = taken.open_id`
