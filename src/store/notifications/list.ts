import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { NotificationKey, NotificationStore, WantedList } from '../../notifications/port.ts'
import type { Cells } from '../connection/cells.ts'
import { read } from '../connection/statement.ts'
import {
  byNotificationId,
  isNotificationId,
  type NotificationRow,
  notificationColumns,
  notificationsOf,
} from './kept.ts'

/** Newest first: by time where a time is asked for, else by number: all merchants share those. */
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

const isByTime = ({ fromMs, toMs }: WantedList): boolean => fromMs !== undefined || toMs !== undefined

const byNumber = (one: CellRow, other: CellRow): number => Number(other.feed_no) - Number(one.feed_no)

function byTime(one: CellRow, other: CellRow): number {
  const since = Number(other.changed_us) - Number(one.changed_us)
  if (since !== 0) return since
  if (one.merchant_id !== other.merchant_id) return one.merchant_id < other.merchant_id ? 1 : -1
  return byNumber(one, other)
}

type PreparedList = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

/** Only what is asked for is in the statement, so that each has the plan that suits it. */
function statementFor(wanted: WantedList): PreparedList {
  const values: unknown[] = []
  const give: AddParameter = value => `$${values.push(value) + 2}`
  const text = textFor(wanted, give)
  const name = `list notifications ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  return { name, text, values }
}

/** Makes a value a parameter, and gives its name. */
type AddParameter = (value: unknown) => string

function textFor(wanted: WantedList, give: AddParameter): string {
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

/** Those that failed have an index of their own: few among many. */
function filtersOf({ states }: WantedList, give: AddParameter): readonly string[] {
  if (states === undefined) return []
  const isFailed = states.every(state => state === 'GONE' || state === 'DEAD')
  const failed = isFailed ? ["n.state in ('GONE', 'DEAD')"] : []
  return [`n.state = any (${give(states)}::text[])`, ...failed]
}

function timesOf({ orderId, fromMs = 0, toMs, before }: WantedList, give: AddParameter): readonly string[] {
  const at = (ms: number) => `timestamptz 'epoch' + ${give(Math.ceil(ms))}::int8 * interval '1 ms'`
  return [
    `n.changed_at >= ${at(fromMs)}`,
    ...(toMs === undefined ? [] : [`n.changed_at < ${at(toMs)}`]),
    ...(orderId === undefined ? [] : [`n.order_id = ${give(orderId)}`]),
    ...(before ? [beforeThat(before, give)] : []),
  ]
}

/** It may live in another cell. */
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

/** Of each merchant the newest that fit, then the newest of those. */
const byMerchant = (of: readonly string[], conditions: readonly string[], order: string): string => `
select n.* from merchants m
cross join lateral (
  select ${columns} from notifications n
  where ${['n.cell = $1::int2', 'n.merchant_id = m.merchant_id', ...conditions].join(' and ')}
  order by ${order} limit $2::int4
) n
where ${['m.cell = $1::int2', ...of.map(condition => `m.${condition}`)].join(' and ')}
order by n.feed_no desc limit $2::int4`
