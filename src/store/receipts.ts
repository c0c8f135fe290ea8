// Receipts by e-mail in PostgreSQL: promised by checkouts, claimed by whichever node sends them.

import type pg from 'pg'
import { locales } from '../pages/localisation.ts'
import {
  firstLookMs,
  type KeptReceipt,
  type ReceiptClaim,
  type ReceiptStore,
  type ReceiptVerdict,
  receiptStates,
} from '../pages/receipts/port.ts'
import { type Cells, cellsHaving } from './connection/cells.ts'
import { homesOf, insertAtHome, runAtHome } from './connection/homes.ts'
import { knownWord, read, repeatable } from './connection/statement.ts'

/** Each statement may be repeated when its connection was lost. */
export function createReceiptStore(pool: pg.Pool, cells: Cells): ReceiptStore {
  return {
    async promise({ cell, merchantId, orderId, checkout, shopName, locale, amount, currency }) {
      await runAtHome(pool, promiseStatement, [
        ...[cell, merchantId, orderId, checkout, shopName, locale, amount, currency, firstLookMs],
      ])
    },

    claim: ({ limit, leaseMs }) =>
      cells.collect(
        limit,
        async (cell, rest) => {
          const rows = await repeatable<ClaimedRow>(pool, claimStatement, [cell, rest, Math.ceil(leaseMs)])
          return rows.map(row => claimOf(cell, row))
        },
        waitingAnywhere,
      ),

    record: createRecord(pool),

    async list({ cell, merchantId, orderId }) {
      const rows = await read<ListedReceipt>(pool, listStatement, [cell, merchantId, orderId])
      return rows.map(keptReceipt)
    },

    async backlog() {
      const counts = await cells.collect(
        Number.POSITIVE_INFINITY,
        cell => read<{ count: number }>(pool, backlogStatement, [cell]),
        waitingAnywhere,
      )
      return counts.reduce((sum, { count }) => sum + count, 0)
    },

    async removeExpired(limit) {
      const removed = await cells.collect(limit, (cell, rest) =>
        repeatable(pool, removeStatement, [cell, rest]),
      )
      return removed.length
    },
  }
}

function createRecord(pool: pg.Pool): ReceiptStore['record'] {
  return async ({ cell, merchantId, orderId, checkout, attempt }, verdict) => {
    const afterMs = verdict.kind === 'again' ? Math.ceil(verdict.afterMs) : 0
    const reason = 'reason' in verdict ? verdict.reason : null
    const key = [merchantId, orderId, checkout, attempt]
    const recordIn = (where: number) =>
      repeatable(pool, recordStatement, [where, ...key, stateAfter[verdict.kind], afterMs, reason])
    if ((await recordIn(cell)).length > 0) return
    // The merchant may have been moved while the letter was handed over.
    const home = (await homesOf(pool, [merchantId])).get(merchantId)
    if (home && home.cell !== cell) await recordIn(home.cell)
  }
}

const stateAfter = {
  sent: 'SENT',
  notOwed: 'NOT_OWED',
  refused: 'REFUSED',
  dead: 'DEAD',
  again: 'WAITING',
} as const satisfies Record<ReceiptVerdict['kind'], string>

type ClaimedRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly checkout: string
  readonly shop_name: string
  readonly locale: string
  readonly amount: string
  readonly currency: string
  readonly attempts: number
  readonly tries: number
  readonly promised_ms: string
}

const claimOf = (cell: number, row: ClaimedRow): ReceiptClaim => ({
  cell,
  merchantId: row.merchant_id,
  orderId: row.order_id,
  checkout: row.checkout,
  shopName: row.shop_name,
  locale: knownWord(locales, row.locale),
  amount: row.amount,
  currency: row.currency,
  attempt: row.attempts,
  tries: row.tries,
  promisedAtMs: Number(row.promised_ms),
})

type ListedReceipt = {
  readonly checkout: string
  readonly state: string
  readonly tries: number
  readonly promised_ms: string
  readonly next_ms: string | null
  readonly ended_ms: string | null
  readonly reason: string | null
}

const keptReceipt = (row: ListedReceipt): KeptReceipt => ({
  checkout: row.checkout,
  state: knownWord(receiptStates, row.state),
  tries: row.tries,
  promisedAtMs: Number(row.promised_ms),
  ...(row.next_ms !== null && { nextAtMs: Number(row.next_ms) }),
  ...(row.ended_ms !== null && { endedAtMs: Number(row.ended_ms) }),
  ...(row.reason !== null && { reason: row.reason }),
})

