// What was recorded of the messages about one authentication, for explain.

import type pg from 'pg'
import { cellOfServerTransactionId } from '../threeDSecure/emv/serverTransactionId.ts'
import type { AuthenticationTrace, AuthenticationTraces } from '../threeDSecure/port.ts'
import { read } from './connection/statement.ts'

export function createAuthenticationTraces(pool: pg.Pool): AuthenticationTraces {
  return {
    async find({ serverTransactionId: id, merchantId, orderId }) {
      const cell = cellOfServerTransactionId(id)
      if (cell === undefined) return undefined
      const [row] = await read<TraceRow>(pool, traceStatement, [cell, id, merchantId, orderId])
      if (!row) return undefined
      const results = await read<ResultRow>(pool, resultsStatement, [cell, id])
      return { ...traceOf(row), results: results.map(resultOf) }
    },
  }
}

type TraceRow = {
  readonly directory_server: string
  readonly version: string
  readonly started_at: Date
  readonly answered_at: Date | null
  readonly is_challenge: boolean | null
  readonly acs_transaction_id: string | null
  readonly ds_transaction_id: string | null
  readonly returned_at: Date | null
}

type ResultRow = {
  readonly directory_server: string
  readonly acs_transaction_id: string
  readonly ds_transaction_id: string
  readonly content: string
  readonly arrived_at: Date
  readonly repeats: number
  readonly contradictions: number
}

function traceOf(row: TraceRow): Omit<AuthenticationTrace, 'results'> {
  const { answered_at, returned_at, is_challenge, acs_transaction_id, ds_transaction_id } = row
  return {
    directoryServer: row.directory_server,
    protocolVersion: row.version,
    askedAtMs: row.started_at.getTime(),
    ...(answered_at && {
      answer: {
        atMs: answered_at.getTime(),
        isChallenge: is_challenge === true,
        acsTransactionId: acs_transaction_id ?? '',
        dsTransactionId: ds_transaction_id ?? '',
      },
    }),
    ...(returned_at && { returnedAtMs: returned_at.getTime() }),
  }
}

const resultOf = (row: ResultRow): AuthenticationTrace['results'][number] => ({
  atMs: row.arrived_at.getTime(),
  acsTransactionId: row.acs_transaction_id,
  dsTransactionId: row.ds_transaction_id,
  values: JSON.parse(row.content),
  repeats: row.repeats,
  contradictions: row.contradictions,
})

const traceStatement = {
  name: 'trace authentication',
  text: `
select directory_server, version, started_at, answered_at, is_challenge, acs_transaction_id,
  ds_transaction_id, returned_at
from authentications
where cell = $1::int2 and server_transaction_id = $2::uuid and merchant_id = $3 and order_id = $4`,
}

/** Of results that come before the answer, only a few are kept. */
const resultsStatement = {
  name: 'trace results',
  text: `
select directory_server, acs_transaction_id, ds_transaction_id, content, arrived_at, repeats, contradictions
from authentication_results
where cell = $1::int2 and server_transaction_id = $2::uuid
order by arrived_at limit 10`,
}
