// Counting attempts for risk rules in the commit that begins them: a part of the statement in begin.ts, for
// groups that count anything.

import type { VelocityCount } from '../../risk/facts.ts'
import type { CountedAttempt } from '../../risk/velocity.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { givenRows } from '../connection/statement.ts'

export type Counting = { readonly counts?: readonly CountedAttempt[] }

export const countsAny = (intents: readonly Counting[]): boolean =>
  intents.some(({ counts }) => counts !== undefined)

/** In the order of the parameters of `countingText`. */
export function countingParameters(intents: readonly Counting[]): readonly Buffer[] {
  const wanted = intents.flatMap(({ counts = [] }, index) =>
    counts.map((count, place) => ({ ...count, place, n: index + 1 })),
  )
  return [
    arrays.int8(wanted.map(({ n }) => n)),
    arrays.int8(wanted.map(({ place }) => place)),
    arrays.bytea(wanted.map(({ key }) => key)),
    arrays.int8(wanted.map(({ slotMs }) => slotMs)),
    arrays.int8(wanted.map(({ amount }) => amount)),
  ]
}

export const counterColumns = 'cell, merchant_id, counter, newest, attempts, amounts, stale_from'

export const addedToSlots = `
on conflict (cell, merchant_id, counter) do update
  set attempts = risk_slots(c.attempts, c.newest, excluded.newest, excluded.attempts[1]),
    amounts = risk_slots(c.amounts, c.newest, excluded.newest, excluded.amounts[1]),
    newest = greatest(c.newest, excluded.newest),
    stale_from = excluded.stale_from
returning merchant_id, counter, risk_total(attempts) as attempts, risk_total(amounts) as amount`

/**
 * Only what has begun is counted. Attempts of one group may count in one counter: it is changed once, and
 * each sees what those before it in the group have added. Counters are locked after orders, in their order,
 * so that groups cannot deadlock. A begin that is repeated, because its answer was lost, counts nothing.
 */
export const countingText = (first: number): string => `,
wanted as materialized (
  select w.*, i.merchant_id
  from ${givenRows(first, 'int8 int8 bytea int8 int8')} as w (n, place, counter, slot_ms, amount)
  join intent i on i.n = w.n
  join held h on h.merchant_id = i.merchant_id and h.order_id = i.order_id
),
added as materialized (
  select merchant_id, counter, max(slot_ms) as slot_ms, count(*) as attempts, sum(amount)::int8 as amount
  from wanted group by merchant_id, counter
),
counted as (
  insert into risk_counts as c (${counterColumns})
  select $1::int2, merchant_id, counter, floor(extract(epoch from now) * 1000)::int8 / slot_ms,
    attempts || array_fill(0::int8, array[12]), amount || array_fill(0::int8, array[12]),
    date_trunc('hour', now + 14 * slot_ms * interval '1 ms') + interval '1 hour'
  from added, (select now from moment) m
  order by merchant_id collate "C", counter${addedToSlots}
),
seen as (
  select n, array_agg(attempts order by place) as attempts, array_agg(amount order by place) as amounts
  from (
    select w.n, w.place, c.attempts - a.attempts + row_number() over each_one as attempts,
      c.amount - a.amount + (sum(w.amount) over each_one)::int8 as amount
    from wanted w join added a using (merchant_id, counter) join counted c using (merchant_id, counter)
    window each_one as (partition by w.merchant_id, w.counter order by w.n, w.place)
  ) each
  group by n
)`

export type CountedRow = {
  readonly seen_attempts?: readonly string[] | null
  readonly seen_amounts?: readonly string[] | null
}

/** What the counters of an intent stand at, in its order. */
export function countsIn({ seen_attempts, seen_amounts }: CountedRow): {
  readonly counts?: readonly VelocityCount[]
} {
  if (!seen_attempts) return {}
  const amountAt = (index: number) => BigInt(seen_amounts?.[index] ?? 0)
  return {
    counts: seen_attempts.map((attempts, index) => ({
      attempts: Number(attempts),
      amount: amountAt(index),
    })),
  }
}
