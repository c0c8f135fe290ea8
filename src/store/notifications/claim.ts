import type pg from 'pg'
import type {
  DeliveryReceiver,
  NotificationClaim,
  NotificationStore,
  WantedClaims,
} from '../../notifications/port.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import { arrays } from '../connection/binaryArrays.ts'
import type { Cells } from '../connection/cells.ts'
import { read, repeatable } from '../connection/statement.ts'

/**
 * In which lanes of a cell something is due. From one to the next by the index, so that it does not matter
 * how many wait in each. What does not fit into one look comes in the next: neither many merchants nor one
 * with many receivers make it long.
 */
export function createDueLanes(pool: pg.Pool): (cell: number) => Promise<readonly DeliveryReceiver[]> {
  const places = new Map<number, LaneCursor>()
  return async cell => {
    const { after, resume } = places.get(cell) ?? firstCursor
    const given = [arrays.text([...resume.keys()]), arrays.text([...resume.values()])]
    const rows = await read<LaneRow>(pool, dueLanesStatement, [cell, after, ...given])
    places.set(cell, nextCursor({ after, resume }, rows))
    return rows.filter(row => row.is_due).map(row => ({ merchantId: row.merchant_id, receiver: row.lane }))
  }
}

/** Where the next look begins: after which merchant, and in those with many lanes, after which lane. */
type LaneCursor = { readonly after: string; readonly resume: ReadonlyMap<string, string> }
const firstCursor: LaneCursor = { after: '', resume: new Map() }

function nextCursor({ after, resume }: LaneCursor, rows: readonly LaneRow[]): LaneCursor {
  const last = rows.find(row => row.is_last)?.merchant_id
  const isNotSeen = (merchantId: string) => merchantId <= after || (last !== undefined && merchantId > last)
  const cut = rows.filter(row => row.is_cut)
  return {
    after: last ?? '',
    resume: new Map([
      ...[...resume].filter(([merchantId]) => isNotSeen(merchantId)),
      ...cut.map(row => [row.merchant_id, row.lane] as const),
    ]),
  }
}

type LaneRow = {
  readonly merchant_id: string
  readonly lane: string
  readonly is_due: boolean
  /** The merchant may have more lanes than this, or the cell more merchants. */
  readonly is_cut: boolean
  readonly is_last: boolean
}

const merchantsMax = 2_000
const lanesPerMerchantMax = 64

/** Only the index of what waits has entries in this order. */
const inOrder = 'order by w.merchant_id, w.lane, w.next_at, w.feed_no limit 1'
const waiting = "notifications w where w.cell = $1::int2 and w.state = 'WAITING'"

/** What follows a lane immediately is the lane and the smallest character there is. */
const dueLanesStatement = {
  name: 'due lanes',
  text: `
with recursive moment as materialized (select tollgate_now() as now),
merchant (merchant_id, n) as (
  select (select w.merchant_id from ${waiting} and w.merchant_id > $2 ${inOrder}), 1
  union all
  select (select w.merchant_id from ${waiting} and w.merchant_id > m.merchant_id ${inOrder}), m.n + 1
  from merchant m where m.merchant_id is not null and m.n < ${merchantsMax}
),
looked as (
  select m.merchant_id, l.lane, l.next_at <= (select now from moment) as is_due,
    l.n = ${lanesPerMerchantMax} as is_cut, m.n = ${merchantsMax} as is_last
  from merchant m
  left join unnest($3::text[], $4::text[]) as r (merchant_id, lane) on r.merchant_id = m.merchant_id
  cross join lateral (
    with recursive step (lane, next_at, n) as (
      select f.lane, f.next_at, 1 from (
        select w.lane, w.next_at from ${waiting} and w.merchant_id = m.merchant_id
          and w.lane >= coalesce(r.lane || e'\\x01', '') ${inOrder}
      ) f
      union all
      select f.lane, f.next_at, s.n + 1 from step s cross join lateral (
        select w.lane, w.next_at from ${waiting} and w.merchant_id = m.merchant_id
          and w.lane >= s.lane || e'\\x01' ${inOrder}
      ) f where s.n < ${lanesPerMerchantMax}
    )
    select lane, next_at, n from step
  ) l
  where m.merchant_id is not null
)
select * from looked where is_due or is_cut or is_last`,
}

/** A lane in which something is due, and how many may be taken from it. */
export type LaneRoom = DeliveryReceiver & { readonly room: number }

/** Whose turn is next: who was served longest ago, among the merchants and among the lanes of each. */
export interface LaneTurns {
  /** In turn, with the room that each has: one lane of every merchant, then the second of each. */
  order(due: readonly DeliveryReceiver[], wanted: WantedClaims): readonly LaneRoom[]
  served(lanes: readonly DeliveryReceiver[]): void
}

export function createLaneTurns(): LaneTurns {
  const merchants = createMemory()
  const lanes = createMemory()
  return {
    order(due, wanted) {
      const roomOf = createRooms(wanted)
      const ranked = [...byMerchant(due).values()].flatMap(own =>
        own
          .sort((one, other) => lanes.since(nameOf(one)) - lanes.since(nameOf(other)))
          .map(lane => ({ ...lane, room: roomOf(lane) }))
          .filter(({ room }) => room > 0)
          .map((lane, rank) => ({ lane, rank, since: merchants.since(lane.merchantId) })),
      )
      return ranked
        .sort((one, other) => one.rank - other.rank || one.since - other.since)
        .map(({ lane }) => lane)
    },
    served(now) {
      for (const lane of now) {
        lanes.note(nameOf(lane))
        merchants.note(lane.merchantId)
      }
    },
  }
}

function byMerchant(due: readonly DeliveryReceiver[]): ReadonlyMap<string, DeliveryReceiver[]> {
  const found = new Map<string, DeliveryReceiver[]>()
  for (const lane of due) {
    const own = found.get(lane.merchantId)
    if (own) own.push(lane)
    else found.set(lane.merchantId, [lane])
  }
  return found
}

/** What the lanes of a merchant are given is taken from what the merchant has. */
function createRooms({
  receivers: lanes,
  perReceiver: perLane,
  merchants,
  perMerchant,
}: WantedClaims): (lane: DeliveryReceiver) => number {
  const ofLane = new Map(lanes.map(lane => [nameOf(lane), lane.room]))
  const left = new Map(merchants.map(({ merchantId, room }) => [merchantId, room]))
  return lane => {
    const rest = left.get(lane.merchantId) ?? perMerchant
    const room = Math.max(Math.min(ofLane.get(nameOf(lane)) ?? perLane, rest), 0)
    left.set(lane.merchantId, rest - room)
    return room
  }
}

const nameOf = ({ merchantId, receiver: lane }: DeliveryReceiver): string => `${merchantId}\n${lane}`

const rememberedMax = 20_000

/** Who is forgotten, was served so long ago that it is the first again. */
function createMemory() {
  const noted = new BoundedMap<string, number>(rememberedMax)
  let turn = 0
  return {
    since: (name: string): number => noted.get(name) ?? 0,
    note(name: string): void {
      noted.set(name, ++turn)
    },
  }
}

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
  arrays.text(rooms.map(({ receiver: lane }) => lane)),
  arrays.int8(rooms.map(({ room }) => room)),
]

function claimOf(cell: number, row: ClaimRow): NotificationClaim {
  return {
    cell,
    merchantId: row.merchant_id,
    feedNo: Number(row.feed_no),
    notificationId: row.notification_id,
    orderId: row.order_id,
    sequence: row.sequence,
    attempt: row.attempts,
    tries: row.tries,
    receiver: row.lane,
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
