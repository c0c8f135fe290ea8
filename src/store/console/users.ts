// Users of the console in PostgreSQL. What changes a user is one commit with its audit entries.

import type pg from 'pg'
import type { EntryDigest } from '../../administration/port.ts'
import { roles } from '../../console/permissions.ts'
import { lifetimes } from '../../console/users/lifetimes.ts'
import {
  type ChangeConflict,
  type KnownForDecision,
  type ListedUser,
  operatorsKeys,
  type UserDecision,
  type UserStore,
} from '../../console/users/port.ts'
import { type ChangeQuery, createAuditedChange } from '../administration/change.ts'
import { knownWord, read, repeatable } from '../connection/statement.ts'
import { applyUserChange } from './userChange.ts'
import { readUser, readUsers, type UserRow, userOf } from './userRows.ts'
import { createUserSessions } from './userSessions.ts'

/** Changes wait for each other; reading does not wait for them. */
type UserPools = { readonly reading: pg.Pool; readonly changing: pg.Pool }

export function createUserStore({ reading: pool, changing }: UserPools, digest: EntryDigest): UserStore {
  const change = createAuditedChange(changing, digest)
  const ask = <Row extends pg.QueryResultRow>(
    statement: Parameters<typeof read>[1],
    values: readonly unknown[],
  ) => read<Row>(pool, statement, values)
  return {
    find: userId => readUser(ask, 'id', userId),
    findByEmail: email => readUsers(ask, 'email', email),
    findByPasskey: credentialId => readUser(ask, 'passkey', credentialId),
    findByInvitation: tokenHash => readUser(ask, 'invitation', tokenHash),

    async list({ merchantId, after = '', limit }) {
      const values = [merchantId === undefined, merchantId ?? null, after, limit, lifetimes.sessionIdleMs]
      return (await read<ListRow>(pool, listStatement, values)).map(listedOf)
    },

    add: ({ userId, merchantId = null, email, name, role, invitation }, entry) =>
      change(async ask => {
        const added = await ask(addStatement, [userId, merchantId, email, name, role])
        if (added.length === 0) return { result: false, entries: [] }
        await applyUserChange(ask, userId, { invitation })
        return { result: true, entries: [entry] }
      }),

    async ensure({ userId, merchantId = null, email, name, role }) {
      await repeatable(pool, addStatement, [userId, merchantId, email, name, role])
    },

    change: <Result>(userId: string, decide: DecideUser<Result>) =>
      change<Result | ChangeConflict | undefined>(ask => decided(ask, userId, decide)),
    note: entries => change(async () => ({ result: undefined, entries })),
    ...createUserSessions(pool),
  }
}

async function decided<Result>(ask: ChangeQuery, userId: string, decide: DecideUser<Result>) {
  const nothing = <Kept>(result: Kept) => ({ result, entries: [] })
  const user = await readUser(ask, 'id', userId)
  if (!user) return nothing(undefined)
  const [heads] = await ask<{ count: string }>(headsStatement, [userId, user.merchantId ?? null])
  const sessions = await ask<{ session_id: string }>(sessionsStatement, [userId, lifetimes.sessionIdleMs])
  const sessionIds = sessions.map(({ session_id }) => session_id)
  const decision = decide({ user, otherHeads: Number(heads?.count ?? 0), sessionIds })
  const { result, change = {}, entries = [] } = decision
  if (entries.length === 0) return nothing(result)
  // Without entries it is rolled back.
  const conflict = await applyUserChange(ask, userId, change)
  return conflict ? nothing(conflict) : { result, entries }
}

type DecideUser<Result> = (known: KnownForDecision) => UserDecision<Result>

type ListRow = UserRow & {
  readonly signed_in_ms: string | null
  readonly has_password: boolean
  readonly has_totp: boolean
  readonly passkeys: string
  readonly sessions: string
  readonly invited_until_ms: string | null
}

const listedOf = (row: ListRow): ListedUser => ({
  ...userOf(row, knownWord(roles, row.role)),
  createdAtMs: Number(row.created_ms),
  isDisabled: row.is_disabled,
  ...(row.signed_in_ms !== null && { signedInAtMs: Number(row.signed_in_ms) }),
  ...{ hasPassword: row.has_password, hasTotp: row.has_totp },
  ...{ passkeys: Number(row.passkeys), sessions: Number(row.sessions) },
  ...(row.invited_until_ms !== null && { invitedUntilMs: Number(row.invited_until_ms) }),
})

/** Whoever else has the e-mail, elsewhere, is no obstacle, and nobody hears of them. */
const addStatement = {
  name: 'add console user',
  text: `
insert into console_users (user_id, merchant_id, email, name, role) values ($1, $2, $3, $4, $5)
on conflict do nothing returning user_id`,
}

/** Who could take over: neither disabled nor without a way to sign in. */
const headsStatement = {
  name: 'count heads of console users',
  text: `
select count(*) from console_users u
where merchant_id is not distinct from $2 and user_id <> $1 and disabled_at is null
  and role = case when $2::text is null then 'OPERATOR' else 'ADMINISTRATOR' end
  and (password_hash is not null or exists (select from console_passkeys p where p.user_id = u.user_id))`,
}

/** As many as a user may have. */
const sessionsStatement = {
  name: 'ids of console sessions',
  text: `
select session_id from console_sessions
where user_id = $1 and expires_at > clock_timestamp()
  and seen_at > clock_timestamp() - $2::int4 * interval '1 ms'`,
}

/** Whoever goes on behind the last e-mail has seen all of its users: what is equal comes along. */
const listStatement = {
  name: 'list console users',
  text: `
select * from (
  select user_id, merchant_id, email, name, role, disabled_at is not null as is_disabled,
    floor(extract(epoch from created_at) * 1000) as created_ms,
    floor(extract(epoch from signed_in_at) * 1000) as signed_in_ms,
    password_hash is not null as has_password, exists (
      select from console_one_time_codes c where c.cell = 0
        and c.merchant_id = coalesce(u.merchant_id, '${operatorsKeys}') and c.user_id = u.user_id::text
    ) as has_totp,
    (select count(*) from console_passkeys p where p.user_id = u.user_id) as passkeys,
    (select count(*) from console_sessions s where s.user_id = u.user_id
      and s.expires_at > clock_timestamp()
      and s.seen_at > clock_timestamp() - $5::int4 * interval '1 ms') as sessions,
    (select floor(extract(epoch from i.expires_at) * 1000) from console_invitations i
      where i.user_id = u.user_id and i.expires_at > clock_timestamp()) as invited_until_ms
  from console_users u
  where ($1::boolean or merchant_id is not distinct from $2) and email > $3
  order by email fetch first ($4) rows with ties
) page order by email, merchant_id`,
}
