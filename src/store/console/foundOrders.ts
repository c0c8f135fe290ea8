// Finding orders: newest first, by any combination of filters, page by page by key.

import type pg from 'pg'
import type {
  FoundKey,
  FoundOrder,
  FoundPage,
  OrderFilter,
  OrderQuery,
  SearchStore,
} from '../../console/search/port.ts'
import type { Owner } from '../../orders/merchant.ts'
import { read } from '../connection/statement.ts'

export function createSearchStore(pool: pg.Pool, limits: SearchLimits = standardLimits): SearchStore {
  const searched = { pool, ...limits }
  return {
    async find(owner, query) {
      const { orderId } = query.filter
      const isFew = orderId !== undefined && (await hasFew(searched, owner, orderId))
      return isFew ? await findById(searched, owner, query, orderId) : await scan(searched, owner, query)
    },
    async position({ cell, merchantId }) {
      const [row] = await read<{ feed_no: string }>(pool, positionStatement, [cell, merchantId])
      return Number(row?.feed_no ?? 0)
    },
    async takenInUntil({ cell }) {
      const [row] = await read<{ changed_at: Date | null }>(pool, untilStatement, [cell])
      return row?.changed_at ?? undefined
    },
  }
}

type SearchLimits = {
  /** An id, or the beginning of one, that only so many orders have: all of them are looked up. */
  readonly fewMax: number
  /** The most rows that one search looks at. */
  readonly scannedMax: number
}

/** Each takes some 30 ms. */
const standardLimits: SearchLimits = { fewMax: 1_500, scannedMax: 5_000 }

type SearchedTable = SearchLimits & { readonly pool: pg.Pool }

async function hasFew(
  { pool, fewMax }: SearchedTable,
  { cell, merchantId }: Owner,
  orderId: string,
): Promise<boolean> {
  const [row] = await read<{ count: number }>(pool, countStatement, [
    ...[cell, merchantId, orderId, lastBeginningWith(orderId), fewMax + 1],
  ])
  return (row?.count ?? 0) <= fewMax
}

const lastBeginningWith = (text: string): string => `${text}\u{10ffff}`

const countStatement = {
  name: 'orders by id',
  text: `
select count(*)::int4 as count from (
  select from orders
  where cell = $1::int2 and merchant_id = $2 and order_id >= $3 and order_id <= $4
  order by order_id limit $5::int4
) o`,
}

/** Few enough to be sorted. */
async function findById(
  { pool, fewMax }: SearchedTable,
  { cell, merchantId }: Owner,
  query: OrderQuery,
  orderId: string,
): Promise<FoundPage> {
  const { given, give } = parameters([cell, merchantId, orderId, lastBeginningWith(orderId)])
  const conditions = [
    ...['f.cell = $1::int2', 'f.merchant_id = $2', 'f.created_at = o.created_at', 'f.order_no = o.order_no'],
    ...(query.after ? [`(f.created_at, f.order_no) < ${keyValues(query.after, give)}`] : []),
    ...timesOf(query.filter, give),
    ...restOf(query.filter, give, 'orderId'),
  ]
  const text = `
select ${columns} from (
  select created_at, order_no from orders
  where cell = $1::int2 and merchant_id = $2 and order_id >= $3 and order_id <= $4
  order by order_id limit ${fewMax}
) o
cross join lateral (select * from found_orders f where ${conditions.join(' and ')} limit 1) f
order by f.created_at desc, f.order_no desc limit ${give(query.limit + 1)}::int4`
  return pageOf(await read<FoundRow>(pool, { name: '', text }, given), query.limit)
}

/**
 * Reads one index in the order of the list and looks at a bounded number of its rows. The indexed column is
 * compared together with the key, so that the planner can only read that index and begins exactly where the
 * last page ended, whatever its statistics say.
 */
