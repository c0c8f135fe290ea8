import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoftPasskey } from '../../../test/support/console/softPasskey.ts'
import {
  byOperator,
  elsewhere,
  goodPassword,
  here,
  must,
  openUsersWorld,
  relyingParty,
  type UsersWorld,
} from '../../../test/support/console/usersWorld.ts'
import { isRejection } from '../../orders/rejection.ts'
import { createSignIn } from './signIn.ts'
import { waitsOfNetwork, waitsOfUser } from './signInTries.ts'

let world: UsersWorld
beforeAll(async () => {
  world = await openUsersWorld()
})
afterAll(() => world.close())

let count = 0
const someone = () =>
  world.addWithPassword({ email: `u${count++}@shop.example`, role: 'ADMINISTRATOR', merchantId: 'SHOP' })
/** The next code: the one of now was used. */
const nextCode = (uri: string) => {
  world.move(30_000)
  return world.codeOf(uri)
}
const passkeyOf = () => createSoftPasskey({ origin: relyingParty.origins[0] ?? '', rpId: relyingParty.id })

test('with password and code one is signed in, stepped up, and the log says so', async () => {
  const { email, uri } = await someone()
  const signedIn = await world.signIn.withPassword(
    { email: ` ${email.toUpperCase()} `, password: goodPassword, code: nextCode(uri) },
    here,
  )
  expect(signedIn).toMatchObject({ outcome: 'signedIn' })
  const token = 'token' in signedIn ? signedIn.token : ''
  const found = { user: { email, role: 'ADMINISTRATOR', merchantId: 'SHOP' }, isSteppedUp: true }
  expect(await world.signedInBy(token)).toMatchObject(found)
  expect((await world.audit()).slice(-3)).toMatchObject([
    { actor: 'operator', action: 'user.invite', merchantId: 'SHOP', details: { user: email } },
    { actor: email, action: 'user.accept', merchantId: 'SHOP' },
    { actor: email, action: 'user.signIn', merchantId: 'SHOP', details: { how: 'totp' } },
  ])
})

test('a code counts once, also when it comes twice at the same moment', async () => {
  const { email, uri } = await someone()
  const given = { email, password: goodPassword, code: nextCode(uri) }
  const outcomes = await Promise.all([1, 2, 3].map(() => world.signIn.withPassword(given, here)))
  const kinds = outcomes.map(one => ('outcome' in one ? one.outcome : one))
  expect(kinds.sort()).toEqual(['refused', 'refused', 'signedIn'])
  expect(await world.signIn.withPassword(given, here)).toEqual({ outcome: 'refused' })
})

test('a rotation of keys between two looks at a code does not refuse it', async () => {
  const { email, uri, userId } = await someone()
  const { change } = world.context.store
  const box = 'select sealed from console_one_time_codes where user_id = $1'
  const [{ sealed: before }] = await world.sql(box, [userId])
  const resealing: typeof world.context.store = {
    ...world.context.store,
    async change(id, decide) {
      const user = must(await world.context.store.find(id))
      const opened = await world.context.keys.totp.open(user, user.totp?.sealed ?? Buffer.alloc(0))
      const sealed = await world.context.keys.totp.seal(user, opened)
      const isFirst = user.totp?.sealed.equals(before)
      if (isFirst)
        await world.sql('update console_one_time_codes set sealed = $2 where user_id = $1', [id, sealed])
      return change(id, decide)
    },
  }
  const signIn = createSignIn({ ...world.context, store: resealing })
  const given = { email, password: goodPassword, code: nextCode(uri) }
  expect(await signIn.withPassword(given, here)).toMatchObject({ outcome: 'signedIn' })
  const [{ sealed: after }] = await world.sql(box, [userId])
  expect(after.equals(before)).toBe(false)
  // It counted.
  expect(await signIn.withPassword(given, here)).toEqual({ outcome: 'refused' })
})

