// What the store keeps for terminals: base keys, and which sealed payloads were used for what.

import type pg from 'pg'
import type {
  BaseKeyAlgorithm,
  BaseKeyStore,
  KeptBaseKey,
  SealedUse,
  SealedUses,
  UseHashes,
} from '../terminals/port.ts'
import { arrays } from './connection/binaryArrays.ts'
import { read, repeatable } from './connection/statement.ts'

/** Base keys as the running gateway sees them: read only. They are changed in administration/baseKeys.ts. */
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
  readonly algorithm: BaseKeyAlgorithm
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
 * A retired key that fits better than an active one is chosen, and refused: under the other key its payloads
 * would decrypt to meaningless data.
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

export type SealedUseStore = SealedUses & {
  /** Removes some that are older than a month and were used for nothing; returns how many. */
  removeExpired(limit: number): Promise<number>
}

export function createSealedUseStore(pool: pg.Pool): SealedUseStore {
  return {
    async admit({ purpose, earlier, ...now }) {
      const { isFollowUp = false, isClaimed = false } = purpose ?? {}
      const [data, before] = [dataOf(now), columnsOf(earlier)]
      const use = [
        anyMerchant,
        ...data,
        ...usedBy(now),
        isFollowUp,
        isClaimed,
        ...before.data,
        ...before.used,
      ]
      if ((await repeatable(pool, admitStatement, use)).length > 0) return 'admitted'
      const known = [anyMerchant, ...data, ...before.data]
      const rows = await read<{ is_known: boolean | null }>(pool, knownStatement, known)
      return rows.length > 0 && rows.every(({ is_known }) => is_known) ? 'otherPurpose' : 'otherData'
    },

    async removeExpired(limit) {
      return (await repeatable(pool, removeStatement, [limit])).length
    },
  }
}

/**
 * Serial numbers belong to base keys, and one base key may be common to all merchants. Older rows, from when
 * each merchant had its own, are in the same table.
 */
const anyMerchant = ''

const dataOf = ({ serialHash, vectorHash, payloadHash }: UseHashes) => [serialHash, vectorHash, payloadHash]
const usedBy = ({ orderHash, transactionHash }: UseHashes) => [orderHash ?? null, transactionHash ?? null]

function columnsOf(earlier: SealedUse['earlier']) {
  const column = (pick: (use: UseHashes) => Buffer | undefined) =>
    arrays.bytea(earlier.map(use => pick(use) ?? null))
  return {
    data: [
      arrays.text(earlier.map(({ merchantId = anyMerchant }) => merchantId)),
      ...[column(use => use.serialHash), column(use => use.vectorHash), column(use => use.payloadHash)],
    ],
    used: [column(use => use.orderHash), column(use => use.transactionHash)],
  }
}

/**
 * Concurrent statements wait for the row lock, and evaluate the row as the previous one left it. Repeated, it
 * finds its own use, so it is idempotent. An older row about the same payload must match, too, and stays.
 */
const admitStatement = {
  name: 'admit sealed use',
  text: `
insert into sealed_uses as known (merchant_id, serial_hash, vector_hash, first_hash, order_hash,
  transaction_hash)
select $1, $2::bytea, $3::bytea, $4::bytea, case when $8::boolean then $5::bytea end,
  case when $8::boolean then $6::bytea end
where not exists (
  select from unnest($9::text[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[])
    as now (whose, serial, vector, payload, used_for, used_by)
  join sealed_uses earlier on merchant_id = whose and serial_hash = serial
  where (vector_hash = vector and payload in (first_hash, second_hash)
    and (order_hash is null or order_hash = used_for and (transaction_hash = used_by or $7::boolean))
  ) is not true
)
on conflict (merchant_id, serial_hash) do update
set second_hash = case when known.first_hash = $4::bytea then known.second_hash else $4::bytea end,
  order_hash = case when $8::boolean then coalesce(known.order_hash, $5::bytea) else known.order_hash end,
  transaction_hash =
    case when $8::boolean then coalesce(known.transaction_hash, $6::bytea) else known.transaction_hash end
where known.vector_hash = $3::bytea
  and (known.first_hash = $4::bytea or coalesce(known.second_hash, $4::bytea) = $4::bytea)
  and (known.order_hash is null
    or known.order_hash = $5::bytea and (known.transaction_hash = $6::bytea or $7::boolean))
returning true as is_admitted`,
}

/** Why it was not admitted. */
const knownStatement = {
  name: 'know sealed use',
  text: `
select vector_hash = $3::bytea and $4::bytea in (first_hash, second_hash) as is_known from sealed_uses
where merchant_id = $1 and serial_hash = $2::bytea
union all
select vector_hash = vector and payload in (first_hash, second_hash)
from unnest($5::text[], $6::bytea[], $7::bytea[], $8::bytea[]) as now (whose, serial, vector, payload)
join sealed_uses on merchant_id = whose and serial_hash = serial`,
}

const removeStatement = {
  name: 'remove sealed uses',
  text: `
with old as materialized (
  select merchant_id, serial_hash from sealed_uses
  where order_hash is null and first_at <= tollgate_now() - interval '30 days'
  order by first_at limit $1::int4 for update skip locked
)
delete from sealed_uses u using old
where u.merchant_id = old.merchant_id and u.serial_hash = old.serial_hash
returning true as is_removed`,
}
