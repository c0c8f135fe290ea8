import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBaseKeyAdministration } from '../../src/composition/baseKeys.ts'
import { testBaseKeys } from '../../src/sandbox/terminal/testKeys.ts'
import { packCardData, sealReading } from '../../src/sandbox/terminal/testTerminal.ts'
import { openBaseKeyRecords } from '../../src/store/administration/baseKeys.ts'
import { openStore } from '../../src/store/open.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { checkValueOf } from '../../src/terminals/keyImport.ts'
import type { BaseKey } from '../../src/terminals/port.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { granted } from './administrator.ts'
import { keyEncryptionKeys, openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

/** From a sandbox that begins to one that was emptied, on one database: each story goes on. */
let gateway: TestGateway
const patient = { patienceMs: 10_000 }
let closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  gateway = await openGateway('external', patient)
})
afterAll(async () => {
  for (const close of closers) await close()
  await gateway?.stop()
})

const own: BaseKey = {
  algorithm: 'AES-256',
  keySetId: 'ABCDEF01',
  key: Buffer.from('00112233445566778899AABBCCDDEEFF0123456789ABCDEFFEDCBA9876543210', 'hex'),
}

const wishFor = ({ algorithm, keySetId, key }: BaseKey) => ({
  ...{ keySetId, checkValue: checkValueOf(algorithm, key) },
  components: [{ key: key.toString('hex') }],
})

async function operator() {
  const { config, logins } = gateway.database
  const store = await openStore(logins)
  const { records, close } = openBaseKeyRecords(config)
  closers = [...closers, close, store.close]
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  return openBaseKeyAdministration({ store, keyring, records, isSandbox: true, actor: 'ada' })
}

const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
let orders = 0
async function paid(keySet: BaseKey) {
  const p2pe = sealReading(packCardData(card, 'track2'), { keySet, device: '320', counter: 1 })
  const sourceOfFunds = { type: 'CARD', provided: { card: { p2pe } } }
  orders += 1
  return (await gateway.authorize(`terminal-${orders}`, authorization({ sourceOfFunds }))).body
}
const opened = { result: 'SUCCESS', sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } } }
const refused = (words: string) => ({
  result: 'ERROR',
  error: {
    field: 'sourceOfFunds.provided.card.p2pe.keySerialNumber',
    explanation: expect.stringContaining(words),
  },
})

test('a sandbox knows the test keys from the beginning, and an imported one at once', async () => {
  for (const keySet of testBaseKeys) expect(await paid(keySet)).toMatchObject(opened)
  expect(await paid(own)).toMatchObject(refused('no key set that is known'))
  granted(await (await operator()).import(wishFor(own)))
  expect(await paid(own)).toMatchObject(opened)
})

test('a value that does not open is a fault of ours, in the log, and not an unknown key', async () => {
  const desk = await operator()
  const broken = { ...own, keySetId: 'ABCDEF02' }
  const { id } = granted(await desk.import(wishFor(broken)))
  await withClient(gateway.database.config, client =>
    client.query("update keys set wrapped = '\\x01' where name = $1", [`bdk/${id}`]),
  )
  const body = await paid(broken)
  expect(body).toMatchObject({ error: { cause: 'SERVER_FAILED', supportCode: expect.any(String) } })
  const code = String(Object(body.error).supportCode)
  // No digit is told to the log.
  const named = `does not open 'bdk/${id.replace(/\d/g, '#')}'`
  expect(gateway.lines.filter(line => line.includes(code)).join()).toContain(named)
  granted(await desk.retire(id))
  expect(await paid(broken)).toMatchObject(refused('retired'))
})

test('a reset takes the imported key away and puts a retired test key back', async () => {
  const desk = await operator()
  const { baseKeys } = await desk.list()
  const [first] = baseKeys.filter(({ isTest }) => isTest)
  granted(await desk.retire(first?.id ?? ''))
  const retired = testBaseKeys.filter(({ keySetId }) => keySetId === first?.keySetId)
  for (const keySet of retired) expect(await paid(keySet)).toMatchObject(refused('retired'))
  gateway = await gateway.restarted()
  for (const keySet of retired) expect(await paid(keySet)).toMatchObject(refused('retired'))
  expect((await gateway.call('DELETE', '/sandbox/data')).status).toBe(200)
  for (const keySet of testBaseKeys) expect(await paid(keySet)).toMatchObject(opened)
  expect(await paid(own)).toMatchObject(refused('no key set that is known'))
})

test('in production there are none, not even where one was put in as a test key', async () => {
  await gateway.stop()
  gateway = await openGateway('external', { ...patient, isSandbox: false })
  const own = (query: string) => withClient(gateway.database.config, client => client.query(query))
  expect((await own('select from base_keys')).rows).toEqual([])
  for (const [index, { algorithm, keySetId }] of testBaseKeys.entries())
    await own(`insert into base_keys (base_key_id, algorithm, key_set_id, check_value, is_test)
      values ('00000000000${index}', '${algorithm}', '${keySetId}', '08D7B4', true)`)
  for (const keySet of testBaseKeys)
    expect(await paid(keySet)).toMatchObject(refused('no key set that is known'))
})
