// What checkouts and payments write to sessions, in groups: new values, claims of secrets, their erasure.

import type pg from 'pg'
import type { SecretsClaim, SeenSession, SessionChange, SessionKey, SessionStore } from '../sessions/port.ts'
import { arrays } from './connection/binaryArrays.ts'
import { givenRows, run, unavailable } from './connection/statement.ts'
import { createGroupCommit } from './journal/groupCommit.ts'

type SessionWrites = Pick<SessionStore, 'claimSecrets' | 'eraseSecrets' | 'update'>

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
export function createSessionWrites(pool: pg.Pool): SessionWrites {
  const update = createGroup<SessionChange>({
    write: (cell, items) => writtenOf(pool, updateStatement, [cell, ...changesOf(items)], items.length),
    // A change that it was based on may be the same one, committed by a session that was lost.
    isDoubtful: isChanged => !isChanged,
  })
  const claim = createGroup<ClaimedSession>({
    write: (cell, items) => writtenOf(pool, claimStatement, [cell, ...claimsOf(items)], items.length),
  })
  const erase = createGroup<ErasedSession>({
    write: (cell, items) => writtenOf(pool, eraseStatement, [cell, ...erasuresOf(items)], items.length),
  })
  return {
    update,
    claimSecrets: (seen, { use, holder }) => claim({ ...seen, use, holder }),
    async eraseSecrets({ cell, merchantId, sessionId }, used) {
      const { version = null, holder = null } = used ?? {}
      await erase({ cell, merchantId, sessionId, version, holder })
    },
  }
}

type ClaimedSession = SeenSession & SecretsClaim
type ErasedSession = SessionKey & { readonly version: string | null; readonly holder: string | null }

type GroupedWrite<Item> = {
  /** Whether each of them was written. */
  readonly write: (cell: number, items: readonly Item[]) => Promise<readonly boolean[]>
  readonly isDoubtful?: (isWritten: boolean) => boolean
}

/** No two of one session in a statement: a row can be updated once by each. */
function createGroup<Item extends SessionKey>({ write, isDoubtful = () => false }: GroupedWrite<Item>) {
  const submit = createGroupCommit<{ readonly key: Item }, boolean>({
    keyOf: ({ key }) => `${key.merchantId}\0${key.sessionId}`,
    write: (cell, items) =>
      write(
        cell,
        items.map(({ key }) => key),
      ),
    isDoubtful,
    waitingMax: 1_024,
    queuePatienceMs: 2_000,
    patienceMs: 2_000,
    insists: false,
    giveUp: unavailable,
    isStopped: () => false,
  })
  return (key: Item): Promise<boolean> => submit({ key })
}

async function writtenOf(
  pool: pg.Pool,
  statement: { readonly name: string; readonly text: string },
  values: readonly unknown[],
  count: number,
): Promise<readonly boolean[]> {
  const rows = await run<{ n: string }>(pool, statement, values)
  const written = new Set(rows.map(({ n }) => Number(n)))
  return Array.from({ length: count }, (_, index) => written.has(index + 1))
}

/** In the order of the statements' parameters from $2 on; so are those below. */
const keysOf = (items: readonly SessionKey[]) => [
  arrays.text(items.map(({ merchantId }) => merchantId)),
  arrays.text(items.map(({ sessionId }) => sessionId)),
]

const changesOf = (items: readonly SessionChange[]) => [
  ...keysOf(items),
  arrays.text(items.map(({ seen }) => seen)),
  arrays.text(items.map(({ version }) => version)),
  arrays.int2(items.map(({ authenticationLimit }) => authenticationLimit)),
  arrays.bytea(items.map(({ contents }) => contents.lasting)),
  arrays.bytea(items.map(({ contents }) => contents.secrets ?? null)),
  arrays.int4(items.map(({ life }) => life.idleMs)),
  arrays.int4(items.map(({ life }) => life.totalMs)),
  arrays.boolean(items.map(({ sawSecrets }) => sawSecrets)),
  arrays.boolean(items.map(({ sawClaim }) => sawClaim)),
  arrays.boolean(items.map(({ bringsSecrets }) => bringsSecrets)),
  arrays.text(items.map(({ claim }) => claim?.use ?? null)),
  arrays.uuid(items.map(({ claim }) => claim?.holder ?? null)),
]

