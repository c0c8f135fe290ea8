// The rows that a merchant takes along to another cell, table by table.

import type pg from 'pg'

/**
 * In the order in which they are moved. Orders come first: whoever writes to an order locks its row before
 * anything else, so from then on nobody does. What is taken from the outbox becomes a notification in the
 * same commit, so the outbox comes before the notifications; a delivery is written by whoever holds its
 * notification.
 */
export const movedTables = [
  ...['orders', 'outbox', 'obligations', 'transactions', 'outcomes', 'exchanges', 'notifications'],
  ...['deliveries', 'receipts', 'sessions', 'tokens', 'saved_cards', 'risk_counts', 'risk_reviews'],
  ...['erased_orders', 'archives', 'found_orders', 'figure_sums', 'figure_counts', 'request_log'],
] as const
export type MovedTable = (typeof movedTables)[number]

/**
 * These stay. Who brings an address or an id back brings the cell that it was made in along, and nothing
 * else; they are asked for by that alone. A cell's place in the feed is the cell's.
 */
export const tablesThatStay = [
  ...['callbacks', 'authentications', 'authentication_results', 'projections'],
] as const

/** What hangs on the merchant's own row, which cannot be without it. */
export const tablesOfMerchant = [
  ...['merchant_passwords', 'merchant_certificates', 'merchant_secrets', 'merchant_directory_servers'],
] as const

/** What only adds rows, and asks nobody whether the merchant is at home: late ones are gathered. */
export const gatheredTables = ['exchanges', 'request_log'] as const satisfies readonly MovedTable[]

export type RowMove = {
  readonly merchantId: string
  readonly from: number
  readonly to: number
  readonly isSpread: boolean
}

/** Columns of each table but the cell: those of later migrations are moved, too. */
export async function columnsOfTables(
  client: pg.ClientBase,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(columnsText, [movedTables])
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

const columnsText = `
select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])
  and a.attnum > 0 and not a.attisdropped and a.attname <> 'cell'
group by c.relname`

/**
 * Moves the merchant's rows of one table; gives how many. A row that somebody is changing is waited for, and
 * moved as it is then.
 */
export async function moveRows(
  client: pg.ClientBase,
  table: MovedTable,
  columns: readonly string[],
  { merchantId, from, to, isSpread }: RowMove,
): Promise<number> {
  const names = columns.join(', ')
  // What search and figures have taken in where the merchant was is not taken in again.
  const values = columns.map(column => (column === 'has_moved' ? 'true' : column)).join(', ')
  const whose = `from ${table} where cell = $1::int2 and merchant_id = $2`
  // The log of calls is numbered by its server.
  const insert = `insert into ${table} (cell, ${names}) overriding system value`
  if (!isSpread) {
    const { rows } = await client.query<{ moved: number }>(
      `
with gone as (delete ${whose} returning ${names}),
put as (${insert} select $3::int2, ${values} from gone returning 1)
select count(*)::int4 as moved from put`,
      [from, merchantId, to],
    )
    return rows[0]?.moved ?? 0
  }
  // Each of these reaches one server, or reads from one and writes to another. Locked first, no row changes
  // between being copied and being deleted.
  await client.query(`select 1 ${whose} for update`, [from, merchantId])
  const put = await client.query(`${insert} select $3::int2, ${values} ${whose}`, [from, merchantId, to])
  const gone = await client.query(`delete ${whose}`, [from, merchantId])
  if (put.rowCount !== gone.rowCount) throw new Error(`Rows of ${table} came while they were moved`)
  return put.rowCount ?? 0
}

const sums = ['approved', 'declined', 'undecided', 'authorized', 'captured', 'refunded']

/** Figures under the merchant '' are of the whole cell: the merchant's share goes along. */
export async function moveShares(client: pg.ClientBase, { merchantId, from, to }: RowMove): Promise<void> {
  for (const [cell, sign] of [
    [from, '-'],
    [to, ''],
  ] as const) {
    await client.query(sharesText('figure_sums', 'step, at, currency, brand', { columns: sums, sign }), [
      ...[to, merchantId, cell],
    ])
    await client.query(
      sharesText('figure_counts', 'step, at, kind, name, brand', { columns: ['count'], sign }),
      [to, merchantId, cell],
    )
  }
}

/** In the order in which whoever takes in changes locks them. */
const sharesText = (table: string, key: string, { columns, sign }: Shares) => `
insert into ${table} as f (cell, merchant_id, ${key}, ${columns.join(', ')})
select $3::int2, '', ${key}, ${columns.map(column => `${sign}${column}`).join(', ')}
from ${table} where cell = $1::int2 and merchant_id = $2
order by ${key}
on conflict (cell, merchant_id, ${key}) do update
  set ${columns.map(column => `${column} = f.${column} + excluded.${column}`).join(', ')}`

type Shares = { readonly columns: readonly string[]; readonly sign: '-' | '' }
