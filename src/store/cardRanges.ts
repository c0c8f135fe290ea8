// Card ranges of directory servers, shared by all nodes; see threeDSecure/emv/ranges/rangeStore.ts.

import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type {
  NewGeneration,
  NextQuestion,
  RangeClaim,
  RangeFailure,
  RangeState,
  RangeStore,
  StoredGenerationKey,
} from '../threeDSecure/emv/ranges/rangeStore.ts'
import { repeatable } from './connection/statement.ts'

/** A part is one statement: it must not take long. */
const partBytes = 524_288

export function createRangeStore(pool: pg.Pool, nodeId: string): RangeStore {
  const conclude = async (claim: RangeClaim, failure: RangeFailure | undefined, next: NextQuestion) => {
    const { directoryServer, token } = claim
    await repeatable(pool, concludeStatement, [
      ...[directoryServer, token, failure?.code ?? null, Math.round(next.inMs), next.isWhole],
      failure?.hasRefusedWhole ?? false,
    ])
  }
  return {
    async announce(directoryServers) {
      await repeatable(pool, announceStatement, [directoryServers])
    },
    states: async () => (await repeatable<StateRow>(pool, statesStatement, [])).map(stateOf),
    async claim(directoryServer, leaseMs) {
      const token = randomUUID()
      const rows = await repeatable<ClaimRow>(pool, claimStatement, [directoryServer, token, leaseMs])
      return rows[0] && claimOf(directoryServer, token, rows[0])
    },
    async extend({ directoryServer, token }, leaseMs) {
      const rows = await repeatable(pool, extendStatement, [directoryServer, token, leaseMs])
      return rows.length > 0
    },
    publish: (claim, generation, next) => publish(pool, nodeId, claim, generation, next),
    confirm: (claim, next) => conclude(claim, undefined, next),
    fail: conclude,
    async release({ directoryServer, token }) {
      await repeatable(pool, releaseStatement, [directoryServer, token])
    },
    load: key => load(pool, key),
    async forget(directoryServer) {
      await repeatable(pool, endStatement, [directoryServer])
      await repeatable(pool, forgetStatement, [directoryServer])
    },
    async request({ directoryServer, by, isWhole, unlessAskedWithinMs = 0 }) {
      const values = [directoryServer, by, isWhole, unlessAskedWithinMs]
      return (await repeatable(pool, requestStatement, values)).length > 0
    },
  }
}

/** A part that is already there is the same: the number of a generation is used once. */
async function publish(
  pool: pg.Pool,
  nodeId: string,
  { directoryServer, token }: RangeClaim,
  { bytes, ranges, serialNumber, isWhole }: NewGeneration,
  next: NextQuestion,
): Promise<number | undefined> {
  await repeatable(pool, forgetStatement, [directoryServer])
  const [row] = await repeatable<{ generation: string }>(pool, numberStatement, [])
  const generation = Number(row?.generation)
  for (let number = 0; number * partBytes < bytes.length; number++) {
    const content = Buffer.from(bytes.subarray(number * partBytes, (number + 1) * partBytes))
    await repeatable(pool, partStatement, [directoryServer, generation, number, content])
  }
  const digest = createHash('sha256').update(bytes).digest()
  const published = await repeatable(pool, publishStatement, [
    ...[directoryServer, token, generation, serialNumber ?? null, ranges, bytes.length, digest, nodeId],
    ...[isWhole, Math.round(next.inMs), next.isWhole],
  ])
  return published.length === 0 ? undefined : generation
}

async function load(
  pool: pg.Pool,
  { directoryServer, generation, bytes }: StoredGenerationKey,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [row] = await repeatable<{ digest: Buffer }>(pool, digestStatement, [directoryServer, generation])
  if (!row) return undefined
  const loaded = new Uint8Array(bytes)
  const digest = createHash('sha256')
  let length = 0
  for (let number = 0; length < bytes; number++) {
    const values = [directoryServer, generation, number]
    const [part] = await repeatable<{ content: Buffer }>(pool, loadStatement, values)
    if (!part || length + part.content.length > bytes) return undefined
    loaded.set(part.content, length)
    digest.update(part.content)
    length += part.content.length
  }
  return digest.digest().equals(row.digest) ? loaded : undefined
}

type StateRow = {
  readonly directory_server: string
  readonly generation: string | null
  readonly serial_number: string | null
  readonly ranges: number | null
  readonly bytes: string | null
  readonly made_by: string | null
  readonly age_ms: number | null
  readonly next_in_ms: number
  readonly is_whole_next: boolean
  readonly failures: number
  readonly failure: string | null
  readonly requested_by: string | null
}

function stateOf(row: StateRow): RangeState {
  const { directory_server: directoryServer, generation } = row
  return {
    directoryServer,
    ...(generation !== null && {
      current: {
        ...{ directoryServer, generation: Number(generation), bytes: Number(row.bytes) },
        ...{ ranges: row.ranges ?? 0, ageMs: row.age_ms ?? 0, madeBy: row.made_by ?? '' },
        ...(row.serial_number !== null && { serialNumber: row.serial_number }),
      },
    }),
    ...{ nextInMs: row.next_in_ms, isWholeNext: row.is_whole_next, failures: row.failures },
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.requested_by !== null && { requestedBy: row.requested_by }),
  }
}

type ClaimRow = {
  readonly generation: string | null
  readonly is_whole_next: boolean
  readonly failures: number
  readonly whole_age_ms: number | null
  readonly requested_by: string | null
}

