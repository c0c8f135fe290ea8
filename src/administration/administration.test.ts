import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { type Administrator, granted, openAdministrator } from '../../test/journeys/administrator.ts'
import {
  type CertificatePair,
  issueClientCertificate,
  makeAuthority,
} from '../certificates/ownCertificates.ts'
import { sandboxProfile } from '../orders/merchant.ts'

let database: TestDatabase
let administrator: Administrator
beforeAll(async () => {
  database = await createDatabase('embedded')
  administrator = await openAdministrator(database.logins, { actor: 'alice@office' })
})
afterAll(async () => {
  await administrator?.close()
  await database?.drop()
})

const hookWithCard = 'https://shop.example/hook?card=4508%207500%201574%201019'
let made = 0
async function newMerchant(...settings: readonly string[]) {
  made += 1
  return granted(await administrator.merchants.add({ merchantId: `SHOP_${made}`, settings }))
}

const entriesOf = async (merchantId: string) =>
  granted(await administrator.audit.list({ merchantId })).map(({ action, details }) => [action, details])

test('a merchant is added with a profile and a password that is shown once', async () => {
  const settings = ['captureExcessPercent=15', 'allowedSources=192.0.2.0/24,2001:db8::/32']
  const { merchantId, cell, profile, password } = await newMerchant(...settings)
  const allowedSources = ['192.0.2.0/24', '2001:db8::/32']
  expect(profile).toEqual({ ...sandboxProfile, captureExcessPercent: 15, allowedSources })
  expect(password).toMatch(/^[0-9a-f]{32}$/)
  const shown = granted(await administrator.merchants.show(merchantId))
  expect(shown).toMatchObject({
    merchantId,
    cell,
    profile,
    passwords: [{ slot: 1 }],
    certificates: [],
    secrets: [],
  })
  expect(JSON.stringify(shown)).not.toContain(password)
  expect(await entriesOf(merchantId)).toEqual([
    ['password.add', { slot: 1 }],
    ['merchant.add', { cell: 0, settings: { captureExcessPercent: 15, allowedSources } }],
  ])
  const listed = granted(await administrator.merchants.list({ after: merchantId.slice(0, -1), limit: 1 }))
  expect(listed).toMatchObject([{ merchantId, passwords: 1, certificates: 0 }])
})

test.each([
  [{ merchantId: 'no spaces' }, 'merchantId', 'letters, digits'],
  [{ merchantId: '' }, 'merchantId', 'letters, digits'],
  [{ merchantId: 'x'.repeat(41) }, 'merchantId', 'letters, digits'],
  [{ merchantId: 'SHOP_4508750015741019' }, 'merchantId', 'Value is invalid. It must not hold card data'],
  [{ merchantId: 'A', settings: [`notificationUrl=${hookWithCard}`] }, 'notificationUrl', 'card data'],
  [{ merchantId: 'A', cell: -1 }, 'cell', 'from 0 to 32767'],
  [{ merchantId: 'A', cell: 32_768 }, 'cell', 'from 0 to 32767'],
  [{ merchantId: 'A', cell: 0.5 }, 'cell', 'from 0 to 32767'],
  [{ merchantId: 'A', settings: ['notification=true'] }, 'notification', 'nearest setting is notifications'],
  [{ merchantId: 'A', settings: ['notifications=on'] }, 'notifications', 'true or false'],
])('nobody adds %j', async (wanted, field, explanation) => {
  expect(await administrator.merchants.add(wanted)).toMatchObject({
    kind: 'rejection',
    field,
    explanation: expect.stringContaining(explanation),
  })
  expect(await administrator.merchants.show('A')).toMatchObject({ kind: 'rejection' })
})

test('a name is taken once, and the merchant who has it stays as it is', async () => {
  const { merchantId } = await newMerchant('refundExcessPercent=3')
  expect(await administrator.merchants.add({ merchantId })).toMatchObject({
    field: 'merchantId',
    explanation: expect.stringContaining('already'),
  })
  expect(await administrator.merchants.show(merchantId)).toMatchObject({
    profile: { refundExcessPercent: 3 },
  })
  expect(await entriesOf(merchantId)).toHaveLength(2)
})

