import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { generationMark } from '../../vault/keys.ts'
import type { Fenced, SealedPlace } from '../../vault/rotationStore.ts'
import type { ChangeQuery } from '../administration/change.ts'
import { connect, type SqlStatement, unavailable } from '../connection/statement.ts'
import { placeTables } from './resealPlaces.ts'

/** The least box that a column takes; boxes begin with their generation. */
const constraintOf = (table: string, column: string): string => `${table}_${column}_generation`

/** So long others may be made to wait while the table is waited for; they have patience for more. */
const lockPatience = '500ms'
const pauseMs = 250
/** For as long as a statement of the gateway may take, and then some. */
export const lockTries = 20

/**
 * A check that the server makes at each write: a node that has slept through a rotation is refused by it,
 * however late it wakes up. It is raised, never lowered.
 */
export async function raiseFence(
  { pool, triesMax }: { readonly pool: pg.Pool; readonly triesMax: number },
  name: SealedPlace,
  oldest: number,
): Promise<Fenced> {
  for (let tries = 0; tries < triesMax; tries++) {
    if (tries > 0) await sleep(pauseMs)
    try {
      await withSession(pool, client => raiseOnce(client, name, oldest))
      return 'fenced'
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !isBusy(error.code)) throw error
    }
  }
  return 'busy'
}

const lockNotAvailable = '55P03'
const deadlock = '40P01'
const isBusy = (code: string | undefined): boolean => code === lockNotAvailable || code === deadlock

async function raiseOnce(client: pg.PoolClient, name: SealedPlace, oldest: number): Promise<void> {
  const { table, columns } = placeTables[name]
  await client.query('begin')
  await client.query(`set local lock_timeout = '${lockPatience}'`)
  const lowest = await boundsOf((statement, values) => queryOn(client, statement, values), name)
  const changes = columns.flatMap((column, index) => {
    if ((lowest[index]?.oldest ?? 0) >= oldest) return []
    const constraint = constraintOf(table, column)
    const mark = generationMark(oldest).toString('hex')
    const check = `check (${column} >= '\\x${mark}'::bytea) not valid`
    return [`drop constraint if exists ${constraint}`, `add constraint ${constraint} ${check}`]
  })
  if (changes.length > 0) await client.query(`alter table ${table} ${changes.join(', ')}`)
  await client.query('commit')
}

/** Reads every row, beside whoever reads and writes meanwhile. */
export async function isClear(pool: pg.Pool, name: SealedPlace): Promise<boolean> {
  const { table, columns } = placeTables[name]
  const steps = columns.map(column => `validate constraint ${constraintOf(table, column)}`)
  try {
    await withSession(pool, async client => {
      await client.query('begin')
      await client.query('set local statement_timeout = 0')
      await client.query(`alter table ${table} ${steps.join(', ')}`)
      await client.query('commit')
    })
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === checkViolation) return false
    throw error
  }
}

const checkViolation = '23514'

export type GenerationBound = { readonly oldest: number; readonly isValid: boolean }

/** What is there of fences around a place, one for each column. */
export async function boundsOf(
  ask: ChangeQuery,
  name: SealedPlace,
): Promise<readonly (GenerationBound | undefined)[]> {
  const { table, columns } = placeTables[name]
  const rows = await ask<BoundRow>(boundsStatement, [table])
  return columns.map(column => {
    const row = rows.find(({ conname }) => conname === constraintOf(table, column))
    const mark = row && /'\\x([0-9a-f]{4})'/.exec(row.definition)?.[1]
    return row && mark ? { oldest: Number.parseInt(mark, 16), isValid: row.convalidated } : undefined
  })
}

type BoundRow = { readonly conname: string; readonly convalidated: boolean; readonly definition: string }

const boundsStatement = {
  name: 'fences',
  text: `
select conname, convalidated, pg_get_constraintdef(oid) as definition
from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
}

async function queryOn<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return (await client.query<Row>({ ...statement, values: [...values] })).rows
}

/** A session in the middle of something is not given back. */
export async function withSession<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool).catch(error => {
    throw unavailable(error)
  })
  let isDone = false
  try {
    const result = await work(client)
    isDone = true
    return result
  } finally {
    client.release(!isDone)
  }
}
