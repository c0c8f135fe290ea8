// Reading stored notifications: a feed, one by its id, its attempts, and lists for operators.

import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  type KeptNotification,
  type NotificationKey,
  type NotificationStore,
  notificationStates,
  type WantedNotifications,
} from '../../notifications/port.ts'
import { idOfRecord } from '../../operations/model/steps.ts'
import type { Cells } from '../connection/cells.ts'
import { knownWord, read } from '../connection/statement.ts'

type NotificationReader = Pick<NotificationStore, 'attempts' | 'feed' | 'find' | 'newest'>

export function createNotificationReader(pool: pg.Pool): NotificationReader {
  return {
    async feed({ cell, merchantId }, { after, limit }) {
      return notificationsOf(
        cell,
        await read<NotificationRow>(pool, feedStatement, [cell, merchantId, after, limit]),
      )
    },

    async find({ cell, merchantId }, notificationId) {
      if (!isNotificationId(notificationId)) return undefined
      const rows = await read<NotificationRow>(pool, findStatement, [cell, merchantId, notificationId])
      return notificationsOf(cell, rows)[0]
    },

    async newest({ cell, merchantId }) {
      const [row] = await read<{ feed_no: string | null }>(pool, newestStatement, [cell, merchantId])
      return Number(row?.feed_no ?? 0)
    },

    async attempts({ cell, merchantId, feedNo }) {
      const rows = await read<DeliveryRow>(pool, attemptsStatement, [cell, merchantId, feedNo])
      return rows.map(({ attempt, target, status, reason, withheld, took_ms, at_ms }) => ({
        ...{ attempt, target, tookMs: took_ms, atMs: Number(at_ms) },
        ...(status !== null && { status }),
        ...(reason !== null && { reason }),
        ...(withheld !== null && { withheld }),
      }))
    },
  }
}

export const isNotificationId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const notificationsOf = (cell: number, rows: readonly NotificationRow[]): readonly KeptNotification[] =>
  rows.map(row => ({
    cell,
    merchantId: row.merchant_id,
    feedNo: Number(row.feed_no),
    notificationId: row.notification_id,
    orderId: row.order_id,
    transactionId: idOfRecord(row.transaction_id),
    sequence: row.sequence,
    changedAtMs: Number(row.changed_ms),
    state: knownWord(notificationStates, row.state),
    attempts: row.attempts,
    ...(row.target !== null && { target: row.target }),
    ...(row.next_ms !== null && { nextAtMs: Number(row.next_ms) }),
  }))

type NotificationRow = {
  readonly merchant_id: string
  readonly feed_no: string
  readonly notification_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly sequence: number
  readonly changed_ms: string
  readonly state: string
  readonly attempts: number
  readonly target: string | null
  readonly next_ms: string | null
}

const notificationColumns = `
  merchant_id, feed_no, notification_id, order_id, transaction_id, sequence, state,
  attempts, target, floor(extract(epoch from changed_at) * 1000) as changed_ms,
  floor(extract(epoch from next_at) * 1000) as next_ms`

type DeliveryRow = {
  readonly attempt: number
  readonly target: string
  readonly status: number | null
  readonly reason: string | null
  readonly withheld: string | null
  readonly took_ms: number
  readonly at_ms: string
}

const feedStatement = {
  name: 'feed',
  text: `
select ${notificationColumns} from notifications
where cell = $1::int2 and merchant_id = $2 and feed_no > $3::int8 order by feed_no limit $4::int4`,
}

const findStatement = {
  name: 'find notification',
  text: `
select ${notificationColumns} from notifications
where cell = $1::int2 and merchant_id = $2 and ${byNotificationId('$3')}`,
}

/**
 * Written as a range, so that the planner uses the index on ids: while the table is empty, other indexes cost
 * the same, and the server keeps such a plan for a while.
 */
export function byNotificationId(parameter: string): string {
  const name = `${parameter}::uuid`
  return `notification_id >= ${name} and notification_id <= ${name} order by notification_id limit 1`
}

const newestStatement = {
  name: 'newest notification',
  text: `
select feed_no from notifications
where cell = $1::int2 and merchant_id = $2 order by feed_no desc limit 1`,
}

/** A notification has up to twenty tries, and twenty more each time it is resent. */
const attemptsMax = 1_000

const attemptsStatement = {
  name: 'deliveries',
  text: `
select attempt, target, status, reason, withheld, took_ms,
  floor(extract(epoch from attempted_at) * 1000) as at_ms
from (
  select * from deliveries where cell = $1::int2 and merchant_id = $2 and feed_no = $3::int8
  order by attempt desc limit ${attemptsMax}
) d
order by attempt`,
}

/** Newest first: by time if a time is given, else by feed number, which all merchants share. */
export function createList(pool: pg.Pool, cells: Cells): NotificationStore['list'] {
  return async wanted => {
    const { notificationId, limit } = wanted
    if (notificationId !== undefined && !isNotificationId(notificationId)) return []
    const { values, ...statement } = statementFor(wanted)
    const found = await cells.collect<CellRow>(Number.POSITIVE_INFINITY, async cell => {
      const rows = await read<ListedRow>(pool, statement, [cell, limit, ...values])
      return rows.map(row => ({ ...row, cell }))
    })
    const newest = found.toSorted(isByTime(wanted) ? byTime : byNumber).slice(0, limit)
    return newest.flatMap(row => notificationsOf(row.cell, [row]))
  }
}

