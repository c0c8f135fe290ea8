// Making a change of a user, within the transaction that also writes its audit entries.

import { lifetimes } from '../../console/users/lifetimes.ts'
import {
  type ChangeConflict,
  type EndedSessions,
  operatorsKeys,
  type UserChange,
} from '../../console/users/port.ts'
import type { ChangeQuery } from '../administration/change.ts'

/** Where it says why not, the caller rolls everything back. */
export async function applyUserChange(
  ask: ChangeQuery,
  userId: string,
  change: UserChange,
): Promise<ChangeConflict | undefined> {
  const { answeredChallenge: answered } = change
  if (answered && (await ask(answerStatement, [answered.hash, answered.lifeMs])).length === 0)
    return 'answered'
  await changeColumns(ask, userId, change)
  if (!(await changePasskeys(ask, userId, change))) return 'passkeyTaken'
  await changeCodes(ask, userId, change)
  const { invitation } = change
  if (invitation === null) await ask(uninviteStatement, [userId])
  else if (invitation) await ask(inviteStatement, [userId, invitation.tokenHash, invitation.lifeMs])
  await changeSessions(ask, userId, change)
  return undefined
}

async function changeColumns(ask: ChangeQuery, userId: string, change: UserChange): Promise<void> {
  const { name, role, isDisabled, passwordHash, totp, usedTotpStep, startedSession } = change
  if (name !== undefined) await ask(nameStatement, [userId, name])
  if (role !== undefined) await ask(roleStatement, [userId, role])
  if (isDisabled !== undefined) await ask(disableStatement, [userId, isDisabled])
  if (passwordHash !== undefined) await ask(passwordStatement, [userId, passwordHash])
  if (totp === null) await ask(removeTotpStatement, [userId])
  else if (totp) await ask(totpStatement, [userId, totp.sealed, totp.step, operatorsKeys])
  if (usedTotpStep !== undefined) await ask(useTotpStatement, [userId, usedTotpStep])
  if (startedSession) await ask(signedInStatement, [userId])
}

/** False: there is a passkey with the id of the new one. */
async function changePasskeys(ask: ChangeQuery, userId: string, change: UserChange): Promise<boolean> {
  const { addedPasskey: added, removedPasskeys: removed, usedPasskey: used } = change
  if (removed) await ask(removePasskeysStatement, [userId, removed])
  if (added) {
    const { credentialId, publicKey, signCount, transports, name } = added
    const values = [userId, credentialId, publicKey, signCount, transports, name]
    if ((await ask(addPasskeyStatement, values)).length === 0) return false
  }
  if (used) await ask(usePasskeyStatement, [userId, used.credentialId, used.signCount])
  return true
}

async function changeCodes(ask: ChangeQuery, userId: string, change: UserChange): Promise<void> {
  const { recoveryCodeHashes: hashes, usedRecoveryCode: used } = change
  if (used) await ask(useCodeStatement, [userId, used])
  if (!hashes) return
  await ask(removeCodesStatement, [userId])
  await ask(addCodesStatement, [userId, hashes])
}

async function changeSessions(ask: ChangeQuery, userId: string, change: UserChange): Promise<void> {
  const { endedSessions: ended, steppedUp, startedSession: started } = change
  if (ended) await endSessions(ask, userId, ended)
  if (steppedUp) {
    const { sessionId, tokenHash } = steppedUp
    await ask(stepUpStatement, [userId, sessionId, tokenHash, lifetimes.earlierTokenMs])
  }
  if (!started) return
  const { sessionId, tokenHash, address, agent } = started
  const place = [cut(address, 60), cut(agent, 300)]
  await ask(startStatement, [
    ...[sessionId, userId, tokenHash, started.steppedUp, ...place, lifetimes.sessionMs],
  ])
  await ask(endOldestStatement, [userId, sessionsMax])
}

/** In so many browsers a user is signed in at most: one more ends the session that was used longest ago. */
export const sessionsMax = 50

async function endSessions(ask: ChangeQuery, userId: string, ended: EndedSessions): Promise<void> {
  const [but, only] = ended === 'all' ? [] : 'but' in ended ? [ended.but] : [undefined, ended.only]
  await ask(endStatement, [userId, but ?? null, only ?? null])
}

const cut = (text: string, max: number): string => [...text].slice(0, max).join('')

