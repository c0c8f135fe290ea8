// Obligations: claiming what is due, postponing, releasing, and counting what is owed.

import type pg from 'pg'
import type { OwedObligations } from '../../observability/port.ts'
import {
  type DueObligation,
  obligations,
  type RecoveryJournal,
  type StuckObligations,
  worryingAttempts,
} from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { type Cells, cellsHaving } from '../connection/cells.ts'
import { knownWord, read, repeatable } from '../connection/statement.ts'

/**
 * Milliseconds to the next attempt after the first silence, the second and so on. The last one is used from
 * then on: an obligation is never given up.
 */
export const backOffMs = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000] as const

/** The same in SQL: the wait after so many silences, from the parameter that holds the table. */
function backOffAfter(silences: string, parameter: string): string {
  return `(${parameter}::int8[])[least(${silences}, ${backOffMs.length})] * interval '1 ms'`
}

/**
 * So much from now on. Without a time zone, as a distributed PostgreSQL wants it: added to a time with one, a
 * wait that depends on the row counts there as something that each server might reckon otherwise.
 */
const later = (wait: string): string => `(tollgate_now() at time zone 'UTC' + ${wait}) at time zone 'UTC'`

/**
 * Claims what is due, each obligation for one claimer. The attempt is counted before anything is sent. A
 * claim whose answer is lost, or whose claimer dies, is followed by the next one soon: that was our failure,
 * not the silence of an acquirer, and only silences are backed off from.
 */
export function createClaimDue(pool: pg.Pool, cells: Cells): RecoveryJournal['claimDue'] {
  return ({ limit, patienceMs, dueByMs = null, untried = false }) =>
    cells.collect(
      limit,
      async (cell, rest) => {
        const wanted = [cell, rest, patienceMs, backOffTable, dueByMs, untried]
        const rows = await repeatable<DueRow>(pool, claimStatement, wanted)
        return rows.map(row => dueObligationOf(cell, row))
      },
      pendingAnywhere,
    )
}

const pendingAnywhere = cellsHaving('pending obligations', {
  table: 'obligations',
  condition: "t.status = 'PENDING'",
  order: 't.cell, t.next_at',
})

/** Does nothing when another attempt was claimed since. Repeated, it only postpones a little further. */
export function createPostpone(pool: pg.Pool): RecoveryJournal['postpone'] {
  return async ({ key, transactionId, obligation, attempt }, byMs) => {
    const { cell, merchantId, orderId } = key
    const due = [cell, merchantId, orderId, transactionId, obligation, attempt]
    await repeatable(pool, postponeStatement, [...due, backOffTable, byMs ?? null])
  }
}

/** Does nothing when another attempt was claimed since. Idempotent. */
export function createLookAgain(pool: pg.Pool): RecoveryJournal['lookAgain'] {
  return async ({ key, transactionId, obligation, attempt }, atMs) => {
    const { cell, merchantId, orderId } = key
    const due = [cell, merchantId, orderId, transactionId, obligation, attempt]
    await repeatable(pool, lookAgainStatement, [...due, atMs])
  }
}

/**
 * Does nothing when another attempt was claimed since. The count is written as a number, not added to:
 * repeated, it postpones a little further and counts nothing twice.
 */
export function createPostponeUnsent(pool: pg.Pool): RecoveryJournal['postponeUnsent'] {
  return async ({ key, transactionId, obligation, attempt, unsent }, how) => {
    const { cell, merchantId, orderId } = key
    const due = [cell, merchantId, orderId, transactionId, obligation, attempt]
    if (how === 'soon')
      await repeatable(pool, postponeUnsentStatement, [...due, unsent + 1, unsentPauseMs(unsent)])
    else await repeatable(pool, alarmStatement, [...due, unsent + 1, backOffTable, worryingAttempts])
  }
}

