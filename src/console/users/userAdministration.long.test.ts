import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSoftPasskey } from '../../../test/support/console/softPasskey.ts'
import {
  byOperator,
  goodPassword,
  here,
  must,
  openUsersWorld,
  relyingParty,
  type UsersWorld,
} from '../../../test/support/console/usersWorld.ts'
import { isRejection } from '../../orders/rejection.ts'

let world: UsersWorld
beforeAll(async () => {
  world = await openUsersWorld()
})
afterAll(() => world.close())
beforeEach(() => world.sql('delete from console_users'))

const administrator = { role: 'ADMINISTRATOR', merchantId: 'SHOP' } as const
const byAdministrator = { actor: 'boss@shop.example', isAbove: false }
const add = (
  email: string,
  user: { role: 'ADMINISTRATOR' | 'DEVELOPER'; merchantId: string } = administrator,
) => world.addWithPassword({ email, ...user })

test('an invitation is used once, and not when it is old', async () => {
  const user = { email: 'a@shop.example', role: 'READ_ONLY', merchantId: 'SHOP' } as const
  const { token } = must(await world.users.invite(user, byOperator))
  const { totp } = must(await world.invitations.show(token))
  const given = { name: 'A', password: goodPassword, offer: totp.offer, code: world.codeOf(totp.uri) }
  const twice = await Promise.all([1, 2].map(() => world.invitations.accept(token, given, here)))
  expect(twice.filter(isRejection)).toHaveLength(1)
  expect(isRejection(await world.invitations.show(token))).toBe(true)
  const again = must(await world.users.reset({ email: user.email }, byOperator))
  await world.sql("update console_invitations set expires_at = now() - interval '1 second'")
  expect(isRejection(await world.invitations.accept(again.token, given, here))).toBe(true)
  for (const [expiring] of [world.store.expiringUserRecords.slice(3)])
    expect(await expiring?.removeExpired(10)).toBe(1)
})

test('an invitation that is replaced is gone, and nobody is invited twice', async () => {
  const user = { email: 'a@shop.example', ...administrator }
  const { token } = must(await world.users.invite(user, byOperator))
  expect(isRejection(await world.users.invite({ ...user, email: 'A@Shop.example' }, byOperator))).toBe(true)
  must(await world.users.reset({ email: user.email }, byOperator))
  expect(isRejection(await world.invitations.show(token))).toBe(true)
})

test('a page of the list ends with the last user of an e-mail: the next begins behind it', async () => {
  const invite = (email: string, merchantId: string) =>
    world.users.invite({ email, role: 'READ_ONLY', merchantId }, byOperator)
  for (const [email, merchantId] of [
    ['a@shop.example', 'SHOP'],
    ['b@shop.example', 'OTHER'],
    ['b@shop.example', 'SHOP'],
    ['c@shop.example', 'SHOP'],
  ] as const)
    must(await invite(email, merchantId))
  must(await world.users.invite({ email: 'b@shop.example', role: 'OPERATOR' }, byOperator))
  const first = await world.users.list({ limit: 2 })
  expect(first.map(({ email, merchantId }) => [email[0], merchantId])).toEqual([
    ...[
      ['a', 'SHOP'],
      ['b', 'OTHER'],
      ['b', 'SHOP'],
    ],
    ['b', undefined],
  ])
  const next = await world.users.list({ limit: 2, after: 'b@shop.example' })
  expect(next).toMatchObject([{ email: 'c@shop.example' }])
})

test('a user belongs to a merchant that exists, or is an operator', async () => {
  const invite = (user: Parameters<typeof world.users.invite>[0]) => world.users.invite(user, byOperator)
  expect(isRejection(await invite({ email: 'a@b', role: 'DEVELOPER' }))).toBe(true)
  expect(isRejection(await invite({ email: 'a@b', role: 'OPERATOR', merchantId: 'SHOP' }))).toBe(true)
  expect(isRejection(await invite({ email: 'a@b', role: 'DEVELOPER', merchantId: 'NOBODY' }))).toBe(true)
  expect(must(await invite({ email: 'a@b', role: 'OPERATOR' })).user.merchantId).toBeUndefined()
})

