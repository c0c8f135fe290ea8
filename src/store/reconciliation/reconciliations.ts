// Business dates of hosts, and what was said about their totals.

import type pg from 'pg'
import {
  type AskedExchange,
  type DueReconciliation,
  exchangeStates,
  type ReconciledDate,
  type ReconciliationExchange,
  type ReconciliationStore,
} from '../../acquirers/reconciliation/port.ts'
import { readTotals, writeTotals } from '../../acquirers/reconciliation/totals.ts'
import { knownWord, read, repeatable } from '../connection/statement.ts'
import { createLinkTransactions } from './transactions.ts'

/** `reading` has a session for whoever reads all of a date, which may take minutes. */
export function createReconciliationStore(pool: pg.Pool, reading: pg.Pool): ReconciliationStore {
  const keyOf = ({ link, date, currency, number }: AskedExchange) => [link, date, currency, number] as const
  return {
    transactions: createLinkTransactions(reading),
    ...notes(pool),
    async usualCurrencies(link, date) {
      const rows = await read<{ readonly currency: string }>(pool, usualStatement, [link, date])
      return rows.map(({ currency }) => currency)
    },
    request: async (link, date, actor) =>
      void (await repeatable(pool, requestStatement, [link, date, actor])),
    async claim(links, leaseMs) {
      const [row] = await repeatable<DueRow>(pool, claimStatement, [links, leaseMs])
      return row && dueOf(row)
    },
    async renew({ link, date, attempt }, leaseMs) {
      const rows = await repeatable(pool, renewStatement, [link, date, attempt, leaseMs])
      return rows.length > 0
    },
    async release({ link, date, attempt, requested: wish }, againMs) {
      const since = [againMs ?? null, wish?.by ?? null, wish?.atMs ?? null]
      await repeatable(pool, releaseStatement, [link, date, attempt, ...since])
    },
    exchanges: async (link, date) =>
      (await read<ExchangeRow>(pool, newestStatement, [link, date])).map(exchangeOf),
    async recordAsked(exchange, { attempt }) {
      const { askedBy, askedAtMs, traceNumber, repeats, totals } = exchange
      const asked = [askedBy, askedAtMs, traceNumber, repeats, writeTotals(totals), attempt]
      const rows = await repeatable(pool, askedStatement, [...keyOf(exchange), ...asked])
      return rows.length > 0
    },
    async recordAnswer(exchange, { state, code, hostTotals }) {
      const said = [state, code?.slice(0, 60) ?? null, hostTotals ? writeTotals(hostTotals) : null]
      await repeatable(pool, answeredStatement, [...keyOf(exchange), ...said])
    },
    async list({ link, after, limit }) {
      const values = [link ?? null, limit, after?.date ?? null, after?.link ?? null]
      const dates = await read<DateRow>(pool, listStatement, values)
      return Promise.all(
        dates.map(async row => dateOf(row, await read(pool, newestStatement, [row.link, row.business_date]))),
      )
    },
    async warnings(links) {
      const [row] = await read<WarningsRow>(pool, warningsStatement, [links])
      return { outOfBalance: row?.out_of_balance ?? 0, late: row?.late ?? 0 }
    },
  }
}

const notes = (pool: pg.Pool): Pick<ReconciliationStore, 'noteCutOver' | 'noteDate'> => ({
  noteDate: async (link, date, settlingMs) =>
    void (await repeatable(pool, noteStatement, [link, date, settlingMs])),
  noteCutOver: async (link, date, settlingMs) =>
    void (await repeatable(pool, cutOverStatement, [link, date, settlingMs])),
})

type DueRow = {
  readonly link: string
  readonly business_date: string
  readonly attempts: number
  readonly requested_by: string | null
  readonly requested_ms: string | null
  readonly now_ms: string
}
type DateRow = Pick<DueRow, 'link' | 'business_date' | 'attempts'> & {
  readonly first_seen_ms: string
  readonly state: ReconciledDate['state']
  readonly leased_ms: string | null
}
type WarningsRow = { readonly out_of_balance: number; readonly late: number }
type ExchangeRow = {
  readonly link: string
  readonly business_date: string
  readonly currency: string
  readonly number: number
  readonly asked_by: string
  readonly asked_ms: string
  readonly trace_number: string
  readonly repeats: number
  readonly totals: string
  readonly state: string
  readonly code: string | null
  readonly host_totals: string | null
  readonly answered_ms: string | null
}

