// Claiming notifications that are due, fairly among merchants and receivers.

import type pg from 'pg'
import type {
  DeliveryReceiver,
  NotificationClaim,
  NotificationStore,
  WantedClaims,
} from '../../notifications/port.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { type Cells, cellsHaving } from '../connection/cells.ts'
import { givenRows, read, repeatable } from '../connection/statement.ts'

/**
 * Claims notifications that are due, each for one claimer. The attempt is counted before anything is sent, so
 * a claim whose answer is lost, or whose claimer dies, is followed by the next one when its lease has ended.
 * A receiver is one address of one merchant; its column is called lane.
 */
export function createClaim(pool: pg.Pool, cells: Cells): NotificationStore['claim'] {
  const dueReceivers = createDueReceivers(pool)
  const turns = createReceiverTurns()
  return wanted =>
    cells.collect(
      wanted.limit,
      async (cell, rest) => {
        const rooms = turns.order(await dueReceivers(cell), wanted).slice(0, receiversPerClaimMax)
        if (rooms.length === 0 || rest <= 0) return []
        const rows = await repeatable<ClaimRow>(pool, claimStatement, [
          ...[cell, rest, Math.ceil(wanted.leaseMs)],
          ...receiverParameters(rooms),
        ])
        const claims = rows.map(row => claimOf(cell, row))
        turns.served(claims)
        return claims
      },
      waitingAnywhere,
    )
}

/** By the index of those that wait. */
const waitingAnywhere = cellsHaving('waiting notifications', {
  table: 'notifications',
  condition: "t.state = 'WAITING'",
  order: 't.cell, t.merchant_id, t.lane, t.next_at, t.feed_no',
})

/** Nearly every receiver has something due, so not many more are needed than there are claims. */
const receiversPerClaimMax = 512

