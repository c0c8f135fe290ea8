import type pg from 'pg'
import type { SealedUses } from '../terminals/port.ts'
import { repeatable, run } from './statement.ts'

export type SealedUseStore = SealedUses & {
  /** Removes some of the oldest that are older than a month; tells how many. */
  removeExpired(limit: number): Promise<number>
}

export function createSealedUseStore(pool: pg.Pool): SealedUseStore {
  return {
    async admit({ merchantId, serialHash, vectorHash, payloadHash }) {
      const values = [merchantId, serialHash, vectorHash, payloadHash]
      const admitted = await repeatable(pool, admitStatement, values)
      return admitted.length > 0
    },

    async removeExpired(limit) {
      return (await run(pool, removeStatement, [limit])).length
    },
  }
}

/**
 * Of several at once each waits for the row, and judges it as the one before has left it. Done again it finds
 * itself, so it may be repeated.
 */
const admitStatement = {
  name: 'admit sealed use',
  text: `
insert into sealed_uses as known (merchant_id, serial_hash, vector_hash, first_hash)
values ($1, $2::bytea, $3::bytea, $4::bytea)
on conflict (merchant_id, serial_hash) do update
set second_hash = case when known.first_hash = $4::bytea then known.second_hash else $4::bytea end
where known.vector_hash = $3::bytea
  and (known.first_hash = $4::bytea or coalesce(known.second_hash, $4::bytea) = $4::bytea)
returning true as is_admitted`,
}

const removeStatement = {
  name: 'remove sealed uses',
  text: `
with old as materialized (
  select merchant_id, serial_hash from sealed_uses
  where first_at <= tollgate_now() - interval '30 days'
  order by first_at limit $1::int4 for update skip locked
)
delete from sealed_uses u using old
where u.merchant_id = old.merchant_id and u.serial_hash = old.serial_hash
returning true as is_removed`,
}
