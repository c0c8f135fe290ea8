// Results that directory servers deliver, each held against its authentication and recorded by one statement;
// those that arrive together share it. See threeDSecure/emv/records.ts.

import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type {
  ArrivedResult,
  AuthenticationRecords,
  KnownAuthentication,
  ResultDelivery,
} from '../threeDSecure/emv/records.ts'
import { cellOfServerTransactionId } from '../threeDSecure/emv/serverTransactionId.ts'
import { protocolVersions } from '../threeDSecure/emv/settings.ts'
import { arrays } from './connection/binaryArrays.ts'
import { homesOf } from './connection/homes.ts'
import { givenRows, knownWord, run, unavailable } from './connection/statement.ts'
import { createGroupCommit, type OnGroupCommitted } from './journal/groupCommit.ts'

type DeliverySettings = {
  readonly isStopped: () => boolean
  readonly onCommitted?: OnGroupCommitted | undefined
}

/**
 * A directory server waits for three seconds and delivers once. What cannot be recorded by then is still
 * worth recording: its order will find it.
 */
export function createDeliver(
  pool: pg.Pool,
  { isStopped, onCommitted }: DeliverySettings,
): AuthenticationRecords['deliver'] {
  const submit = createGroupCommit<DeliveryRow, ResultDelivery>({
    keyOf: ({ serverTransactionId }) => serverTransactionId.toLowerCase(),
    write: (cell, rows) => deliver(pool, cell, rows),
    // A row that was recorded before is recognised by its delivery, whatever the statement saw.
    isDoubtful: () => false,
    waitingMax: 4_096,
    queuePatienceMs: 10_000,
    patienceMs: 5_000,
    insists: false,
    giveUp: unavailable,
    isStopped,
    onCommitted,
  })
  return async result => {
    const cell = cellOfServerTransactionId(result.serverTransactionId)
    if (cell === undefined) return { state: 'unknown' }
    return submit({ ...result, key: { cell }, hash: hashOf(result), delivery: randomUUID() })
  }
}

type DeliveryRow = ArrivedResult & {
  readonly key: { readonly cell: number }
  readonly hash: Buffer
  /** By which it recognises itself when the answer of the database was lost. */
  readonly delivery: string
}

const hashOf = ({ values, proof }: ArrivedResult): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([Object.entries(values).sort(), proof ?? '']))
    .digest()

async function deliver(
  pool: pg.Pool,
  cell: number,
  given: readonly DeliveryRow[],
): Promise<readonly ResultDelivery[]> {
  const rows = await run<DeliveredRow>(pool, deliverStatement, [
    cell,
    arrays.uuid(given.map(({ serverTransactionId }) => serverTransactionId)),
    arrays.text(given.map(({ acsTransactionId }) => acsTransactionId.toLowerCase())),
    arrays.text(given.map(({ dsTransactionId }) => dsTransactionId.toLowerCase())),
    arrays.text(given.map(({ directoryServer }) => directoryServer)),
    arrays.text(given.map(({ version }) => version)),
    arrays.text(given.map(({ category }) => category)),
    arrays.text(given.map(({ values }) => JSON.stringify(values))),
    arrays.bytea(given.map(({ hash }) => hash)),
    arrays.text(given.map(({ proof }) => proof ?? null)),
    arrays.uuid(given.map(({ delivery }) => delivery)),
  ])
  const homes = await homesOf(pool, [...new Set(rows.map(({ merchant_id }) => merchant_id))])
  const found = new Map(rows.map(row => [Number(row.n) - 1, row]))
  return given.map((each, index) => {
    const row = found.get(index)
    if (!row) return { state: 'unknown' }
    return { state: stateOf(row, each), authentication: knownAuthenticationOf(row, homes) }
  })
}

function stateOf({ delivery_id, content_hash }: DeliveredRow, { delivery, hash }: DeliveryRow) {
  if (delivery_id === null || content_hash === null) return 'refused'
  if (delivery_id === delivery) return 'recorded'
  return content_hash.equals(hash) ? 'same' : 'other'
}