type ListedRow = NotificationRow & { readonly changed_us: string }
type CellRow = ListedRow & { readonly cell: number }

const isByTime = ({ fromMs, toMs }: WantedNotifications): boolean =>
  fromMs !== undefined || toMs !== undefined

const byNumber = (one: CellRow, other: CellRow): number => Number(other.feed_no) - Number(one.feed_no)

function byTime(one: CellRow, other: CellRow): number {
  const since = Number(other.changed_us) - Number(one.changed_us)
  if (since !== 0) return since
  if (one.merchant_id !== other.merchant_id) return one.merchant_id < other.merchant_id ? 1 : -1
  return byNumber(one, other)
}

type PreparedList = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

/** The statement contains only the conditions that are given, so that each combination has its own plan. */
function statementFor(wanted: WantedNotifications): PreparedList {
  const values: unknown[] = []
  const give: AddParameter = value => `$${values.push(value) + 2}`
  const text = textFor(wanted, give)
  const name = `list notifications ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  return { name, text, values }
}

/** Adds a value to the parameters, and returns its placeholder. */
type AddParameter = (value: unknown) => string

function textFor(wanted: WantedNotifications, give: AddParameter): string {
  const { notificationId, merchantId, orderId } = wanted
  const ofMerchant = merchantId === undefined ? [] : [`merchant_id = ${give(merchantId)}`]
  const filters = filtersOf(wanted, give)
  if (notificationId !== undefined) {
    const conditions = ['cell = $1::int2', ...ofMerchant, ...filters, byNotificationId(give(notificationId))]
    return `select n.*, 0 as changed_us from (
      select ${notificationColumns} from notifications n where ${conditions.join(' and ')}
    ) n limit $2::int4`
  }
  if (isByTime(wanted)) return byItself([...ofMerchant, ...filters, ...timesOf(wanted, give)])
  const rest = [...filters, ...(wanted.before ? [`n.feed_no < ${give(wanted.before.feedNo)}::int8`] : [])]
  if (orderId === undefined) return byMerchant(ofMerchant, rest, 'n.feed_no desc')
  const ofOrder = `n.order_no = (
    select order_no from orders
    where cell = $1::int2 and merchant_id = m.merchant_id and order_id = ${give(orderId)}
  )`
  return byMerchant(ofMerchant, [ofOrder, ...rest], 'n.sequence desc')
}

/**
 * Failed notifications are few and have an index of their own, which needs its condition in the statement.
 */
function filtersOf({ states }: WantedNotifications, give: AddParameter): readonly string[] {
  if (states === undefined) return []
  const isFailed = states.every(state => state === 'GONE' || state === 'DEAD')
  const failed = isFailed ? ["n.state in ('GONE', 'DEAD')"] : []
  return [`n.state = any (${give(states)}::text[])`, ...failed]
}

function timesOf(
  { orderId, fromMs = 0, toMs, before }: WantedNotifications,
  give: AddParameter,
): readonly string[] {
  const at = (ms: number) => `timestamptz 'epoch' + ${give(Math.ceil(ms))}::int8 * interval '1 ms'`
  return [
    `n.changed_at >= ${at(fromMs)}`,
    ...(toMs === undefined ? [] : [`n.changed_at < ${at(toMs)}`]),
    ...(orderId === undefined ? [] : [`n.order_id = ${give(orderId)}`]),
    ...(before ? [beforeThat(before, give)] : []),
  ]
}

/** The notification of the cursor may be in another cell. */
const beforeThat = ({ cell, merchantId, feedNo }: NotificationKey, give: AddParameter): string =>
  `(n.changed_at, n.merchant_id, n.feed_no) < (
    select b.changed_at, b.merchant_id, b.feed_no from notifications b
    where b.cell = ${give(cell)}::int2 and b.merchant_id = ${give(merchantId)}
      and b.feed_no = ${give(feedNo)}::int8
  )`

const columns = `${notificationColumns}, (extract(epoch from changed_at) * 1000000)::int8 as changed_us`

const byItself = (conditions: readonly string[]): string => `
select ${columns} from notifications n where ${['n.cell = $1::int2', ...conditions].join(' and ')}
order by n.changed_at desc, n.merchant_id desc, n.feed_no desc limit $2::int4`

/** The newest matching notifications of each merchant, and of those the newest. */
const byMerchant = (of: readonly string[], conditions: readonly string[], order: string): string => `
select n.* from merchants m
cross join lateral (
  select ${columns} from notifications n
  where ${['n.cell = $1::int2', 'n.merchant_id = m.merchant_id', ...conditions].join(' and ')}
  order by ${order} limit $2::int4
) n
where ${['m.cell = $1::int2', ...of.map(condition => `m.${condition}`)].join(' and ')}
order by n.feed_no desc limit $2::int4`
