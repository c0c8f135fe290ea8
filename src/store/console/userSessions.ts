// Sessions of the console in PostgreSQL. Every call looks up its session, so that one that was ended is over
// on every node at once.

import type pg from 'pg'
import { roles } from '../../console/permissions.ts'
import { lifetimes } from '../../console/users/lifetimes.ts'
import type { ListedSession, SignedInUser, SignInTries, UserStore } from '../../console/users/port.ts'
import type { ExpiringStore } from '../../sessions/sweep.ts'
import { knownWord, read, repeatable } from '../connection/statement.ts'
import { type UserRow, userOf } from './userRows.ts'

export function createUserSessions(pool: pg.Pool): UserSessions {
  const found = async (by: keyof typeof findStatements, value: string | Buffer) => {
    const values = [value, lifetimes.sessionIdleMs, lifetimes.steppedUpMs, lifetimes.seenMs]
    const [row] = await read<FoundRow>(pool, findStatements[by], values)
    return row
  }
  return {
    async findSession(tokenHash, isUnattended = false) {
      const row = await found('token', tokenHash)
      if (row?.is_to_be_marked && !isUnattended)
        await repeatable(pool, seenStatement, [row.session_id, lifetimes.seenMs])
      return row && signedInOf(row)
    },

    async findOpenSession(sessionId) {
      const row = await found('id', sessionId)
      return row && signedInOf(row)
    },

    async sessions(userId) {
      return (await read<ListRow>(pool, listStatement, [userId, lifetimes.sessionIdleMs])).map(listedOf)
    },
  }
}

type UserSessions = Pick<UserStore, 'findOpenSession' | 'findSession' | 'sessions'>

type FoundRow = Pick<UserRow, 'email' | 'merchant_id' | 'name' | 'role' | 'user_id'> & {
  readonly session_id: string
  readonly is_stepped_up: boolean
  readonly is_new: boolean
  readonly is_to_be_marked: boolean
}

const signedInOf = (row: FoundRow): SignedInUser => ({
  user: userOf(row, knownWord(roles, row.role)),
  ...{ sessionId: row.session_id, isSteppedUp: row.is_stepped_up, isNew: row.is_new },
})

type ListRow = {
  readonly session_id: string
  readonly address: string
  readonly agent: string
  readonly created_ms: string
  readonly seen_ms: string
  readonly expires_ms: string
}

const listedOf = (row: ListRow): ListedSession => ({
  ...{ sessionId: row.session_id, address: row.address, agent: row.agent },
  createdAtMs: Number(row.created_ms),
  seenAtMs: Number(row.seen_ms),
  expiresAtMs: Number(row.expires_ms),
})

const findStatement = (by: string, { isShown, isMeant }: FoundBy) => ({
  name: `find console session by ${by}`,
  text: `
with moment as materialized (select clock_timestamp() as now)
select s.session_id, u.user_id, u.merchant_id, u.email, u.name, u.role,
  ${isShown} and coalesce(s.stepped_up_at > now - $3::int4 * interval '1 ms', false) as is_stepped_up,
  s.created_at > now - $3::int4 * interval '1 ms' as is_new,
  s.seen_at <= now - $4::int4 * interval '1 ms' as is_to_be_marked
from moment, console_sessions s join console_users u on u.user_id = s.user_id
where ${isMeant} and s.expires_at > now
  and s.seen_at > now - $2::int4 * interval '1 ms' and u.disabled_at is null`,
})
type FoundBy = { readonly isShown: string; readonly isMeant: string }

const findStatements = {
  /** The one before a step-up is good for calls under way, and for nothing that needs the step-up. */
  token: findStatement('token', {
    isShown: 's.token_hash = $1',
    isMeant: '(s.token_hash = $1 or (s.earlier_hash = $1 and s.earlier_until > now))',
  }),
  id: findStatement('id', { isShown: 'true', isMeant: 's.session_id = $1::uuid' }),
}

const seenStatement = {
  name: 'mark console session as seen',
  text: `
update console_sessions set seen_at = clock_timestamp()
where session_id = $1 and seen_at <= clock_timestamp() - $2::int4 * interval '1 ms'`,
}

const listStatement = {
  name: 'list console sessions',
  text: `
select session_id, address, agent, floor(extract(epoch from created_at) * 1000) as created_ms,
  floor(extract(epoch from seen_at) * 1000) as seen_ms,
  floor(extract(epoch from least(expires_at, seen_at + $2::int4 * interval '1 ms')) * 1000) as expires_ms
from console_sessions
where user_id = $1 and expires_at > clock_timestamp()
  and seen_at > clock_timestamp() - $2::int4 * interval '1 ms'
order by seen_at desc limit 100`,
}

