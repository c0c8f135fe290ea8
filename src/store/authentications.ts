// Authentications at directory servers, and the results that those deliver; see threeDSecure/emv/records.ts.

import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { readStoredRecord } from '../threeDSecure/emv/merchantRecord.ts'
import type {
  ArrivedResult,
  AuthenticationRecords,
  DirectoryServerMerchants,
  KnownAuthentication,
} from '../threeDSecure/emv/records.ts'
import { cellOfServerTransactionId } from '../threeDSecure/emv/serverTransactionId.ts'
import { protocolVersions } from '../threeDSecure/emv/settings.ts'
import type { Cells } from './connection/cells.ts'
import { knownWord, read, repeatable, run } from './connection/statement.ts'

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
export function createAuthenticationRecords(pool: pg.Pool, cells: Cells): AuthenticationRecords {
  return {
    async begin({ serverTransactionId: id, merchantId, orderId, transactionId, ...chosen }) {
      const { directoryServer, version, category } = chosen
      const values = [cellOf(id), id, merchantId, orderId, transactionId, directoryServer, version, category]
      await repeatable(pool, beginStatement, values)
    },

    async answered(id, { isChallenge, acsTransactionId, dsTransactionId }) {
      const values = [cellOf(id), id, isChallenge, acsTransactionId, dsTransactionId]
      await repeatable(pool, answeredStatement, values)
    },

    async find(id) {
      const cell = cellOfServerTransactionId(id)
      if (cell === undefined) return undefined
      const [row] = await read<AuthenticationRow>(pool, findStatement, [cell, id])
      return row && authenticationOf(row)
    },

    async deliver(result) {
      const { serverTransactionId: id, directoryServer, values, proof } = result
      const content = JSON.stringify(values)
      const hash = hashOf(result)
      const given = [cellOf(id), id, directoryServer, content, hash, proof ?? null, randomUUID()]
      const [row] = await repeatable<DeliveredRow>(pool, deliverStatement, given)
      if (row === undefined) throw new Error('A result was neither recorded nor there')
      if (row.is_new) return 'recorded'
      return row.content_hash.equals(hash) ? 'same' : 'other'
    },

    async removeExpired(limit) {
      const forgotten = await cells.collect(limit, (cell, rest) => run(pool, forgetStatement, [cell, rest]))
      return forgotten.length
    },
  }
}

export function createDirectoryServerMerchants(pool: pg.Pool): DirectoryServerMerchants {
  return {
    async find(merchantId, directoryServer) {
      const [row] = await read<{ content: string }>(pool, merchantStatement, [merchantId, directoryServer])
      if (row === undefined) return undefined
      const { record } = readStoredRecord(row.content)
      return record === undefined ? 'unfit' : { ...record, merchantId, directoryServer }
    },
  }
}

function cellOf(serverTransactionId: string): number {
  const cell = cellOfServerTransactionId(serverTransactionId)
  if (cell === undefined) throw new Error('An authentication has an id that names its cell')
  return cell
}

const hashOf = ({ values, proof }: ArrivedResult): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([Object.entries(values).sort(), proof ?? '']))
    .digest()

type AuthenticationRow = {
  readonly cell: number
  readonly server_transaction_id: string
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly directory_server: string
  readonly version: string
  readonly category: string
  readonly age_ms: string
  readonly is_challenge: boolean | null
  readonly acs_transaction_id: string | null
  readonly ds_transaction_id: string | null
  readonly content: string | null
  readonly proof: string | null
}

type DeliveredRow = { readonly is_new: boolean; readonly content_hash: Buffer }

function authenticationOf(row: AuthenticationRow): KnownAuthentication {
  const { is_challenge, acs_transaction_id, ds_transaction_id, content, proof } = row
  return {
    serverTransactionId: row.server_transaction_id,
    cell: row.cell,
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    directoryServer: row.directory_server,
    version: knownWord(protocolVersions, row.version),
    category: row.category,
    ageMs: Number(row.age_ms),
    ...(is_challenge !== null && {
      answer: {
        isChallenge: is_challenge,
        acsTransactionId: acs_transaction_id ?? '',
        dsTransactionId: ds_transaction_id ?? '',
      },
    }),
    ...(content !== null && {
      result: { values: JSON.parse(content), ...(proof !== null && { proof }) },
    }),
  }
}

const beginStatement = {
  name: 'begin authentication',
  text: `
insert into authentications (cell, server_transaction_id, merchant_id, order_id, transaction_id,
  directory_server, version, category, started_at)
values ($1::int2, $2::uuid, $3, $4, $5, $6, $7, $8, tollgate_now())
on conflict do nothing`,
}

const answeredStatement = {
  name: 'answer authentication',
  text: `
update authentications
set answered_at = coalesce(answered_at, tollgate_now()), is_challenge = $3::bool, acs_transaction_id = $4,
  ds_transaction_id = $5
where cell = $1::int2 and server_transaction_id = $2::uuid`,
}

const findStatement = {
  name: 'find authentication',
  text: `
select a.cell, a.server_transaction_id, a.merchant_id, a.order_id, a.transaction_id, a.directory_server,
  a.version, a.category, a.is_challenge, a.acs_transaction_id, a.ds_transaction_id, r.content, r.proof,
  (extract(epoch from tollgate_now() - a.started_at) * 1000)::int8 as age_ms
from authentications a
left join authentication_results r using (cell, server_transaction_id)
where a.cell = $1::int2 and a.server_transaction_id = $2::uuid`,
}

/** The row that is there wins: what comes later is only counted. */
const deliverStatement = {
  name: 'deliver result',
  text: `
insert into authentication_results as r (cell, server_transaction_id, directory_server, content, content_hash,
  proof, arrived_at, delivery_id)
values ($1::int2, $2::uuid, $3, $4, $5::bytea, $6, tollgate_now(), $7::uuid)
on conflict (cell, server_transaction_id) do update
set repeats = r.repeats + (r.delivery_id <> $7::uuid and r.content_hash = $5::bytea)::int4,
  contradictions = r.contradictions + (r.content_hash <> $5::bytea)::int4
returning r.delivery_id = $7::uuid as is_new, r.content_hash`,
}

/** Longer than any challenge lasts, and than a gateway that was away needs to ask. */
const forgetStatement = {
  name: 'forget proofs',
  text: `
with known as materialized (
  select server_transaction_id from authentication_results
  where cell = $1::int2 and proof is not null and arrived_at < tollgate_now() - interval '3 days'
  order by arrived_at limit $2::int4 for update skip locked
)
update authentication_results r set proof = null from known
where r.cell = $1::int2 and r.server_transaction_id = known.server_transaction_id
returning r.cell`,
}

const merchantStatement = {
  name: 'find merchant at directory server',
  text: `
select d.content from merchant_directory_servers d
join merchants m using (cell, merchant_id)
where m.merchant_id = $1 and d.directory_server = $2`,
}
