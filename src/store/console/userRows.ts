// Reading a user with everything by which the user can sign in.

import type pg from 'pg'
import { type Role, roles } from '../../console/permissions.ts'
import {
  type ConsoleUser,
  operatorsKeys,
  type StoredPasskey,
  type StoredUser,
} from '../../console/users/port.ts'
import { knownWord, type SqlStatement } from '../connection/statement.ts'

export type UserRow = {
  readonly user_id: string
  readonly merchant_id: string | null
  readonly email: string
  readonly name: string
  readonly role: string
  readonly created_ms: string
  readonly is_disabled: boolean
}

export const userOf = (
  row: Pick<UserRow, 'email' | 'merchant_id' | 'name' | 'user_id'>,
  role: Role,
): ConsoleUser => ({
  ...{ userId: row.user_id, email: row.email, name: row.name, role },
  ...(row.merchant_id !== null && { merchantId: row.merchant_id }),
})

/** Within a change, or outside of one. */
type UserQuery = <Row extends pg.QueryResultRow>(
  statement: SqlStatement,
  values: readonly unknown[],
) => Promise<readonly Row[]>

export async function readUser(
  ask: UserQuery,
  by: keyof typeof conditions,
  value: string | Buffer,
): Promise<StoredUser | undefined> {
  return (await readUsers(ask, by, value))[0]
}

/**
 * As many as there are merchants may have one e-mail, and all of them are read: whoever was left out could
 * not sign in. Where there is nobody the same statements are run as for one, or for many.
 */
export async function readUsers(
  ask: UserQuery,
  by: keyof typeof conditions,
  value: string | Buffer,
): Promise<readonly StoredUser[]> {
  const rows = await ask<WholeRow>(findStatements[by], [value])
  const userIds = rows.length > 0 ? rows.map(({ user_id }) => user_id) : [nobody]
  const passkeys = byUser(await ask<PasskeyRow>(passkeysStatement, [userIds]))
  const codes = byUser(await ask<CodeRow>(codesStatement, [userIds]))
  return rows.map(row =>
    storedOf(row, {
      passkeys: passkeys(row).map(passkeyOf),
      recoveryCodeHashes: codes(row).map(({ code_hash }) => code_hash),
    }),
  )
}

/** Of each user the own ones, without going through all of them for each. */
function byUser<Factor extends Pick<UserRow, 'user_id'>>(factors: readonly Factor[]) {
  const own = new Map<string, Factor[]>()
  for (const factor of factors) {
    const known = own.get(factor.user_id)
    if (known) known.push(factor)
    else own.set(factor.user_id, [factor])
  }
  return ({ user_id }: Pick<UserRow, 'user_id'>): readonly Factor[] => own.get(user_id) ?? []
}

const nobody = '00000000-0000-0000-0000-000000000000'

type StoredFactors = Pick<StoredUser, 'passkeys' | 'recoveryCodeHashes'>

function storedOf(row: WholeRow, factors: StoredFactors): StoredUser {
  return {
    ...userOf(row, knownWord(roles, row.role)),
    createdAtMs: Number(row.created_ms),
    isDisabled: row.is_disabled,
    ...(row.password_hash !== null && { passwordHash: row.password_hash }),
    ...(row.totp_secret !== null && { totp: { sealed: row.totp_secret, step: Number(row.totp_step) } }),
    ...factors,
    ...(row.token_hash !== null && {
      invitation: { tokenHash: row.token_hash, expiresAtMs: Number(row.invited_until_ms) },
    }),
  }
}

type WholeRow = UserRow & {
  readonly password_hash: string | null
  readonly totp_secret: Buffer | null
  readonly totp_step: string | null
  readonly token_hash: Buffer | null
  readonly invited_until_ms: string | null
}

type CodeRow = { readonly user_id: string; readonly code_hash: Buffer }

type PasskeyRow = {
  readonly user_id: string
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly sign_count: string
  readonly transports: string
  readonly name: string
  readonly created_ms: string
  readonly used_ms: string | null
}

const passkeyOf = (row: PasskeyRow): StoredPasskey => ({
  ...{ credentialId: row.credential_id, publicKey: row.public_key, signCount: Number(row.sign_count) },
  ...{ transports: row.transports, name: row.name, createdAtMs: Number(row.created_ms) },
  ...(row.used_ms !== null && { usedAtMs: Number(row.used_ms) }),
})

const conditions = {
  id: 'u.user_id = $1::uuid',
  email: 'u.email = $1',
  passkey: 'u.user_id = (select user_id from console_passkeys where credential_id = $1)',
  invitation: 'i.token_hash = $1',
} as const

const findStatement = (by: keyof typeof conditions): SqlStatement => ({
  name: `find console user by ${by}`,
  text: `
select u.user_id, u.merchant_id, email, name, role, password_hash, c.sealed as totp_secret,
  c.step as totp_step,
  disabled_at is not null as is_disabled, floor(extract(epoch from created_at) * 1000) as created_ms,
  i.token_hash, floor(extract(epoch from i.expires_at) * 1000) as invited_until_ms
from console_users u left join console_invitations i
  on i.user_id = u.user_id and i.expires_at > clock_timestamp()
left join console_one_time_codes c
  on c.cell = 0 and c.user_id = u.user_id::text
  and c.merchant_id = coalesce(u.merchant_id, '${operatorsKeys}')
where ${conditions[by]} order by created_at, u.user_id`,
})

const findStatements = {
  id: findStatement('id'),
  email: findStatement('email'),
  passkey: findStatement('passkey'),
  invitation: findStatement('invitation'),
}

const passkeysStatement = {
  name: 'passkeys of console users',
  text: `
select user_id, credential_id, public_key, sign_count, transports, name,
  floor(extract(epoch from created_at) * 1000) as created_ms,
  floor(extract(epoch from used_at) * 1000) as used_ms
from console_passkeys where user_id = any($1::uuid[]) order by created_at, credential_id`,
}

const codesStatement = {
  name: 'recovery codes of console users',
  text: 'select user_id, code_hash from console_recovery_codes where user_id = any($1::uuid[])',
}
