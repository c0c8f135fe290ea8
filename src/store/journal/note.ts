import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { RecoveryJournal } from '../../operations/model/journal.ts'
import { repeatable } from '../connection/statement.ts'

/** The id is ours, so that a commit whose fate is unknown may be repeated and is written once. */
export function createNote(pool: pg.Pool): RecoveryJournal['note'] {
  return async ({ key: { cell, merchantId, orderId }, transactionId, kind, attempt, content }) => {
    const noted = [cell, merchantId, orderId, transactionId, randomUUID(), kind, attempt, content]
    await repeatable(pool, noteStatement, noted)
  }
}

const noteStatement = {
  name: 'note',
  text: `
insert into exchanges (cell, merchant_id, order_no, transaction_id, exchange_id, kind, attempt, content,
  recorded_at)
select $1::int2, $2, order_no, $4, $5::uuid, $6, $7::int4, $8, tollgate_now()
from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3
on conflict (cell, merchant_id, order_no, transaction_id, exchange_id) do nothing`,
}