/** The count of attempts grows, so that who looked at the attempt before cannot end this one. */
const promiseStatement = insertAtHome(
  'promise receipt',
  atHome => `
with moment as materialized (select tollgate_now() as now)
insert into receipts as r (cell, merchant_id, order_id, checkout, shop_name, locale, amount, currency,
  promised_at, next_at)
select $1::int2, $2, $3, $4, $5, $6, $7, $8, now, now + $9::int8 * interval '1 ms' from moment
where ${atHome}
on conflict (cell, merchant_id, order_id, checkout) do update
  set shop_name = excluded.shop_name, locale = excluded.locale, amount = excluded.amount,
    currency = excluded.currency, state = 'WAITING', attempts = r.attempts + 1, tries = 0,
    promised_at = excluded.promised_at, next_at = excluded.next_at, leased_until = null, ended_at = null,
    reason = null
  where r.state <> 'SENT'`,
)

const waitingAnywhere = cellsHaving('waiting receipts', {
  table: 'receipts',
  condition: "t.state = 'WAITING'",
  order: 't.cell, t.next_at',
})

/** Reckoned without a time zone: a distributed PostgreSQL returns nothing that depends on one. */
const claimStatement = {
  name: 'claim receipts',
  text: `
with moment as materialized (select tollgate_now() as now),
held as materialized (
  select merchant_id, order_id, checkout from receipts
  where cell = $1::int2 and state = 'WAITING' and next_at <= (select now from moment)
    and (leased_until is null or leased_until <= (select now from moment))
  order by next_at limit $2::int4 for update skip locked
)
update receipts r
set attempts = r.attempts + 1, tries = r.tries + 1,
  leased_until = (select now from moment) + $3::int8 * interval '1 ms'
from held h
where r.cell = $1::int2 and r.merchant_id = h.merchant_id and r.order_id = h.order_id
  and r.checkout = h.checkout
returning r.merchant_id, r.order_id, r.checkout, r.shop_name, r.locale, r.amount, r.currency, r.attempts,
  r.tries, floor(extract(epoch from r.promised_at at time zone 'UTC') * 1000) as promised_ms`,
}

const recordStatement = {
  name: 'record receipt',
  text: `
with moment as materialized (select tollgate_now() as now)
update receipts r
set state = $6, leased_until = null, reason = $8,
  next_at = case when $6 = 'WAITING' then (select now from moment) + $7::int8 * interval '1 ms' end,
  ended_at = case when $6 <> 'WAITING' then (select now from moment) end
where r.cell = $1::int2 and r.merchant_id = $2 and r.order_id = $3 and r.checkout = $4
  and r.state <> 'SENT' and ($6 = 'SENT' or (r.attempts = $5::int4 and r.state = 'WAITING'))
returning true as is_recorded`,
}

/** An order has at most a few checkouts. */
const listedMax = 100

const listStatement = {
  name: 'receipts of order',
  text: `
select checkout, state, tries, reason, floor(extract(epoch from promised_at) * 1000) as promised_ms,
  floor(extract(epoch from next_at) * 1000) as next_ms, floor(extract(epoch from ended_at) * 1000) as ended_ms
from receipts where cell = $1::int2 and merchant_id = $2 and order_id = $3
order by promised_at, checkout limit ${listedMax}`,
}

const countMax = 100_000
/** A receipt that waits no longer than this waits for its payment. */
const lateAfter = "interval '1 minute'"

const backlogStatement = {
  name: 'waiting receipts',
  text: `
select count(*)::int4 as count from (
  select 1 from receipts
  where cell = $1::int2 and state = 'WAITING' and promised_at < tollgate_now() - ${lateAfter}
  limit ${countMax}
) late`,
}

/** The order remains: this is only what was said about its letter. */
const keptFor = "interval '90 days'"

const removeStatement = {
  name: 'remove receipts',
  text: `
with old as materialized (
  select merchant_id, order_id, checkout from receipts
  where cell = $1::int2 and state <> 'WAITING' and ended_at < tollgate_now() - ${keptFor}
  order by ended_at limit $2::int4 for update skip locked
)
delete from receipts r using old
where r.cell = $1::int2 and r.merchant_id = old.merchant_id and r.order_id = old.order_id
  and r.checkout = old.checkout
returning 1`,
}
