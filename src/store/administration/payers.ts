// Personal data of payers: finding their orders, and erasing it. What was recorded is changed by one function
// of the database, which takes the personal fields out and can do nothing else.

import type pg from 'pg'
import {
  type ErasureObstacle,
  type ErasureOutcome,
  erasureObstacles,
  type KnownErasure,
  type PayerOrder,
  type PayerOrders,
  type PayerRecords,
} from '../../administration/port.ts'
import type { FoundKey, SearchStore } from '../../console/search/port.ts'
import type { Owner } from '../../orders/merchant.ts'
import { requireHome } from '../connection/homes.ts'
import { knownWord, read } from '../connection/statement.ts'
import { eraseLoggedCalls } from '../console/erasedCalls.ts'
import { createSearchStore } from '../console/foundOrders.ts'
import type { AuditedChange, ChangeQuery } from './change.ts'

export function createPayerRecords(pool: pg.Pool, change: AuditedChange): PayerRecords {
  const search = createSearchStore(pool)
  return {
    async orders(owner, { who, after, limit }) {
      if ('email' in who) return ordersOf(pool, search, { owner, email: who.email, after, limit })
      const ids = 'payer' in who ? await ordersWithCards(pool, owner, who.payer) : [who.orderId]
      return { orders: await ordersNamed(pool, owner, ids) }
    },
    async traces({ cell, merchantId }, email) {
      const [found] = await read<FoundRow>(pool, foundStatement, [cell, merchantId, email])
      const values = [merchantId, email, spellings(email)]
      const [row] = await read<TracesRow>(pool, tracesStatement, values)
      const { orders = 0 } = found ?? {}
      const { filters = 0, lists = [] } = row ?? {}
      const isMore = orders > countedMax
      return { orders: Math.min(orders, countedMax), isMore, savedFilters: filters, lists }
    },
    erase: (owner, { orderIds, payer, actor, entry }) =>
      change(async ask => {
        const outcomes = await eraseEach(ask, { owner, orderIds, actor })
        // They were found a moment ago: what is not there may be in another cell by now.
        if (outcomes.some(({ outcome }) => outcome === 'UNKNOWN')) await requireHome(pool, owner)
        const erased = outcomes.flatMap(({ orderId, outcome }) => (outcome === 'ERASED' ? [orderId] : []))
        const isLeft = outcomes.some(({ outcome }) => outcome !== 'ERASED' && outcome !== 'UNKNOWN')
        // The cards lead to the orders: where one is left, its payer is to be found again.
        const cards = await removeSavedCards(ask, owner, {
          orderIds: erased,
          ...(payer && !isLeft && { payer }),
        })
        const entries = erased.length + cards > 0 ? [entry(erased, cards)] : []
        return { result: { outcomes, cards }, entries }
      }),
    eraseCalls: (owner, wanted) =>
      change(async ask => {
        const result = await eraseLoggedCalls(ask, owner, wanted)
        return { result, entries: result.count > 0 ? [wanted.entry(result.count)] : [] }
      }),
    eraseFilters: ({ merchantId }, email, entry) =>
      change(async ask => {
        const { length } = await ask(eraseFiltersStatement, [merchantId, spellings(email)])
        return { result: length, entries: length > 0 ? [entry(length)] : [] }
      }),
    async erasureOf({ cell, merchantId }, orderId) {
      const [row] = await read<ErasureRow>(pool, erasureStatement, [cell, merchantId, orderId])
      return row && erasureOf(row)
    },
  }
}

type WantedOrders = {
  readonly owner: Owner
  readonly email: string
  readonly after: string | undefined
  readonly limit: number
}

/** The search finds them, by its index of addresses; then each is looked at. */
async function ordersOf(
  pool: pg.Pool,
  search: SearchStore,
  { owner, email, after, limit }: WantedOrders,
): Promise<PayerOrders> {
  const key = after === undefined ? undefined : keyOf(after)
  const { orders, next } = await search.find(owner, { filter: { email }, limit, ...(key && { after: key }) })
  const ids = orders.map(({ orderId }) => orderId)
  const found = await ordersNamed(pool, owner, ids)
  return { orders: found, ...(next && { next: `${next.createdUs}.${next.orderNo}` }) }
}

async function ordersNamed(
  pool: pg.Pool,
  { cell, merchantId }: Owner,
  orderIds: readonly string[],
): Promise<readonly PayerOrder[]> {
  const given = [cell, merchantId, orderIds]
  const rows = await read<OrderRow>(pool, orderStatement, given)
  const obstacles = await read<ObstacleRow>(pool, obstaclesStatement, given)
  const obstacleTo = new Map(obstacles.map(({ order_id, obstacle }) => [order_id, obstacle]))
  return rows.map(row => orderOf(row, obstacleTo.get(row.order_id) ?? null))
}

function keyOf(text: string): FoundKey {
  const [createdUs = '0', orderNo = '0'] = text.split('.')
  return { createdUs, orderNo }
}

type ErasedBatch = { readonly owner: Owner; readonly orderIds: readonly string[]; readonly actor: string }

async function eraseEach(
  ask: ChangeQuery,
  { owner: { cell, merchantId }, orderIds, actor }: ErasedBatch,
): Promise<readonly ErasureOutcome[]> {
  const outcomes: ErasureOutcome[] = []
  for (const orderId of orderIds) {
    const [row] = await ask<{ outcome: string }>(eraseStatement, [cell, merchantId, orderId, actor])
    outcomes.push({ orderId, outcome: knownWord(erasureOutcomes, row?.outcome ?? '') })
  }
  return outcomes
}

