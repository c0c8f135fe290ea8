// The request log in PostgreSQL: one row for each batch of a merchant's calls.

import type pg from 'pg'
import type { LoggedCall, RequestLogStore } from '../../console/requestLog/port.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { read, repeatable, runOnce } from '../connection/statement.ts'

export function createRequestLogStore(pool: pg.Pool): RequestLogStore {
  return {
    async append(batches) {
      await runOnce(pool, appendStatement, [
        arrays.int2(batches.map(({ cell }) => cell)),
        arrays.text(batches.map(({ merchantId }) => merchantId)),
        arrays.int4(batches.map(({ calls }) => calls.length)),
        arrays.text(batches.map(({ calls }) => JSON.stringify(calls))),
      ])
    },
    async read({ cell, merchantId }, { before, limit }) {
      const rows = await read<BatchRow>(pool, readRequestsStatement, [
        cell,
        merchantId,
        before ?? null,
        limit,
      ])
      return rows.map(({ batch_no, content }) => ({
        batchNo: batch_no,
        calls: JSON.parse(content) as readonly LoggedCall[],
      }))
    },
    async keep({ cell, merchantId }, calls) {
      await repeatable(pool, keepStatement, [cell, merchantId, calls])
    },
    async forgetOlder(days) {
      const rows = await repeatable(pool, forgetStatement, [days, forgottenAtOnce])
      return rows.length === forgottenAtOnce
    },
  }
}

const forgottenAtOnce = 1_000

type BatchRow = { readonly batch_no: string; readonly content: string }

const appendStatement = {
  name: 'append requests',
  text: `
insert into request_log (cell, merchant_id, calls, content)
select b.cell, b.merchant_id, b.calls, b.content
from unnest($1::int2[], $2::text[], $3::int4[], $4::text[]) as b (cell, merchant_id, calls, content)`,
}

/** No more than about a megabyte, since it is parsed at once; a larger batch comes alone. */
export const readRequestsStatement = {
  name: 'read requests',
  text: `
select batch_no, content from (
  select batch_no, content, sum(octet_length(content)) over (order by batch_no desc) as bytes from (
    select batch_no, content from request_log
    where cell = $1::int2 and merchant_id = $2::text and batch_no < coalesce($3::int8, 9223372036854775807)
    order by batch_no desc limit $4::int4
  ) as newest
) as measured
where bytes - octet_length(content) < 1000000 order by batch_no desc`,
}

/** The batch in which the limit is reached stays whole. */
const keepStatement = {
  name: 'keep requests',
  text: `
delete from request_log where cell = $1::int2 and merchant_id = $2::text and batch_no < (
  select batch_no from (
    select batch_no, sum(calls) over (order by batch_no desc) as so_far
    from request_log where cell = $1::int2 and merchant_id = $2::text
  ) as counted where so_far >= $3::int8 order by batch_no desc limit 1
)`,
}

const forgetStatement = {
  name: 'forget requests',
  text: `
delete from request_log where (cell, merchant_id, batch_no) in (
  select cell, merchant_id, batch_no from request_log
  where written_at < clock_timestamp() - make_interval(days => $1::int4) limit $2::int4
) returning batch_no`,
}