/** Of the columns of a change, in their order. */
const changeTypes = 'text text text text int2 bytea bytea int4 int4 boolean boolean boolean text uuid'

/** No two encryptions are equal: if the same ciphertext is stored already, an earlier try was committed. */
const updateStatement = {
  name: 'update sessions',
  text: `
with moment as materialized (select tollgate_now() as now),
given as materialized (
  select *, (select now from moment) + idle_ms * interval '1 ms' as idle_end,
    total_ms * interval '1 ms' as total
  from ${givenRows(2, changeTypes)}
  with ordinality as g (merchant_id, session_id, seen, version, authentication_limit, lasting, secrets,
    idle_ms, total_ms, saw_secrets, saw_claim, brings_secrets, claim_use, claim_holder, n)
),
changed as (
  update sessions s set version = g.version, update_status = 'SUCCESS',
    authentication_limit = g.authentication_limit, lasting = g.lasting, secrets = g.secrets,
    claimed_for = case when g.brings_secrets then g.claim_use else s.claimed_for end,
    claim_holders = case
      when not g.brings_secrets then s.claim_holders
      when g.claim_use is not null then array[g.claim_holder]
    end,
    expires_at = least(g.idle_end,
      (s.created_at at time zone 'UTC' + g.total) at time zone 'UTC')
  from given g
  where s.cell = $1::int2 and s.merchant_id = g.merchant_id and s.session_id = g.session_id
    and s.version = g.seen and (s.secrets is not null) = g.saw_secrets
    and (s.claimed_for is not null) = g.saw_claim and s.expires_at > (select now from moment)
  returning g.n
)
select n from changed
union
select g.n from given g join sessions s
  on s.cell = $1::int2 and s.merchant_id = g.merchant_id and s.session_id = g.session_id
    and s.lasting = g.lasting`,
}

const claimsOf = (items: readonly ClaimedSession[]) => [
  ...keysOf(items),
  arrays.text(items.map(({ version }) => version)),
  arrays.text(items.map(({ use }) => use)),
  arrays.uuid(items.map(({ holder }) => holder)),
]

/** Concurrent claims wait for the row lock, and then see the row as the previous claim left it. */
const claimStatement = {
  name: 'claim secrets of sessions',
  text: `
update sessions s set claimed_for = g.use, claim_holders = case
    when s.claimed_for is null then array[g.holder]
    else array_append(array_remove(s.claim_holders, g.holder), g.holder)
  end
from ${givenRows(2, 'text text text text uuid')}
  with ordinality as g (merchant_id, session_id, version, use, holder, n)
where s.cell = $1::int2 and s.merchant_id = g.merchant_id and s.session_id = g.session_id
  and s.version = g.version and s.secrets is not null and coalesce(s.claimed_for, g.use) = g.use
  and s.expires_at > tollgate_now()
returning g.n`,
}

const erasuresOf = (items: readonly ErasedSession[]) => [
  ...keysOf(items),
  arrays.text(items.map(({ version }) => version)),
  arrays.uuid(items.map(({ holder }) => holder)),
]

const eraseStatement = {
  name: 'erase secrets of sessions',
  text: `
update sessions s set secrets = null, claimed_for = null, claim_holders = null
from ${givenRows(2, 'text text text uuid')} with ordinality as g (merchant_id, session_id, version, holder, n)
where s.cell = $1::int2 and s.merchant_id = g.merchant_id and s.session_id = g.session_id
  and s.secrets is not null
  and (g.version is null or s.version = g.version or g.holder = any(s.claim_holders))
returning g.n`,
}