test('what is wrong is refused alike: password, code, user, a user who is disabled', async () => {
  const { email, uri, userId } = await someone()
  const right = { email, password: goodPassword, code: nextCode(uri) }
  for (const wrong of [{ password: 'another one' }, { code: '000000' }, { email: 'nobody@shop.example' }])
    expect(await world.signIn.withPassword({ ...right, ...wrong }, here)).toEqual({ outcome: 'refused' })
  await world.signIn.settled()
  const [last] = (await world.audit()).slice(-1)
  expect(last).toMatchObject({
    actor: email,
    action: 'user.signInFailed',
    details: { network: '192.0.2.0/24' },
  })
  must(await world.users.change({ userId }, { isDisabled: true }, byOperator))
  expect(await world.signIn.withPassword(right, here)).toEqual({ outcome: 'refused' })
  must(await world.users.change({ userId }, { isDisabled: false }, byOperator))
  expect(await world.signIn.withPassword(right, here)).toMatchObject({ outcome: 'signedIn' })
})

test('nothing of an e-mail that nobody has is written down', async () => {
  const before = (await world.audit()).length
  await world.signIn.withPassword({ email: 'a secret typed here', password: 'x', code: '1' }, here)
  await world.signIn.settled()
  expect((await world.audit()).length).toBe(before)
})

test('a recovery code takes the place of a one-time code, once', async () => {
  const { email, recoveryCodes } = await someone()
  expect(new Set(recoveryCodes).size).toBe(10)
  const [code = ''] = recoveryCodes
  const given = { email, password: goodPassword, code: code.toUpperCase().replaceAll('-', ' ') }
  const signedIn = await world.signIn.withPassword(given, here)
  const token = 'token' in signedIn ? signedIn.token : ''
  // It is good for setting up another factor, and confirms no payment.
  expect(await world.signedInBy(token)).toMatchObject({ isSteppedUp: false, isNew: true })
  expect(await world.signIn.withPassword(given, here)).toEqual({ outcome: 'refused' })
})

test('after some mistakes everything has to wait from there, and nothing from elsewhere', async () => {
  const { email, uri } = await someone()
  const free = waitsOfUser.afterMs.filter(ms => ms === 0).length
  const wrong = { email, password: 'wrong', code: '000000' }
  for (let times = 0; times <= free; times++)
    expect(await world.signIn.withPassword(wrong, here)).toEqual({ outcome: 'refused' })
  const right = { email, password: goodPassword, code: nextCode(uri) }
  expect(await world.signIn.withPassword(right, here)).toEqual({ outcome: 'wait', seconds: 2 })
  // The neighbour in the same network is the same caller.
  expect(await world.signIn.withPassword(right, { ...here, address: '192.0.2.99' })).toMatchObject({
    outcome: 'wait',
  })
  expect(await world.signIn.withPassword(right, elsewhere)).toMatchObject({ outcome: 'signedIn' })
  // Somebody else of the same merchant is not concerned.
  const other = await someone()
  const others = { email: other.email, password: goodPassword, code: nextCode(other.uri) }
  expect(await world.signIn.withPassword(others, here)).toMatchObject({ outcome: 'signedIn' })
})

/** Two merchants have a user of this e-mail; whoever administers one may have made theirs up. */
async function namesakes() {
  const email = `u${count++}@example.com`
  const add = (merchantId: string) => world.addWithPassword({ email, role: 'DEVELOPER', merchantId })
  return { email, victim: await add('SHOP'), made: await add('OTHER') }
}