test('who mistypes a merchant is told the nearest, whatever was to be done', async () => {
  const { merchantId } = await newMerchant()
  const typo = merchantId.replace('SHOP', 'SHPO')
  const { merchants, passwords, certificates, secrets } = administrator
  for (const answer of [
    merchants.show(typo),
    merchants.change(typo, ['unmasking=true']),
    passwords.list(typo),
    passwords.add(typo),
    passwords.retire(typo, 1),
    certificates.list(typo),
    certificates.bind(typo, ''),
    certificates.revoke(typo, '00000000'),
    secrets.list(typo),
    secrets.add(typo, 'signing'),
    secrets.retire(typo, 'signing'),
  ])
    expect(await answer).toMatchObject({
      field: 'merchantId',
      explanation: expect.stringMatching(/There is no such merchant. The nearest is SHOP_\d+\.$/),
    })
})

test('a profile is changed a setting at a time, and the log tells from what to what', async () => {
  const { merchantId, profile } = await newMerchant('captureExcessPercent=15')
  const changed = granted(
    await administrator.merchants.change(merchantId, [
      'captureExcessPercent=20',
      'notifications=true',
      'unmasking=true',
    ]),
  )
  const after = { ...profile, captureExcessPercent: 20, unmasking: true }
  expect(changed).toMatchObject({
    profile: after,
    changed: [
      { name: 'captureExcessPercent', before: 15, after: 20 },
      { name: 'unmasking', before: false, after: true },
    ],
  })
  expect(await administrator.merchants.show(merchantId)).toMatchObject({ profile: after })
  const [newest] = await entriesOf(merchantId)
  expect(newest).toEqual([
    'profile.change',
    { captureExcessPercent: { before: 15, after: 20 }, unmasking: { before: false, after: true } },
  ])
  expect(await administrator.merchants.change(merchantId, ['unmasking=true'])).toMatchObject({ changed: [] })
  expect(await entriesOf(merchantId)).toHaveLength(3)
  expect(await administrator.merchants.change(merchantId, [])).toMatchObject({ field: 'settings' })
  expect(await administrator.merchants.change(merchantId, ['unmask=true'])).toMatchObject({ field: 'unmask' })
})

test('an address is in the log without what may be secret in it', async () => {
  const { merchantId } = await newMerchant('notificationUrl=https://shop.example/told?key=canary-1')
  const settings = ['notificationUrl=https://shop.example/told?key=canary-2']
  granted(await administrator.merchants.change(merchantId, settings))
  granted(await administrator.merchants.change(merchantId, ['notificationUrl=https://shop.example/plain']))
  const entries = await entriesOf(merchantId)
  expect(JSON.stringify(entries)).not.toContain('canary')
  const told = 'https://shop.example/told?…'
  expect(entries).toMatchObject([
    ['profile.change', { notificationUrl: { before: told, after: 'https://shop.example/plain' } }],
    ['profile.change', { notificationUrl: { before: told, after: told } }],
    ['password.add', {}],
    ['merchant.add', { settings: { notificationUrl: told } }],
  ])
})

test('changes of different settings at once all count', async () => {
  const { merchantId } = await newMerchant()
  const settings = [
    'captureExcessPercent=1',
    'refundExcessPercent=2',
    'requestsPerSecond=3',
    'unmasking=true',
  ]
  await Promise.all(settings.map(setting => administrator.merchants.change(merchantId, [setting])))
  expect(await administrator.merchants.show(merchantId)).toMatchObject({
    profile: { captureExcessPercent: 1, refundExcessPercent: 2, requestsPerSecond: 3, unmasking: true },
  })
})