/**
 * A try that comes too early changes nothing. Two at once wait for each other by the locks of the rows, which
 * all statements take in the order of their keys.
 */
export function createSignInTries(pool: pg.Pool, newId: () => string): SignInTries {
  return {
    async admit(keyHashes, { afterMs, forgottenAfterMs }) {
      const tryId = newId()
      const values = [keyHashes, tryId, afterMs, forgottenAfterMs]
      const rows = await repeatable<TryRow>(pool, tryStatement, values)
      const byKey = new Map(rows.map(row => [row.key_hash.toString('hex'), row]))
      return keyHashes.map(keyHash => {
        const row = byKey.get(keyHash.toString('hex'))
        const waitMs = Math.max(0, Number(row?.wait_ms ?? 0))
        return { isAdmitted: row?.try_id === tryId, failures: row?.failures ?? 0, waitMs }
      })
    },

    async forgive(keyHashes, how) {
      await repeatable(pool, how === 'all' ? forgetStatement : forgiveStatement, [keyHashes])
    },
  }
}

type TryRow = {
  readonly key_hash: Buffer
  readonly try_id: string
  readonly failures: number
  readonly wait_ms: string
}

/** Repeated after a lost connection it is recognised by its id, and counted once. */
const tryStatement = {
  name: 'try to sign in',
  text: `
with moment as materialized (select clock_timestamp() as now)
insert into console_sign_in_tries as t (key_hash, failures, open_at, try_id, tried_at)
select key_hash, 1, now + ($3::int8[])[1] * interval '1 ms', $2::uuid, now
from moment, unnest($1::bytea[]) key_hash order by key_hash
on conflict (key_hash) do update set
  failures = case
    when t.open_at > excluded.tried_at or t.try_id = excluded.try_id then t.failures
    when t.tried_at <= excluded.tried_at - $4::int8 * interval '1 ms' then 1
    else least(t.failures + 1, 1000000)
  end,
  open_at = case
    when t.open_at > excluded.tried_at or t.try_id = excluded.try_id then t.open_at
    when t.tried_at <= excluded.tried_at - $4::int8 * interval '1 ms' then excluded.open_at
    else excluded.tried_at
      + ($3::int8[])[least(t.failures + 1, cardinality($3::int8[]))] * interval '1 ms'
  end,
  try_id = case when t.open_at > excluded.tried_at then t.try_id else excluded.try_id end,
  tried_at = case when t.open_at > excluded.tried_at then t.tried_at else excluded.tried_at end
returning key_hash, try_id, failures,
  ceil(extract(epoch from open_at - clock_timestamp()) * 1000) as wait_ms`,
}

const inOrder = `(
  select key_hash from console_sign_in_tries where key_hash = any($1::bytea[]) order by key_hash for update
)`
const forgetStatement = {
  name: 'forget tries to sign in',
  text: `delete from console_sign_in_tries where key_hash in ${inOrder}`,
}
const forgiveStatement = {
  name: 'forgive a try to sign in',
  text: `
update console_sign_in_tries set failures = greatest(failures - 1, 0) where key_hash in ${inOrder}`,
}

/** What nobody needs any more: sessions that ended, answered challenges, old tries, invitations not used. */
export function createExpiringUserRecords(pool: pg.Pool): readonly ExpiringStore[] {
  const removed = async (statement: (typeof removeStatements)[number], values: readonly unknown[]) =>
    (await repeatable(pool, statement, values)).length
  const [sessions, challenges, tries, invitations] = removeStatements
  return [
    { removeExpired: limit => removed(sessions, [limit, lifetimes.sessionIdleMs]) },
    { removeExpired: limit => removed(challenges, [limit]) },
    { removeExpired: limit => removed(tries, [limit]) },
    { removeExpired: limit => removed(invitations, [limit]) },
  ]
}

const removing = (table: string, key: string, condition: string) => ({
  name: `remove expired ${table}`,
  text: `
delete from ${table} where ${key} = any(array(select ${key} from ${table} where ${condition} limit $1::int4))
returning true`,
})

const removeStatements = [
  removing(
    'console_sessions',
    'session_id',
    "expires_at <= clock_timestamp() or seen_at <= clock_timestamp() - $2::int4 * interval '1 ms'",
  ),
  removing('console_answered_challenges', 'challenge_hash', 'expires_at <= clock_timestamp()'),
  removing('console_sign_in_tries', 'key_hash', "tried_at <= clock_timestamp() - interval '1 day'"),
  removing('console_invitations', 'user_id', 'expires_at <= clock_timestamp()'),
] as const
