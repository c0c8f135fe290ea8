// Nodes, keys and obligations as operators see them in the console.

import type pg from 'pg'
import type { GatewayRecords, PendingObligation } from '../../console/server/operatorPort.ts'
import type { Cells } from '../connection/cells.ts'
import { read } from '../connection/statement.ts'

export function createGatewayRecords(pool: pg.Pool, cells: Cells): GatewayRecords {
  return {
    async nodes() {
      const rows = await read<{ node_id: string; beats: string }>(pool, nodesStatement, [])
      return rows.map(({ node_id: nodeId, beats }) => ({ nodeId, beats }))
    },
    async generations() {
      const rows = await read<GenerationRow>(pool, generationsStatement, [])
      return rows.map(({ number, started_ms, resealed_ms, retired_ms }) => ({
        ...{ number, startedAtMs: Number(started_ms) },
        ...(resealed_ms !== null && { resealedAtMs: Number(resealed_ms) }),
        ...(retired_ms !== null && { retiredAtMs: Number(retired_ms) }),
      }))
    },
    async wrappings() {
      const rows = await read<WrappingRow>(pool, wrappingsStatement, [])
      return rows.map(({ key_id, keys, newest_ms }) => ({
        ...{ keyId: key_id, keys, newestAtMs: Number(newest_ms) },
      }))
    },
    async obligations({ obligation, after, limit }) {
      const key = after
        ? [after.nextAt, after.merchantId, after.orderNo, after.transactionId]
        : ['-infinity', '', '0', '']
      const found = await cells.collect(Number.POSITIVE_INFINITY, async cell => {
        const wanted = [cell, obligation ?? null, ...key, limit]
        return (await read<ObligationRow>(pool, obligationsStatement, wanted)).map(obligationOf)
      })
      return [...found].sort(byPosition).slice(0, limit)
    },
  }
}

type GenerationRow = {
  readonly number: number
  readonly started_ms: string
  readonly resealed_ms: string | null
  readonly retired_ms: string | null
}
type WrappingRow = { readonly key_id: string; readonly keys: number; readonly newest_ms: string }
type ObligationRow = {
  readonly merchant_id: string
  readonly order_no: string
  readonly order_id: string
  readonly transaction_id: string
  readonly obligation: string
  readonly attempts: number
  readonly unsent: number
  readonly next_at: string
  readonly owed_ms: string
  readonly next_ms: string
  readonly last_ms: string | null
  readonly link: string | null
}

const obligationOf = (row: ObligationRow): PendingObligation => ({
  ...{ nextAt: row.next_at, merchantId: row.merchant_id, orderNo: row.order_no, orderId: row.order_id },
  ...{ transactionId: row.transaction_id, obligation: row.obligation },
  ...{ attempts: row.attempts, unsent: row.unsent },
  ...{ owedAtMs: Number(row.owed_ms), nextAtMs: Number(row.next_ms) },
  ...(row.last_ms !== null && { lastAttemptAtMs: Number(row.last_ms) }),
  ...(row.link !== null && { link: row.link }),
})

/** As the database orders them: its time as text has one form and sorts like the time. */
function byPosition(one: PendingObligation, other: PendingObligation): number {
  const order = [
    one.nextAtMs - other.nextAtMs,
    compared(one.nextAt, other.nextAt),
    compared(one.merchantId, other.merchantId),
    Number(BigInt(one.orderNo) - BigInt(other.orderNo)),
    compared(one.transactionId, other.transactionId),
  ]
  return order.find(difference => difference !== 0) ?? 0
}

const compared = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

const nodesStatement = {
  name: 'console nodes',
  text: 'select node_id, beats from nodes order by node_id limit 200',
}

const generationsStatement = {
  name: 'console generations',
  text: `
select number, extract(epoch from started_at)::float8 * 1000 as started_ms,
  extract(epoch from resealed_at)::float8 * 1000 as resealed_ms,
  extract(epoch from retired_at)::float8 * 1000 as retired_ms
from generations order by number desc limit 100`,
}

const wrappingsStatement = {
  name: 'console wrappings',
  text: `
select key_id, count(*)::int4 as keys, extract(epoch from max(created_at))::float8 * 1000 as newest_ms
from keys group by key_id order by key_id limit 100`,
}

const obligationsStatement = {
  name: 'console obligations',
  text: `
select o.merchant_id, o.order_no, o.order_id, o.transaction_id, o.obligation, o.attempts, o.unsent,
  o.next_at::text as next_at,
  extract(epoch from o.owed_at)::float8 * 1000 as owed_ms,
  extract(epoch from o.next_at)::float8 * 1000 as next_ms,
  extract(epoch from o.last_attempt_at)::float8 * 1000 as last_ms,
  (select substring(trace from '^{"(?:link|provider)":"([a-z0-9-]+)"') from transactions t
    where t.cell = o.cell and t.merchant_id = o.merchant_id and t.order_no = o.order_no
      and t.transaction_id = o.transaction_id limit 1) as link
from obligations o
where o.cell = $1::int2 and o.status = 'PENDING' and ($2::text is null or o.obligation = $2::text)
  and o.next_at >= $3::timestamptz
  and (o.next_at, o.merchant_id, o.order_no, o.transaction_id) >
    ($3::timestamptz, $4::text collate "C", $5::int8, $6::text collate "C")
order by o.next_at, o.merchant_id, o.order_no, o.transaction_id limit $7::int4`,
}