test('who is invited by two merchants is a user of each, and neither hears of the other', async () => {
  const [email, other] = ['agency@example.com', { role: 'READ_ONLY', merchantId: 'OTHER' }] as const
  const here1 = await add(email)
  world.move(30_000)
  const there = must(await world.users.invite({ email, ...other }, byAdministrator))
  expect(there.user).toMatchObject({ email, merchantId: 'OTHER' })
  const { totp } = must(await world.invitations.show(there.token))
  const given = {
    name: 'A',
    password: 'another horse entirely',
    offer: totp.offer,
    code: world.codeOf(totp.uri),
  }
  must(await world.invitations.accept(there.token, given, here))
  expect(await world.users.list({ merchantId: 'SHOP', limit: 9 })).toHaveLength(1)
  world.move(30_000)
  const enter = async (password: string, uri: string) => {
    const outcome = must(await world.signIn.withPassword({ email, password, code: world.codeOf(uri) }, here))
    return 'token' in outcome ? (await world.signedInBy(outcome.token))?.user.merchantId : outcome.outcome
  }
  expect(await enter('another horse entirely', here1.uri)).toBe('refused')
  expect(await enter(goodPassword, totp.uri)).toBe('refused')
  expect(await enter(goodPassword, here1.uri)).toBe('SHOP')
  expect(await enter('another horse entirely', totp.uri)).toBe('OTHER')
  expect(await world.users.reset({ email }, byOperator)).toMatchObject({ kind: 'rejection', field: 'email' })
  must(await world.users.reset({ email, merchantId: 'OTHER' }, byOperator))
  expect(await enter(goodPassword, here1.uri)).toBe('refused')
})

test('who works for many merchants signs in at each of them', async () => {
  const email = 'chain@example.com'
  for (let index = 0; index < 25; index++) {
    const merchantId = `SHOP${index}`
    must(await world.users.invite({ email, role: 'READ_ONLY', merchantId }, byAdministrator))
  }
  const { uri, userId } = await add(email, { role: 'ADMINISTRATOR', merchantId: 'LAST' })
  expect(await world.context.store.findByEmail(email)).toHaveLength(26)
  world.move(30_000)
  const given = { email, password: goodPassword, code: world.codeOf(uri) }
  const signedIn = must(await world.signIn.withPassword(given, here))
  const token = 'token' in signedIn ? signedIn.token : ''
  expect(await world.signedInBy(token)).toMatchObject({ user: { userId, merchantId: 'LAST' } })
  const link = must(await world.users.reset({ email, merchantId: 'LAST' }, byOperator))
  expect(link.user.userId).toBe(userId)
})

test('whoever has invited an e-mail keeps nobody else from it, and hears of nobody', async () => {
  const email = 'root@gate.example'
  const invite = (merchantId?: string) =>
    world.users.invite(
      { email, role: 'OPERATOR', ...(merchantId !== undefined && { role: 'ADMINISTRATOR', merchantId }) },
      byAdministrator,
    )
  for (const merchantId of ['SHOP', undefined, 'OTHER']) must(await invite(merchantId))
  const taken = { kind: 'rejection', field: 'email' }
  for (const merchantId of ['SHOP', undefined, 'OTHER']) expect(await invite(merchantId)).toMatchObject(taken)
  // The commands say which of them is meant.
  expect(await world.users.reset({ email }, byOperator)).toMatchObject(taken)
  const operator = must(await world.users.reset({ email, merchantId: null }, byOperator))
  expect(operator.user.role).toBe('OPERATOR')
})

test('the audit log does not take a merchant’s user for the operator of the same e-mail', async () => {
  const email = 'root@gate.example'
  await add(email)
  world.move(30_000)
  await world.addWithPassword({ email, role: 'OPERATOR' })
  const accepted = (await world.audit()).filter(({ action }) => action === 'user.accept').slice(-2)
  expect(accepted).toMatchObject([
    { actor: email, merchantId: 'SHOP' },
    { actor: `${email} (operator)`, merchantId: null },
  ])
  const longest = `${'x'.repeat(186)}@gate.example.org`.slice(-200)
  await world.addWithPassword({ email: longest, role: 'OPERATOR' })
  expect((await world.audit()).at(-1)?.actor).toBe(`${longest.slice(0, 189)} (operator)`)
})

