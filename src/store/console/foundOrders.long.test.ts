import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import type { FoundKey, FoundOrder, OrderFilter } from '../../console/search/port.ts'
import { createPool } from '../connection/pool.ts'
import { createSearchStore } from './foundOrders.ts'

let database: TestDatabase
let owner: pg.Client
let pool: pg.Pool
beforeAll(async () => {
  database = await createDatabase('external')
  owner = new pg.Client(database.config)
  await owner.connect()
  pool = createPool(database.gateway.config, { max: 2 })
  for (const row of rows) await insert(row)
})
afterAll(async () => {
  await pool?.end()
  await owner?.end()
  await database?.drop()
})

const pick = <Value>(values: readonly Value[], index: number): Value | undefined =>
  values[index % values.length]

/** Few values, so that filters meet each other; several orders of one time, and two merchants alike. */
const rows = Array.from({ length: 90 }, (_, index) => ({
  merchantId: index % 3 === 0 ? 'OTHER' : 'SAMPLE',
  orderNo: index + 1,
  orderId: `${pick(['shop', 'shop-a', 'tour'], index)}-${index}`,
  createdAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 7))),
  currency: pick(['EUR', 'USD'], Math.floor(index / 2)) ?? '',
  thousandths: BigInt(pick([10_000, 20_000, 49_900], index * 5) ?? 0),
  status: pick(['CAPTURED', 'CAPTURED', 'FAILED', 'AUTHORIZED'], index * 7) ?? '',
  gatewayCode: pick(['APPROVED', 'DECLINED', 'APPROVED'], index * 11) ?? '',
  brand: pick(['NETWORK_A', 'NETWORK_B', undefined], index),
  lastFour: pick(['0008', '1019', undefined], Math.floor(index / 3)),
  reference: pick(['R-1', undefined], Math.floor(index / 5)),
  email: pick(['a@example.com', 'b@example.com', undefined], Math.floor(index / 4)),
}))
type Row = (typeof rows)[number]

async function insert(row: Row): Promise<void> {
  const { merchantId, orderId, orderNo, createdAt, currency, thousandths } = row
  await owner.query(
    `insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, created_at)
     values (1, $1, $2, $3, 1, $4, $5, $6)`,
    [merchantId, orderId, orderNo, currency, thousandths / 10n, createdAt],
  )
  await owner.query(
    `insert into found_orders (cell, merchant_id, created_at, order_no, order_id, changed_at, currency,
       amount, thousandths, authorized, captured, refunded, status, type, result, gateway_code, brand,
       last_four, reference, email)
     values (1, $1, $2, $3, $4, $2, $5, $6, $7, 0, 0, 0, $8, 'PAYMENT', 'SUCCESS', $9, $10, $11, $12, $13)`,
    [
      ...[merchantId, createdAt, orderNo, orderId, currency, thousandths / 10n, thousandths, row.status],
      ...[row.gatewayCode, row.brand, row.lastFour, row.reference, row.email],
    ],
  )
}

/** What a search must find, said plainly. */
function matches(row: Row, filter: OrderFilter): boolean {
  const equal = ['currency', 'brand', 'status', 'gatewayCode', 'lastFour', 'reference', 'email'] as const
  return (
    equal.every(name => filter[name] === undefined || filter[name] === row[name]) &&
    row.orderId.startsWith(filter.orderId ?? '') &&
    (filter.amount === undefined || filter.amount === row.thousandths) &&
    row.thousandths >= (filter.amountFrom ?? 0n) &&
    row.thousandths <= (filter.amountTo ?? 1_000_000n) &&
    row.createdAt >= (filter.from ?? new Date(0)) &&
    row.createdAt < (filter.to ?? new Date('2100-01-01'))
  )
}

const expected = (merchantId: string, filter: OrderFilter): readonly number[] =>
  rows
    .filter(row => row.merchantId === merchantId && matches(row, filter))
    .toSorted(
      (one, other) =>
        other.createdAt.getTime() - one.createdAt.getTime() || Number(other.orderNo) - Number(one.orderNo),
    )
    .map(row => row.orderNo)

/** Page by page to the end; the limits are so low that a search has to go on several times. */
async function searched(merchantId: string, filter: OrderFilter): Promise<readonly number[]> {
  const store = createSearchStore(pool, { fewMax: 5, scannedMax: 6 })
  const found: FoundOrder[] = []
  let after: FoundKey | undefined
  for (let page = 0; page < 100; page += 1) {
    const { orders, next } = await store.find(
      { cell: 1, merchantId },
      { filter, limit: 4, ...(after && { after }) },
    )
    found.push(...orders)
    if (!next) return found.map(({ orderNo }) => Number(orderNo))
    after = next
  }
  throw new Error('A search without an end')
}

const maybe = <Value>(...values: readonly Value[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined })
const anyFilter = fc.record(
  {
    orderId: maybe('shop', 'shop-a-1', 'tour-2', 'shop-a-31', 'nothing'),
    reference: maybe('R-1', 'R-2'),
    email: maybe('a@example.com', 'b@example.com'),
    lastFour: maybe('0008', '1019'),
    amount: maybe(10_000n, 49_900n),
    amountFrom: maybe(15_000n, 20_000n),
    amountTo: maybe(20_000n, 40_000n),
    currency: maybe('EUR', 'USD'),
    brand: maybe('NETWORK_A', 'NETWORK_B'),
    status: maybe('CAPTURED', 'FAILED', 'AUTHORIZED'),
    gatewayCode: maybe('APPROVED', 'DECLINED'),
    from: maybe(new Date('2026-01-03T00:00:00.000Z'), new Date('2026-01-08T00:00:00.000Z')),
    to: maybe(new Date('2026-01-09T00:00:00.000Z'), new Date('2026-01-11T12:00:00.000Z')),
  },
  { requiredKeys: [] },
)

/** Without the keys that are undefined, and rarely with more than a few. */
const given = (filter: object, few: readonly number[]): OrderFilter =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .filter((_, index) => few.includes(index)),
  )

test('any filters find exactly the orders of their merchant, newest first, page by page', async () => {
  const places = fc.subarray([0, 1, 2, 3, 4, 5, 6], { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('SAMPLE', 'OTHER'), anyFilter, places, async (merchantId, any, few) => {
      const filter = given(any, few)
      expect(await searched(merchantId, filter)).toEqual(expected(merchantId, filter))
    }),
    { numRuns: 60 },
  )
})

test('every order of a merchant is in its list once, also those of one time', async () => {
  expect(await searched('SAMPLE', {})).toEqual(expected('SAMPLE', {}))
  expect(await searched('NOBODY', {})).toEqual([])
})