type DeliveredRow = AuthenticationColumns & {
  readonly n: string
  readonly delivery_id: string | null
  readonly content_hash: Buffer | null
}

export type AuthenticationColumns = {
  readonly cell: number
  readonly server_transaction_id: string
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly directory_server: string
  readonly version: string
  readonly category: string
  readonly is_unanswered: boolean
  readonly is_challenge: boolean | null
  readonly acs_transaction_id: string | null
  readonly ds_transaction_id: string | null
  readonly is_returned: boolean
}

/** An answer that was being written when its time ended is committed by then: statements end sooner. */
export const authenticationColumns = `a.cell, a.server_transaction_id, a.merchant_id, a.order_id,
  a.transaction_id, a.directory_server, a.version, a.category, a.is_challenge, a.acs_transaction_id,
  a.ds_transaction_id, a.returned_at is not null as is_returned,
  a.answered_at is null and a.answer_until < tollgate_now() - interval '6 s' as is_unanswered`

/** An authentication stays in the cell that its id names; its order is where its merchant lives now. */
export function knownAuthenticationOf(
  row: AuthenticationColumns,
  homes: ReadonlyMap<string, { readonly cell: number }>,
): KnownAuthentication {
  const { is_challenge, acs_transaction_id, ds_transaction_id } = row
  return {
    serverTransactionId: row.server_transaction_id,
    cell: homes.get(row.merchant_id)?.cell ?? row.cell,
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    directoryServer: row.directory_server,
    version: knownWord(protocolVersions, row.version),
    category: row.category,
    isUnanswered: row.is_unanswered,
    ...(is_challenge !== null && {
      answer: {
        isChallenge: is_challenge,
        acsTransactionId: acs_transaction_id ?? '',
        dsTransactionId: ds_transaction_id ?? '',
      },
    }),
    ...(row.is_returned && { isReturned: true }),
  }
}

/** How many different results may come before the answer: one of them is right. */
const earlyMax = 4

/**
 * Rows are written in the order of their keys, so groups cannot deadlock. The row that is there wins: what
 * comes later under the same ids is only counted.
 */
const deliverStatement = {
  name: 'deliver results',
  text: `
with given as materialized (
  select * from ${givenRows(2, 'uuid text text text text text text bytea text uuid')}
  with ordinality as g (server_transaction_id, acs_id, ds_id, directory_server, version, category, content,
    content_hash, proof, delivery_id, n)
),
known as materialized (
  select g.n, ${authenticationColumns},
    a.directory_server = g.directory_server and a.version = g.version and a.category = g.category
    and case
      when a.answered_at is not null then a.is_challenge and lower(a.acs_transaction_id) = g.acs_id
        and lower(a.ds_transaction_id) = g.ds_id
      else (
        select count(*) from authentication_results r
        where r.cell = $1::int2 and r.server_transaction_id = g.server_transaction_id
          and (r.acs_transaction_id, r.ds_transaction_id) <> (g.acs_id, g.ds_id)
      ) < ${earlyMax}
    end as is_fit
  from given g
  join lateral (
    select * from authentications
    where cell = $1::int2 and server_transaction_id = g.server_transaction_id limit 1
  ) a on true
),
kept as (
  insert into authentication_results as r (cell, server_transaction_id, acs_transaction_id, ds_transaction_id,
    directory_server, content, content_hash, proof, arrived_at, delivery_id)
  select $1::int2, g.server_transaction_id, g.acs_id, g.ds_id, g.directory_server, g.content, g.content_hash,
    g.proof, tollgate_now(), g.delivery_id
  from given g join known k using (n) where k.is_fit
  order by g.server_transaction_id
  on conflict (cell, server_transaction_id, acs_transaction_id, ds_transaction_id) do update
  set repeats = r.repeats
      + (r.delivery_id <> excluded.delivery_id and r.content_hash = excluded.content_hash)::int4,
    contradictions = r.contradictions + (r.content_hash <> excluded.content_hash)::int4
  returning r.server_transaction_id, r.delivery_id, r.content_hash
)
select k.*, kept.delivery_id, kept.content_hash
from known k left join kept using (server_transaction_id)`,
}
