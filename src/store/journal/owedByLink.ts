// What is owed over each link to an acquirer: a link that no node has any more would leave it unseen.

import type pg from 'pg'
import type { OwedOverLink } from '../../observability/port.ts'
import type { Cells } from '../connection/cells.ts'
import { read } from '../connection/statement.ts'

/** No more are looked at per cell: with so many, an operator has to look anyway. */
const lookedAtMax = 2_000

/** Of all nodes together; what went to an acquirer without a link is not among it. */
export function createOwedByLink(pool: pg.Pool, cells: Cells): () => Promise<readonly OwedOverLink[]> {
  return async () => {
    const rows = await cells.collect(Number.POSITIVE_INFINITY, cell =>
      read<OwedRow>(pool, owedByLinkStatement, [cell, lookedAtMax]),
    )
    const byLink = new Map<string, OwedOverLink>()
    for (const { link, count, oldest_ms } of rows) {
      const before = byLink.get(link) ?? { count: 0, oldestMs: 0 }
      const oldestMs = Math.max(before.oldestMs, Number(oldest_ms))
      byLink.set(link, { link, count: before.count + count, oldestMs })
    }
    return [...byLink.values()].sort((one, other) => (one.link < other.link ? -1 : 1))
  }
}

type OwedRow = { readonly link: string; readonly count: number; readonly oldest_ms: string }

/**
 * The link stands at the beginning of the trace that the transaction was sent under. Those that were due
 * longest ago are looked at first.
 */
const owedByLinkStatement = {
  name: 'owed by link',
  text: `
select link, count(*)::int4 as count,
  greatest(floor(extract(epoch from tollgate_now() - min(owed_at)) * 1000), 0) as oldest_ms
from (
  select merchant_id, order_no, transaction_id, owed_at from obligations
  where cell = $1::int2 and status = 'PENDING' order by next_at limit $2::int4
) o
join lateral (
  select substring(trace from '^{"(?:link|provider)":"([a-z0-9-]+)"') as link from transactions
  where cell = $1::int2 and merchant_id = o.merchant_id and order_no = o.order_no
    and transaction_id = o.transaction_id limit 1
) t on link is not null
group by link`,
}
