import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Installation, openInstallation } from '../../test/rotation/installation.ts'
import { sealSome } from '../../test/rotation/things.ts'
import { createEntryDigest, verifyChain } from '../administration/auditLog.ts'
import { newKey } from './keyEncryptionKeys.ts'

const owner = { cell: 0, merchantId: 'M1' }
let installation: Installation
beforeEach(async () => {
  installation = await openInstallation()
})
afterEach(() => installation?.close())

test('keys are listed without their values, and with what is sealed under each', async () => {
  await sealSome(installation, owner)
  const added = newKey('new')
  const rotation = await installation.operator([added, installation.oldKey])
  await rotation.rotate()
  const { wrappings, generations, keys } = await rotation.list({ count: true })
  expect(wrappings).toEqual([
    { id: 'new', keys: 8, isKnown: true, isLocking: true },
    { id: 'old', keys: 4, isKnown: true, isLocking: false },
  ])
  expect(generations).toMatchObject([{ number: 1 }, { number: 2, resealedForMs: expect.any(Number) }])
  const counts = keys.map(({ name, keyId, boxes }) => [name, keyId, boxes])
  expect(counts).toEqual([
    ...[1, 2].map(number => [`card/M1/${number}`, number === 1 ? 'old' : 'new', number === 1 ? 0 : 3]),
    ...[1, 2].map(number => [`notification/M1/${number}`, number === 1 ? 'old' : 'new', number - 1]),
    ['secret/audit', 'new', undefined],
    ['secret/card-hash', 'new', undefined],
    ['secret/fingerprint', 'new', undefined],
    ['secret/password-pepper', 'new', undefined],
    ...[1, 2].map(number => [`session/M1/${number}`, number === 1 ? 'old' : 'new', number === 1 ? 0 : 2]),
    ...[1, 2].map(number => [`user/M1/${number}`, number === 1 ? 'old' : 'new', number - 1]),
  ])
  const page = await rotation.list({ merchantId: 'M1', limit: 2 })
  expect(page).toMatchObject({ keys: [{ generation: 1 }, { purpose: 'card' }], next: 'card/M1/2' })
  const text = JSON.stringify(await rotation.list({ count: true }))
  for (const key of [added, installation.oldKey]) expect(text).not.toContain(key.key.toString('base64'))
  expect(Object.keys(keys[0] ?? {})).not.toContain('wrapped')
})

test('the audit log tells of each rotation and retirement, in a chain that holds', async () => {
  await sealSome(installation, owner)
  const rotation = await installation.operator([newKey('new'), installation.oldKey])
  await rotation.rotate()
  await rotation.retire()
  const text = 'select actor, action, details::jsonb as details from audit order by entry_no'
  expect((await installation.client.query(text)).rows).toEqual([
    { actor: 'ada@desk', action: 'keys.rotate', details: { before: 'old', lockedWith: 'new' } },
    { actor: 'ada@desk', action: 'keys.rotate', details: { generation: 2, lockedWith: 'new' } },
    {
      ...{ actor: 'ada@desk', action: 'keys.rotate' },
      details: { generation: 2, resealed: { transactions: 2, tokens: 1, sessions: 2, secrets: 1, users: 1 } },
    },
    { actor: 'ada@desk', action: 'keys.retire', details: { generation: 2, deleted: 4 } },
  ])
  const digest = createEntryDigest(installation.node.secrets.audit)
  const { chain } = installation.store.administration(digest)
  expect(await verifyChain(chain(), digest)).toMatchObject({ isIntact: true, entries: 4 })
})
