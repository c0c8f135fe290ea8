// Begin and close where tables are spread over servers: in one transaction of plain inserts, which reaches
// only the server of the cell. One statement for all of it, as elsewhere, would copy its parts to every
// server and commit on each of them, so that one that is away would be the end of all cells.

import type pg from 'pg'
import type { Closing, Intent } from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { givenRows, read, transact } from '../connection/statement.ts'

/** Rows as parameters: each value of each row with the type of its column. */
function valuesOf(types: string, rows: readonly (readonly unknown[])[]): ValueRows {
  const each = types.split(' ')
  const row = (_: unknown, index: number) =>
    `(${each.map((type, column) => `$${index * each.length + column + 1}::${type}`).join(', ')})`
  return { text: rows.map(row).join(', '), values: rows.flat() }
}

type ValueRows = { readonly text: string; readonly values: readonly unknown[] }

/** Rows are locked in the order of their keys, which the database compares by bytes. */
function inKeyOrder<Item extends KeyedItem>(items: readonly Item[]): readonly Item[] {
  const bytes = ({ key }: Item) => Buffer.from(`${key.merchantId}\0${key.orderId}`)
  return items.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)))
}

type KeyedItem = { readonly key: { readonly merchantId: string; readonly orderId: string } }

const nameOf = (merchantId: string, orderId: string): string => `${merchantId}\0${orderId}`
const nameOfItem = ({ key }: KeyedItem): string => nameOf(key.merchantId, key.orderId)

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
): Promise<readonly BegunIntent[]> {
  const begun = await transact(pool, async ask => {
    const [moment] = await ask<Moment>(momentText, [owner.cell, owner.leaseMs, intents.length])
    if (moment === undefined) throw new Error('The database has a clock')
    const proposed = heldRows(inKeyOrder(intents), owner.cell, moment)
    const held = await ask<HeldRow>(heldText(proposed.text), proposed.values)
    const byName = new Map(held.map(row => [nameOf(row.merchant_id, row.order_id), row]))
    const opened = openedRows(intents, byName, { ...owner, moment })
    if (held.length > 0) await ask(openedText(opened.text), opened.values)
    return { byName, moment }
  })
  const others = intents.filter(intent => !begun.byName.has(nameOfItem(intent)))
  const seen = others.length === 0 ? new Map() : await whatStands(pool, others, owner.cell)
  return intents.map(intent => {
    const row = begun.byName.get(nameOfItem(intent))
    if (row === undefined) return seen.get(nameOfItem(intent)) ?? nothingStands
    return {
      ...{ ...nothingStands, started_fence: row.version },
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
      const order = held.get(nameOfItem(intent))
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
      return intent === undefined ? [] : [[nameOfItem(intent), row] as const]
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

export type ConfinedClosing = Omit<Closing, 'outcome'> & { readonly outcome: string }

/** The sequence of each closing, in their order; null where it is not this one that was recorded. */
export async function closeConfined(
  pool: pg.Pool,
  closings: readonly ConfinedClosing[],
  cell: number,
): Promise<readonly (number | null)[]> {
  const settled = await transact(pool, async ask => {
    const [moment] = await ask<{ readonly now: string }>('select tollgate_now()::text as now', [])
    const now = moment?.now ?? ''
    const proposed = settledRows(inKeyOrder(closings), cell, now)
    const rows = await ask<SettledOrder>(settledText(proposed.text), proposed.values)
    const byName = new Map(rows.map(row => [nameOf(row.merchant_id, row.order_id), row]))
    const ours = closings.flatMap(closing => {
      const order = byName.get(nameOfItem(closing))
      return order === undefined ? [] : [{ closing, order, cell, now }]
    })
    for (const { text, values } of ours.length === 0 ? [] : recordedRows(ours)) await ask(text, values)
    return byName
  })
  const others = closings.filter(closing => !settled.has(nameOfItem(closing)))
  const recorded = others.length === 0 ? new Map() : await recordedBefore(pool, others, cell)
  return closings.map(closing => {
    const name = nameOfItem(closing)
    return settled.get(name)?.sequence ?? recorded.get(name) ?? null
  })
}

type SettledOrder = {
  readonly merchant_id: string
  readonly order_id: string
  readonly order_no: string
  readonly sequence: number
}
type OwnClosing = {
  readonly closing: ConfinedClosing
  readonly order: SettledOrder
  readonly cell: number
  readonly now: string
}

/** The order exists: this form judges its newest row, as elsewhere. */
const settledRows = (closings: readonly ConfinedClosing[], cell: number, now: string) =>
  valuesOf(
    'int2 text text int8 int8 text boolean text int8 int8 int8 int8 int8 text timestamptz',
    closings.map(({ key, transactionId, fence, totals, excess, status, obligation, keepsOrderBusy }) => [
      ...[cell, key.merchantId, key.orderId, 0, fence + 1, transactionId],
      ...[keepsOrderBusy === true && obligation !== undefined, 'XXX', 0],
      ...[totals.authorized, totals.captured, totals.refunded, excess, status, now],
    ]),
  )

const settledText = (rows: string) => `
insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, kept_busy, currency, amount,
  authorized, captured, refunded, excess, status, created_at)
values ${rows}
on conflict (cell, merchant_id, order_id) do update
  set version = excluded.version, sequence = o.sequence + 1, status = excluded.status,
    open_id = case when excluded.kept_busy then excluded.open_id end, kept_busy = excluded.kept_busy,
    authorized = excluded.authorized, captured = excluded.captured, refunded = excluded.refunded,
    excess = excluded.excess
  where o.version = excluded.version - 1 and o.open_id = excluded.open_id
returning merchant_id, order_id, order_no, sequence`

/** The outcomes, the changes to be told, and what is owed from now on. */
function recordedRows(ours: readonly OwnClosing[]): readonly ValueRows[] {
  const owing = ours.filter(({ closing }) => closing.obligation !== undefined)
  const outcomes = valuesOf(
    'int2 text int8 text int8 int4 int8 text text text timestamptz',
    ours.map(({ closing, order, cell, now }) => [
      ...[cell, order.merchant_id, order.order_no, closing.transactionId, closing.fence, order.sequence],
      ...[closing.transactionAmount, closing.result, closing.gatewayCode, closing.outcome, now],
    ]),
  )
  const outbox = valuesOf(
    'int2 text int8 int4 text text timestamptz',
    ours.map(({ closing, order, cell, now }) => [
      ...[cell, order.merchant_id, order.order_no, order.sequence, order.order_id],
      ...[closing.transactionId, now],
    ]),
  )
  const owed = valuesOf(
    'int2 text int8 text int8 text text timestamptz timestamptz',
    owing.map(({ closing, order, cell, now }) => [
      ...[cell, order.merchant_id, order.order_no, closing.transactionId, closing.fence, order.order_id],
      ...[closing.obligation, now, now],
    ]),
  )
  return [
    { ...outcomes, text: `insert into outcomes (${outcomeColumns}) values ${outcomes.text}` },
    { ...outbox, text: `insert into outbox (${outboxColumns}) values ${outbox.text}` },
    { ...owed, text: `insert into obligations (${obligationColumns}) values ${owed.text}` },
  ].slice(0, owing.length > 0 ? 3 : 2)
}

const outcomeColumns =
  'cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result, gateway_code, outcome, ' +
  'recorded_at'
const outboxColumns = 'cell, merchant_id, order_no, sequence, order_id, transaction_id, due'
const obligationColumns =
  'cell, merchant_id, order_no, transaction_id, fence, order_id, obligation, owed_at, next_at'

/** An outcome that exists already is ours only if it has our fence and the same content. */
async function recordedBefore(pool: pg.Pool, closings: readonly ConfinedClosing[], cell: number) {
  const rows = await read<RecordedRow>(pool, recordedStatement, [
    cell,
    arrays.text(closings.map(({ key }) => key.merchantId)),
    arrays.text(closings.map(({ key }) => key.orderId)),
    arrays.text(closings.map(({ transactionId }) => transactionId)),
    arrays.int8(closings.map(({ fence }) => fence)),
  ])
  return new Map(
    rows.flatMap(({ n, sequence, result, gateway_code, outcome }) => {
      const closing = closings[n - 1]
      const isOurs =
        closing?.result === result && closing.gatewayCode === gateway_code && closing.outcome === outcome
      return closing !== undefined && isOurs ? [[nameOfItem(closing), sequence] as const] : []
    }),
  )
}

type RecordedRow = {
  readonly n: number
  readonly sequence: number
  readonly result: string
  readonly gateway_code: string
  readonly outcome: string
}

const recordedStatement = {
  name: 'recorded before',
  text: `
select d.n::int4, u.sequence, u.result, u.gateway_code, u.outcome
from ${givenRows(2, 'text text text int8')}
  with ordinality as d (merchant_id, order_id, transaction_id, seen, n)
cross join lateral (
  select order_no from orders
  where cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id limit 1
) o
cross join lateral (
  select sequence, result, gateway_code, outcome from outcomes
  where cell = $1::int2 and merchant_id = d.merchant_id and order_no = o.order_no
    and transaction_id = d.transaction_id and fence = d.seen limit 1
) u`,
}
