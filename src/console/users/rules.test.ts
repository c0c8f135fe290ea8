import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isRejection } from '../../orders/rejection.ts'
import { newChallenge, readChallenge } from './challenges.ts'
import { createPasswordHasher, judgePassword } from './passwords.ts'
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recoveryCodes.ts'
import { signInNetworkOf, waitsOfNetwork, waitsOfUser } from './signInTries.ts'
import { describeTotp, offeredSecret, offerTotp, readTotp } from './totp.ts'
import { readEmail, readUserName } from './userNames.ts'

const key = Buffer.alloc(32, 1)
const ada = { email: 'ada.lovelace@shop.example', name: 'Ada Lovelace' }

describe('passwords', () => {
  test.each(['correct horse battery', 'zwölf Zeichen!', '𝒶𝒷𝒸𝒹𝑒𝒻𝑔𝒽𝒾𝒿𝓀𝓁', 'lovelace and engine'])(
    '%s is one',
    text => {
      expect(judgePassword(text, ada)).toBeUndefined()
    },
  )
  test.each([
    'short',
    'elevenchars',
    'aaaaaaaaaaaaaaaa',
    'ada.lovelace@shop.example',
    'LovelaceAda1',
    'x'.repeat(201),
  ])('%s is none', text => {
    expect(isRejection(judgePassword(text, ada))).toBe(true)
  })

  const cost = { memoryCost: 64, timeCost: 1 }
  test('only the right one fits its hash, and only under the same key', async () => {
    const hasher = createPasswordHasher({ key, cost })
    const hashed = String(await hasher.hash('correct horse'))
    expect(hashed).toMatch(/^\$argon2id\$/)
    expect(await hasher.verify(hashed, 'correct horse')).toBe(true)
    expect(await hasher.verify(hashed, 'Correct horse')).toBe(false)
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false)
    const other = createPasswordHasher({ key: Buffer.alloc(32, 2), cost })
    expect(await other.verify(hashed, 'correct horse')).toBe(false)
  })
  test('two are hashed at once, some wait, and the rest is told to come later', async () => {
    const hasher = createPasswordHasher({ key, cost, waitingMax: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => hasher.hash('correct horse')))
    expect(answers.filter(isRejection)).toHaveLength(3)
    await setImmediate()
    expect(isRejection(await hasher.hash('correct horse'))).toBe(false)
  })
})

describe('one-time codes', () => {
  // RFC 6238, appendix B, the last six digits.
  const secret = Buffer.from('12345678901234567890')
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d it is %s', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(readTotp(secret, code, { nowMs: seconds * 1_000, after: 0 })).toBe(step)
    expect(readTotp(secret, code, { nowMs: (seconds + 30) * 1_000, after: 0 })).toBe(step)
    expect(readTotp(secret, code, { nowMs: (seconds + 90) * 1_000, after: 0 })).toBeUndefined()
    expect(readTotp(secret, code, { nowMs: seconds * 1_000, after: step })).toBeUndefined()
  })
  test('what is offered to one user is made again from its name, and is nobody else’s', () => {
    const { name, secret: offered } = offerTotp(key, 'a')
    expect(offeredSecret(key, 'a', name)).toEqual(offered)
    expect(offeredSecret(key, 'b', name)).not.toEqual(offered)
    expect(offered).toHaveLength(20)
    expect(describeTotp(offered, 'a@b').uri).toMatch(
      /^otpauth:\/\/totp\/Tollgate:a%40b\?.*secret=[A-Z2-7]{32}/,
    )
  })
})

test('recovery codes are read as people type them', () => {
  const { codes, hashes } = makeRecoveryCodes(key, 'a')
  const [code = ''] = codes
  expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  expect(hashRecoveryCode(key, 'a', ` ${code.toUpperCase().replaceAll('-', '')} `)).toEqual(hashes[0])
  expect(hashRecoveryCode(key, 'b', code)).not.toEqual(hashes[0])
  for (const none of ['', '123456', 'abcd-efgh', 'llll-oooo-1111'])
    expect(readRecoveryCode(none)).toBeUndefined()
})

describe('challenges', () => {
  const signIn = { what: 'signIn' } as const
  const made = newChallenge(key, signIn, 1_000_000)
  const challenge = made.toString('base64url')
  const nowMs = 1_000_000 + 299_000

  test('one is good for five minutes, for what it was made for', () => {
    expect(readChallenge(key, signIn, { challenge, nowMs })).toMatchObject({ hash: expect.any(Buffer) })
    expect(readChallenge(key, signIn, { challenge, nowMs: nowMs + 2_000 })).toBeUndefined()
    expect(readChallenge(key, { what: 'stepUp' }, { challenge, nowMs })).toBeUndefined()
    expect(readChallenge(key, { ...signIn, userId: 'a' }, { challenge, nowMs })).toBeUndefined()
    expect(readChallenge(Buffer.alloc(32), signIn, { challenge, nowMs })).toBeUndefined()
  })
  test('nobody else makes one', () => {
    for (let at = 0; at < made.length; at += 5) {
      const changed = Buffer.from(made)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(readChallenge(key, signIn, { challenge: changed.toString('base64url'), nowMs })).toBeUndefined()
    }
    expect(readChallenge(key, signIn, { challenge: 'AAAA', nowMs })).toBeUndefined()
  })
})

test('waits grow and end: nobody is locked out for good', () => {
  for (const { afterMs } of [waitsOfUser, waitsOfNetwork])
    expect(afterMs).toEqual([...afterMs].sort((one, other) => one - other))
  expect(waitsOfUser.afterMs.slice(0, 7)).toEqual([0, 0, 0, 0, 2_000, 4_000, 8_000])
  expect(waitsOfUser.afterMs.at(-1)).toBe(900_000)
  expect(waitsOfNetwork.afterMs.at(-1)).toBe(60_000)
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  // Whoever has a site has 65,536 networks in it: they are one.
  ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8:0::/48'],
])('%s is in the network %s', (address, network) => {
  expect(signInNetworkOf(address)).toBe(network)
})

test('e-mails and names are what they seem', () => {
  expect(readEmail(' Ada@Shop.Example ')).toBe('ada@shop.example')
  for (const none of ['ada', 'a@b@c', 'a b@c', '<a@b>', `${'a'.repeat(200)}@b`, '4111111111111111@b'])
    expect(isRejection(readEmail(none))).toBe(true)
  expect(readUserName(' Ada Lovelace ')).toBe('Ada Lovelace')
  for (const none of ['a\nb', 'a\u202eb', 'x'.repeat(101), '4111 1111 1111 1111'])
    expect(isRejection(readUserName(none))).toBe(true)
})
