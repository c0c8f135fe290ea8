import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { expect } from 'vitest'
import { sandboxSchema } from '../../src/sandbox/store/schema.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { applyMissing, storeSchema } from '../../src/store/schema/migrations.ts'
import { createEmptyDatabase, type TestDatabase } from '../database/database.ts'
import type { Body } from '../journeys/client.ts'
import type { TestGateway } from '../journeys/gateway.ts'
import { valueAt } from '../journeys/whole.ts'
import { type OpenEnds, ordersMade, receiverThen, requestsToRepeat, submit } from './orders.ts'

/**
 * What a release left behind: all rows of its database, and what it answered about them. They are text, a
 * row or an answer a line: `public.orders {…}`, `100 order/lifecycle {…}`.
 */
export type Remains = {
  readonly storedAt: string
  readonly openEnds: OpenEnds
  readonly answers: readonly string[]
  readonly rows: readonly string[]
}

/** The newest version, and one that writes many fields otherwise. */
const versions = [100, 60]

/** Everything that a merchant can read about the orders, and what each request is answered once more. */
export async function recordAnswers(gateway: TestGateway): Promise<readonly string[]> {
  const answers: string[] = []
  const read = async (path: string, version = 100) => {
    const answer = await gateway.call('GET', path, undefined, { version })
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  for (const path of ordersMade.map(order => `order/${order}`))
    for (const version of versions) {
      const { text, body } = await read(path, version)
      answers.push(`${version} ${path} ${text}`)
      for (const id of transactionIdsIn(body)) {
        // Not recorded once more: an order shows its transactions as they are shown by themselves.
        expect(text).toContain((await read(`${path}/transaction/${id}`, version)).text)
        if (version === 100) {
          const explained = `${path}/transaction/${id}/explain`
          answers.push(`${version} ${explained} ${(await read(explained)).text}`)
        }
      }
    }
  for (const name of requestsToRepeat) {
    const again = await submit(gateway, name)
    expect(again, `${name}: ${again.text}`).toMatchObject({ status: 200 })
    expect(again.headers['idempotent-replayed'], name).toBe('true')
    answers.push(`again ${name} ${again.text}`)
  }
  return answers
}

/** The transactions that an order shows. */
export function transactionIdsIn({ transaction }: Body): readonly string[] {
  return Array.isArray(transaction) ? transaction.map(one => String(valueAt(one, 'transaction.id'))) : []
}

/** All rows, tables in the order in which they were made, so that none refers to a later one. */
export async function readRows({ config }: TestDatabase): Promise<readonly string[]> {
  return withClient(config, async client => {
    await client.query("set timezone = 'UTC'")
    const lines: string[] = []
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ line: string }>(
        `select '${table} ' || row_to_json(t)::text as line from ${table} t order by t::text collate "C"`,
      )
      lines.push(...rows.map(({ line }) => line))
    }
    const { rows: sequences } = await client.query<{ line: string }>(`
      select schemaname || '.' || sequencename || ' ' || last_value as line from pg_sequences
      where last_value is not null order by 1`)
    return [...lines, ...sequences.map(({ line }) => line)]
  })
}

async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'simulator') and relkind = 'r' order by c.oid`)
  return rows.map(({ name }) => name)
}

/** A database as that release left it: its schema, made by the migrations that it had, and its rows. */
export async function createDatabaseOf({ rows }: Remains): Promise<TestDatabase> {
  const database = await createEmptyDatabase('external')
  await withClient(database.config, async client => {
    await client.query('begin')
    for (const schema of [storeSchema, sandboxSchema]) {
      const applied = rows.filter(row => row.startsWith(`${schema.schema}.schema_migrations `)).length
      const migrations = () => schema.migrations().slice(0, applied)
      await applyMissing(client, { ...schema, migrations })
    }
    await client.query(`truncate ${(await tablesOf(client)).join(', ')}`)
    for (const table of new Set(rows.map(row => row.slice(0, row.indexOf(' '))))) {
      const found = rows.filter(row => row.startsWith(`${table} `))
      await insert(
        client,
        table,
        found.map(row => row.slice(table.length + 1)),
      )
    }
    await client.query('commit')
  })
  return database
}

async function insert(client: pg.Client, table: string, values: readonly string[]): Promise<void> {
  if (values.every(value => /^\d+$/.test(value))) {
    await client.query('select setval($1, $2)', [table, values[0]])
    return
  }
  const text = `insert into ${table} overriding system value
    select * from json_populate_recordset(null::${table}, $1)`
  await client.query(text, [`[${values.join()}]`])
}

export function writeRemains(folder: string, { rows, answers, ...about }: Remains): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/rows.txt`, `${rows.join('\n')}\n`)
  writeFileSync(`${folder}/answers.txt.gz`, gzipSync([JSON.stringify(about), ...answers].join('\n')))
}

export function readRemains(folder: string): Remains {
  const [about = '', ...answers] = gunzipSync(readFileSync(`${folder}/answers.txt.gz`))
    .toString()
    .split('\n')
  const rows = readFileSync(`${folder}/rows.txt`, 'utf8').trimEnd().split('\n')
  return { ...JSON.parse(about), answers, rows }
}

/**
 * The same as if it had been left behind just now, by a merchant whose server has this address: what was
 * about to happen then, is about to happen now. The audit log is a chain of digests and stays as it is.
 */
export function movedHere({ storedAt, openEnds, answers, rows }: Remains, receiver: string): Remains {
  const byMs = Date.now() - Date.parse(storedAt)
  const moved = (line: string) =>
    line.startsWith('public.audit ')
      ? line
      : line.replace(times, time => later(time, byMs)).replaceAll(receiverThen, receiver)
  return { storedAt: later(storedAt, byMs), openEnds, answers: answers.map(moved), rows: rows.map(moved) }
}

const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00:00)/g

/** Milliseconds are moved, and the microseconds that the database has as well are kept. */
function later(time: string, byMs: number): string {
  const [, second = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d+))?(Z|\+00:00)$/.exec(time) ?? []
  const digits = fraction.padEnd(6, '0')
  const moved = new Date(Date.parse(`${second}.${digits.slice(0, 3)}Z`) + byMs).toISOString()
  return zone === 'Z' ? moved : `${moved.slice(0, -1)}${digits.slice(3)}${zone}`
}