test('who signs in elsewhere with the same e-mail gets no more guesses by it', async () => {
  const { email, victim, made } = await namesakes()
  const guess = () => world.signIn.withPassword({ email, password: goodPassword, code: '000000' }, here)
  const enter = (uri: string) =>
    world.signIn.withPassword({ email, password: goodPassword, code: nextCode(uri) }, here)
  const free = waitsOfUser.afterMs.filter(ms => ms === 0).length
  for (let times = 0; times < free; times++) await guess()
  expect(await enter(made.uri)).toMatchObject({ outcome: 'signedIn' })
  // Whether there is somebody else of that name, nobody sees by the answer.
  expect(await guess()).toEqual({ outcome: 'refused' })
  expect(await enter(victim.uri)).toEqual({ outcome: 'refused' })
  expect(
    await world.signIn.withPassword({ email, password: 'x', code: nextCode(victim.uri) }, elsewhere),
  ).toEqual({
    outcome: 'refused',
  })
  expect(
    await world.signIn.withPassword({ email, password: goodPassword, code: nextCode(victim.uri) }, elsewhere),
  ).toMatchObject({ outcome: 'signedIn' })
})

test('whose code it was is known: the other merchant hears nothing of the mistake', async () => {
  const { email, victim } = await namesakes()
  const before = (await world.audit()).length
  const merchantsOf = async () => {
    await world.signIn.settled()
    return (await world.audit()).slice(before).map(({ merchantId }) => merchantId)
  }
  await world.signIn.withPassword({ email, password: 'wrong', code: nextCode(victim.uri) }, here)
  expect(await merchantsOf()).toEqual(['SHOP'])
  // Nobody knows which of them was meant: that somebody guesses is for both, whoever else there is.
  await world.signIn.withPassword({ email, password: 'wrong', code: '000000' }, elsewhere)
  expect((await merchantsOf()).slice(1).sort()).toEqual(['OTHER', 'SHOP'])
})

test('a guess at an e-mail of many users is two statements, and one commit of the audit log', async () => {
  const email = `chain${count++}@example.com`
  const add = (merchantId: string) => world.addWithPassword({ email, role: 'READ_ONLY', merchantId })
  for (let index = 0; index < 40; index++) await add(`SHOP${index}`)
  const { uri } = await add('LAST')
  const asked: string[] = []
  const { admit, forgive } = world.context.tries
  const tries: typeof world.context.tries = {
    async admit(keys, waits) {
      asked.push(`admit ${keys.length}`)
      return admit(keys, waits)
    },
    async forgive(keys, how) {
      asked.push(`forgive ${how} ${keys.length}`)
      return forgive(keys, how)
    },
  }
  const signIn = createSignIn({ ...world.context, tries })
  const place = { ...here, address: '198.19.0.7' }
  const guess = { email, password: goodPassword, code: '000000' }
  for (let times = 0; times < 2; times++)
    expect(await signIn.withPassword(guess, place)).toEqual({ outcome: 'refused' })
  await signIn.settled()
  const counted = "action = 'user.signInFailed' and actor = $1 and details::json->>'failures' = '1'"
  const commits = `
    select count(*)::int4 as entries, count(distinct at)::int4 as commits from audit where ${counted}`
  expect(await world.sql(commits, [email])).toEqual([{ entries: 41, commits: 1 }])
  expect(asked.splice(0)).toEqual(['admit 1', 'admit 41', 'admit 1', 'admit 41'])
  expect(await signIn.withPassword({ ...guess, code: nextCode(uri) }, place)).toMatchObject({
    outcome: 'signedIn',
  })
  expect(asked).toEqual(['admit 1', 'admit 41', 'forgive one 41', 'forgive all 1'])
})

test('many guesses at once at the same users wait for each other, and no number is given twice', async () => {
  const keys = Array.from({ length: 60 }, (_, index) => Buffer.alloc(32, index))
  const waits = { afterMs: [0], forgottenAfterMs: 60_000 }
  const { admit, forgive } = world.context.tries
  const turned = (by: number) => [...keys.slice(by), ...keys.slice(0, by)]
  const tried = await Promise.all(keys.slice(0, 20).map((_, by) => admit(turned(by * 3), waits)))
  const ofFirst = tried.map((all, by) => all[(60 - by * 3) % 60]).filter(one => one?.isAdmitted)
  expect(new Set(ofFirst.map(one => one?.failures))).toHaveProperty('size', ofFirst.length)
  await Promise.all(keys.map((_, by) => forgive(turned(by), by % 7 === 0 ? 'all' : 'one')))
  expect(await admit(keys, waits)).toEqual(keys.map(() => expect.objectContaining({ isAdmitted: true })))
})