const dueOf = ({ link, business_date, attempts, now_ms, ...row }: DueRow): DueReconciliation => ({
  ...{ link, date: business_date, attempt: attempts, nowMs: Number(now_ms) },
  ...(row.requested_by !== null && {
    requested: { by: row.requested_by, atMs: Number(row.requested_ms) },
  }),
})

const dateOf = (row: DateRow, exchanges: readonly ExchangeRow[]): ReconciledDate => ({
  ...{ link: row.link, date: row.business_date, state: row.state, attempts: row.attempts },
  firstSeenAtMs: Number(row.first_seen_ms),
  ...(row.leased_ms !== null && { leasedUntilMs: Number(row.leased_ms) }),
  exchanges: exchanges.map(exchangeOf),
})

const exchangeOf = (row: ExchangeRow): ReconciliationExchange => ({
  ...{ link: row.link, date: row.business_date, currency: row.currency, number: row.number },
  ...{ askedBy: row.asked_by, askedAtMs: Number(row.asked_ms), traceNumber: row.trace_number },
  ...{ repeats: row.repeats, totals: readTotals(row.totals), state: knownWord(exchangeStates, row.state) },
  ...(row.code !== null && { code: row.code }),
  ...(row.host_totals !== null && { hostTotals: readTotals(row.host_totals) }),
  ...(row.answered_ms !== null && { answeredAtMs: Number(row.answered_ms) }),
})

const settling = `$3::int4 * interval '1 ms'`

const endedBefore = `
update business_dates set ended_at = moment.now, next_at = moment.now + ${settling}
from (select tollgate_now() as now) moment
where link = $1::text and business_date < $2::date and ended_at is null`

const noteStatement = {
  name: 'note business date',
  text: `
with moment as materialized (select tollgate_now() as now),
ended as (${endedBefore})
insert into business_dates (link, business_date, first_seen_at, ended_at, next_at)
select $1::text, $2::date, now, case when is_over then now end, case when is_over then now + ${settling} end
from (
  select now, exists (
    select from business_dates where link = $1 and business_date > $2
  ) as is_over from moment
) m
on conflict (link, business_date) do nothing`,
}

const cutOverStatement = { name: 'note cut-over', text: endedBefore }

/**
 * A node that works on the date may have read its totals already: the wish is for the run after that one.
 * Nodes of releases before migration 49 write no lease: next_at alone does not tell that they are at it.
 */
const requestStatement = {
  name: 'request reconciliation',
  text: `
insert into business_dates as d (link, business_date, first_seen_at, ended_at, next_at, requested_at,
  requested_by)
select $1::text, $2::date, now, now, now, now, $3::text from (select tollgate_now() as now) moment
on conflict (link, business_date) do update
  set next_at = case when d.next_at = d.leased_until then d.next_at
      else least(d.next_at, excluded.next_at) end,
    ended_at = coalesce(d.ended_at, excluded.ended_at), reconciled_at = null,
    requested_at = excluded.requested_at, requested_by = excluded.requested_by`,
}

const requestedMs = 'floor(extract(epoch from requested_at) * 1000)'

/**
 * One moment, materialized: a distributed database may ask its clock again wherever it is used. The lease is
 * asked for by itself: a wish of a release before migration 49 makes the date due in spite of it.
 */
const claimStatement = {
  name: 'claim reconciliation',
  text: `
with moment as materialized (select tollgate_now() as now)
update business_dates d
set attempts = attempts + 1, next_at = moment.now + $2::int4 * interval '1 ms',
  leased_until = moment.now + $2 * interval '1 ms'
from moment
where (link, business_date) in (
  select link, business_date from business_dates
  where link = any ($1::text[]) and reconciled_at is null and next_at <= tollgate_now()
    and coalesce(leased_until, '-infinity') <= tollgate_now()
  order by next_at limit 1 for update skip locked
)
returning link, business_date::text, attempts, requested_by,
  floor(extract(epoch from moment.now) * 1000) as now_ms, ${requestedMs} as requested_ms`,
}

