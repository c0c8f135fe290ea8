import type pg from 'pg'
import type { Algorithm, BaseKeyStore, KeptBaseKey } from '../terminals/port.ts'
import { read } from './connection/statement.ts'

/** As the running gateway sees them: it only reads. Who imports and retires is in administration/. */
export function createBaseKeyStore(pool: pg.Pool): BaseKeyStore {
  return {
    async find({ merchantId, keySetIds, algorithms, withTestKeys }) {
      const [row] = await read<BaseKeyRow>(pool, findBaseKeyStatement, [
        ...[merchantId, keySetIds, algorithms, withTestKeys],
      ])
      return row && keptOf(row)
    },
  }
}

type BaseKeyRow = {
  readonly base_key_id: string
  readonly algorithm: Algorithm
  readonly key_set_id: string
  readonly is_retired: boolean
  readonly is_test: boolean
  readonly key_id: string | null
  readonly wrapped: Buffer | null
}

const keptOf = ({
  base_key_id,
  algorithm,
  key_set_id,
  is_retired,
  is_test,
  key_id,
  wrapped,
}: BaseKeyRow): KeptBaseKey => ({
  ...{ id: base_key_id, algorithm, keySetId: key_set_id, isRetired: is_retired, isTest: is_test },
  ...(key_id !== null && wrapped !== null && { value: { keyId: key_id, wrapped } }),
})

/**
 * A retired key that fits better than an active one decides: under the other one its payloads would open to
 * something that nobody has read off a card.
 */
const findBaseKeyStatement = {
  name: 'find base key',
  text: `
select b.base_key_id, b.algorithm, b.key_set_id, b.retired_at is not null as is_retired, b.is_test, k.key_id,
  k.wrapped
from (
  select * from base_keys
  where key_set_id = any($2::text[]) and (merchant_id = $1 or merchant_id is null)
    and algorithm = any($3::text[]) and ($4 or not is_test)
  order by merchant_id is null, char_length(key_set_id) desc, retired_at is not null, base_key_id
  limit 1
) b left join keys k on k.name = 'bdk/' || b.base_key_id`,
}
