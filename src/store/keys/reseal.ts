// Resealing stored data under a newer generation of keys: finding and replacing boxes (sealed values) of
// older generations, and constraints that refuse further ones.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { totpIdentity } from '../../console/users/port.ts'
import { secretIdentity } from '../../notifications/port.ts'
import { idOfRecord } from '../../operations/model/steps.ts'
import { sessionIdentity } from '../../sessions/port.ts'
import { cardIdentity, tokenIdentity } from '../../vault/port.ts'
import {
  type BoxCount,
  type BoxCursor,
  type BoxPage,
  type FenceResult,
  generationMark,
  type ResealedBox,
  type SealedBox,
  type SealedPlace,
  type WantedBoxes,
} from '../../vault/stores.ts'
import type { ChangeQuery } from '../administration/change.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { askPrepared } from '../connection/preparedQuery.ts'
import { read, repeatable, type SqlStatement, withSession } from '../connection/statement.ts'

/** One page of boxes, all of one cell, and the cursor for the next page, in the same cell or the next one. */
export async function boxesIn(
  pool: pg.Pool,
  name: SealedPlace,
  { before, after, limit }: WantedBoxes,
): Promise<BoxPage> {
  const from = after ?? (await firstIn(pool, name, beforeAll))
  if (from === undefined) return { boxes: [], keysRead: 0 }
  const values = [from.cell, generationMark(before), limit, ...from.key]
  const rows = await read<BoxRow>(pool, boxesStatement(name), values)
  const steps = new Set(rows.map(({ step }) => step.join('\n'))).size
  const last = rows.at(-1)
  const next =
    last && steps === limit ? { cell: from.cell, key: last.step } : await firstIn(pool, name, from.cell)
  const boxes = rows.flatMap(row => boxesOf(name, from.cell, row))
  return { boxes, keysRead: steps, ...(next && { next }) }
}

const beforeAll = -1

/** A cursor before the first row of the next cell. */
async function firstIn(pool: pg.Pool, name: SealedPlace, after: number): Promise<BoxCursor | undefined> {
  const [row] = await read<{ cell: number | null }>(pool, nextCellStatement(name), [after])
  if (row === undefined || row.cell === null) return undefined
  return { cell: row.cell, key: placeTables[name].steps.map(() => '') }
}

/** One column for each box, null if the box is of the wanted generation already. */
type BoxRow = { readonly step: readonly string[]; readonly key: readonly string[] | null } & Readonly<
  Record<`${string}_box`, Buffer | null>
>

function boxesOf(name: SealedPlace, cell: number, row: BoxRow): readonly SealedBox[] {
  const { columns, identity } = placeTables[name]
  const { step, key } = row
  if (key === null) return []
  return columns.flatMap(column => {
    const sealed = row[`${column}_box`]
    if (!sealed) return []
    const merchantId = key[0] ?? ''
    return [{ merchantId, identity: identity(column, step, key), sealed, cell, column, key }]
  })
}

export async function replaceIn(
  pool: pg.Pool,
  name: SealedPlace,
  boxes: readonly ResealedBox[],
): Promise<number> {
  const [first] = boxes
  let replaced = 0
  for (const column of placeTables[name].columns) {
    const own = boxes.filter(({ box }) => box.column === column)
    if (own.length === 0 || !first) continue
    const values = [
      first.box.cell,
      arrays.bytea(own.map(({ box }) => box.sealed)),
      arrays.bytea(own.map(({ sealed }) => sealed)),
      ...placeTables[name].key.map((_, index) => arrays.text(own.map(({ box }) => box.key[index] ?? ''))),
    ]
    replaced += (await repeatable(pool, replaceStatement(name, column), values)).length
  }
  return replaced
}

export async function estimateOf(pool: pg.Pool, name: SealedPlace): Promise<number | undefined> {
  const [row] = await read<{ rows: string }>(pool, estimateStatement(name), [])
  const rows = Number(row?.rows ?? -1)
  return rows < 0 ? undefined : rows
}

/** Reads every row once; a sequential scan is the fastest way. */
export async function countIn(client: pg.PoolClient, name: SealedPlace): Promise<readonly BoxCount[]> {
  await client.query('begin read only')
  await client.query('set local statement_timeout = 0; set local enable_seqscan = on')
  const { rows } = await client.query<CountRow>(countText(name))
  await client.query('commit')
  return rows.map(({ merchant_id, mark, boxes }) => ({
    merchantId: merchant_id,
    generation: mark.length < 2 ? 0 : mark.readUInt16BE(0),
    boxes: Number(boxes),
  }))
}