/** What was released stays so, also where a renewal that was under way comes after it. */
const renewStatement = {
  name: 'renew reconciliation',
  text: `
with lease as materialized (select tollgate_now() + $4::int4 * interval '1 ms' as until)
update business_dates set next_at = lease.until, leased_until = lease.until from lease
where link = $1::text and business_date = $2::date and attempts = $3::int4 and reconciled_at is null
  and leased_until is not null
returning attempts`,
}

const isWishedSince = `(requested_by is distinct from $5::text or ${requestedMs} is distinct from $6::int8)`

/** Who lost its lease changes nothing any more. What was wished for since the claim is due at once. */
const releaseStatement = {
  name: 'release reconciliation',
  text: `
update business_dates
set reconciled_at = case when $4::int8 is null and not ${isWishedSince} then moment.now end,
  next_at = case when ${isWishedSince} then moment.now else moment.now + $4 * interval '1 ms' end,
  leased_until = null
from (select tollgate_now() as now) moment
where link = $1::text and business_date = $2::date and attempts = $3::int4 and reconciled_at is null`,
}

const exchangeColumns = `
link, business_date::text, currency, number, asked_by, floor(extract(epoch from asked_at) * 1000) as asked_ms,
trace_number, repeats, totals, state, code, host_totals,
floor(extract(epoch from answered_at) * 1000) as answered_ms`

const newestStatement = {
  name: 'newest reconciliations',
  text: `
select distinct on (currency) ${exchangeColumns} from reconciliations
where link = $1::text and business_date = $2::date order by currency, number desc`,
}

/** Totals of nothing make no currency usual: one payment would be told of for ever. */
const usualStatement = {
  name: 'usual currencies',
  text: `
select distinct currency from reconciliations
where link = $1::text and business_date between $2::date - 35 and $2::date
  and (totals ~ '"count":[1-9]' or host_totals ~ '"count":[1-9]|"amount":"-?[1-9]')`,
}

/** Who lost its lease asks nothing any more. */
const askedStatement = {
  name: 'record reconciliation',
  text: `
insert into reconciliations (link, business_date, currency, number, asked_by, asked_at, trace_number, repeats,
  totals, state)
select $1::text, $2::date, $3::text, $4::int4, $5::text, timestamptz 'epoch' + $6::int8 * interval '1 ms',
  $7::text, $8::int4, $9::text, 'ASKED'
where exists (
  select from business_dates
  where link = $1 and business_date = $2 and attempts = $10::int4 and reconciled_at is null
)
on conflict (link, business_date, currency, number) do update
  set repeats = excluded.repeats, state = 'ASKED'
returning number`,
}

const answeredStatement = {
  name: 'record reconciled',
  text: `
update reconciliations
set state = $5::text, code = $6::text, host_totals = $7::text, answered_at = tollgate_now()
where link = $1::text and business_date = $2::date and currency = $3::text and number = $4::int4
  and state in ('ASKED', 'UNSENT')`,
}

const listStatement = {
  name: 'list business dates',
  text: `
select link, business_date::text, attempts, floor(extract(epoch from first_seen_at) * 1000) as first_seen_ms,
  case when reconciled_at is not null then 'done' when next_at is not null then 'due' else 'open' end
    as state,
  case when leased_until > tollgate_now() then floor(extract(epoch from leased_until) * 1000) end
    as leased_ms
from business_dates d
where ($1::text is null or link = $1) and (
  $3::date is null or d.business_date < $3 or (d.business_date = $3 and link > $4::text)
)
order by d.business_date desc, link limit $2::int4`,
}

const warningsStatement = {
  name: 'reconciliation warnings',
  text: `
with recent as materialized (
  select * from business_dates
  where link = any ($1::text[]) and business_date >= (tollgate_now() - interval '8 days')::date
)
select
  (
    select count(*) from recent
    where reconciled_at is null and ended_at < tollgate_now() - interval '1 day'
  )::int4 as late,
  (select count(*) from recent d join lateral (
    select distinct on (currency) state from reconciliations r
    where r.link = d.link and r.business_date = d.business_date order by currency, number desc
  ) r on r.state in ('OUT_OF_BALANCE', 'REFUSED'))::int4 as out_of_balance`,
}