/** Doubles from a second to half a minute: so long after a link is back, all that is owed was tried again. */
const unsentPauseMs = (unsent: number): number => Math.min(1_000 * 2 ** Math.min(unsent, 5), 30_000)

/** Idempotent: what is acknowledged stays as it is. */
export function createRelease(pool: pg.Pool): RecoveryJournal['release'] {
  return async ({ key, transactionId, obligation, attempt }) => {
    const { cell, merchantId, orderId } = key
    await repeatable(pool, releaseStatement, [cell, merchantId, orderId, transactionId, obligation, attempt])
  }
}

/** Makes the next obligations that backed off due now, as many as can be tried soon. */
export function createHasten(pool: pg.Pool, cells: Cells): RecoveryJournal['hasten'] {
  return async () => {
    await cells.collect(Number.POSITIVE_INFINITY, cell => repeatable(pool, hastenStatement, [cell]))
  }
}

/** Repeated, it changes nothing more than the counts. */
export function createHastenThese(pool: pg.Pool): RecoveryJournal['hastenThese'] {
  return async ({ cell, merchantId, orderId }, transactionIds) => {
    const these = [cell, merchantId, orderId, arrays.text(transactionIds)]
    await repeatable(pool, hastenTheseStatement, these)
  }
}

/** Repeated, it changes nothing more than the counts. */
export function createClaimStuck(pool: pg.Pool): StuckObligations['claimStuck'] {
  return async ({ key: { cell, merchantId, orderId }, transactionId, obligation }, quietMs) => {
    const named = [cell, merchantId, orderId, transactionId, obligation]
    const values = [...named, worryingAttempts, quietMs]
    const [row] = await repeatable<{ is_quiet: boolean }>(pool, claimStuckStatement, values)
    return row && (row.is_quiet ? 'claimed' : 'heldBack')
  }
}

function dueObligationOf(cell: number, row: DueRow): DueObligation {
  return {
    key: { cell, merchantId: row.merchant_id, orderId: row.order_id },
    transactionId: row.transaction_id,
    obligation: knownWord(obligations, row.obligation),
    attempt: row.attempts,
    unsent: row.unsent,
    startedAtMs: Number(row.started_ms),
    owedAtMs: Number(row.owed_ms),
    nowMs: Number(row.now_ms),
  }
}

type DueRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly obligation: string
  readonly attempts: number
  readonly unsent: number
  readonly started_ms: string
  readonly owed_ms: string
  readonly now_ms: string
}

const backOffTable = arrays.int8(backOffMs)

/** Of the row b: the one that was found as this. */
const sameObligation = (found: string): string =>
  `b.cell = $1::int2 and b.merchant_id = ${found}.merchant_id and b.order_no = ${found}.order_no
    and b.transaction_id = ${found}.transaction_id and b.fence = ${found}.fence`

/**
 * The condition is evaluated on the locked, newest row: what another node claimed meanwhile is not due any
 * more, and what it is claiming right now is skipped.
 */
const claimText = (claimed: string) => `
with moment as materialized (select tollgate_now() as now),
due as materialized (
  select merchant_id, order_no, transaction_id, fence, order_id, obligation, attempts + 1 as attempts
  from obligations
  where cell = $1::int2 and status = 'PENDING' and next_at <= least((select now from moment),
      timestamptz 'epoch' + $5::int8 * interval '1 ms')
    and (attempts = 0 or not $6::boolean)
  order by next_at limit $2::int4
  for update skip locked
),
claimed as (${claimed}
  returning b.merchant_id, b.order_no, b.transaction_id, b.order_id, b.obligation, b.attempts, b.unsent,
    b.owed_at
)
select c.merchant_id, c.order_id, c.transaction_id, c.obligation, c.attempts, c.unsent,
  floor(extract(epoch from t.started_at) * 1000) as started_ms,
  floor(extract(epoch from c.owed_at) * 1000) as owed_ms,
  floor(extract(epoch from (select now from moment)) * 1000) as now_ms
from claimed c
join lateral (
  select started_at from transactions
  where cell = $1::int2 and merchant_id = c.merchant_id and order_no = c.order_no
    and transaction_id = c.transaction_id limit 1
) t on true`

