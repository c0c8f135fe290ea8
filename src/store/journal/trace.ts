// Everything that is stored about one transaction, for whoever explains it.

import type pg from 'pg'
import { exchangeIn, StoredOutcome } from '../../operations/model/documents.ts'
import {
  exchangeKinds,
  type RecoveryJournal,
  type TracedNotification,
  type TransactionTrace,
} from '../../operations/model/journal.ts'
import { gatewayCodes, transactionResults } from '../../standards/paymentCodes.ts'
import { knownWord, read } from '../connection/statement.ts'

/** One statement, so one snapshot: no outcome without its notification, in whichever table that is by now. */
export function createTraceOf(pool: pg.Pool): RecoveryJournal['traceOf'] {
  return async ({ cell, merchantId, orderId }, transactionId) => {
    const rows = await read<TraceRow>(pool, traceStatement, [cell, merchantId, orderId, transactionId])
    const of = (part: TraceRow['part']) => rows.filter(row => row.part === part)
    return {
      outcomes: of('outcome').map(tracedOutcomeOf),
      exchanges: of('exchange').map(tracedExchangeOf),
      notifications: of('notification').map(row => tracedNotificationOf(row, of('delivery'))),
    }
  }
}

function tracedOutcomeOf(row: TraceRow): TransactionTrace['outcomes'][number] {
  return {
    sequence: row.number,
    result: knownWord(transactionResults, row.word),
    gatewayCode: knownWord(gatewayCodes, row.code),
    outcome: new StoredOutcome(row.content ?? ''),
    recordedAtMs: Number(row.at_ms),
  }
}

function tracedExchangeOf(row: TraceRow): TransactionTrace['exchanges'][number] {
  return {
    kind: knownWord(exchangeKinds, row.word),
    attempt: row.number,
    content: exchangeIn(row.content ?? ''),
    atMs: Number(row.at_ms),
  }
}

function tracedNotificationOf(row: TraceRow, deliveries: readonly TraceRow[]): TracedNotification {
  const { number: sequence, word: id, code: state } = row
  return {
    sequence,
    dueAtMs: Number(row.at_ms),
    ...(id !== null && state !== null && { taken: { id, state } }),
    attempts: deliveries.filter(({ number }) => number === sequence).map(tracedAttemptOf),
  }
}

/** The JSON that the statement below builds, without nulls. */
function tracedAttemptOf({ content, at_ms }: TraceRow): TracedNotification['attempts'][number] {
  const made = JSON.parse(content ?? '{}') as Omit<TracedNotification['attempts'][number], 'atMs'>
  return { ...made, atMs: Number(at_ms) }
}

type TraceRow = {
  readonly part: 'outcome' | 'exchange' | 'notification' | 'delivery'
  readonly number: number
  readonly word: string | null
  readonly code: string | null
  readonly content: string | null
  readonly at_ms: string
}

/** An exchange that is repeated for weeks has many rows: only the newest are returned. */
const traceStatement = {
  name: 'trace',
  text: `
with known as materialized (
  select order_no from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3
),
outcome as (
  select sequence, result, gateway_code, outcome, recorded_at from outcomes
  where cell = $1::int2 and merchant_id = $2 and order_no = (select order_no from known)
    and transaction_id = $4
),
exchange as (
  select attempt, kind, content, recorded_at from exchanges
  where cell = $1::int2 and merchant_id = $2 and order_no = (select order_no from known)
    and transaction_id = $4
  order by recorded_at desc, attempt desc limit 200
),
notification as (
  select sequence, due, null as id, null as state, null::int8 as feed_no from outbox
  where cell = $1::int2 and merchant_id = $2 and order_no = (select order_no from known)
    and transaction_id = $4
  union all
  (
    select sequence, changed_at, notification_id::text, state, feed_no from notifications
    where cell = $1::int2 and merchant_id = $2 and order_no = (select order_no from known)
      and transaction_id = $4
    order by sequence desc limit 1000
  )
),
delivery as (
  select n.sequence, d.* from notification n cross join lateral (
    select attempt, target, status, reason, withheld, took_ms, attempted_at from deliveries
    where cell = $1::int2 and merchant_id = $2 and feed_no = n.feed_no order by attempt desc limit 100
  ) d
),
part as (
  select 'outcome' as part, sequence as number, result as word, gateway_code as code, outcome as content,
    recorded_at as at from outcome
  union all
  select 'exchange', attempt, kind, null, content, recorded_at from exchange
  union all
  select 'notification', sequence, id, state, null, due from notification
  union all
  select 'delivery', sequence, null, null, json_strip_nulls(json_build_object('attempt', attempt,
    'target', target, 'status', status, 'reason', reason, 'secretWithheld', withheld,
    'tookMs', took_ms))::text, attempted_at
  from delivery
)
select part, number, word, code, content, floor(extract(epoch from at) * 1000) as at_ms
from part order by at, number`,
}
