import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleClosing, sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { Intent } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  owner = new pg.Client(database.config)
  await owner.connect()
  await addSampleMerchant(store)
})
afterAll(async () => {
  await owner.end()
  await store.close()
  await database.drop()
})

async function begun(changes: Partial<Intent> = {}) {
  const intent = sampleIntent(changes)
  const started = await store.journal.begin(intent)
  if (started.state !== 'started') throw new Error(started.state)
  const { key, transactionId } = intent
  return { intent, wanted: { key, transactionId, fence: started.fence, trace: 'second' } }
}

const traceOf = async ({ key }: Intent) => (await store.journal.load(key))?.transactions[0]?.trace

test('a trace is committed with its intent, many in one statement, and those without have none', async () => {
  const traces = ['a', undefined, '', '{"link":"b"}']
  const intents = traces.map(trace => sampleIntent(trace === undefined ? {} : { trace }))
  await Promise.all(intents.map(intent => store.journal.begin(intent)))
  expect(await Promise.all(intents.map(traceOf))).toEqual(traces)
})

test('it is replaced, also twice, as long as nobody took the transaction over', async () => {
  const { intent, wanted } = await begun({ trace: 'first' })
  expect(await store.journal.retrace(wanted)).toBe(true)
  expect(await store.journal.retrace(wanted)).toBe(true)
  expect(await traceOf(intent)).toBe('second')
  await store.journal.takeOver({ limit: 1_000, all: true })
  expect(await store.journal.retrace({ ...wanted, trace: 'third' })).toBe(false)
  expect(await traceOf(intent)).toBe('second')
})

test('it is not replaced once there is an outcome', async () => {
  const { intent, wanted } = await begun({ trace: 'first' })
  await store.journal.close(sampleClosing(intent, wanted.fence))
  expect(await store.journal.retrace(wanted)).toBe(false)
  expect(await traceOf(intent)).toBe('first')
})

test('who takes over at the same moment wins or loses as a whole', async () => {
  const { intent, wanted } = await begun({ trace: 'first' })
  await owner.query('begin')
  await owner.query('update orders set version = version + 1 where merchant_id = $1 and order_id = $2', [
    intent.key.merchantId,
    intent.key.orderId,
  ])
  const retracing = store.journal.retrace(wanted)
  await new Promise(resolve => setTimeout(resolve, 50))
  await owner.query('commit')
  expect(await retracing).toBe(false)
  expect(await traceOf(intent)).toBe('first')
})
