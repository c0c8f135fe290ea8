import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { ordinaryProfile } from '../orders/profile.ts'
import { systemClock } from '../platform/clock.ts'
import { createCredentials, hashPassword, type MerchantDirectory } from './credentials.ts'
import { createFailedLogins } from './failedLogins.ts'
import { basic, merchant } from './knock.ts'
import { emptyMemory } from './login.ts'

test('the hash of a password is its HMAC-SHA-256 under the pepper', () => {
  const expected = createHmac('sha256', 'pepper').update('secret').digest()
  expect(hashPassword(Buffer.from('pepper'), 'secret')).toEqual(expected)
})

test('the right password opens, and so does the one that is to replace it', async () => {
  const { check } = gate(['second-password'])
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id, cell: 1 })
  expect(await check(basic(undefined, 'second-password'))).toMatchObject({ merchantId: merchant.id })
})

const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const wrong: readonly (readonly [string, string | undefined])[] = [
  ['no header', undefined],
  ['an empty header', ''],
  ['another scheme', 'Bearer abc'],
  ['nothing after Basic', 'Basic '],
  ['not base64', 'Basic !!!!'],
  ['base64 without its padding', basic().replace(/=+$/, '').slice(0, -1)],
  ['base64url', 'Basic _-_-'],
  ['no colon', encode(`merchant.${merchant.id}`)],
  ['ten thousand characters', encode(`merchant.${merchant.id}:${'x'.repeat(10_000)}`)],
  ['two headers', `${basic()}, ${basic()}`],
  ['no prefix', basic(merchant.id)],
  ['another case of the prefix', basic(`Merchant.${merchant.id}`)],
  ['another case of the id', basic(`merchant.${merchant.id.toLowerCase()}`)],
  ['a NUL behind the id', basic(`merchant.${merchant.id}\0`)],
  ['another merchant', basic('merchant.OTHER')],
  ['a wrong password', basic(undefined, 'wrong')],
  ['an empty password', basic(undefined, '')],
  ['a longer password', basic(undefined, `${merchant.password}0`)],
  ['a retired password', basic(undefined, 'retired')],
]

