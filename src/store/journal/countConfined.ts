// Counting attempts for risk rules where tables are spread over servers: by a plain insert in the transaction
// that begins them. beginCounting.ts says what is counted, and when.

import type pg from 'pg'
import type { CountedAttempt } from '../../risk/velocity.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { type AskInTransaction, givenRows, read } from '../connection/statement.ts'
import { insertOf, valuesOf } from '../connection/valueRows.ts'
import { addedToSlots, type CountedRow, type Counting, counterColumns, countsAny } from './beginCounting.ts'
import type { OrderKeyed } from './groupCommit.ts'

type CountingIntent = OrderKeyed & Counting
type CounterTotal = { readonly attempts: bigint; readonly amount: bigint }
/** What is added to one counter by a whole group. */
type AddedCount = CounterTotal & Pick<CountedAttempt, 'key' | 'slotMs'> & { readonly merchantId: string }

/** What each of those that have begun sees: the counters, with those before it in the group. */
export async function countBegun<Intent extends CountingIntent>(
  ask: AskInTransaction,
  begun: readonly Intent[],
  { cell, nowMs }: { readonly cell: number; readonly nowMs: number },
): Promise<ReadonlyMap<Intent, CountedRow>> {
  if (!countsAny(begun)) return new Map()
  const added = addedBy(begun)
  const { text, values } = insertOf(
    valuesOf('int2 text bytea int8 int8[] int8[] timestamptz', counterRows([...added.values()], cell, nowMs)),
    `risk_counts as c (${counterColumns})`,
    addedToSlots,
  )
  const after = totalsOf(await ask<CounterRow>(text, values))
  const running = new Map(
    [...added].map(([name, one]) => [name, minus(after.get(name) ?? one, one)] as const),
  )
  const seen = new Map<Intent, CountedRow>()
  for (const intent of begun) {
    for (const { key, amount } of intent.counts ?? []) {
      const name = nameOf(intent.key.merchantId, key)
      running.set(name, plus(running.get(name) ?? nothing, { attempts: 1n, amount }))
    }
    seen.set(intent, standingsOf(intent, running))
  }
  return seen
}

/** What the counters of intents stand at. */
export async function readCounters(
  pool: pg.Pool,
  intents: readonly CountingIntent[],
  cell: number,
): Promise<ReadonlyMap<string, CounterTotal>> {
  const wanted = [...addedBy(intents).values()]
  if (wanted.length === 0) return new Map()
  const whose = arrays.text(wanted.map(({ merchantId }) => merchantId))
  const keys = arrays.bytea(wanted.map(({ key }) => key))
  return totalsOf(await read<CounterRow>(pool, countersStatement, [cell, whose, keys]))
}

/** The counters of one intent, in its order. */
export const standingsOf = (
  { key: { merchantId }, counts }: CountingIntent,
  totals: ReadonlyMap<string, CounterTotal>,
): CountedRow => {
  if (counts === undefined) return {}
  const seen = counts.map(({ key }) => totals.get(nameOf(merchantId, key)) ?? nothing)
  return {
    seen_attempts: seen.map(({ attempts }) => String(attempts)),
    seen_amounts: seen.map(({ amount }) => String(amount)),
  }
}

const nothing: CounterTotal = { attempts: 0n, amount: 0n }
const plus = (one: CounterTotal, other: CounterTotal): CounterTotal => ({
  attempts: one.attempts + other.attempts,
  amount: one.amount + other.amount,
})
const minus = (one: CounterTotal, other: CounterTotal): CounterTotal =>
  plus(one, { attempts: -other.attempts, amount: -other.amount })

const nameOf = (merchantId: string, counter: Buffer): string => `${merchantId}\0${counter.toString('hex')}`

function addedBy(intents: readonly CountingIntent[]): ReadonlyMap<string, AddedCount> {
  const added = new Map<string, AddedCount>()
  for (const {
    key: { merchantId },
    counts = [],
  } of intents)
    for (const { key, slotMs, amount } of counts) {
      const before = added.get(nameOf(merchantId, key)) ?? { ...nothing, key, slotMs, merchantId }
      added.set(nameOf(merchantId, key), {
        ...{ ...before, slotMs: Math.max(before.slotMs, slotMs) },
        ...plus(before, { attempts: 1n, amount }),
      })
    }
  return added
}

/** In the order in which they are locked. */
const counterRows = (added: readonly AddedCount[], cell: number, nowMs: number) =>
  added
    .map(each => ({ ...each, name: Buffer.concat([Buffer.from(`${each.merchantId}\0`), each.key]) }))
    .sort((one, other) => Buffer.compare(one.name, other.name))
    .map(({ merchantId, key, slotMs, attempts, amount }) => {
      const staleFrom = (Math.floor((nowMs + 14 * slotMs) / hourMs) + 1) * hourMs
      return [
        ...[cell, merchantId, key, Math.floor(nowMs / slotMs), [attempts, ...empty], [amount, ...empty]],
        new Date(staleFrom).toISOString(),
      ]
    })

const hourMs = 3_600_000
const empty = Array.from<bigint>({ length: 12 }).fill(0n)

type CounterRow = {
  readonly merchant_id: string
  readonly counter: Buffer
  readonly attempts: string
  readonly amount: string
}

const totalsOf = (rows: readonly CounterRow[]): ReadonlyMap<string, CounterTotal> =>
  new Map(
    rows.map(({ merchant_id, counter, attempts, amount }) => [
      nameOf(merchant_id, counter),
      { attempts: BigInt(attempts), amount: BigInt(amount) },
    ]),
  )

const countersStatement = {
  name: 'counters',
  text: `
select c.merchant_id, c.counter, risk_total(c.attempts) as attempts, risk_total(c.amounts) as amount
from ${givenRows(2, 'text bytea')} as w (merchant_id, counter)
cross join lateral (
  select merchant_id, counter, attempts, amounts from risk_counts
  where cell = $1::int2 and merchant_id = w.merchant_id and counter = w.counter limit 1
) c`,
}