const claimOf = (directoryServer: string, token: string, row: ClaimRow): RangeClaim => ({
  ...{ directoryServer, token, isWholeNext: row.is_whole_next, failures: row.failures },
  ...(row.generation !== null && { generation: Number(row.generation) }),
  ...(row.whole_age_ms !== null && { wholeAgeMs: row.whole_age_ms }),
  ...(row.requested_by !== null && { requestedBy: row.requested_by }),
})

const announceStatement = {
  name: 'announce directory servers',
  text: `
insert into card_ranges (directory_server) select unnest($1::text[])
on conflict (directory_server) do update set next_at = clock_timestamp()
where card_ranges.next_at = 'infinity'`,
}

const statesStatement = {
  name: 'card range states',
  text: `
select directory_server, generation, serial_number, ranges, bytes, made_by, is_whole_next, failures, failure,
  extract(epoch from clock_timestamp() - confirmed_at)::float8 * 1000 as age_ms,
  extract(epoch from next_at - clock_timestamp())::float8 * 1000 as next_in_ms, requested_by
from card_ranges where next_at < 'infinity' order by directory_server`,
}

/** Repeated with the same token it is the same claim. */
const claimStatement = {
  name: 'claim card ranges',
  text: `
update card_ranges set claim = $2::uuid, asked_at = clock_timestamp(),
  claimed_until = clock_timestamp() + $3::int8 * interval '1 ms'
where directory_server = $1 and next_at <= clock_timestamp()
  and (claimed_until is null or claimed_until <= clock_timestamp() or claim = $2::uuid)
returning generation, is_whole_next, failures, requested_by,
  extract(epoch from clock_timestamp() - whole_at)::float8 * 1000 as whole_age_ms`,
}

const extendStatement = {
  name: 'extend claim of card ranges',
  text: `
update card_ranges set claimed_until = clock_timestamp() + $3::int8 * interval '1 ms'
where directory_server = $1 and claim = $2::uuid returning directory_server`,
}

const releaseStatement = {
  name: 'release card ranges',
  text: `
update card_ranges set claim = null, claimed_until = null where directory_server = $1 and claim = $2::uuid`,
}

const numberStatement = {
  name: 'number card ranges',
  text: "select nextval('card_range_generations') as generation",
}

const partStatement = {
  name: 'add part of card ranges',
  text: `
insert into card_range_parts (directory_server, generation, number, content)
values ($1, $2::int8, $3::int4, $4::bytea) on conflict (directory_server, generation, number) do nothing`,
}

/** What somebody requested since the question was asked is not answered yet. */
const nextColumns = (inMs: string, isWhole: string): string => `
  next_at = case when requested_at > asked_at then next_at
    else clock_timestamp() + ${inMs}::int8 * interval '1 ms' end,
  is_whole_next = ${isWhole}::boolean or (is_whole_next and coalesce(requested_at > asked_at, false)),
  requested_by = case when requested_at > asked_at then requested_by end,
  requested_at = case when requested_at > asked_at then requested_at end`

/** Only where every byte is there; once more after a lost answer it finds that it is done. */
const publishStatement = {
  name: 'publish card ranges',
  text: `
update card_ranges set generation = $3::int8, serial_number = $4, ranges = $5::int4, bytes = $6::int8,
  digest = $7::bytea, made_by = $8::uuid, made_at = clock_timestamp(), confirmed_at = clock_timestamp(),
  whole_at = case when $9::boolean then clock_timestamp() else whole_at end,
  failures = 0, failure = null, claimed_until = null, ${nextColumns('$10', '$11')}
where directory_server = $1 and claim = $2::uuid and $6::int8 = (
  select sum(octet_length(content)) from card_range_parts
  where directory_server = $1 and generation = $3::int8
)
returning generation`,
}

/**
 * All but the one that counts: nodes had the time since it was published to stop reading the one before. What
 * a node left behind that crashed between two parts goes, too.
 */
const forgetStatement = {
  name: 'forget card ranges',
  text: `
delete from card_range_parts p using card_ranges r
where p.directory_server = $1 and r.directory_server = $1 and p.generation is distinct from r.generation`,
}

/** Never to be asked. Its row stays: whoever announces it again begins anew. */
const endStatement = {
  name: 'end card ranges',
  text: `
update card_ranges set next_at = 'infinity', generation = null, serial_number = null, ranges = null,
  bytes = null, digest = null, made_at = null, made_by = null, confirmed_at = null, whole_at = null,
  asked_at = null,
  is_whole_next = false, failures = 0, failure = null, requested_by = null, requested_at = null,
  claim = null, claimed_until = null
where directory_server = $1`,
}

/** Whoever lost the claim concludes nothing. */
const concludeStatement = {
  name: 'conclude card ranges',
  text: `
update card_ranges set confirmed_at = case when $3::text is null then clock_timestamp() else confirmed_at end,
  whole_at = case when $6::boolean then clock_timestamp() else whole_at end,
  failures = case when $3::text is null then 0 else failures + 1 end, failure = $3::text,
  claim = null, claimed_until = null, ${nextColumns('$4', '$5')}
where directory_server = $1 and claim = $2::uuid`,
}

const digestStatement = {
  name: 'digest of card ranges',
  text: 'select digest from card_ranges where directory_server = $1 and generation = $2::int8',
}

const loadStatement = {
  name: 'load part of card ranges',
  text: `
select content from card_range_parts
where directory_server = $1 and generation = $2::int8 and number = $3::int4`,
}

const requestStatement = {
  name: 'request card ranges',
  text: `
update card_ranges set next_at = least(next_at, clock_timestamp()),
  is_whole_next = is_whole_next or $3::boolean,
  requested_by = $2, requested_at = clock_timestamp()
where directory_server = $1 and next_at < 'infinity'
  and (asked_at is null or asked_at <= clock_timestamp() - $4::int8 * interval '1 ms')
returning directory_server`,
}