const ownCodes = `cell = 0 and user_id = $1::uuid::text and merchant_id = (
  select coalesce(merchant_id, '${operatorsKeys}') from console_users where user_id = $1::uuid
)`

const answerStatement = {
  name: 'answer challenge',
  text: `
insert into console_answered_challenges (challenge_hash, expires_at)
values ($1, clock_timestamp() + $2::int4 * interval '1 ms')
on conflict do nothing returning challenge_hash`,
}

const nameStatement = {
  name: 'name console user',
  text: 'update console_users set name = $2 where user_id = $1',
}
const roleStatement = {
  name: 'set role of console user',
  text: 'update console_users set role = $2 where user_id = $1',
}
const disableStatement = {
  name: 'disable console user',
  text: `
update console_users set disabled_at = case when $2::boolean then clock_timestamp() end where user_id = $1`,
}
const passwordStatement = {
  name: 'set password of console user',
  text: 'update console_users set password_hash = $2 where user_id = $1',
}
const totpStatement = {
  name: 'set one-time codes of console user',
  text: `
insert into console_one_time_codes (merchant_id, user_id, sealed, step)
select coalesce(merchant_id, $4), user_id::text, $2, $3 from console_users where user_id = $1::uuid
on conflict (cell, merchant_id, user_id) do update set sealed = excluded.sealed, step = excluded.step`,
}
const removeTotpStatement = {
  name: 'remove one-time codes of console user',
  text: `delete from console_one_time_codes where ${ownCodes}`,
}
const useTotpStatement = {
  name: 'use one-time code of console user',
  text: `update console_one_time_codes set step = $2 where ${ownCodes}`,
}
const signedInStatement = {
  name: 'note sign-in of console user',
  text: 'update console_users set signed_in_at = clock_timestamp() where user_id = $1',
}

const removePasskeysStatement = {
  name: 'remove passkeys',
  text: 'delete from console_passkeys where user_id = $1 and credential_id = any($2::bytea[])',
}
const addPasskeyStatement = {
  name: 'add passkey',
  text: `
insert into console_passkeys (user_id, credential_id, public_key, sign_count, transports, name)
values ($1, $2, $3, $4, $5, $6)
on conflict (credential_id) do nothing returning credential_id`,
}
const usePasskeyStatement = {
  name: 'use passkey',
  text: `
update console_passkeys set sign_count = $3, used_at = clock_timestamp()
where user_id = $1 and credential_id = $2`,
}

const useCodeStatement = {
  name: 'use recovery code',
  text: 'delete from console_recovery_codes where user_id = $1 and code_hash = $2',
}
const removeCodesStatement = {
  name: 'remove recovery codes',
  text: 'delete from console_recovery_codes where user_id = $1',
}
const addCodesStatement = {
  name: 'add recovery codes',
  text: `
insert into console_recovery_codes (user_id, code_hash)
select $1, code_hash from unnest($2::bytea[]) code_hash`,
}

const inviteStatement = {
  name: 'invite console user',
  text: `
insert into console_invitations (user_id, token_hash, expires_at)
values ($1, $2, clock_timestamp() + $3::int8 * interval '1 ms')
on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
}
const uninviteStatement = {
  name: 'end invitation of console user',
  text: 'delete from console_invitations where user_id = $1',
}

const startStatement = {
  name: 'start console session',
  text: `
insert into console_sessions (session_id, user_id, token_hash, stepped_up_at, address, agent, expires_at)
values ($1, $2, $3, case $4::text when 'always' then 'infinity' when 'now' then clock_timestamp() end, $5, $6,
  clock_timestamp() + $7::int4 * interval '1 ms')`,
}

/** The token is another one from now on: who knew the one before has not shown the second factor. */
const stepUpStatement = {
  name: 'step up console session',
  text: `
update console_sessions set earlier_hash = token_hash, token_hash = $3, stepped_up_at = clock_timestamp(),
  seen_at = clock_timestamp(), earlier_until = clock_timestamp() + $4::int4 * interval '1 ms'
where user_id = $1 and session_id = $2`,
}

const endOldestStatement = {
  name: 'end oldest console sessions',
  text: `
delete from console_sessions where session_id in (
  select session_id from console_sessions where user_id = $1 order by seen_at desc, created_at desc offset $2
)`,
}

const endStatement = {
  name: 'end console sessions',
  text: `
delete from console_sessions
where user_id = $1 and ($2::uuid is null or session_id <> $2) and ($3::uuid is null or session_id = $3)`,
}
