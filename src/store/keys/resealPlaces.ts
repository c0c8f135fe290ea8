import { secretIdentity } from '../../notifications/port.ts'
import { idOfRecord } from '../../operations/model/steps.ts'
import { sessionIdentity } from '../../sessions/port.ts'
import { cardIdentity, tokenIdentity } from '../../vault/port.ts'
import type { SealedPlace } from '../../vault/rotationStore.ts'
import type { SqlStatement } from '../connection/statement.ts'

/** Where boxes lie, and how to walk past all of them. */
export type SealedPlaceTable = {
  readonly table: string
  /** What is walked along its key, and what of it names rows of the table. */
  readonly along: string
  readonly steps: readonly string[]
  readonly also?: string
  readonly join: string
  /** The rest of the table's key, behind the cell, and its types. */
  readonly key: readonly (readonly [name: string, type: string])[]
  readonly columns: readonly string[]
  readonly identity: (column: string, step: readonly string[], key: readonly string[]) => string
}

/** Of a transaction's card the identity has the order's own id, so orders are walked along. */
export const placeTables: Readonly<Record<SealedPlace, SealedPlaceTable>> = {
  transactions: {
    ...{ table: 'transactions', along: 'orders', steps: ['merchant_id', 'order_id'], also: ', order_no' },
    join: 't.merchant_id = p.merchant_id and t.order_no = p.order_no',
    key: [
      ['merchant_id', 'text'],
      ['order_no', 'int8'],
      ['transaction_id', 'text'],
    ],
    columns: ['card'],
    // Of a later step too, the card is sealed for the transaction as its merchant knows it.
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
}

/** One row for each step of the walk, and for each row of the table at that step that has an older box. */
export function boxesStatement(name: SealedPlace): SqlStatement {
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

export const nextCellStatement = (name: SealedPlace): SqlStatement => ({
  name: `next cell of ${name}`,
  text: `select min(cell) as cell from ${placeTables[name].along} where cell > $1::int4`,
})

/**
 * Only where the box that was seen still lies: no two are alike. What somebody else holds is left, so that
 * nobody is waited for, and nobody who waits for us can be in our way.
 */
export function replaceStatement(name: SealedPlace, column: string): SqlStatement {
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

export const estimateStatement = (name: SealedPlace): SqlStatement => ({
  name: `estimate ${name}`,
  text: `select reltuples::int8 as rows from pg_class where oid = '${placeTables[name].along}'::regclass`,
})

export function countText(name: SealedPlace): string {
  const { table, columns } = placeTables[name]
  const all = columns.map(
    column => `select merchant_id, substr(${column}, 1, 2) as mark from ${table} where ${column} is not null`,
  )
  return `select merchant_id, mark, count(*) as boxes from (${all.join(' union all ')}) b group by 1, 2`
}