test('an invitation is withdrawn, also for who is let in again later; another one can be made', async () => {
  const { token, user } = must(
    await world.users.invite(
      { email: 'a@shop.example', role: 'DEVELOPER', merchantId: 'SHOP' },
      byAdministrator,
    ),
  )
  const which = { userId: user.userId, merchantId: 'SHOP' }
  must(await world.users.change(which, { isDisabled: true }, byAdministrator))
  expect(isRejection(await world.invitations.show(token))).toBe(true)
  must(await world.users.change(which, { isDisabled: false }, byAdministrator))
  expect(isRejection(await world.invitations.show(token))).toBe(true)
  const again = must(await world.users.reset(which, byAdministrator))
  must(await world.invitations.show(again.token))
})

test('who has accepted meanwhile is not disabled by withdrawing the invitation', async () => {
  const invited = { email: 'a@shop.example', role: 'DEVELOPER', merchantId: 'SHOP' } as const
  const { user } = must(await world.users.invite({ ...invited, email: 'b@shop.example' }, byAdministrator))
  const { userId, token } = await add(invited.email, invited)
  const withdraw = (which: string) =>
    world.users.change(
      { userId: which, merchantId: 'SHOP' },
      { isDisabled: true, isWithdrawal: true },
      byAdministrator,
    )
  expect(await withdraw(userId)).toMatchObject({
    field: 'userId',
    explanation: expect.stringContaining('accepted'),
  })
  expect(await world.signedInBy(token)).toBeDefined()
  expect(must(await withdraw(user.userId)).userId).toBe(user.userId)
})

test('an old invitation that is left of a disabled user does not come back to life', async () => {
  const invited = { email: 'a@shop.example', role: 'DEVELOPER', merchantId: 'SHOP' } as const
  const { token, user } = must(await world.users.invite(invited, byAdministrator))
  await world.sql('update console_users set disabled_at = now()')
  must(await world.users.change({ userId: user.userId }, { isDisabled: false }, byAdministrator))
  expect(isRejection(await world.invitations.show(token))).toBe(true)
})

test('whoever is not in the scope is not there', async () => {
  const { userId } = await add('a@shop.example')
  for (const merchantId of ['OTHER', null]) {
    const which = { userId, merchantId }
    const tries = [
      world.users.change(which, { isDisabled: true }, byOperator),
      world.users.reset(which, byOperator),
      world.users.sessions(which),
      world.users.endSessions(which, 'all', byOperator),
    ]
    for (const outcome of await Promise.all(tries))
      expect(outcome).toMatchObject({ kind: 'rejection', field: 'userId' })
  }
  expect(isRejection(await world.users.sessions({ userId: 'x', merchantId: 'SHOP' }))).toBe(true)
  expect(await world.users.list({ merchantId: 'OTHER', limit: 10 })).toEqual([])
})

test('sessions end at once when role, password or factors change, or the user is disabled', async () => {
  const other = await add('other@shop.example')
  const changes = [
    (userId: string) => world.users.change({ userId }, { role: 'READ_ONLY' }, byOperator),
    (userId: string) => world.users.change({ userId }, { isDisabled: true }, byOperator),
    (userId: string) => world.users.reset({ userId }, byOperator),
    (userId: string) => world.users.endSessions({ userId }, 'all', byOperator),
  ]
  for (const [index, change] of changes.entries()) {
    const { userId, token } = await add(`u${index}@shop.example`)
    expect(await world.signedInBy(token)).toBeDefined()
    must(await change(userId))
    expect(await world.signedInBy(token)).toBeUndefined()
  }
  expect(await world.signedInBy(other.token)).toBeDefined()
})

test('who changes the own password stays signed in here, and nowhere else', async () => {
  const { email, uri, token } = await add('a@shop.example')
  world.move(30_000)
  const given = { email, password: goodPassword, code: world.codeOf(uri) }
  const elsewhere = must(await world.signIn.withPassword(given, here))
  const signedIn = must(await world.signedInBy(token))
  must(await world.account.setPassword(signedIn, 'another horse entirely'))
  expect(await world.signedInBy(token)).toBeDefined()
  expect(await world.signedInBy('token' in elsewhere ? elsewhere.token : '')).toBeUndefined()
})