test('a password is rolled over: two are good meanwhile, never three', async () => {
  const { merchantId, password } = await newMerchant()
  const added = granted(await administrator.passwords.add(merchantId))
  expect(added).toMatchObject({ slot: 2, others: [{ slot: 1 }] })
  expect(added.password).toMatch(/^[0-9a-f]{32}$/)
  expect(added.password).not.toBe(password)
  expect(await administrator.passwords.add(merchantId)).toMatchObject({
    field: 'slot',
    explanation: expect.stringContaining('retire one'),
  })
  expect(await administrator.passwords.retire(merchantId, 1)).toMatchObject({ left: [{ slot: 2 }] })
  expect(await administrator.passwords.retire(merchantId, 1)).toMatchObject({
    field: 'slot',
    explanation: expect.stringContaining('There is one in 2.'),
  })
  for (const slot of [0, 3, 1.5, Number.NaN])
    expect(await administrator.passwords.retire(merchantId, slot)).toMatchObject({ field: 'slot' })
  expect(await administrator.passwords.retire(merchantId, 2)).toMatchObject({ left: [] })
  expect(await administrator.passwords.list(merchantId)).toEqual([])
})

const day = 86_400_000
const nowMs = Date.now()
const certificateOf = (authority: CertificatePair, name: string, more: object = {}) =>
  issueClientCertificate(authority, { name, nowMs, ...more })

test('a certificate is bound by its key, renewed, and revoked for good', async () => {
  const authority = await makeAuthority({ name: 'Test', nowMs })
  const { merchantId } = await newMerchant()
  const { merchantId: other } = await newMerchant()
  const { certificatePem, keyPem } = await certificateOf(authority, 'shop')
  const { bind, revoke, list } = administrator.certificates
  const bound = granted(await bind(merchantId, `${keyPem}\n${certificatePem}`))
  expect(bound).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), isRenewed: false })
  expect(await bind(merchantId, certificatePem)).toMatchObject({ ...bound, isRenewed: true })
  expect(await revoke(other, bound.fingerprint)).toMatchObject({ field: 'fingerprint' })
  // It is public: who binds another's opens nothing with it, and takes nothing away.
  expect(await bind(other, certificatePem)).toMatchObject({ ...bound, isRenewed: false })
  expect(await revoke(merchantId, bound.fingerprint.slice(0, 7))).toMatchObject({ field: 'fingerprint' })
  expect(await revoke(merchantId, bound.fingerprint.slice(0, 12).toUpperCase())).toMatchObject({
    fingerprint: bound.fingerprint,
    revokedAtMs: expect.any(Number),
  })
  expect(await revoke(merchantId, bound.fingerprint)).toMatchObject({
    explanation: expect.stringContaining('revoked before'),
  })
  expect(await bind(merchantId, certificatePem)).toMatchObject({
    explanation: expect.stringContaining('make a new key'),
  })
  expect(await list(merchantId)).toMatchObject([{ subject: bound.subject, revokedAtMs: expect.any(Number) }])
  expect(granted(await list(other))).not.toHaveProperty('0.revokedAtMs')
  expect((await entriesOf(merchantId)).map(([action]) => action)).toEqual([
    'certificate.revoke',
    'certificate.bind',
    'certificate.bind',
    'password.add',
    'merchant.add',
  ])
})

test('what is no certificate of a merchant is not bound, and why is told', async () => {
  const authority = await makeAuthority({ name: 'Test', nowMs })
  const { merchantId } = await newMerchant()
  const { certificatePem, keyPem } = await certificateOf(authority, 'shop')
  const past = { nowMs: nowMs - 10 * day, days: 3 }
  const { certificatePem: expired } = await certificateOf(authority, 'shop', past)
  const { certificatePem: number } = await certificateOf(authority, 'shop 4111-1111-1111-1111')
  const { certificatePem: code } = await certificateOf(authority, 'shop cvv 123')
  for (const [pem, why] of [
    ['', 'PEM form'],
    [keyPem, 'PEM form'],
    [certificatePem.slice(0, -100), 'PEM form'],
    ['x'.repeat(100_000) + certificatePem, 'PEM form'],
    [certificatePem + authority.certificatePem, '2 certificates'],
    [authority.certificatePem, "authority's"],
    [expired, 'expired at'],
    [number, 'card data'],
    [code, 'card data'],
  ] as const) {
    const refusal = await administrator.certificates.bind(merchantId, pem)
    expect(refusal).toMatchObject({ field: 'certificate', explanation: expect.stringContaining(why) })
    expect(JSON.stringify(refusal)).not.toMatch(/PRIVATE|1111|cvv/)
  }
  expect(await administrator.certificates.list(merchantId)).toEqual([])
  expect(JSON.stringify(await entriesOf(merchantId))).not.toMatch(/1111|cvv/)
})