test.each(wrong)('%s: the same 401 as any other', async (_name, authorization) => {
  const refusal = await gate().check(authorization)
  expect(refusal).toEqual(await gate().check(basic(undefined, 'wrong'), 'UNKNOWN'))
  expect(refusal).toMatchObject({
    status: 401,
    headers: { 'WWW-Authenticate': 'Basic realm="tollgate"' },
    rejection: { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' },
  })
})

test('good credentials never open the path of another merchant, not even after their own', async () => {
  const { check } = gate()
  expect(await check(basic(), 'OTHER')).toMatchObject({ status: 401 })
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
  expect(await check(basic(), 'OTHER')).toMatchObject({ status: 401 })
})

test('a password taken out of use is refused on a connection that has used it', async () => {
  const hashes = [hashPassword(pepper, merchant.password)]
  const { check } = gate([], hashes)
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
  hashes.length = 0
  expect(await check(basic())).toMatchObject({ status: 401 })
})

test('ten wrong passwords: that source waits a minute for that merchant, nobody else does', async () => {
  const { check, pass } = gate()
  for (let failure = 0; failure < 10; failure++) {
    expect(await check(basic(undefined, 'wrong'))).toMatchObject({ status: 401 })
    pass(1_000)
  }
  const blocked = await check(basic())
  expect(blocked).toMatchObject({ status: 429, rejection: { cause: 'SERVER_BUSY', retryAfterSeconds: 59 } })
  expect(await check(undefined)).toMatchObject({ status: 401 })
  expect(await check(basic(), merchant.id, '192.0.2.2')).toMatchObject({ merchantId: merchant.id })
  expect(await check(basic(), 'OTHER')).toMatchObject({ status: 401 })
  pass(59_000)
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
})

test('a missing header, or one that holds no password, is no failed login', async () => {
  const { check } = gate()
  for (let attempt = 0; attempt < 30; attempt++) await check(attempt % 2 === 0 ? undefined : 'Bearer abc')
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
})

test('ten failures over more than a minute are no attack', async () => {
  const { check, pass } = gate()
  for (let failure = 0; failure < 30; failure++) {
    await check(basic(undefined, 'wrong'))
    pass(7_000)
  }
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
})

test('failures are remembered for a bounded number of pairs, the latest ones', () => {
  const failures = createFailedLogins({ now: () => new Date(0), monotonicMs: () => 0 }, 3)
  const { passwords, sessions } = failures
  for (let failure = 0; failure < 10; failure++) passwords.count('a')
  for (const pair of ['b', 'c']) passwords.count(pair)
  for (const pair of ['e', 'f', 'g', 'h']) sessions.count(pair)
  expect(passwords.blockedMs('a')).toBe(60_000)
  passwords.count('d')
  expect(passwords.blockedMs('a')).toBe(0)
})

const session = `SESSION${'0'.repeat(24)}`

test('ten sessions that open nothing: that source waits with sessions, not with the password', async () => {
  const { check, pass } = gate()
  let isKnown = false
  const enter = (source?: string) =>
    check(basic(undefined, session), merchant.id, source, async () => isKnown)
  for (let failure = 0; failure < 10; failure++) expect(await enter()).toMatchObject({ status: 401 })
  isKnown = true
  expect(await enter()).toMatchObject({ status: 429 })
  expect(await enter('192.0.2.2')).toMatchObject({ sessionId: session })
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
  pass(60_000)
  expect(await enter()).toMatchObject({ sessionId: session })
})

test('a session where none will do counts as a session all the same', async () => {
  const { check } = gate()
  for (let failure = 0; failure < 20; failure++) await check(basic(undefined, session))
  expect(await check(basic(undefined, session))).toMatchObject({ status: 429 })
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
})

test('ten wrong passwords do not stop a payer with a session', async () => {
  const { check } = gate()
  for (let failure = 0; failure < 10; failure++) await check(basic(undefined, 'wrong'))
  expect(await check(basic())).toMatchObject({ status: 429 })
  const payer = await check(basic(undefined, session), merchant.id, undefined, async () => true)
  expect(payer).toMatchObject({ sessionId: session })
})

test('a password in the form of a session is not stopped by sessions either', async () => {
  const { check } = gate([session])
  const other = `SESSION${'1'.repeat(24)}`
  for (let failure = 0; failure < 12; failure++) await check(basic(undefined, other))
  expect(await check(basic(undefined, session))).toMatchObject({ merchantId: merchant.id })
})

test('all addresses of one IPv6 network guess sessions as one', async () => {
  const { check } = gate()
  const guess = (source: string) =>
    check(basic(undefined, session), merchant.id, source, async () => source.endsWith('f'))
  for (let failure = 0; failure < 10; failure++) await guess(`2001:db8::${failure}`)
  expect(await guess('2001:db8::f')).toMatchObject({ status: 429 })
  expect(await guess('2001:db8:0:1::f')).toMatchObject({ sessionId: session })
})

test('before a password is refused it is held against what holds now, and a session is not', async () => {
  const looks: (number | undefined)[] = []
  const known = (text: string) => ({
    ...{ merchantId: merchant.id, cell: 1, profile: ordinaryProfile },
    passwordHashes: [hashPassword(pepper, text)],
  })
  const directory: MerchantDirectory = {
    async find(_id, sinceMs) {
      looks.push(sinceMs)
      return sinceMs === undefined ? known('the old one') : known('the new one')
    },
  }
  const failures = createFailedLogins(systemClock)
  const { check } = createCredentials({ directory, pepper, failures })
  const login = (password: string) => {
    const claim = { merchantId: merchant.id, source: '192.0.2.1', memory: emptyMemory() }
    return check({ authorization: basic(undefined, password), ...claim })
  }
  const cameAtMs = systemClock.monotonicMs()
  expect(await login('the old one')).toMatchObject({ merchantId: merchant.id })
  expect(looks.splice(0)).toEqual([undefined])
  expect(await login('the new one')).toMatchObject({ merchantId: merchant.id })
  expect(await login('no one')).toMatchObject({ status: 401 })
  const [, first = 0, , second = 0] = looks.splice(0)
  expect([first >= cameAtMs, second >= first]).toEqual([true, true])
  await login(session)
  expect(looks).toEqual([undefined])
})

const pepper = Buffer.alloc(32, 7)

function gate(
  more: readonly string[] = [],
  hashes = [merchant.password, ...more].map(text => hashPassword(pepper, text)),
) {
  let now = 0
  const clock = { now: () => new Date(0), monotonicMs: () => now }
  const access = { merchantId: merchant.id, cell: 1, passwordHashes: hashes, profile: ordinaryProfile }
  const directory = { find: async (id: string) => (id === merchant.id ? access : undefined) }
  const credentials = createCredentials({ directory, pepper, failures: createFailedLogins(clock) })
  const memory = emptyMemory()
  const check = (
    authorization: string | undefined,
    merchantId = merchant.id,
    source = '192.0.2.1',
    isOpen?: () => Promise<boolean>,
  ) => credentials.check({ authorization, merchantId, source, memory, isOpen })
  const pass = (ms: number) => {
    now += ms
  }
  return { check, pass }
}