type CountRow = { readonly merchant_id: string; readonly mark: Buffer; readonly boxes: string }

/** The constraint sets the smallest value that a column accepts; boxes begin with their generation. */
const constraintOf = (table: string, column: string): string => `${table}_${column}_generation`

/** Other statements queue behind a lock request on the table: it must end before their own timeouts. */
const lockTimeout = '500ms'
const pauseMs = 250
/** All tries together take longer than any statement of the gateway may. */
export const lockTries = 20

/**
 * A CHECK that the server enforces at each write: a node that was paused during a rotation is refused by it,
 * however late it resumes. It is raised, never lowered.
 */
export async function raiseFence(
  { pool, triesMax }: { readonly pool: pg.Pool; readonly triesMax: number },
  name: SealedPlace,
  oldest: number,
): Promise<FenceResult> {
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
  await client.query(`set local lock_timeout = '${lockTimeout}'`)
  const lowest = await boundsOf((statement, values) => queryOn(client, statement, values), name)
  const changes = columns.flatMap((column, index) => {
    if ((lowest[index]?.oldest ?? 0) >= oldest) return []
    const constraint = constraintOf(table, column)
    const mark = generationMark(oldest).toString('hex')
    const check = `check (${column} >= '\\x${mark}'::bytea) not valid`
    return [`drop constraint if exists ${constraint}`, `add constraint ${constraint} ${check}`]
  })
  await alterOneByOne(client, table, changes)
  await client.query('commit')
}

/** A distributed database makes a constraint by a statement of its own only. */
async function alterOneByOne(
  client: pg.PoolClient,
  table: string,
  changes: readonly string[],
): Promise<void> {
  for (const change of changes) await client.query(`alter table ${table} ${change}`)
}

/** Whether no older boxes are left: validates the constraints, which does not block reads and writes. */
export async function isClear(pool: pg.Pool, name: SealedPlace): Promise<boolean> {
  const { table, columns } = placeTables[name]
  const steps = columns.map(column => `validate constraint ${constraintOf(table, column)}`)
  try {
    await withSession(pool, async client => {
      await client.query('begin')
      await client.query('set local statement_timeout = 0')
      await alterOneByOne(client, table, steps)
      await client.query('commit')
    })
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === checkViolation) return false
    throw error
  }
}

const checkViolation = '23514'

type GenerationBound = { readonly oldest: number; readonly isValid: boolean }

/** The constraints of a place as they are now, one for each column. */
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

const queryOn = <Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> => askPrepared<Row>(client, { ...statement, values })

/** The columns with boxes in a table, and how to read all of its rows page by page. */
type SealedPlaceTable = {
  readonly table: string
  /** The table whose key defines the pages, and the columns of that key. */
  readonly along: string
  readonly steps: readonly string[]
  readonly also?: string
  readonly join: string
  /** The columns of the table's key after the cell, with their types. */
  readonly key: readonly (readonly [name: string, type: string])[]
  readonly columns: readonly string[]
  readonly identity: (column: string, step: readonly string[], key: readonly string[]) => string
}

/**
 * The identity of a transaction's card contains the merchant's order id, so its pages are pages of orders.
 */