test('what a session had begun to change when it was ended changes nothing', async () => {
  const { userId, token } = await add('a@shop.example')
  const signedIn = must(await world.signedInBy(token))
  const { offer, uri } = must(await world.account.offerTotp(signedIn))
  must(await world.users.reset({ userId }, byOperator))
  const given = { offer, code: world.codeOf(uri), password: 'chosen by a thief' }
  expect(isRejection(await world.account.setTotp(signedIn, given))).toBe(true)
  expect(isRejection(await world.account.rename(signedIn, 'Thief'))).toBe(true)
  const user = must(await world.context.store.find(userId))
  expect([user.name, user.passwordHash]).toEqual(['Ada', undefined])
})

test('nobody is left without a way to sign in', async () => {
  const { token } = await add('a@shop.example')
  const signedIn = must(await world.signedInBy(token))
  expect(isRejection(await world.account.removePassword(signedIn))).toBe(true)
  expect(isRejection(await world.account.removePasskey(signedIn, 'AAAA'))).toBe(true)
  expect(await world.account.show(signedIn)).toMatchObject({ hasPassword: true, hasTotp: true })
})

test('the last administrator stays one, unless somebody above decides', async () => {
  const [one, two] = [await add('one@shop.example'), await add('two@shop.example')]
  await add('elsewhere@other.example', { role: 'ADMINISTRATOR', merchantId: 'OTHER' })
  const demote = ({ userId }: { userId: string }, by = byAdministrator) =>
    world.users.change({ userId, merchantId: 'SHOP' }, { role: 'READ_ONLY' }, by)
  // Both at once: one of them is the last by then.
  const both = await Promise.all([demote(one), demote(two)])
  expect(both.filter(isRejection)).toHaveLength(1)
  const last = isRejection(both[0]) ? one : two
  const which = { userId: last.userId, merchantId: 'SHOP' }
  expect(isRejection(await world.users.change(which, { isDisabled: true }, byAdministrator))).toBe(true)
  expect(isRejection(await world.users.reset(which, byAdministrator))).toBe(true)
  must(await demote(last, byOperator))
})

test('in a sandbox, the invitation of another operator is withdrawn', async () => {
  const sandbox = { email: 'sandbox@localhost', name: 'Sandbox', role: 'OPERATOR' as const }
  const userId = '00000000-0000-4000-8000-000000000000'
  await world.context.store.ensure({ userId, ...sandbox })
  const session = { sessionId: userId, tokenHash: Buffer.alloc(32), steppedUp: 'always' as const, ...here }
  const entry = { actor: 'sandbox', action: 'user.signIn' as const, details: {} }
  await world.context.store.change(userId, () => ({
    ...{ result: true, change: { startedSession: session }, entries: [entry] },
  }))
  const invited = must(await world.users.invite({ email: 'a@gate.example', role: 'OPERATOR' }, byOperator))
  const byPeer = { actor: 'sandbox@localhost (operator)', isAbove: false }
  const disable = (which: string) => world.users.change({ userId: which }, { isDisabled: true }, byPeer)
  must(await disable(invited.user.userId))
  expect(await disable(userId)).toMatchObject({ explanation: expect.stringContaining('last operator') })
})

test('an invited administrator who never came is nobody to rely on', async () => {
  const { userId } = await add('one@shop.example')
  must(await world.users.invite({ email: 'two@shop.example', ...administrator }, byOperator))
  const change = world.users.change({ userId, merchantId: 'SHOP' }, { isDisabled: true }, byAdministrator)
  expect(isRejection(await change)).toBe(true)
})

test('a session ends half an hour after it was used, and after twelve hours', async () => {
  const { token, userId } = await add('a@shop.example')
  const age = (column: string, by: string) =>
    world.sql(`update console_sessions set ${column} = ${column} - interval '${by}'`)
  await age('seen_at', '29 minutes')
  expect(await world.signedInBy(token)).toBeDefined()
  // It was marked as seen by that.
  await age('seen_at', '29 minutes')
  const open = async () => (await world.users.list({ merchantId: 'SHOP', limit: 9 })).map(one => one.sessions)
  expect(await open()).toEqual([1])
  await age('seen_at', '2 minutes')
  expect(await open()).toEqual([0])
  await age('seen_at', '-2 minutes')
  expect(await world.signedInBy(token)).toBeDefined()
  await age('expires_at', '12 hours')
  expect(await open()).toEqual([0])
  expect(await world.signedInBy(token)).toBeUndefined()
  expect(await world.users.sessions({ userId })).toEqual([])
  const [sessions] = world.store.expiringUserRecords
  expect(await sessions?.removeExpired(10)).toBe(1)
})

