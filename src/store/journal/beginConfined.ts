// Begin where tables are spread over servers: in one transaction of plain inserts, which reaches only the
// server of the cell. One statement for all of it, as elsewhere, would copy its parts to every server and
// commit on each of them, so that one that is away would be the end of all cells.

import type pg from 'pg'
import type { Intent } from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { givenRows, read, transact } from '../connection/statement.ts'
import { valuesOf } from '../connection/valueRows.ts'
import type { CountedRow } from './beginCounting.ts'
import { countBegun, readCounters, standingsOf } from './countConfined.ts'
import { inKeyOrder, orderOf, orderOfRow } from './groupCommit.ts'

/** Asked of the coordinator alone, before anything else: its transaction id comes before the floor. */
const momentText = `
select now::text, greatest(now + $2::int4 * interval '1 ms', floor + interval '1 microsecond')::text
    as lease_until,
  floor(extract(epoch from now) * 1000) as now_ms, numbers
from (
  select tollgate_now() as now, next_lease_floor($1::int2) as floor,
    array(select nextval('order_numbers') from generate_series(1, $3::int4)) as numbers
) moment`

type Moment = {
  readonly now: string
  readonly lease_until: string
  readonly now_ms: string
  readonly numbers: readonly string[]
}

export type ConfinedIntent = Omit<Intent, 'request'> & {
  readonly attempt: string
  readonly request: string
  readonly facts: string
}

type ConfinedOwner = {
  readonly cell: number
  readonly leaseMs: number
  readonly nodeId?: string | undefined
}

/** What is known of an intent: that it has begun, or what stands in its way. */
export type BegunIntent = {
  readonly started_fence: string | null
  readonly created_ms: string | null
  readonly started_ms: string | null
  readonly open_id: string | null
  readonly known_fence: string | null
  readonly known_attempt: string | null
  readonly is_running: boolean | null
}

/** In the order of the intents. */
export async function beginConfined(
  pool: pg.Pool,
  intents: readonly ConfinedIntent[],
  owner: ConfinedOwner,
): Promise<readonly (BegunIntent & CountedRow)[]> {
  const begun = await transact(pool, async ask => {
    const [moment] = await ask<Moment>(momentText, [owner.cell, owner.leaseMs, intents.length])
    if (moment === undefined) throw new Error('The database has a clock')
    const proposed = heldRows(inKeyOrder(intents), owner.cell, moment)
    const held = await ask<HeldRow>(heldText(proposed.text), proposed.values)
    const byName = new Map(held.map(row => [orderOfRow(row), row]))
    const opened = openedRows(intents, byName, { ...owner, moment })
    if (held.length > 0) await ask(openedText(opened.text), opened.values)
    const started = intents.filter(intent => byName.has(orderOf(intent)))
    const counts = await countBegun(ask, started, { cell: owner.cell, nowMs: Number(moment.now_ms) })
    return { byName, moment, counts }
  })
  const others = intents.filter(intent => !begun.byName.has(orderOf(intent)))
  const seen = others.length === 0 ? new Map() : await whatStands(pool, others, owner.cell)
  const standing = await readCounters(pool, others, owner.cell)
  return intents.map(intent => {
    const row = begun.byName.get(orderOf(intent))
    if (row === undefined)
      return { ...(seen.get(orderOf(intent)) ?? nothingStands), ...standingsOf(intent, standing) }
    return {
      ...{ ...nothingStands, started_fence: row.version, ...begun.counts.get(intent) },
      ...{ created_ms: String(row.created_at.getTime()), started_ms: begun.moment.now_ms },
    }
  })
}

const nothingStands: BegunIntent = {
  ...{ started_fence: null, created_ms: null, started_ms: null, open_id: null },
  ...{ known_fence: null, known_attempt: null, is_running: null },
}

type HeldRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly order_no: string
  readonly version: string
  readonly created_at: Date
}

const heldRows = (intents: readonly ConfinedIntent[], cell: number, { now, numbers }: Moment) =>
  valuesOf(
    'int2 text text int8 int8 text text int8 timestamptz',
    intents.map(({ key, transactionId, seen, currency, orderAmount }, index) => [
      ...[cell, key.merchantId, key.orderId, seen === 0 ? numbers[index] : 0, seen + 1, transactionId],
      ...[currency, orderAmount, now],
    ]),
  )

const heldText = (rows: string) => `
insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
  created_at)
values ${rows}
on conflict (cell, merchant_id, order_id) do update
  set version = excluded.version, open_id = excluded.open_id
  where o.version = excluded.version - 1 and o.open_id is null
returning merchant_id, order_id, order_no, version, created_at`

const openedRows = (
  intents: readonly ConfinedIntent[],
  held: ReadonlyMap<string, HeldRow>,
  { cell, nodeId, moment }: ConfinedOwner & { readonly moment: Moment },
) =>
  valuesOf(
    'int2 text int8 text int8 uuid text text int2 text int8 text bytea text bytea text text timestamptz ' +
      'timestamptz uuid',
    intents.flatMap(intent => {
      const order = held.get(orderOf(intent))
      if (order === undefined) return []
      return [
        [
          ...[cell, intent.key.merchantId, order.order_no, intent.transactionId, order.version],
          ...[intent.attempt, intent.operation, intent.type, intent.apiVersion, intent.currency],
          ...[intent.transactionAmount, intent.targetId ?? null, intent.fingerprint, intent.request],
          ...[intent.card ?? null, intent.trace ?? null, intent.facts, moment.now, moment.lease_until],
          nodeId ?? null,
        ],
      ]
    }),
  )

const openedText = (rows: string) => `
insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
  api_version, currency, amount, target_id, fingerprint, request, card, trace, facts, started_at, lease_until,
  node_id)
values ${rows}`

/** What an intent that did not begin has met. */
async function whatStands(pool: pg.Pool, intents: readonly ConfinedIntent[], cell: number) {
  const rows = await read<BegunIntent & { readonly n: number }>(pool, standingStatement, [
    cell,
    arrays.text(intents.map(({ key }) => key.merchantId)),
    arrays.text(intents.map(({ key }) => key.orderId)),
    arrays.text(intents.map(({ transactionId }) => transactionId)),
  ])
  return new Map(
    rows.flatMap(row => {
      const intent = intents[row.n - 1]
      return intent === undefined ? [] : [[orderOf(intent), row] as const]
    }),
  )
}

const standingStatement = {
  name: 'what stands',
  text: `
select i.n::int4, null as started_fence, o.open_id, t.fence as known_fence, t.attempt as known_attempt,
  o.open_id = i.transaction_id and o.version = t.fence as is_running,
  floor(extract(epoch from o.created_at) * 1000) as created_ms,
  floor(extract(epoch from t.started_at) * 1000) as started_ms
from ${givenRows(2, 'text text text')} with ordinality as i (merchant_id, order_id, transaction_id, n)
left join lateral (
  select order_no, version, open_id, created_at from orders
  where cell = $1::int2 and merchant_id = i.merchant_id and order_id = i.order_id limit 1
) o on true
left join lateral (
  select fence, attempt, started_at from transactions
  where cell = $1::int2 and merchant_id = i.merchant_id and order_no = o.order_no
    and transaction_id = i.transaction_id limit 1
) t on true`,
}