const placeTables: Readonly<Record<SealedPlace, SealedPlaceTable>> = {
  transactions: {
    ...{ table: 'transactions', along: 'orders', steps: ['merchant_id', 'order_id'], also: ', order_no' },
    join: 't.merchant_id = p.merchant_id and t.order_no = p.order_no',
    key: [
      ['merchant_id', 'text'],
      ['order_no', 'int8'],
      ['transaction_id', 'text'],
    ],
    columns: ['card'],
    // In the second step of a transaction, too, the card is sealed under the merchant's transaction id.
    identity: (_, [, orderId = ''], [, , name = '']) => cardIdentity(orderId, idOfRecord(name)),
  },
  tokens: {
    ...{ table: 'tokens', along: 'tokens', steps: ['merchant_id', 'token'] },
    join: 't.merchant_id = p.merchant_id and t.token = p.token',
    key: [
      ['merchant_id', 'text'],
      ['token', 'text'],
    ],
    columns: ['card'],
    identity: (_, [, token = '']) => tokenIdentity(token),
  },
  sessions: {
    ...{ table: 'sessions', along: 'sessions', steps: ['merchant_id', 'session_id'] },
    join: 't.merchant_id = p.merchant_id and t.session_id = p.session_id',
    key: [
      ['merchant_id', 'text'],
      ['session_id', 'text'],
    ],
    columns: ['lasting', 'secrets'],
    identity: (column, [, sessionId = '']) =>
      sessionIdentity(sessionId, column === 'secrets' ? 'secrets' : 'lasting'),
  },
  secrets: {
    ...{ table: 'merchant_secrets', along: 'merchants', steps: ['merchant_id'] },
    join: 't.merchant_id = p.merchant_id',
    key: [
      ['merchant_id', 'text'],
      ['kind', 'text'],
      ['slot', 'int2'],
    ],
    columns: ['sealed'],
    identity: (_, __, [, kind = '']) => secretIdentity(kind === 'signing' ? 'signing' : 'shared'),
  },
  users: {
    ...{
      table: 'console_one_time_codes',
      along: 'console_one_time_codes',
      steps: ['merchant_id', 'user_id'],
    },
    join: 't.merchant_id = p.merchant_id and t.user_id = p.user_id',
    key: [
      ['merchant_id', 'text'],
      ['user_id', 'text'],
    ],
    columns: ['sealed'],
    identity: (_, [, userId = '']) => totpIdentity(userId),
  },
}

/** One row for each key of the page, and for each row of the table under that key that has an older box. */
function boxesStatement(name: SealedPlace): SqlStatement {
  const { table, along, steps, also = '', join, key, columns } = placeTables[name]
  const isOlder = columns.map(column => `t.${column} < $2::bytea`).join(' or ')
  const older = columns.map(
    column => `case when t.${column} < $2::bytea then t.${column} end as ${column}_box`,
  )
  const names = key.map(([column]) => `t.${column}::text`)
  return {
    name: `boxes of ${name}`,
    text: `
with p as materialized (
  select ${steps.join(', ')}${also} from ${along}
  where cell = $1::int2 and (${steps.join(', ')}) > (${steps.map((_, index) => `$${index + 4}`).join(', ')})
  order by ${steps.join(', ')} limit $3::int4
)
select array[${steps.map(step => `p.${step}`).join(', ')}] as step, t.* from p
left join lateral (
  select array[${names.join(', ')}] as key, ${older.join(', ')} from ${table} t
  where t.cell = $1::int2 and ${join} and (${isOlder}) offset 0
) t on true
order by ${steps.map(step => `p.${step}`).join(', ')}`,
  }
}

const nextCellStatement = (name: SealedPlace): SqlStatement => ({
  name: `next cell of ${name}`,
  text: `select min(cell) as cell from ${placeTables[name].along} where cell > $1::int4`,
})

/**
 * Replaces only a box that is still the one that was read: no two boxes are equal. Locked rows are left for
 * later, so that this statement never waits for a lock and cannot deadlock.
 */
function replaceStatement(name: SealedPlace, column: string): SqlStatement {
  const { table, key } = placeTables[name]
  const given = key.map(([, type], index) => `$${index + 4}::text[]::${type}[]`)
  const columns = key.map(([keyColumn]) => keyColumn)
  const isSame = (one: string, other: string) =>
    columns.map(keyColumn => `${one}.${keyColumn} = ${other}.${keyColumn}`).join(' and ')
  return {
    name: `replace ${column} of ${name}`,
    text: `
with given as materialized (
  select * from unnest($2::bytea[], $3::bytea[], ${given.join(', ')})
    as g (seen, sealed, ${columns.join(', ')})
),
free as materialized (
  select g.* from given g
  join ${table} t on t.cell = $1::int2 and ${isSame('t', 'g')} and t.${column} = g.seen
  for no key update of t skip locked
)
update ${table} t set ${column} = f.sealed from free f
where t.cell = $1::int2 and ${isSame('t', 'f')} and t.${column} = f.seen
returning true`,
  }
}

const estimateStatement = (name: SealedPlace): SqlStatement => ({
  name: `estimate ${name}`,
  text: `select reltuples::int8 as rows from pg_class where oid = '${placeTables[name].along}'::regclass`,
})

function countText(name: SealedPlace): string {
  const { table, columns } = placeTables[name]
  const all = columns.map(
    column => `select merchant_id, substr(${column}, 1, 2) as mark from ${table} where ${column} is not null`,
  )
  return `select merchant_id, mark, count(*) as boxes from (${all.join(' union all ')}) b group by 1, 2`
}