test('a secret for notifications is rolled over like a password', async () => {
  const { merchantId } = await newMerchant()
  const { add, retire, list } = administrator.secrets
  const first = granted(await add(merchantId, 'signing'))
  expect(first).toMatchObject({ kind: 'signing', secret: expect.stringMatching(/^whsec_/), others: [] })
  expect(await retire(merchantId, 'signing')).toMatchObject({
    field: 'kind',
    explanation: expect.stringContaining('no older one'),
  })
  const second = granted(await add(merchantId, 'signing'))
  expect(second.others).toMatchObject([{ kind: 'signing' }])
  expect(second.secret).not.toBe(first.secret)
  expect(await add(merchantId, 'shared')).toMatchObject({ secret: expect.stringMatching(/^\S{32,}$/) })
  expect(granted(await list(merchantId)).map(({ kind }) => kind)).toEqual(['signing', 'signing', 'shared'])
  expect(await retire(merchantId, 'signing')).toMatchObject({ left: [{ kind: 'signing' }] })
  expect(granted(await list(merchantId)).map(({ kind }) => kind)).toEqual(['signing', 'shared'])
  expect(await add(merchantId, 'other')).toMatchObject({ field: 'kind' })
})

test('the log names who did it, never what is secret, and is intact', async () => {
  const { merchantId, password } = await newMerchant()
  const { password: second } = granted(await administrator.passwords.add(merchantId))
  const { secret } = granted(await administrator.secrets.add(merchantId, 'signing'))
  await administrator.audit.note('notification.resend', { count: 3 }, merchantId)
  await administrator.audit.note('keys.rotate', { generation: 2 })
  const everything = granted(await administrator.audit.list({ limit: 1_000 }))
  expect(new Set(everything.map(({ actor }) => actor))).toEqual(new Set(['alice@office']))
  const text = JSON.stringify(everything)
  for (const word of [password, second, secret, secret.slice('whsec_'.length)])
    expect(text).not.toContain(word)
  expect(everything[0]).toMatchObject({ action: 'keys.rotate', details: { generation: 2 } })
  const seen: number[] = []
  const verdict = await administrator.audit.verify({ onProgress: entries => seen.push(entries) })
  expect(verdict).toMatchObject({ isIntact: true, entries: everything.length })
  expect(seen.at(-1)).toBe(everything.length)
  expect(await administrator.audit.list({ limit: 0 })).toMatchObject({ field: 'limit' })
  expect(await administrator.merchants.list({ limit: 1_001 })).toMatchObject({ field: 'limit' })
})

test('another operator signs with another name, cleaned', async () => {
  const other = await openAdministrator(database.logins, { actor: 'mallory\n\u202e' })
  granted(await other.merchants.add({ merchantId: 'BY_MALLORY' }))
  await other.close()
  expect(granted(await administrator.audit.list({ limit: 1 }))[0]).toMatchObject({ actor: 'mallory??' })
})

test('a merchant with a payment that waits for a review is closed only if that is said', async () => {
  const { cell, merchantId } = await newMerchant()
  const owner = new pg.Client(database.config)
  await owner.connect()
  const waiting =
    'insert into risk_reviews (cell, merchant_id, order_id, transaction_id) values ($1, $2, $3, $4)'
  await owner.query(waiting, [cell, merchantId, 'paid', '1'])
  await owner.end()
  const { merchants } = administrator
  expect(await merchants.stand(merchantId, { standing: 'CLOSED' })).toMatchObject({
    ...{ field: 'merchantId', explanation: expect.stringContaining('1 waiting for a review') },
  })
  expect(await merchants.stand(merchantId, { standing: 'CLOSED', isAnyway: true })).toMatchObject({
    ...{ standing: 'CLOSED', open: { owed: 0, authorized: 0, inReview: 1 } },
  })
})