const claimedUntil = `(select now from moment) + $3::int8 * interval '1 ms' + ${backOffAfter('1', '$4')}`

/**
 * Updated by an upsert, rows are found by key; they exist, because they are locked. Where tables are spread
 * over servers, only a statement without an insert is executed whole on the server of its cell.
 */
const claimStatement = {
  name: 'claim due',
  text: claimText(`
  insert into obligations as b (cell, merchant_id, order_no, transaction_id, fence, order_id, obligation,
    attempts, owed_at, last_attempt_at, next_at)
  select $1::int2, merchant_id, order_no, transaction_id, fence, order_id, obligation, attempts,
    (select now from moment), (select now from moment), ${claimedUntil}
  from due
  on conflict (cell, merchant_id, order_no, transaction_id, fence) do update
    set attempts = excluded.attempts, last_attempt_at = excluded.last_attempt_at, next_at = excluded.next_at
    where b.status = 'PENDING' and b.attempts = excluded.attempts - 1`),
  spread: claimText(`
  update obligations b
  set attempts = d.attempts, last_attempt_at = (select now from moment), next_at = ${claimedUntil}
  from due d
  where ${sameObligation('d')} and b.status = 'PENDING' and b.attempts = d.attempts - 1`),
}

/** From so many silences on, the back-off is longer than the minute that is always waited for. */
const longBackOff = 1 + backOffMs.findIndex(waitMs => waitMs > 60_000)

/**
 * Skips locked rows: they are being claimed or postponed at this moment. Those with more silences than times
 * sent wait for people, and those with few silences for a time that was set on purpose.
 */
const hastenText = (hastened: string) => `
with moment as materialized (select tollgate_now() as now),
late as materialized (
  select merchant_id, order_no, transaction_id, fence, order_id, obligation from obligations
  where cell = $1::int2 and status = 'PENDING' and next_at > (select now from moment) + interval '1 min'
    and silences between ${longBackOff} and attempts - unsent
  order by next_at limit 1000
  for update skip locked
)${hastened}`

const hastenStatement = {
  name: 'hasten',
  text: hastenText(`
insert into obligations as b (cell, merchant_id, order_no, transaction_id, fence, order_id, obligation,
  owed_at, next_at)
select $1::int2, merchant_id, order_no, transaction_id, fence, order_id, obligation,
  (select now from moment), (select now from moment)
from late
on conflict (cell, merchant_id, order_no, transaction_id, fence) do update set next_at = excluded.next_at
  where b.status = 'PENDING'`),
  spread: hastenText(`
update obligations b set next_at = (select now from moment) from late
where ${sameObligation('late')} and b.status = 'PENDING'`),
}

/** The attempt is counted as one that was not sent: whoever is under way no longer holds the newest one. */
const hastenTheseStatement = {
  name: 'hasten these',
  text: `
update obligations set attempts = attempts + 1, unsent = unsent + 1, silences = 0, next_at = tollgate_now()
where cell = $1::int2 and merchant_id = $2 and transaction_id = any ($4::text[]) and status || '' = 'PENDING'
  and order_no = (select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3)`,
}

/** By the primary key: without the word PENDING no other index can serve. */
const postponeStatement = {
  name: 'postpone',
  text: `
update obligations set silences = silences + 1, next_at = least(
  ${later(backOffAfter('silences + 1', '$7'))},
  timestamptz 'epoch' + $8::int8 * interval '1 ms')
where cell = $1::int2 and merchant_id = $2 and transaction_id = $4 and obligation = $5 and attempts = $6::int4
  and order_no = (select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3)`,
}