test('the token of a session is nowhere, nor is any other secret', async () => {
  const { token, recoveryCodes, uri } = await add('a@shop.example')
  const tables = await world.sql("select tablename from pg_tables where tablename like 'console%'")
  const contents = await Promise.all(
    [...tables.map(row => row.tablename), 'audit'].map(name => world.sql(`select t::text from ${name} t`)),
  )
  const text = JSON.stringify(contents)
  const [, secret = '?'] = /secret=([A-Z2-7]+)/.exec(uri) ?? []
  for (const one of [token, goodPassword, secret, ...recoveryCodes]) {
    expect(text).not.toContain(one)
    expect(text).not.toContain(Buffer.from(one).toString('hex'))
  }
})

test('a passkey that somebody has is refused in words, and nothing is changed', async () => {
  const { token } = await add('a@shop.example')
  const signedIn = must(await world.signedInBy(token))
  const passkey = createSoftPasskey({ origin: relyingParty.origins[0] ?? '', rpId: relyingParty.id })
  const made = async () => passkey.create(must(await world.account.passkeyOptions(signedIn)))
  must(await world.account.addPasskey(signedIn, { passkey: await made(), name: 'Laptop' }))
  const again = { passkey: await made(), name: 'The same' }
  const taken = { kind: 'rejection', field: 'passkey', explanation: expect.stringContaining('known already') }
  expect(await world.account.addPasskey(signedIn, again)).toMatchObject(taken)
  const invited = { email: 'b@shop.example', ...administrator }
  const link = must(await world.users.invite(invited, byOperator))
  const { passkeyOptions = {} } = must(await world.invitations.show(link.token))
  const given = { name: 'B', passkey: passkey.create(passkeyOptions), passkeyName: 'Stolen' }
  expect(await world.invitations.accept(link.token, given, here)).toMatchObject(taken)
  must(await world.invitations.show(link.token))
  expect(await world.account.show(signedIn)).toMatchObject({ passkeys: [{ name: 'Laptop' }] })
})

test('what did not happen is not in the audit log', async () => {
  const { token, userId } = await add('a@shop.example')
  const signedIn = must(await world.signedInBy(token))
  must(await world.account.rename(signedIn, 'Grace'))
  const entries = async () => (await world.audit()).length
  const before = await entries()
  must(await world.account.rename(signedIn, 'Grace'))
  const nowhere = { only: '00000000-0000-4000-8000-000000000001' }
  const refused = { kind: 'rejection', field: 'sessionId' }
  expect(await world.account.endSessions(signedIn, nowhere)).toMatchObject(refused)
  must(await world.account.endSessions(signedIn, { but: signedIn.sessionId }))
  expect(await world.users.endSessions({ userId }, nowhere, byOperator)).toMatchObject(refused)
  expect(await entries()).toBe(before)
  must(await world.users.endSessions({ userId }, 'all', byOperator))
  must(await world.users.endSessions({ userId }, 'all', byOperator))
  expect(await entries()).toBe(before + 1)
})

test('who signs in once too often is out where they have not been for longest', async () => {
  const { token, userId, email, uri } = await add('a@shop.example')
  await world.sql(
    `insert into console_sessions (session_id, user_id, token_hash, address, agent, expires_at)
     select gen_random_uuid(), $1, sha256(n::text::bytea), '', '', now() + interval '1 hour'
     from generate_series(1, 49) n`,
    [userId],
  )
  expect(await world.signedInBy(token)).toBeDefined()
  world.move(30_000)
  const given = { email, password: goodPassword, code: world.codeOf(uri) }
  const next = must(await world.signIn.withPassword(given, here))
  expect(await world.signedInBy('token' in next ? next.token : '')).toBeDefined()
  expect(await world.signedInBy(token)).toBeUndefined()
  expect(await world.users.sessions({ userId })).toHaveLength(50)
})
