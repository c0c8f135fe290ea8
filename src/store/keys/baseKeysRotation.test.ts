import { afterEach, beforeEach, expect, test } from 'vitest'
import { granted } from '../../../test/journeys/administrator.ts'
import { type Installation, openInstallation } from '../../../test/rotation/installation.ts'
import type { BaseKeyAdministration } from '../../administration/baseKeys.ts'
import { openBaseKeyAdministration } from '../../composition/baseKeys.ts'
import { packCardData, sealReading } from '../../sandbox/terminal/testTerminal.ts'
import { createBaseKeys } from '../../terminals/baseKeys.ts'
import { checkValueOf } from '../../terminals/keyImport.ts'
import { createTerminals } from '../../terminals/terminals.ts'
import { newKey } from '../../vault/keyEncryptionKeys.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { RotationStore } from '../../vault/stores.ts'
import { type OpenBaseKeyRecords, openBaseKeyRecords } from '../administration/baseKeys.ts'

let installation: Installation
let owner: OpenBaseKeyRecords
beforeEach(async () => {
  installation = await openInstallation()
  owner = openBaseKeyRecords(installation.database.config)
})
afterEach(async () => {
  await owner?.close()
  await installation?.close()
})

const serial = 'FFFF9876543210E00001'
const digits = '23456789ABCDEF01DCBA9876543210FE'
const key = Buffer.from(digits, 'hex')
const checkValue = checkValueOf('TDES', key)
const wish = { keySetId: 'FFFF987654', checkValue, components: [{ key: digits }] }
/** Before the rotation, by a terminal that knows nothing of it. */
const sealed = sealReading(
  packCardData({ number: '5123450000000008', expiry: { month: '1', year: '39' } }, 'track2'),
  { keySet: { algorithm: 'TDES', keySetId: 'FFFF987654', key }, device: '320', counter: 1 },
)

const administrationOf = (keyring: Keyring): BaseKeyAdministration =>
  openBaseKeyAdministration({
    ...{ store: installation.store, keyring, records: owner.records, isSandbox: true, actor: 'ada@desk' },
  })
const found = (keyring: Keyring) =>
  createBaseKeys({ store: installation.store.baseKeys, wrapping: keyring.wrapping }).find('M1', serial)

test('a base key survives that everything is sealed anew and the old key is destroyed', async () => {
  const { id } = granted(await administrationOf(installation.node).import(wish))
  const added = newKey('new')
  const rotation = await installation.operator([added, installation.oldKey])
  expect(await rotation.rotate()).toMatchObject({ state: 'rotated', lockedWith: 'new', isFinished: true })
  expect(await found(await installation.start([added, installation.oldKey]))).toMatchObject({ key })
  expect(await rotation.retire()).toMatchObject({ state: 'retired', unneeded: ['old'] })
  // The old one was discarded: nobody has it any more.
  const next = await installation.start([added])
  expect(await found(next)).toMatchObject({ algorithm: 'TDES', key })
  const keys = createBaseKeys({ store: installation.store.baseKeys, wrapping: next.wrapping })
  const terminals = createTerminals({
    ...{ keys, uses: installation.store.sealedUses, hashKey: next.secrets.fingerprint },
  })
  expect(await terminals.open('M1', sealed, { kind: 'question' })).toMatchObject({
    number: '5123450000000008',
  })
  const list = await (await installation.operator([added])).list()
  expect(list.keys).toContainEqual({ name: `bdk/${id}`, keyId: 'new', createdAtMs: expect.any(Number) })
  expect(JSON.stringify(list).toUpperCase()).not.toContain(digits)
})

test('only the wrapping: a base key is locked anew as well', async () => {
  granted(await administrationOf(installation.node).import(wish))
  const added = newKey('new')
  await (await installation.operator([added, installation.oldKey])).rotate({ onlyWrapping: true })
  expect(await found(await installation.start([added]))).toMatchObject({ key })
})

test('whoever imports one and has not heard of a rotation locks it with the new key', async () => {
  const added = newKey('new')
  const late = await installation.start([added, installation.oldKey])
  await (await installation.operator([added, installation.oldKey])).rotate()
  granted(await administrationOf(late).import(wish))
  expect(await found(await installation.start([added]))).toMatchObject({ key })
})

test('retired while keys are rotated, it stays gone', async () => {
  const { id } = granted(await administrationOf(installation.node).import(wish))
  const through = (store: RotationStore): RotationStore => ({
    ...store,
    async rewrap(wrapped, news) {
      if (wrapped.name === `bdk/${id}`) granted(await administrationOf(installation.node).retire(id))
      return store.rewrap(wrapped, news)
    },
  })
  const added = newKey('new')
  const rotation = await installation.operator([added, installation.oldKey], { through })
  expect(await rotation.rotate()).toMatchObject({ state: 'rotated', isFinished: true })
  expect(await found(await installation.start([added, installation.oldKey]))).toBe('retired')
  const { rows } = await installation.client.query("select from keys where name like 'bdk/%'")
  expect(rows).toEqual([])
})