test('a merchant hears nothing of guesses at somebody whom it has only invited, or disabled', async () => {
  const { email } = await world.addWithPassword({ email: `root${count++}@gate.example`, role: 'OPERATOR' })
  const namesake = (merchantId: string) => ({ email, role: 'READ_ONLY' as const, merchantId })
  must(await world.users.invite(namesake('SHOP'), byOperator))
  world.move(30_000)
  const { userId } = await world.addWithPassword(namesake('OTHER'))
  must(await world.users.change({ userId }, { isDisabled: true }, byOperator))
  const before = (await world.audit()).length
  const counted = async () => (await world.sql('select from console_sign_in_tries')).length
  const countedBefore = await counted()
  const place = { ...here, address: '198.18.0.7' }
  await world.signIn.withPassword({ email, password: 'wrong', code: '000000' }, place)
  await world.signIn.settled()
  expect((await world.audit()).slice(before)).toMatchObject([
    { actor: `${email} (operator)`, merchantId: null, action: 'user.signInFailed' },
  ])
  // The network, and the operator.
  expect(await counted()).toBe(countedBefore + 2)
  const invitedOnly = { email: `new${count++}@shop.example`, role: 'READ_ONLY' as const, merchantId: 'SHOP' }
  must(await world.users.invite(invitedOnly, byOperator))
  const guess = { email: invitedOnly.email, password: 'wrong', code: '000000' }
  expect(await world.signIn.withPassword(guess, place)).toEqual({ outcome: 'refused' })
  await world.signIn.settled()
  expect((await world.audit()).at(-1)).toMatchObject({ action: 'user.invite' })
})

test('who does not exist waits like who does', async () => {
  const wrong = { email: 'no.one@shop.example', password: 'wrong', code: '000000' }
  const outcomes = []
  for (let times = 0; times < 6; times++) outcomes.push(await world.signIn.withPassword(wrong, elsewhere))
  expect(outcomes.at(-1)).toEqual({ outcome: 'wait', seconds: 2 })
})

test('from where many were mistaken, names that are typed are not even counted', async () => {
  const guess = (index: number) =>
    world.signIn.withPassword(
      { email: `guess${index}@shop.example`, password: 'wrong', code: '000000' },
      { ...here, address: '203.0.113.9' },
    )
  const free = waitsOfNetwork.afterMs.filter(ms => ms === 0).length
  for (let index = 0; index <= free; index++) await guess(index)
  const counted = async () => (await world.sql('select from console_sign_in_tries')).length
  const before = await counted()
  for (let index = 0; index < 5; index++)
    expect(await guess(1_000 + index)).toMatchObject({ outcome: 'wait' })
  expect(await counted()).toBe(before)
  // An office is not slowed for good by mistakes of hours ago, although somebody always signs in there.
  world.move(3_600_000)
  expect(await guess(2_000)).toEqual({ outcome: 'refused' })
})

test('a passkey signs in although passwords have to wait', async () => {
  const { token } = must(
    await world.users.invite(
      { email: 'key@shop.example', role: 'DEVELOPER', merchantId: 'SHOP' },
      byOperator,
    ),
  )
  const passkey = passkeyOf()
  const shown = must(await world.invitations.show(token))
  const created = passkey.create(shown.passkeyOptions ?? {})
  const given = { name: 'Key', passkey: created, passkeyName: 'Laptop' }
  must(await world.invitations.accept(token, given, here))
  for (let times = 0; times < 7; times++)
    await world.signIn.withPassword({ email: 'key@shop.example', password: 'x', code: '1' }, here)
  const options = must(await world.signIn.passkeyOptions())
  const answer = passkey.show(options)
  expect(await world.signIn.withPasskey(answer, here)).toMatchObject({ outcome: 'signedIn' })
  // Who overheard it cannot use it again.
  expect(await world.signIn.withPasskey(answer, here)).toEqual({ outcome: 'refused' })
})

