import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { basic, merchant } from '../../../test/support/http/testClient.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { emptyLoginMemory } from '../transport/connections.ts'
import { createCredentials, hashPassword, type MerchantDirectory } from './credentials.ts'
import { createFailedLogins } from './failedLogins.ts'

test('the hash of a password is its HMAC-SHA-256 under the pepper', () => {
  const expected = createHmac('sha256', 'pepper').update('secret').digest()
  expect(hashPassword(Buffer.from('pepper'), 'secret')).toEqual(expected)
})

test('the right password opens, and so does the one that is to replace it', async () => {
  const { check } = gate(['second-password'])
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id, cell: 1 })
  expect(await check(basic(undefined, 'second-password'))).toMatchObject({ merchantId: merchant.id })
})

test('user and password encoded as for Basic, but without the word, open as well', async () => {
  const bare = (password?: string) => basic(undefined, password).slice('Basic '.length)
  const { check, failed } = gate()
  expect(await check(bare())).toMatchObject({ merchantId: merchant.id })
  expect(failed).toEqual([])
  expect(await check(bare('wrong'))).toMatchObject({ status: 401 })
  expect(failed).toEqual(['password'])
  for (const other of [
    `Bearer ${bare()}`,
    `Digest ${bare()}`,
    `${bare()} x`,
    Buffer.from('a').toString('base64'),
  ])
    expect(await check(other), other).toMatchObject({ status: 401 })
  expect(failed).toHaveLength(1)
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
    rejection: {
      cause: 'INVALID_REQUEST',
      explanation: expect.stringMatching(/^Invalid credentials\. Use Basic/),
    },
  })
})

test('good credentials never open the path of another merchant, not even after their own', async () => {
  const { check } = gate()
  expect(await check(basic(), 'OTHER')).toMatchObject({ status: 401 })
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
  expect(await check(basic(), 'OTHER')).toMatchObject({ status: 401 })
})

test('a page of another origin is told the same for a right password and a wrong one', async () => {
  const { check, failed } = gate()
  const byPage = (password?: string) =>
    check(basic(undefined, password), merchant.id, undefined, undefined, true)
  const refusal = await byPage()
  expect(refusal).toMatchObject({ kind: 'rejection' })
  expect(await byPage('wrong')).toEqual(refusal)
  expect(failed).toEqual([])
})

test('a password taken out of use is refused on a connection that has used it', async () => {
  const hashes = [hashPassword(pepper, merchant.password)]
  const { check } = gate([], hashes)
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
  hashes.length = 0
  expect(await check(basic())).toMatchObject({ status: 401 })
})

test('however many passwords are wrong, the right one opens from the same address, at once', async () => {
  const { check, slept } = gate()
  for (let failure = 0; failure < 50; failure++)
    expect(await check(basic(undefined, 'wrong'))).toMatchObject({ status: 401 })
  slept.length = 0
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
  expect(slept).toEqual([])
})

const session = `SESSION${'0'.repeat(24)}`

test('however many sessions open nothing, one that does opens, and so does the password', async () => {
  const { check } = gate()
  const enter = (isKnown: boolean) =>
    check(basic(undefined, session), merchant.id, undefined, async () => isKnown)
  for (let failure = 0; failure < 50; failure++) expect(await enter(false)).toMatchObject({ status: 401 })
  expect(await enter(true)).toMatchObject({ sessionId: session })
  expect(await check(basic())).toMatchObject({ merchantId: merchant.id })
  expect(await check(basic(undefined, session))).toMatchObject({ status: 401 })
})

test('a missing header, or one that holds no password, is no failed login', async () => {
  const { check, failed } = gate()
  for (let attempt = 0; attempt < 30; attempt++) await check(attempt % 2 === 0 ? undefined : 'Bearer abc')
  expect(failed).toEqual([])
  await check(basic(undefined, 'wrong'))
  await check(basic(undefined, session))
  expect(failed).toEqual(['password', 'session'])
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
  const { check } = createCredentials({ directory, pepper, failures: { record: async () => undefined } })
  const login = (password: string) => {
    const claim = { merchantId: merchant.id, source: '192.0.2.1', memory: emptyLoginMemory() }
    return check({ authorization: basic(undefined, password), ...claim, isOfForeignPage: false })
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
  const slept: number[] = []
  const failed: string[] = []
  const access = { merchantId: merchant.id, cell: 1, passwordHashes: hashes, profile: ordinaryProfile }
  const directory = { find: async (id: string) => (id === merchant.id ? access : undefined) }
  const failures = createFailedLogins({
    clock: { now: () => new Date(0), monotonicMs: () => 0, sleep: async ms => void slept.push(ms) },
    log: createLog({ level: 'silent', pretty: false }),
    onFailed: kind => failed.push(kind),
  })
  const credentials = createCredentials({ directory, pepper, failures })
  const memory = emptyLoginMemory()
  const check = (
    authorization: string | undefined,
    merchantId = merchant.id,
    source = '192.0.2.1',
    isOpen?: () => Promise<boolean>,
    isOfForeignPage = false,
  ) =>
    credentials.check({ authorization, merchantId, source, memory, isSessionOpen: isOpen, isOfForeignPage })
  return { check, slept, failed }
}
