import type pg from 'pg'
import { type Kept, type NotificationStore, notificationStates } from '../../notifications/port.ts'
import { idOfRecord } from '../../operations/model/steps.ts'
import { knownWord } from '../connection/knownWord.ts'
import { read } from '../connection/statement.ts'

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

export const notificationsOf = (cell: number, rows: readonly NotificationRow[]): readonly Kept[] =>
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

export type NotificationRow = {
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

export const notificationColumns = `
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
 * By the one index that has the names in order: while a table is empty, the others seem as good, and the
 * server goes on believing that for a while.
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

/** Twenty tries, each time somebody puts it on its way. */
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
