// Authentications at directory servers, and the results that those deliver; see threeDSecure/emv/records.ts.

import type pg from 'pg'
import { readStoredRecord } from '../threeDSecure/emv/merchantRecord.ts'
import type {
  AuthenticationRecords,
  DirectoryServerMerchants,
  ResultContent,
} from '../threeDSecure/emv/records.ts'
import { cellOfServerTransactionId } from '../threeDSecure/emv/serverTransactionId.ts'
import {
  type AuthenticationColumns,
  authenticationColumns,
  knownAuthenticationOf,
} from './authenticationResults.ts'
import type { Cells } from './connection/cells.ts'
import { homesOf } from './connection/homes.ts'
import { read, repeatable } from './connection/statement.ts'

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
export function createAuthenticationRecords(
  pool: pg.Pool,
  cells: Cells,
): Omit<AuthenticationRecords, 'deliver'> {
  return {
    async begin({ serverTransactionId: id, merchantId, orderId, transactionId, ...chosen }) {
      const { directoryServer, version, category, answerWithinMs } = chosen
      const asked = [directoryServer, version, category, answerWithinMs]
      await repeatable(pool, beginStatement, [cellOf(id), id, merchantId, orderId, transactionId, ...asked])
    },

    async answered(id, { isChallenge, acsTransactionId, dsTransactionId }) {
      const values = [cellOf(id), id, isChallenge, acsTransactionId, dsTransactionId]
      const [row] = await repeatable<ResultColumns>(pool, answeredStatement, values)
      return row ? resultIn(row) : 'late'
    },

    async returned(id) {
      const cell = cellOfServerTransactionId(id)
      if (cell === undefined) return undefined
      const [row] = await repeatable<ReturnedRow>(pool, returnedStatement, [cell, id])
      return row && { directoryServer: row.directory_server, hasResult: row.has_result }
    },

    async find(id) {
      const cell = cellOfServerTransactionId(id)
      if (cell === undefined) return undefined
      const [row] = await read<AuthenticationColumns & ResultColumns>(pool, findStatement, [cell, id])
      if (row === undefined) return undefined
      const homes = await homesOf(pool, [row.merchant_id])
      return { ...knownAuthenticationOf(row, homes), ...resultIn(row) }
    },

    async removeExpired(limit) {
      const forgotten = await cells.collect(limit, (cell, rest) =>
        repeatable(pool, forgetStatement, [cell, rest]),
      )
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

type ResultColumns = { readonly content: string | null; readonly proof: string | null }

type ReturnedRow = { readonly directory_server: string; readonly has_result: boolean }

const resultIn = ({ content, proof }: ResultColumns): { readonly result?: ResultContent } =>
  content === null ? {} : { result: { values: JSON.parse(content), ...(proof !== null && { proof }) } }

const beginStatement = {
  name: 'begin authentication',
  text: `
insert into authentications (cell, server_transaction_id, merchant_id, order_id, transaction_id,
  directory_server, version, category, started_at, answer_until)
select $1::int2, $2::uuid, $3, $4, $5, $6, $7, $8, now, now + $9::int4 * interval '1 ms'
from tollgate_now() as now
on conflict do nothing`,
}

/** The first answer counts: `least` takes no notice of null, and a distributed database evaluates it once. */
const answeredStatement = {
  name: 'answer authentication',
  text: `
with answered as (
  update authentications
  set answered_at = least(answered_at, tollgate_now()), is_challenge = $3::bool, acs_transaction_id = $4,
    ds_transaction_id = $5
  where cell = $1::int2 and server_transaction_id = $2::uuid
    and (answered_at is not null or answer_until >= tollgate_now())
  returning is_challenge
)
select r.content, r.proof
from answered a
left join authentication_results r on a.is_challenge and r.cell = $1::int2
  and r.server_transaction_id = $2::uuid
  and r.acs_transaction_id = lower($4) and r.ds_transaction_id = lower($5)`,
}

/** Once: a browser may be sent back twice. Where the answer was lost, this return is not counted. */
const returnedStatement = {
  name: 'return from challenge',
  text: `
update authentications a set returned_at = tollgate_now()
where a.cell = $1::int2 and a.server_transaction_id = $2::uuid and a.is_challenge and a.returned_at is null
returning a.directory_server, exists (
  select 1 from authentication_results r
  where r.cell = a.cell and r.server_transaction_id = a.server_transaction_id
    and r.acs_transaction_id = lower(a.acs_transaction_id)
    and r.ds_transaction_id = lower(a.ds_transaction_id)
) as has_result`,
}

const findStatement = {
  name: 'find authentication',
  text: `
select ${authenticationColumns}, r.content, r.proof
from authentications a
left join authentication_results r on a.is_challenge and r.cell = a.cell
  and r.server_transaction_id = a.server_transaction_id
  and r.acs_transaction_id = lower(a.acs_transaction_id) and r.ds_transaction_id = lower(a.ds_transaction_id)
where a.cell = $1::int2 and a.server_transaction_id = $2::uuid`,
}

/** Longer than any challenge lasts, and than a gateway that was away needs to ask. */
const forgetStatement = {
  name: 'forget proofs',
  text: `
with known as materialized (
  select server_transaction_id, acs_transaction_id, ds_transaction_id from authentication_results
  where cell = $1::int2 and proof is not null and arrived_at < tollgate_now() - interval '3 days'
  order by arrived_at limit $2::int4 for update skip locked
)
update authentication_results r set proof = null from known
where r.cell = $1::int2 and r.server_transaction_id = known.server_transaction_id
  and r.acs_transaction_id = known.acs_transaction_id and r.ds_transaction_id = known.ds_transaction_id
returning r.cell`,
}

const merchantStatement = {
  name: 'find merchant at directory server',
  text: `
select d.content from merchant_directory_servers d
join merchants m using (cell, merchant_id)
where m.merchant_id = $1 and d.directory_server = $2`,
}