async function scan(
  searched: SearchedTable,
  { cell, merchantId }: Owner,
  query: OrderQuery,
): Promise<FoundPage> {
  const { pool, scannedMax } = searched
  const { filter, limit } = query
  const { given, give } = parameters([cell, merchantId])
  const lead = leadOf(filter)
  const rest = restOf(filter, give, lead?.name)
  const source = scannedRows(query, lead, give)
  const inner = (max: number) => `select * from found_orders f ${source} limit ${max}`
  if (rest.length === 0) {
    const text = `select ${columns} from (${inner(limit + 1)}) f`
    return pageOf(await read<FoundRow>(pool, { name: '', text }, given), limit)
  }
  const filtered = `
select ${columns} from (${inner(scannedMax)}) f where ${rest.join(' and ')} limit ${limit + 1}`
  const page = pageOf(await read<FoundRow>(pool, { name: '', text: filtered }, given), limit)
  if (page.next) return page
  const end = await scannedUntil(searched, [cell, merchantId], query, lead)
  return end ? { ...page, next: end } : page
}

/** The last row that was looked at, if there may be others behind it. */
async function scannedUntil(
  { pool, scannedMax }: SearchedTable,
  values: readonly unknown[],
  query: OrderQuery,
  lead: LeadingFilter | undefined,
): Promise<FoundKey | undefined> {
  const { given, give } = parameters(values)
  const source = scannedRows(query, lead, give)
  const text = `select ${keyColumns} from found_orders f ${source} offset ${scannedMax - 1} limit 1`
  const [row] = await read<KeyRow>(pool, { name: '', text }, given)
  return row && keyOf(row)
}

type Give = (value: unknown) => string

function parameters(values: readonly unknown[]): { readonly given: unknown[]; readonly give: Give } {
  const given = [...values]
  return { given, give: value => `$${given.push(value)}` }
}

/** A filter that has an index of its own. */
type LeadingFilter = {
  readonly name: keyof OrderFilter
  readonly column: string
  readonly type: string
  readonly value: unknown
  /** The condition of its index, as it is declared. */
  readonly also?: string
}

/** The one that as a rule leaves the fewest. */
function leadOf(filter: OrderFilter): LeadingFilter | undefined {
  const { email, reference, lastFour, amount, gatewayCode, status } = filter
  const text = { type: 'text' } as const
  if (email !== undefined)
    return { ...text, name: 'email', column: 'email', value: email, also: 'f.email is not null' }
  if (reference !== undefined)
    return {
      ...{ ...text, name: 'reference', column: 'reference', value: reference },
      also: 'f.reference is not null',
    }
  if (lastFour !== undefined)
    return {
      ...{ ...text, name: 'lastFour', column: 'last_four', value: lastFour },
      also: 'f.last_four is not null',
    }
  if (amount !== undefined) return { name: 'amount', column: 'thousandths', type: 'int8', value: amount }
  if (gatewayCode !== undefined && gatewayCode !== 'APPROVED')
    return {
      ...{ ...text, name: 'gatewayCode', column: 'gateway_code', value: gatewayCode },
      also: "f.gateway_code <> 'APPROVED'",
    }
  if (status !== undefined && status !== 'CAPTURED')
    return { ...text, name: 'status', column: 'status', value: status, also: "f.status <> 'CAPTURED'" }
  return undefined
}

const beforeAll = "timestamptz '-infinity'"
const afterAll = "timestamptz 'infinity', 9223372036854775807::int8"

function scannedRows({ filter, after }: OrderQuery, lead: LeadingFilter | undefined, give: Give): string {
  const from = filter.from ? momentOf(filter.from, give) : beforeAll
  const before = after ? keyOfText(after, give) : upTo(filter.to, give)
  const isBounded = after !== undefined && filter.to !== undefined
  const conditions = ['f.cell = $1::int2', 'f.merchant_id = $2']
  if (lead) {
    const value = `${give(lead.value)}::${lead.type}`
    const column = `f.${lead.column}`
    conditions.push(
      `(${column}, f.created_at, f.order_no) < (${value}, ${before})`,
      `(${column}, f.created_at) >= (${value}, ${from})`,
      ...(lead.also ? [lead.also] : []),
    )
  } else conditions.push(`(f.created_at, f.order_no) < (${before})`, `f.created_at >= ${from}`)
  if (isBounded && filter.to) conditions.push(`f.created_at < ${momentOf(filter.to, give)}`)
  const order = [...(lead ? [`f.${lead.column}`] : []), 'f.created_at', 'f.order_no']
  return `where ${conditions.join(' and ')} order by ${order.map(column => `${column} desc`).join(', ')}`
}