const receiverParameters = (rooms: readonly ReceiverRoom[]): readonly Buffer[] => [
  arrays.text(rooms.map(({ merchantId }) => merchantId)),
  arrays.text(rooms.map(({ receiver }) => receiver)),
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

/** How many of a receiver are searched for one that is not blocked by another; more than an order has. */
const depthMax = 1_000

/**
 * A first attempt waits for earlier notifications of its order that are untried, or are being tried for the
 * first time right now. Locked rows are skipped; the count of attempts shows whether another node was faster,
 * and what changed since the snapshot is not found under its old address.
 */
const claimText = ({ row, isRow, isHeld }: RowAddress) => `
with moment as materialized (select tollgate_now() as now),
held as materialized (
  select ${row('c')}
  from ${givenRows(4, 'text text int8')} as w (merchant_id, lane, room)
  cross join lateral (
    select ${row('d')} from (
      select ${row('due')}, attempts from (
        select ${row('notifications')}, order_no, sequence, attempts, leased_until from notifications
        where cell = $1::int2 and merchant_id = w.merchant_id and lane = w.lane and state = 'WAITING'
          and next_at <= (select now from moment)
        order by next_at, feed_no limit ${depthMax}
      ) due
      where (leased_until is null or leased_until <= (select now from moment))
        and (attempts > 0 or (${predecessor()}) is null)
      offset 0
    ) d
    cross join lateral (
      select 1 from notifications n where ${isRow} and n.attempts = d.attempts and n.state = 'WAITING'
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
  where ${isHeld}
  returning merchant_id, feed_no, notification_id, order_id, sequence, attempts, tries, lane, target,
    changed_at
)
select merchant_id, feed_no, notification_id, order_id, sequence, attempts, tries, lane, target,
  greatest(floor(extract(epoch from (select now from moment) - changed_at) * 1000), 0) as waited_ms
from claimed order by feed_no`

/** How a row is found again: by its place, or where rows are elsewhere by its key. */
type RowAddress = {
  readonly row: (table: string) => string
  readonly isRow: string
  readonly isHeld: string
}

const claimStatement = {
  name: 'claim notifications',
  text: claimText({
    row: table => (table === 'notifications' ? 'ctid as place' : `${table}.place`),
    isRow: 'n.ctid = d.place',
    isHeld: 'ctid = any (array(select place from held))',
  }),
  spread: claimText({
    row: table => `${table}.merchant_id, ${table}.feed_no`,
    isRow: 'n.cell = $1::int2 and n.merchant_id = d.merchant_id and n.feed_no = d.feed_no',
    isHeld: 'cell = $1::int2 and (merchant_id, feed_no) in (select merchant_id, feed_no from held)',
  }),
}

function predecessor(): string {
  return `
          select p.sequence from notifications p
          where p.cell = $1::int2 and p.merchant_id = w.merchant_id and p.order_no = due.order_no
            and p.sequence < due.sequence and p.next_at is not null
            and (p.attempts = 0 or p.attempts = 1 and p.leased_until > (select now from moment))
          order by p.sequence desc limit 1`
}

/**
 * The receivers of a cell in which something is due. Jumps from one to the next by the index, so it does not
 * matter how many notifications wait in each. A search that was cut short continues at the next call, so
 * neither many merchants nor one with many receivers make it long.
 */
function createDueReceivers(pool: pg.Pool): (cell: number) => Promise<readonly DeliveryReceiver[]> {
  const places = new Map<number, ReceiverCursor>()
  return async cell => {
    const { after, resume } = places.get(cell) ?? firstCursor
    const given = [arrays.text([...resume.keys()]), arrays.text([...resume.values()])]
    const rows = await read<ReceiverRow>(pool, dueReceiversStatement, [cell, after, ...given])
    places.set(cell, nextCursor({ after, resume }, rows))
    return rows.filter(row => row.is_due).map(row => ({ merchantId: row.merchant_id, receiver: row.lane }))
  }
}

/** Where the next search begins: after which merchant and, for those with many receivers, after which. */
type ReceiverCursor = { readonly after: string; readonly resume: ReadonlyMap<string, string> }
const firstCursor: ReceiverCursor = { after: '', resume: new Map() }

function nextCursor({ after, resume }: ReceiverCursor, rows: readonly ReceiverRow[]): ReceiverCursor {
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

type ReceiverRow = {
  readonly merchant_id: string
  readonly lane: string
  readonly is_due: boolean
  /** The merchant may have more receivers than this, or the cell more merchants. */
  readonly is_cut: boolean
  readonly is_last: boolean
}

const merchantsMax = 2_000
const receiversPerMerchantMax = 64

/** Only the index of waiting notifications has this order. */
const inOrder = 'order by w.merchant_id, w.lane, w.next_at, w.feed_no limit 1'
const waiting = "notifications w where w.cell = $1::int2 and w.state = 'WAITING'"

/** The immediate successor of a receiver is its text followed by the smallest character. */
const dueReceiversStatement = {
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
    l.n = ${receiversPerMerchantMax} as is_cut, m.n = ${merchantsMax} as is_last
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
      ) f where s.n < ${receiversPerMerchantMax}
    )
    select lane, next_at, n from step
  ) l
  where m.merchant_id is not null
)
select * from looked where is_due or is_cut or is_last`,
}

/** A receiver for which something is due, and how many may be sent to it now. */
export type ReceiverRoom = DeliveryReceiver & { readonly room: number }

/** Whose turn is next: least recently served first, among merchants and among the receivers of each. */
interface ReceiverTurns {
  /** In turn, with the number that each may send: one receiver of every merchant, then the second of each. */
  order(due: readonly DeliveryReceiver[], wanted: WantedClaims): readonly ReceiverRoom[]
  served(receivers: readonly DeliveryReceiver[]): void
}

export function createReceiverTurns(): ReceiverTurns {
  const merchants = createMemory()
  const receivers = createMemory()
  return {
    order(due, wanted) {
      const roomOf = createRooms(wanted)
      const ranked = [...byMerchant(due).values()].flatMap(own =>
        own
          .sort((one, other) => receivers.since(nameOf(one)) - receivers.since(nameOf(other)))
          .map(receiver => ({ ...receiver, room: roomOf(receiver) }))
          .filter(({ room }) => room > 0)
          .map((receiver, rank) => ({ receiver, rank, since: merchants.since(receiver.merchantId) })),
      )
      return ranked
        .sort((one, other) => one.rank - other.rank || one.since - other.since)
        .map(({ receiver }) => receiver)
    },
    served(now) {
      for (const receiver of now) {
        receivers.note(nameOf(receiver))
        merchants.note(receiver.merchantId)
      }
    },
  }
}

function byMerchant(due: readonly DeliveryReceiver[]): ReadonlyMap<string, DeliveryReceiver[]> {
  const found = new Map<string, DeliveryReceiver[]>()
  for (const receiver of due) {
    const own = found.get(receiver.merchantId)
    if (own) own.push(receiver)
    else found.set(receiver.merchantId, [receiver])
  }
  return found
}

/** What is given to a receiver is subtracted from what its merchant has. */
function createRooms({
  receivers,
  perReceiver,
  merchants,
  perMerchant,
}: WantedClaims): (receiver: DeliveryReceiver) => number {
  const ofReceiver = new Map(receivers.map(receiver => [nameOf(receiver), receiver.room]))
  const left = new Map(merchants.map(({ merchantId, room }) => [merchantId, room]))
  return receiver => {
    const rest = left.get(receiver.merchantId) ?? perMerchant
    const room = Math.max(Math.min(ofReceiver.get(nameOf(receiver)) ?? perReceiver, rest), 0)
    left.set(receiver.merchantId, rest - room)
    return room
  }
}

const nameOf = ({ merchantId, receiver }: DeliveryReceiver): string => `${merchantId}\n${receiver}`

const rememberedMax = 20_000

/** An entry that was dropped was served so long ago that it may come first again. */
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
