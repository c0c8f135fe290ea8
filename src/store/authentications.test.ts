import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { createFaultyWire } from '../../test/support/store/faultyWire.ts'
import { addSampleMerchant } from '../../test/support/store/sampleMerchant.ts'
import type { ArrivedResult, StartedAuthentication } from '../threeDSecure/emv/records.ts'
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
  ...{ merchantId: 'M1', orderId: 'O', transactionId: 'a', answerWithinMs: 20_000 },
})
const answer = { acsTransactionId: 'ACS', dsTransactionId: 'ds', isChallenge: true }
const begun = async (answered?: typeof answer) => {
  const start = started()
  await store.authentications.begin(start)
  if (answered) await store.authentications.answered(start.serverTransactionId, answered)
  return start.serverTransactionId
}
const proof = 'AAECAwQFBgcICQoLDA0ODxAREhM='
const values = { transStatus: 'Y', eci: '05' }
const resultOf = (serverTransactionId: string, others: Partial<ArrivedResult> = {}): ArrivedResult => ({
  ...{ serverTransactionId, acsTransactionId: 'acs', dsTransactionId: 'DS', directoryServer: 'scheme-a' },
  ...{ version: '2.2.0', category: '01', values, proof, ...others },
})
const deliver = async (id: string, others?: Partial<ArrivedResult>) =>
  (await store.authentications.deliver(resultOf(id, others))).state
const contradiction = { values: { transStatus: 'N', eci: '05' } }
const later = (interval: string) =>
  withClient(database.config, client =>
    client.query('update clock set shift = shift + $1::interval', [interval]),
  )

test('what happened to an authentication is told of its own order only, with the times', async () => {
  const { returned } = store.authentications
  const id = await begun(answer)
  await deliver(id)
  await deliver(id)
  await deliver(id, contradiction)
  await returned(id)
  const wanted = { serverTransactionId: id, merchantId: 'M1', orderId: 'O' }
  const trace = await store.authenticationTraces.find(wanted)
  expect(trace).toMatchObject({
    ...{ directoryServer: 'scheme-a', protocolVersion: '2.2.0', answer },
    results: [{ acsTransactionId: 'acs', dsTransactionId: 'ds', values, repeats: 1, contradictions: 1 }],
  })
  expect(JSON.stringify(trace)).not.toContain(proof)
  const [result] = trace?.results ?? []
  const times = [trace?.askedAtMs, trace?.answer?.atMs, result?.atMs, trace?.returnedAtMs]
  expect(times).toEqual([...times].sort())
  expect(times).not.toContain(undefined)
  for (const other of [{ merchantId: 'M2' }, { orderId: 'P' }, { serverTransactionId: 'no id' }])
    expect(await store.authenticationTraces.find({ ...wanted, ...other })).toBeUndefined()
})

test('an authentication is found by the one id that a directory server names', async () => {
  const { answerWithinMs, ...start } = started()
  await store.authentications.begin({ ...start, answerWithinMs })
  expect(await store.authentications.find(start.serverTransactionId.toUpperCase())).toMatchObject({
    ...start,
    cell: 0,
  })
  expect(await store.authentications.answered(start.serverTransactionId, answer)).toEqual({})
  const known = await store.authentications.find(start.serverTransactionId)
  expect(known).toMatchObject({ ...start, answer, isUnanswered: false })
  expect(known).not.toHaveProperty('result')
  expect(await store.authentications.find(newServerTransactionId(0))).toBeUndefined()
  expect(await store.authentications.find('no id')).toBeUndefined()
})

test('a browser comes back once, before or after the result, and only from a challenge', async () => {
  const { returned, find, answered } = store.authentications
  const directoryServer = 'scheme-a'
  const id = await begun()
  expect(await returned(id)).toBeUndefined()
  await answered(id, answer)
  expect(await find(id)).not.toHaveProperty('isReturned')
  expect(await returned(id)).toEqual({ directoryServer, hasResult: false })
  expect(await returned(id)).toBeUndefined()
  expect(await find(id)).toMatchObject({ isReturned: true })
  expect(await store.authentications.deliver(resultOf(id))).toMatchObject({
    ...{ state: 'recorded', authentication: { isReturned: true } },
  })
  const other = await begun(answer)
  await deliver(other)
  expect(await returned(other)).toEqual({ directoryServer, hasResult: true })
  expect(await returned('no id')).toBeUndefined()
})

test('the first result stands, and every later one is told apart and counted', async () => {
  const id = await begun(answer)
  expect(await deliver(id)).toBe('recorded')
  expect(await deliver(id.toUpperCase(), { acsTransactionId: 'Acs' })).toBe('same')
  expect(await deliver(id, contradiction)).toBe('other')
  expect(await store.authentications.find(id)).toMatchObject({ result: { values, proof } })
  expect(await counts(id)).toEqual([{ repeats: 1, contradictions: 1 }])
})

const counts = (id: string) =>
  withClient(database.config, async client => {
    const text = 'select repeats, contradictions from authentication_results where server_transaction_id = $1'
    return (await client.query(text, [id])).rows
  })

