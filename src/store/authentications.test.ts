import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { createFaultyWire } from '../../test/support/store/faultyWire.ts'
import { addSampleMerchant } from '../../test/support/store/sampleMerchant.ts'
import type { StartedAuthentication } from '../threeDSecure/emv/records.ts'
import { newServerTransactionId } from '../threeDSecure/emv/serverTransactionId.ts'
import { openStore, type Store } from './open.ts'
import { withClient } from './schema/migrate.ts'

let database: TestDatabase
let store: Store

beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  await addSampleMerchant(store, { merchantId: 'M1', cell: 0 })
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

const started = (): StartedAuthentication => ({
  serverTransactionId: newServerTransactionId(0),
  ...{ directoryServer: 'scheme-a', version: '2.2.0', category: '01' },
  ...{ merchantId: 'M1', orderId: 'O', transactionId: 'a' },
})
const answer = { acsTransactionId: 'acs', dsTransactionId: 'ds', isChallenge: true }
const delivered = (serverTransactionId: string, transStatus = 'Y') => ({
  serverTransactionId,
  directoryServer: 'scheme-a',
  values: { transStatus, eci: '05' },
  proof: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
})

test('an authentication is found by the one id that a directory server names', async () => {
  const start = started()
  await store.authentications.begin(start)
  expect(await store.authentications.find(start.serverTransactionId.toUpperCase())).toMatchObject({
    ...start,
    cell: 0,
  })
  await store.authentications.answered(start.serverTransactionId, answer)
  const known = await store.authentications.find(start.serverTransactionId)
  expect(known).toMatchObject({ ...start, answer })
  expect(known).not.toHaveProperty('result')
  expect(await store.authentications.find(newServerTransactionId(0))).toBeUndefined()
  expect(await store.authentications.find('no id')).toBeUndefined()
})

test('the first result stands, and every later one is told apart and counted', async () => {
  const start = started()
  await store.authentications.begin(start)
  const { serverTransactionId } = start
  const { values, proof } = delivered(serverTransactionId)
  expect(await store.authentications.deliver(delivered(serverTransactionId))).toBe('recorded')
  expect(await store.authentications.deliver(delivered(serverTransactionId))).toBe('same')
  expect(await store.authentications.deliver(delivered(serverTransactionId, 'N'))).toBe('other')
  expect(await store.authentications.find(serverTransactionId)).toMatchObject({ result: { values, proof } })
  expect(await counts(serverTransactionId)).toEqual({ repeats: 1, contradictions: 1 })
})

const counts = (id: string) =>
  withClient(database.config, async client => {
    const text = 'select repeats, contradictions from authentication_results where server_transaction_id = $1'
    return (await client.query(text, [id])).rows[0]
  })

test('of results that arrive together, one is the first', async () => {
  const { serverTransactionId } = started()
  const deliver = (status: string) => store.authentications.deliver(delivered(serverTransactionId, status))
  const told = await Promise.all([...'YNYNYNYN'].map(deliver))
  expect(told.filter(each => each === 'recorded')).toHaveLength(1)
  expect(told.filter(each => each === 'same')).toHaveLength(3)
})

test('a result whose commit was answered by nobody is not a second one', async () => {
  const wire = await createFaultyWire(database.gateway.config)
  const far = await openStore({ gateway: wire.config })
  const { serverTransactionId } = started()
  await far.authentications.find(serverTransactionId)
  wire.lose('answer')
  expect(await far.authentications.deliver(delivered(serverTransactionId))).toBe('recorded')
  expect(await counts(serverTransactionId)).toEqual({ repeats: 0, contradictions: 0 })
  await far.close()
  await wire.down()
})

test('a proof is forgotten when its order has had it for days; the rest of the result stays', async () => {
  const start = started()
  await store.authentications.begin(start)
  await store.authentications.deliver(delivered(start.serverTransactionId))
  await store.authentications.removeExpired(1_000)
  expect(await store.authentications.find(start.serverTransactionId)).toHaveProperty('result.proof')
  await withClient(database.config, client =>
    client.query("update clock set shift = shift + interval '4 days'"),
  )
  expect(await store.authentications.removeExpired(1_000)).toBeGreaterThan(0)
  const known = await store.authentications.find(start.serverTransactionId)
  expect(known?.result).toEqual({ values: { transStatus: 'Y', eci: '05' } })
})

test('how a directory server knows a merchant is found; what cannot be sent is told as unfit', async () => {
  const record = {
    ...{ requestorId: 'R-1', requestorName: 'Shop', requestorUrl: 'https://shop.example' },
    ...{ acquirerBin: '412345', acquirerMerchantId: '12345', acquirerCountry: 'FRA' },
    ...{ category: '5411', country: 'FRA', name: 'SHOP' },
  }
  const stored = [
    ['scheme-a', JSON.stringify(record)],
    ['scheme-b', JSON.stringify({ ...record, category: 'food' })],
    ['scheme-c', 'not even JSON'],
  ]
  const text = `insert into merchant_directory_servers (cell, merchant_id, directory_server, content)
    values (0, 'M1', $1, $2)`
  await withClient(database.config, async client => {
    for (const values of stored) await client.query(text, values)
  })
  const { find } = store.directoryServerMerchants
  expect(await find('M1', 'scheme-a')).toEqual({ ...record, merchantId: 'M1', directoryServer: 'scheme-a' })
  expect(await find('M1', 'scheme-b')).toBe('unfit')
  expect(await find('M1', 'scheme-c')).toBe('unfit')
  expect(await find('M1', 'scheme-d')).toBeUndefined()
  expect(await find('M2', 'scheme-a')).toBeUndefined()
})