const upTo = (to: Date | undefined, give: Give): string =>
  to ? `${momentOf(to, give)}, (-1)::int8` : afterAll

const microseconds = (parameter: string): string =>
  `timestamptz 'epoch' + ${parameter}::int8 * interval '1 microsecond'`

const momentOf = (moment: Date, give: Give): string => `(${microseconds(give(`${moment.getTime()}000`))})`

const keyOfText = ({ createdUs, orderNo }: FoundKey, give: Give): string =>
  `${microseconds(give(createdUs))}, ${give(orderNo)}::int8`

const keyValues = (key: FoundKey, give: Give): string => `(${keyOfText(key, give)})`

function timesOf({ from, to }: OrderFilter, give: Give): readonly string[] {
  return [
    ...(from ? [`f.created_at >= ${momentOf(from, give)}`] : []),
    ...(to ? [`f.created_at < ${momentOf(to, give)}`] : []),
  ]
}

/** What is left to look at in each row. */
function restOf(filter: OrderFilter, give: Give, lead: keyof OrderFilter | undefined): readonly string[] {
  const { orderId, amountFrom, amountTo } = filter
  const equal = equalColumns.flatMap(([name, column, type]) =>
    filter[name] === undefined || name === lead ? [] : [`f.${column} = ${give(filter[name])}::${type}`],
  )
  return [
    ...equal,
    ...(orderId === undefined || lead === 'orderId' ? [] : [`starts_with(f.order_id, ${give(orderId)})`]),
    ...(amountFrom === undefined ? [] : [`f.thousandths >= ${give(amountFrom)}::int8`]),
    ...(amountTo === undefined ? [] : [`f.thousandths <= ${give(amountTo)}::int8`]),
  ]
}

const equalColumns = [
  ['reference', 'reference', 'text'],
  ['email', 'email', 'text'],
  ['lastFour', 'last_four', 'text'],
  ['amount', 'thousandths', 'int8'],
  ['currency', 'currency', 'text'],
  ['brand', 'brand', 'text'],
  ['status', 'status', 'text'],
  ['gatewayCode', 'gateway_code', 'text'],
] as const satisfies readonly (readonly [keyof OrderFilter, string, string])[]

const keyColumns = `
  (extract(epoch from f.created_at) * 1000000)::int8 as created_us, f.order_no`

const columns = `${keyColumns}, f.order_id, f.created_at, f.changed_at, f.currency, f.amount, f.authorized,
  f.captured, f.refunded, f.status, f.type, f.result, f.gateway_code, f.brand, f.last_four, f.reference,
  f.email`

type KeyRow = { readonly created_us: string; readonly order_no: string }

type FoundRow = KeyRow & {
  readonly order_id: string
  readonly created_at: Date
  readonly changed_at: Date
  readonly currency: string
  readonly amount: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
  readonly status: string
  readonly type: string
  readonly result: string
  readonly gateway_code: string
  readonly brand: string | null
  readonly last_four: string | null
  readonly reference: string | null
  readonly email: string | null
}

const keyOf = ({ created_us, order_no }: KeyRow): FoundKey => ({ createdUs: created_us, orderNo: order_no })

function pageOf(rows: readonly FoundRow[], limit: number): FoundPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const orders = shown.map(orderOf)
  return rows.length > limit && last ? { orders, next: keyOf(last) } : { orders }
}

const orderOf = (row: FoundRow): FoundOrder => ({
  ...keyOf(row),
  orderId: row.order_id,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  currency: row.currency,
  amount: BigInt(row.amount),
  authorized: BigInt(row.authorized),
  captured: BigInt(row.captured),
  refunded: BigInt(row.refunded),
  status: row.status,
  type: row.type,
  result: row.result,
  gatewayCode: row.gateway_code,
  ...(row.brand !== null && { brand: row.brand }),
  ...(row.last_four !== null && { lastFour: row.last_four }),
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.email !== null && { email: row.email }),
})

const positionStatement = {
  name: 'position',
  text: `
select feed_no from notifications
where cell = $1::int2 and merchant_id = $2
  and feed_no <= (select feed_no from projections where cell = $1::int2)
order by feed_no desc limit 1`,
}

const untilStatement = {
  name: 'taken in until',
  text: 'select changed_at from projections where cell = $1::int2',
}
