// Multiplying the rows of model orders, table by table, set by set: what the product wrote of a model is
// copied with another order id, another number, other times, and a card that is sealed for its own row.

import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ProjectionStore } from '../../src/console/search/port.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { arrays } from '../../src/store/connection/binaryArrays.ts'
import { cardIdentity, type Vault } from '../../src/vault/port.ts'
import { merchantId, payingCard } from '../payment.ts'
import { progress } from '../progress.ts'
import { whole } from '../table.ts'
import { modelOrderId, models } from './models.ts'

const atOnce = 10_000
const takenInAtOnce = 5_000
const dayMs = 86_400_000

export type Volume = {
  readonly orders: number
  readonly seed: number
  /** Over how many days the orders are spread, the newest last; the last of them was yesterday. */
  readonly days: number
}

/** The id of the order with this place among those that are filled in. */
export const filledOrderId = (seed: number, place: number): string =>
  createHash('md5').update(`${seed} ${place}`).digest('hex')

/** Which model it is a copy of. */
export function modelOf(seed: number, place: number): number {
  const drawn = createHash('md5').update(`${place} ${seed}`).digest().readUInt32BE() % 100
  let sum = 0
  return models.findIndex(({ share }) => {
    sum += share
    return drawn < sum
  })
}

/** What an order consists of; what is found and counted of it the gateway writes by itself, from its feed. */
const tables = ['orders', 'transactions', 'outcomes', 'notifications', 'simulator.entries'] as const

/** Columns that are not simply copied; times are moved by as much as the order is. */
const replaced: Readonly<Record<string, string>> = {
  order_id: 'made.order_id',
  order_no: 'made.order_no',
  attempt: 'gen_random_uuid()',
  notification_id: 'gen_random_uuid()',
  feed_no: "nextval('feed_numbers')",
  card: 'case when m.card is not null then made.card end',
  posted_at_ms: 'm.posted_at_ms + floor(extract(epoch from made.shift) * 1000)',
  order_key: "substr(sha256(convert_to(m.merchant_id || chr(10) || made.order_id, 'UTF8')), 1, 16)",
}

/**
 * The models have been taken in by notifications. What the gateway finds and counts orders by is written by
 * its own statement, in larger parts than it takes. Gives how many orders a second it made.
 */
export async function fill(
  client: pg.Client,
  { vault, projection }: Product,
  volume: Volume,
): Promise<number> {
  await client.query('set synchronous_commit = off')
  await client.query(
    'create temp table made (order_id text, order_no int8, model int4, shift interval, card bytea)',
  )
  const inserts: string[] = []
  for (const table of tables) inserts.push(await insertOf(client, table))
  const startedMs = systemClock.monotonicMs()
  let takingIn: Promise<void> = Promise.resolve()
  for (let done = 0; done < volume.orders; done += atOnce) {
    progress(`filling: ${whole(done)} of ${whole(volume.orders)} orders`)
    const count = Math.min(atOnce, volume.orders - done)
    await client.query('begin')
    await makeNames(client, vault, { ...volume, first: done, count })
    for (const insert of inserts) await client.query(insert)
    await client.query('truncate made')
    await client.query('commit')
    await takingIn
    takingIn = takeIn(projection)
  }
  await takingIn
  return volume.orders / ((systemClock.monotonicMs() - startedMs) / 1_000)
}

type Product = { readonly vault: Vault; readonly projection: ProjectionStore }

/** While the next orders are filled in. Where the machine is too busy, it is left to the gateway. */
async function takeIn(projection: ProjectionStore): Promise<void> {
  for (let isMore = true; isMore; )
    isMore = await projection.advance(takenInAtOnce).then(
      taken => taken.isMore,
      () => false,
    )
}

async function makeNames(client: pg.Client, vault: Vault, part: Volume & FilledPart): Promise<void> {
  const places = Array.from({ length: part.count }, (_, index) => part.first + index)
  const orderIds = places.map(place => filledOrderId(part.seed, place))
  const cards = orderIds.map(id => vault.sealCard(merchantId, cardIdentity(id, '1'), payingCard))
  const spanMs = part.days * dayMs
  const agoMs = (place: number) => dayMs + Math.floor(spanMs * (1 - place / part.orders))
  await client.query(
    `insert into made (order_id, order_no, model, shift, card)
     select order_id, nextval('order_numbers'), model, ago_ms * interval '-1 ms', card
     from unnest($1::text[], $2::int4[], $3::int8[], $4::bytea[]) given (order_id, model, ago_ms, card)`,
    [
      arrays.text(orderIds),
      arrays.int4(places.map(place => modelOf(part.seed, place))),
      arrays.int8(places.map(agoMs)),
      arrays.bytea(await Promise.all(cards)),
    ],
  )
}

type FilledPart = { readonly first: number; readonly count: number }

/** Keeps the models' rows of a table aside, and gives the statement that multiplies them. */
async function insertOf(client: pg.Client, table: (typeof tables)[number]): Promise<string> {
  const kept = `model_${table.replace('.', '_')}`
  const ids = models.map((_, index) => modelOrderId(index))
  const isNumbered = table === 'transactions' || table === 'outcomes'
  await client.query(
    `create temp table ${kept}
     as select t.*, g.model from ${table} t ${
       isNumbered ? 'join orders o using (cell, merchant_id, order_no)' : ''
     } join unnest(array['${ids.join("', '")}']) with ordinality g (id, model)
      on g.id = ${isNumbered ? 'o' : 't'}.order_id`,
  )
  const { rows } = await client.query<ColumnRow>(
    `select attname "name", format_type(atttypid, null) "type" from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' order by attnum`,
    [table],
  )
  return `insert into ${table} (${rows.map(({ name }) => name).join(', ')})
    select ${rows.map(expressionOf).join(', ')} from made join ${kept} m on m.model = made.model + 1
    order by made.order_no${isNumbered ? ', m.fence' : ''}`
}

type ColumnRow = { readonly name: string; readonly type: string }

function expressionOf({ name, type }: ColumnRow): string {
  return replaced[name] ?? (type === 'timestamp with time zone' ? `m.${name} + made.shift` : `m.${name}`)
}