const lookAgainStatement = {
  name: 'look again',
  text: `
update obligations set next_at = timestamptz 'epoch' + $7::int8 * interval '1 ms'
where cell = $1::int2 and merchant_id = $2 and transaction_id = $4 and obligation = $5 and attempts = $6::int4
  and order_no = (select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3)`,
}

const postponeUnsentStatement = {
  name: 'postpone unsent',
  text: `
update obligations set unsent = $7::int4, next_at = tollgate_now() + $8::int8 * interval '1 ms'
where cell = $1::int2 and merchant_id = $2 and transaction_id = $4 and obligation = $5 and attempts = $6::int4
  and order_no = (select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3)`,
}

const alarmStatement = {
  name: 'alarm',
  text: `
update obligations set unsent = $7::int4, silences = greatest(silences, $9::int4),
  next_at = ${later(backOffAfter('greatest(silences, $9::int4) + 1', '$8'))}
where cell = $1::int2 and merchant_id = $2 and transaction_id = $4 and obligation = $5 and attempts = $6::int4
  and order_no = (select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3)`,
}

const isQuiet = `coalesce(last_attempt_at, owed_at) at time zone 'UTC'
  <= (select now from moment) - $7::int8 * interval '1 ms'`

/** Without a time zone: see `later`. */
const claimStuckStatement = {
  name: 'claim stuck',
  text: `
with moment as materialized (select tollgate_now() at time zone 'UTC' as now)
update obligations set attempts = attempts + 1, unsent = unsent + 1,
  next_at = ((select now from moment) + interval '1 min'
    + case when ${isQuiet} then 0 else $7::int8 end * interval '1 ms') at time zone 'UTC'
where cell = $1::int2 and merchant_id = $2 and transaction_id = $4 and obligation = $5
  and status || '' = 'PENDING' and greatest(attempts - unsent, silences) >= $6::int4
  and order_no = (select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3)
returning ${isQuiet} as is_quiet`,
}

const releaseStatement = {
  name: 'release',
  text: `
update obligations set status = 'ACKNOWLEDGED', acknowledged_at = tollgate_now()
where cell = $1::int2 and merchant_id = $2 and transaction_id = $4 and obligation = $5 and attempts = $6::int4
  and status || '' = 'PENDING'
  and order_no = (select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3)`,
}

/** No more are counted per cell: at ten thousand an operator has to look anyway. */
const countedMax = 10_000

/** How much is owed by all nodes together, from the index of pending obligations. */
export function createOwedCounts(pool: pg.Pool, cells: Cells): () => Promise<OwedObligations> {
  return async () => {
    const rows = await cells.collect(Number.POSITIVE_INFINITY, cell =>
      read<OwedRow>(pool, owedStatement, [cell, countedMax, worryingAttempts]),
    )
    const owed = { reversal: nothingOwed, advice: nothingOwed, inquiry: nothingOwed, rest: nothingOwed }
    for (const { obligation, count, worrying, oldest_ms } of rows) {
      const kind = knownWord(obligations, obligation)
      owed[kind] = {
        count: owed[kind].count + count,
        worrying: owed[kind].worrying + worrying,
        oldestMs: Math.max(owed[kind].oldestMs, Number(oldest_ms)),
      }
    }
    return owed
  }
}

const nothingOwed = { count: 0, worrying: 0, oldestMs: 0 }

type OwedRow = {
  readonly obligation: string
  readonly count: number
  readonly worrying: number
  readonly oldest_ms: string
}

const owedStatement = {
  name: 'owed',
  text: `
select obligation, count(*)::int4 as count,
  (count(*) filter (where greatest(attempts - unsent, silences) >= $3::int4
    and obligation <> 'rest'))::int4 as worrying,
  greatest(floor(extract(epoch from tollgate_now() - min(owed_at)) * 1000), 0) as oldest_ms
from (
  select obligation, attempts, unsent, silences, owed_at from obligations
  where cell = $1::int2 and status = 'PENDING' order by next_at limit $2::int4
) o
group by obligation`,
}
