import { join } from 'node:path'
import { Client } from 'pg'

/** Everything SQL can see; what is compressed on disk is readable here. */
export async function everyRow(
  dataDirectory: string,
): Promise<{ readonly text: string; readonly rows: number }> {
  const client = new Client({
    host: join(dataDirectory, 'socket'),
    port: 5432,
    user: 'tollgate',
    database: 'tollgate',
  })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  await client.end()
  return { text: texts.join('\n'), rows: texts.length }
}
