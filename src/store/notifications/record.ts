// Recording the outcomes of delivery attempts.

import type pg from 'pg'
import type { DeliveryAttempt, NotificationState, NotificationStore } from '../../notifications/port.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { isSpread } from '../connection/pool.ts'
import { givenRows, repeatable, transactAgain } from '../connection/statement.ts'
import { insertOf, valuesOf } from '../connection/valueRows.ts'

/** Idempotent: an attempt has one row, and an attempt that was recorded already changes nothing. */
export function createRecord(pool: pg.Pool): NotificationStore['record'] {
  return async attempts => {
    for (const [cell, own] of byCell(attempts))
      for (const wave of waves(own)) {
        if (isSpread(pool)) await recordConfined(pool, cell, wave)
        else await repeatable(pool, recordStatement, [cell, ...parametersOf(wave)])
      }
  }
}

/** Where tables are spread over servers: only a plain insert and a plain update keep to that of the cell. */
const recordConfined = (pool: pg.Pool, cell: number, attempts: readonly DeliveryAttempt[]): Promise<void> =>
  transactAgain(pool, async ask => {
    const [moment] = await ask<{ readonly now: string }>('select tollgate_now()::text as now', [])
    const values = [cell, ...parametersOf(attempts), moment?.now]
    const made = await ask<MadeDelivery>(madeText, values)
    const deliveries = valuesOf(
      'int2 text int8 int4 text int2 text int4 text timestamptz',
      made.map(row => [
        ...[cell, row.merchant_id, row.feed_no, row.attempt, row.target, row.status, row.reason],
        ...[row.took_ms, row.withheld, row.attempted_at],
      ]),
    )
    const written = insertOf(deliveries, `deliveries (${deliveryColumns})`, oneDeliveryEach)
    if (made.length > 0) await ask(written.text, written.values)
    await ask(judgedText, values)
  })

type MadeDelivery = {
  readonly merchant_id: string
  readonly feed_no: string
  readonly attempt: string
  readonly target: string
  readonly status: number | null
  readonly reason: string | null
  readonly took_ms: string
  readonly withheld: string | null
  readonly attempted_at: string
}

function byCell(attempts: readonly DeliveryAttempt[]): ReadonlyMap<number, readonly DeliveryAttempt[]> {
  const cells = new Set(attempts.map(({ cell }) => cell))
  return new Map([...cells].map(cell => [cell, attempts.filter(attempt => attempt.cell === cell)]))
}

/** A statement can change a row only once, so two attempts at one notification take two statements. */
function waves(attempts: readonly DeliveryAttempt[]): readonly (readonly DeliveryAttempt[])[] {
  const found: DeliveryAttempt[][] = []
  const counts = new Map<string, number>()
  for (const attempt of attempts.toSorted(inKeyOrder)) {
    const name = `${attempt.merchantId}\n${attempt.feedNo}`
    const wave = counts.get(name) ?? 0
    counts.set(name, wave + 1)
    found[wave] = [...(found[wave] ?? []), attempt]
  }
  return found
}

/** All statements lock rows in this order. */
const inKeyOrder = (one: DeliveryAttempt, other: DeliveryAttempt): number =>
  inTextOrder(one.merchantId, other.merchantId) || one.feedNo - other.feedNo || one.attempt - other.attempt

const inTextOrder = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

const stateAfter = {
  delivered: 'DELIVERED',
  gone: 'GONE',
  again: 'WAITING',
  dead: 'DEAD',
  off: 'OFF',
  nowhere: 'NOWHERE',
} as const satisfies Record<DeliveryAttempt['verdict']['kind'], NotificationState>

const reasonMax = 200
const tookMaxMs = 86_400_000

