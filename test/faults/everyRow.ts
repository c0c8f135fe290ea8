import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'

/** Everything SQL can see of a data directory; what is compressed on disk is readable here. */
export async function everyRow(
  dataDirectory: string,
): Promise<{ readonly text: string; readonly rows: number }> {
  const rows = await everyRowOf({
    host: join(dataDirectory, 'socket'),
    port: 5432,
    user: 'tollgate',
    database: 'tollgate',
  })
  return { text: rows.join('\n'), rows: rows.length }
}

/** Each row of the gateway's own tables as text, after the name of its table. */
export async function everyRowOf(config: ClientConfig): Promise<readonly string[]> {
  const client = new Client(config)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  await client.end()
  return texts
}
