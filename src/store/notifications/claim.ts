import type pg from 'pg'
import type { Claim, NotificationStore } from '../../notifications/port.ts'
import { arrays } from '../connection/binaryArrays.ts'
import type { Cells } from '../connection/cells.ts'
import { repeatable } from '../connection/statement.ts'
import { createDueLanes } from './lanes.ts'
import { createLaneTurns, type LaneRoom } from './turns.ts'

/**
 * What is due, each to one claimer. The attempt is counted before anything is sent, so a claim whose answer
 * is lost, or whose claimer dies, is followed by the next one when its lease is over.
 */
export function createClaim(pool: pg.Pool, cells: Cells): NotificationStore['claim'] {
  const dueLanes = createDueLanes(pool)
  const turns = createLaneTurns()
  return wanted =>
    cells.collect(wanted.limit, async (cell, rest) => {
      const rooms = turns.order(await dueLanes(cell), wanted).slice(0, lanesPerClaimMax)
      if (rooms.length === 0 || rest <= 0) return []
      const rows = await repeatable<ClaimRow>(pool, claimStatement, [
        ...[cell, rest, Math.ceil(wanted.leaseMs)],
        ...laneParameters(rooms),
      ])
      const claims = rows.map(row => claimOf(cell, row))
      turns.served(claims)
      return claims
    })
}

/** Nearly each has something due: no need for many more than there are claims. */
const lanesPerClaimMax = 512

const laneParameters = (rooms: readonly LaneRoom[]): readonly Buffer[] => [
  arrays.text(rooms.map(({ merchantId }) => merchantId)),
  arrays.text(rooms.map(({ lane }) => lane)),
  arrays.int8(rooms.map(({ room }) => room)),
]

function claimOf(cell: number, row: ClaimRow): Claim {
  return {
    cell,
    merchantId: row.merchant_id,
    feedNo: Number(row.feed_no),
    notificationId: row.notification_id,
    orderId: row.order_id,
    sequence: row.sequence,
    attempt: row.attempts,
    tries: row.tries,
    lane: row.lane,
    ...(row.target !== null && { target: row.target }),
    ...(row.attempts === 1 && { waitedMs: Number(row.waited_ms) }),
  }
}

type ClaimRow = {
  readonly merchant_id: string
  readonly feed_no: string
  readonly notification_id: string
  readonly order_id: string
  readonly sequence: number
  readonly attempts: number
  readonly tries: number
  readonly lane: string
  readonly target: string | null
  readonly waited_ms: string
}

/** How far a lane is looked through for one that does not wait for another: further than an order is long. */
const depthMax = 1_000

/**
 * A first attempt waits for what its order has waiting before it: untried, or tried for the first time right
 * now. Rows that others hold are skipped; the count of attempts tells whether somebody was faster, and what
 * changed since the snapshot is not found under its old address.
 */
const claimStatement = {
  name: 'claim notifications',
  text: `
with moment as materialized (select tollgate_now() as now),
held as materialized (
  select c.place
  from unnest($4::text[], $5::text[], $6::int8[]) as w (merchant_id, lane, room)
  cross join lateral (
    select d.place from (
      select ctid as place, attempts from (
        select ctid, order_no, sequence, attempts, leased_until from notifications
        where cell = $1::int2 and merchant_id = w.merchant_id and lane = w.lane and state = 'WAITING'
          and next_at <= (select now from moment)
        order by next_at, feed_no limit ${depthMax}
      ) due
      where (leased_until is null or leased_until <= (select now from moment))
        and (attempts > 0 or (${predecessor()}) is null)
      offset 0
    ) d
    cross join lateral (
      select from notifications n where n.ctid = d.place and n.attempts = d.attempts and n.state = 'WAITING'
      for update skip locked
    ) mine
    limit w.room
  ) c
  limit $2::int4
),
claimed as (
  update notifications
  set attempts = attempts + 1, tries = tries + 1,
    leased_until = (select now from moment) + $3::int8 * interval '1 ms'
  where ctid = any (array(select place from held))
  returning merchant_id, feed_no, notification_id, order_id, sequence, attempts, tries, lane, target,
    changed_at
)
select merchant_id, feed_no, notification_id, order_id, sequence, attempts, tries, lane, target,
  greatest(floor(extract(epoch from (select now from moment) - changed_at) * 1000), 0) as waited_ms
from claimed order by feed_no`,
}

function predecessor(): string {
  return `
          select p.sequence from notifications p
          where p.cell = $1::int2 and p.merchant_id = w.merchant_id and p.order_no = due.order_no
            and p.sequence < due.sequence and p.next_at is not null
            and (p.attempts = 0 or p.attempts = 1 and p.leased_until > (select now from moment))
          order by p.sequence desc limit 1`
}