test('what does not fit its authentication is refused, and leaves no row', async () => {
  const id = await begun(answer)
  const unfit: readonly Partial<ArrivedResult>[] = [
    ...[{ directoryServer: 'scheme-b' }, { version: '2.3.1' as const }, { category: '02' }],
    ...[{ acsTransactionId: 'other' }, { dsTransactionId: 'other' }],
  ]
  expect(await Promise.all(unfit.map(others => deliver(id, others)))).toEqual(unfit.map(() => 'refused'))
  expect(await deliver(await begun({ ...answer, isChallenge: false }))).toBe('refused')
  expect(await deliver(newServerTransactionId(0))).toBe('unknown')
  expect(await deliver('no id')).toBe('unknown')
  expect(await counts(id)).toEqual([])
  expect(await deliver(id)).toBe('recorded')
})

test('results before the answer are held, and the one with the ids of the answer counts', async () => {
  const id = await begun()
  expect(await deliver(id, { acsTransactionId: 'wrong' })).toBe('recorded')
  expect(await deliver(id)).toBe('recorded')
  expect(await deliver(id, contradiction)).toBe('other')
  expect(await deliver(id, { directoryServer: 'scheme-b' })).toBe('refused')
  expect(await store.authentications.find(id)).not.toHaveProperty('result')
  expect(await store.authentications.answered(id, answer)).toEqual({ result: { values, proof } })
  expect(await store.authentications.find(id)).toMatchObject({ result: { values, proof } })
})

test('a wrong one before the answer does not stand in the way of the right one after it', async () => {
  const id = await begun()
  expect(await deliver(id, { dsTransactionId: 'wrong', ...contradiction })).toBe('recorded')
  expect(await store.authentications.answered(id, answer)).toEqual({})
  expect(await store.authentications.find(id)).not.toHaveProperty('result')
  expect(await deliver(id)).toBe('recorded')
  expect(await store.authentications.find(id)).toMatchObject({ result: { values, proof } })
})

test('before the answer only some are held, and none counts where nobody was challenged', async () => {
  const id = await begun()
  for (const dsTransactionId of ['1', '2', '3', 'ds'])
    expect(await deliver(id, { dsTransactionId })).toBe('recorded')
  expect(await deliver(id, { dsTransactionId: '5' })).toBe('refused')
  expect(await deliver(id)).toBe('same')
  expect(await store.authentications.answered(id, { ...answer, isChallenge: false })).toEqual({})
  expect(await store.authentications.find(id)).not.toHaveProperty('result')
})

test('an answer counts in its time only; who delivers after that is told that none came', async () => {
  const [answered, unanswered] = [await begun(answer), await begun()]
  await later('21 s')
  expect(await store.authentications.answered(answered, answer)).toEqual({})
  expect(await store.authentications.answered(unanswered, answer)).toBe('late')
  // An answer that was being recorded at that moment is visible by then.
  const early = await store.authentications.deliver(resultOf(unanswered))
  expect(early).toMatchObject({ state: 'recorded', authentication: { isUnanswered: false } })
  await later('6 s')
  const never = await store.authentications.deliver(resultOf(unanswered))
  expect(never).toMatchObject({ state: 'same', authentication: { isUnanswered: true } })
  const known = await store.authentications.deliver(resultOf(answered))
  expect(known).toMatchObject({ state: 'recorded', authentication: { isUnanswered: false, answer } })
})

test('of results that arrive together, one is the first, and each is told about its own', async () => {
  const [id, other] = [await begun(answer), await begun(answer)]
  const [told, toldOther, unknown] = await Promise.all([
    Promise.all([...'YNYNYNYN'].map(transStatus => deliver(id, { values: { transStatus } }))),
    deliver(other),
    deliver(newServerTransactionId(0)),
  ])
  expect(told.filter(each => each === 'recorded')).toHaveLength(1)
  expect(told.filter(each => each === 'same')).toHaveLength(3)
  expect([toldOther, unknown]).toEqual(['recorded', 'unknown'])
})

test('a result whose commit was answered by nobody is not a second one', async () => {
  const wire = await createFaultyWire(database.gateway.config)
  const far = await openStore({ gateway: wire.config })
  const id = await begun(answer)
  await far.authentications.find(id)
  wire.lose('answer')
  expect(await far.authentications.deliver(resultOf(id))).toMatchObject({ state: 'recorded' })
  expect(await counts(id)).toEqual([{ repeats: 0, contradictions: 0 }])
  await far.close()
  await wire.down()
})

test('a proof is forgotten when its order has had it for days; the rest of the result stays', async () => {
  const id = await begun(answer)
  await deliver(id)
  await store.authentications.removeExpired(1_000)
  expect(await store.authentications.find(id)).toHaveProperty('result.proof')
  await later('4 days')
  expect(await store.authentications.removeExpired(1_000)).toBeGreaterThan(0)
  expect((await store.authentications.find(id))?.result).toEqual({ values })
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
