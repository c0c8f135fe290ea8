import type pg from 'pg'

/** What an order takes on the disk, table by table. */
export type TableBytes = {
  readonly table: string
  readonly rows: number
  readonly heap: number
  readonly indexes: number
}

/** For each order, of every table that is larger than a megabyte. */
export async function bytesByTable(client: pg.Client, orders: number): Promise<readonly TableBytes[]> {
  const { rows } = await client.query<SizeRow>(
    `select c.oid::regclass::text "table", coalesce(s.n_live_tup, 0) rows,
       pg_table_size(c.oid) heap, pg_indexes_size(c.oid) indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_stat_user_tables s on s.relid = c.oid
     where c.relkind = 'r' and n.nspname in ('public', 'simulator')
       and pg_total_relation_size(c.oid) > 1048576
     order by pg_total_relation_size(c.oid) desc`,
  )
  return rows.map(({ table, rows: count, heap, indexes }) => ({
    table,
    rows: Number(count) / orders,
    heap: Number(heap) / orders,
    indexes: Number(indexes) / orders,
  }))
}

type SizeRow = Readonly<Record<'table' | 'rows' | 'heap' | 'indexes', string>>