function parametersOf(attempts: readonly DeliveryAttempt[]): readonly Buffer[] {
  return [
    arrays.text(attempts.map(({ merchantId }) => merchantId)),
    arrays.int8(attempts.map(({ feedNo }) => feedNo)),
    arrays.int8(attempts.map(({ attempt }) => attempt)),
    arrays.text(attempts.map(({ target }) => target)),
    arrays.int2(attempts.map(({ status = null }) => status)),
    arrays.text(
      attempts.map(({ reason = null }) => reason && Array.from(reason).slice(0, reasonMax).join('')),
    ),
    arrays.int8(attempts.map(({ tookMs }) => Math.min(Math.max(Math.round(tookMs), 0), tookMaxMs))),
    arrays.text(attempts.map(({ verdict }) => stateAfter[verdict.kind])),
    arrays.int8(
      attempts.map(({ verdict }) => (verdict.kind === 'again' ? Math.ceil(verdict.afterMs) : null)),
    ),
    arrays.text(attempts.map(({ withheld = null }) => withheld)),
  ]
}

const attemptRows = `${givenRows(2, 'text int8 int8 text int2 text int8 text int8 text')}
    as a (merchant_id, feed_no, attempt, target, status, reason, took_ms, state, after_ms, withheld)`

/** Those whose notification is there; it is locked from then on. */
const madeRows = `
made as materialized (
  select a.* from ${attemptRows}
  cross join lateral (
    select from notifications
    where cell = $1::int2 and merchant_id = a.merchant_id and feed_no = a.feed_no limit 1 for update
  ) n
)`
const isDelivery = "state not in ('OFF', 'NOWHERE')"
const deliveryColumns = `cell, merchant_id, feed_no, attempt, target, status, reason, took_ms, withheld,
  attempted_at`
const attemptedAt = "(select now from moment) - took_ms * interval '1 ms'"
const oneDeliveryEach = 'on conflict (cell, merchant_id, feed_no, attempt) do nothing'

/** What becomes of a notification. */
const judgedColumns = (now: string) => `state, attempt as attempts,
  ${now} + after_ms * interval '1 ms' as next_at, case when state <> 'WAITING' then ${now} end as ended_at`

/** One that an operator resent after it was claimed stays due, whatever the result of this attempt. */
const judged = `
  set state = case when n.tries = 0 then n.state else excluded.state end,
    next_at = case when n.tries = 0 then n.next_at else excluded.next_at end,
    ended_at = case when n.tries = 0 then n.ended_at else excluded.ended_at end,
    leased_until = null`
const isJudged = `n.state = 'WAITING' and n.attempts = excluded.attempts
    or n.state <> 'DELIVERED' and excluded.state = 'DELIVERED'`

/** Rows are updated by an upsert, so that they are found by key; they exist, because they are locked. */
const recordStatement = {
  name: 'record attempts',
  text: `
with moment as materialized (select tollgate_now() as now),${madeRows},
written as (
  insert into deliveries (${deliveryColumns})
  select $1::int2, merchant_id, feed_no, attempt, target, status, reason, took_ms, withheld, ${attemptedAt}
  from made where ${isDelivery}
  ${oneDeliveryEach}
)
insert into notifications as n (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, state, attempts, next_at, ended_at)
select $1::int2, merchant_id, feed_no, gen_random_uuid(), 0, 0, '', '', (select now from moment),
  ${judgedColumns('(select now from moment)')}
from made
on conflict (cell, merchant_id, feed_no) do update${judged}
  where ${isJudged}`,
}

const madeText = `
with moment as materialized (select $12::timestamptz as now),${madeRows}
select merchant_id, feed_no, attempt, target, status, reason, took_ms, withheld,
  (${attemptedAt})::text as attempted_at
from made where ${isDelivery}`

const judgedText = `
update notifications n${judged}
from (
  select merchant_id, feed_no, ${judgedColumns('$12::timestamptz')} from ${attemptRows}
) excluded
where n.cell = $1::int2 and n.merchant_id = excluded.merchant_id and n.feed_no = excluded.feed_no
  and (${isJudged})`