test('a passkey of another page, without its user, for something else is none', async () => {
  const invited = { email: 'flaws@shop.example', role: 'DEVELOPER', merchantId: 'SHOP' } as const
  const { token, user } = must(await world.users.invite(invited, byOperator))
  const shown = must(await world.invitations.show(token))
  const options = shown.passkeyOptions ?? {}
  const accept = (made: string) =>
    world.invitations.accept(token, { name: 'F', passkey: made, passkeyName: 'P' }, here)
  for (const flaw of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isUserVerified: false },
  ])
    expect(isRejection(await accept(passkeyOf().create(options, flaw)))).toBe(true)
  const passkey = passkeyOf()
  must(await accept(passkey.create(options)))
  const attempt = async (flaw: Parameters<typeof passkey.show>[1], asked?: object) =>
    world.signIn.withPasskey(passkey.show(asked ?? must(await world.signIn.passkeyOptions()), flaw), here)
  const refused = { outcome: 'refused' }
  expect(await attempt({ origin: 'https://evil.example' })).toEqual(refused)
  expect(await attempt({ rpId: 'evil.example' })).toEqual(refused)
  expect(await attempt({ isUserVerified: false })).toEqual(refused)
  expect(await attempt({ userHandle: Buffer.alloc(16).toString('base64url') })).toEqual(refused)
  expect(await attempt({ count: 1 })).toEqual(refused)
  expect(await attempt({}, { challenge: Buffer.alloc(56).toString('base64url') })).toEqual(refused)
  const signedIn = { user, sessionId: user.userId, isSteppedUp: true, isNew: true }
  expect(await attempt({}, must(await world.signIn.stepUpOptions(signedIn)))).toEqual(refused)
  const old = must(await world.signIn.passkeyOptions())
  world.move(6 * 60_000)
  expect(await attempt({}, old)).toEqual(refused)
  expect(await attempt({})).toMatchObject({ outcome: 'signedIn' })
})

test('stepping up gives another token: the one before has not stepped up, and ends', async () => {
  const { email, uri, token } = await someone()
  await world.sql("update console_sessions set stepped_up_at = now() - interval '11 minutes'")
  const before = must(await world.signedInBy(token))
  expect(before.isSteppedUp).toBe(false)
  expect(await world.signIn.stepUp(before, { code: '000000' }, here)).toEqual({ outcome: 'refused' })
  const up = await world.signIn.stepUp(before, { code: nextCode(uri) }, here)
  const after = 'token' in up ? up.token : ''
  expect(await world.signedInBy(after)).toMatchObject({ user: { email }, isSteppedUp: true })
  // What the session has begun goes on by the session, whatever its token is.
  const { findOpenSession } = world.context.store
  expect(await findOpenSession(before.sessionId)).toMatchObject({ user: { email }, isSteppedUp: true })
  // Calls under way are answered, and that is all.
  expect(await world.signedInBy(token)).toMatchObject({ isSteppedUp: false })
  await world.sql("update console_sessions set earlier_until = now() - interval '1 second'")
  expect(await world.signedInBy(token)).toBeUndefined()
  expect(await findOpenSession(before.sessionId)).toMatchObject({ user: { email } })
  await world.sql("update console_sessions set seen_at = seen_at - interval '29 minutes'")
  // It is no use of the session: that ends when nobody is there.
  for (const half of [1, 2]) {
    expect(await findOpenSession(before.sessionId), `${half}`).toBeDefined()
    await world.sql("update console_sessions set seen_at = seen_at - interval '30 seconds'")
  }
  expect(await findOpenSession(before.sessionId)).toBeUndefined()
})