/** The cards that payers saved when they paid these orders, and all of this payer; gives how many. */
async function removeSavedCards(
  ask: ChangeQuery,
  { cell, merchantId }: Owner,
  { orderIds, payer }: { readonly orderIds: readonly string[]; readonly payer?: Buffer },
): Promise<number> {
  const given = [cell, merchantId, orderIds, payer ?? null]
  const [row] = await ask<{ readonly removed: number }>(eraseSavedCardsStatement, given)
  return row?.removed ?? 0
}

const eraseSavedCardsStatement = {
  name: 'erase saved cards',
  text: 'select erase_saved_cards($1::int2, $2, $3::text[], $4::bytea) as removed',
}

/** A payer's orders as far as the reference leads to them: those with whose payments cards were saved. */
async function ordersWithCards(pool: pg.Pool, owner: Owner, payer: Buffer): Promise<readonly string[]> {
  const values = [owner.cell, owner.merchantId, payer]
  const rows = await read<{ readonly order_id: string }>(pool, ordersWithCardsStatement, values)
  return rows.map(({ order_id }) => order_id)
}

const ordersWithCardsStatement = {
  name: 'orders with saved cards',
  text: `
select order_id from saved_cards where cell = $1::int2 and merchant_id = $2 and payer = $3::bytea
group by order_id order by max(saved_at) desc, order_id`,
}

const erasureOutcomes = [...erasureObstacles, 'ERASED', 'UNKNOWN'] as const

/** As somebody may type it, and as addresses of the console have it: of ' ! and ~ there are two ways. */
const spellings = (email: string): readonly string[] =>
  [
    ...new Set([email, encodeURIComponent(email), new URLSearchParams([['', email]]).toString().slice(1)]),
  ].map(spelling => spelling.toLowerCase())

type ErasureRow = { readonly erased_at: Date; readonly erased_by: string }
type OrderRow = {
  readonly order_id: string
  readonly created_at: Date
  readonly status: string
  readonly currency: string
  readonly amount: string
  readonly erased_at: Date | null
  readonly erased_by: string | null
}
type ObstacleRow = { readonly order_id: string; readonly obstacle: string | null }
type FoundRow = { readonly orders: number }
type TracesRow = {
  readonly filters: number
  readonly lists: ('SUSPECT' | 'TRUSTED')[]
}

const erasureOf = ({ erased_at, erased_by }: ErasureRow): KnownErasure => ({
  atMs: erased_at.getTime(),
  by: erased_by,
})

function orderOf(row: OrderRow, obstacle: string | null): PayerOrder {
  const { erased_at, erased_by } = row
  return {
    ...{ orderId: row.order_id, createdAtMs: row.created_at.getTime(), status: row.status },
    ...{ currency: row.currency, amount: BigInt(row.amount) },
    ...(obstacle !== null && { obstacle: knownWord<ErasureObstacle>(erasureObstacles, obstacle) }),
    ...(erased_at && erased_by !== null && { erasure: erasureOf({ erased_at, erased_by }) }),
  }
}

/** In the order in which they are given. */
const orderStatement = {
  name: 'orders of payer',
  text: `
select o.order_id, o.created_at, o.status, o.currency, o.amount, e.erased_at, e.erased_by
from unnest($3::text[]) with ordinality as given (order_id, place)
cross join lateral (
  select order_id, created_at, status, currency, amount from orders
  where cell = $1::int2 and merchant_id = $2 and order_id = given.order_id limit 1
) o
left join lateral (
  select erased_at, erased_by from erased_orders
  where cell = $1::int2 and merchant_id = $2 and order_id = given.order_id limit 1
) e on true
order by place`,
}

/** By itself: on a distributed database, a function that reads tables is called by the coordinator only. */
const obstaclesStatement = {
  name: 'obstacles to erasing',
  text: `
select order_id, erasure_obstacle($1::int2, $2, order_id) as obstacle
from unnest($3::text[]) as given (order_id)`,
}

const countedMax = 10_000

const foundStatement = {
  name: 'orders found of payer',
  text: `
select count(*)::int4 as orders from (
  select from found_orders
  where cell = $1::int2 and merchant_id = $2 and email is not null and email = $3
  order by created_at, order_no limit ${countedMax + 1}
) found`,
}

/** Addresses in saved searches are as a browser writes them. */
const tracesStatement = {
  name: 'traces of payer',
  text: `
select (
    select count(*)::int4 from saved_filters
    where merchant_id = $1 and exists (
      select from unnest($3::text[]) as spelling where strpos(lower(content), spelling) > 0
    )
  ) as filters, array(
    select list from risk_list_entries where merchant_id = $1 and kind = 'EMAIL' and value = $2 order by list
  ) as lists`,
}

const eraseStatement = {
  name: 'erase order',
  text: 'select erase_order($1::int2, $2, $3, $4) as outcome',
}

const eraseFiltersStatement = {
  name: 'erase filters of payer',
  text: `
delete from saved_filters
where merchant_id = $1 and exists (
  select from unnest($2::text[]) as spelling where strpos(lower(content), spelling) > 0
)
returning true as is_deleted`,
}

const erasureStatement = {
  name: 'erasure of order',
  text: `
select erased_at, erased_by from erased_orders
where cell = $1::int2 and merchant_id = $2 and order_id = $3`,
}
