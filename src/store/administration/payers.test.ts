import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  sampleAmendment,
  sampleClosing,
  sampleIntent,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { PayerRecords } from '../../administration/port.ts'
import { personalFields } from '../../contract/personalFields.ts'
import type { Closing, Intent } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store
let owner: pg.Client
let payers: PayerRecords
beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  await addSampleMerchant(store)
  owner = new pg.Client(database.config)
  await owner.connect()
  payers = store.administration(() => Buffer.alloc(32)).payers
})
afterAll(async () => {
  await owner?.end()
  await store?.close()
  await database?.drop()
})

const merchant = { cell: 1, merchantId: 'SAMPLE' }
const audited = {
  actor: 'ada@office',
  entry: (orderIds: readonly string[], cards: number) => ({
    ...({ actor: 'ada@office', action: 'payer.erase', merchantId: 'SAMPLE' } as const),
    details: { orderIds, cards },
  }),
}
const erase = async ({ key }: Intent) =>
  (await payers.erase(merchant, { ...audited, orderIds: [key.orderId] })).outcomes.map(
    ({ outcome }) => outcome,
  )

/** Told and searched, as running gateways do. */
async function takeIn(): Promise<void> {
  await store.notifications(() => ({ version: 1, record: {} })).takeIn(500)
  while ((await store.projection.advance(500)).count > 0);
}
async function recorded(close: (intent: Intent, fence: number) => Closing = sampleClosing): Promise<Intent> {
  const intent = sampleIntent({ request: { fields, additions: {} } })
  await store.journal.begin(intent)
  await store.journal.close(close(intent, 1))
  return intent
}
const fields = {
  order: { amount: '100.00', currency: 'USD', customerNote: 'ring twice' },
  customer: { email: 'ada@example.com' },
}

test('the database knows exactly the personal fields of the contract', async () => {
  const { rows } = await owner.query<{ fields: object }>('select personal_fields() as fields')
  // A field that is marked later needs a migration that says so.
  expect(rows[0]?.fields).toEqual(personalFields())
})

test.each([
  [
    '{"customer":{"email":"a"},"z":1.50,"order":{"custom":{"a":"b"},"amount":"1"}}',
    '{"z":1.50,"order":{"amount":"1"}}',
  ],
  [
    '{"airline":{"passenger":[{"title":"Dr"},{"lastName":"A","x":[{}]}]}}',
    '{"airline":{"passenger":[{},{"x":[{}]}]}}',
  ],
  [
    '{"sourceOfFunds":{"provided":{"sepa":{"bic":"B","bankAccountHolder":"A"}}}}',
    '{"sourceOfFunds":{"provided":{"sepa":{"bic":"B","bankAccountHolder":"ERASED"}}}}',
  ],
  [
    String.raw`{"b":"\u0000\u0000 \\u0000 \"x\" ä😀 \ud83d","a":null,"c":{},"order":{}}`,
    String.raw`{"b":"\ufffd\ufffd \\u0000 \"x\" ä😀 \ufffd","a":null,"c":{}}`,
  ],
])('of %s is left %s', async (given, left) => {
  const { rows } = await owner.query(
    'select without_personal(readable_document($1), personal_fields()) as left',
    [given],
  )
  expect(rows[0].left).toBe(left)
})

test('documents of both models are erased, with what they took over from the order', async () => {
  const intent = await recorded()
  await takeIn()
  const models = [
    { model: 2, fields, additions: { orderGroups: fields, firstRequest: fields, entryPoint: 'HOSTED_PAGE' } },
    { ...fields, ofOrder: fields, ofBeginning: fields, ofProfile: { action: { refundAuthorization: true } } },
  ]
  for (const model of models) {
    await owner.query(
      `update transactions set request = $2
       where order_no = (select order_no from orders where order_id = $1)`,
      [intent.key.orderId, JSON.stringify(model)],
    )
    expect(await erase(intent)).toEqual(['ERASED'])
    const order = await store.journal.load(intent.key)
    const request = order?.transactions[0]?.request
    expect(JSON.stringify([request?.fields, request?.additions])).not.toMatch(/ada@|ring twice/)
    expect(request?.fields).toEqual({ order: { amount: '100.00', currency: 'USD' } })
    expect(request?.additions.orderGroups).toEqual({ order: { amount: '100.00', currency: 'USD' } })
  }
})

test('whoever planned on what was read before plans again', async () => {
  const intent = await recorded()
  await takeIn()
  const seen = (await store.journal.load(intent.key))?.version ?? 0
  expect(await erase(intent)).toEqual(['ERASED'])
  expect(await store.journal.begin({ ...intent, transactionId: '2', seen })).toEqual({ state: 'stale' })
  expect(await store.journal.begin({ ...intent, transactionId: '2', seen: seen + 1 })).toMatchObject({
    ...{ state: 'started', fence: seen + 2 },
  })
  expect(await erase(intent)).toEqual(['RUNNING'])
})

test('while something is owed, or not yet searched, an order is left; then it is not', async () => {
  const owed = await recorded((intent, fence) => ({
    ...sampleSilence(intent, fence),
    obligation: 'reversal',
  }))
  await takeIn()
  expect(await erase(owed)).toEqual(['OWED'])
  expect(
    (await payers.orders(merchant, { who: { email: 'ada@example.com' }, limit: 5 })).orders[0],
  ).toMatchObject({
    ...{ orderId: owed.key.orderId, obstacle: 'OWED' },
  })
  expect(await store.journal.amend(sampleAmendment(owed, 2))).toMatchObject({ state: 'amended' })
  expect(await erase(owed)).toEqual(['UNTOLD'])
  await takeIn()
  expect(await erase(owed)).toEqual(['ERASED'])
})

test('one that a payment has locked is not waited for', async () => {
  const intent = await recorded()
  await takeIn()
  await owner.query('begin')
  const { cell, orderId } = intent.key
  await owner.query('select from orders where cell = $1 and order_id = $2 for update', [cell, orderId])
  expect(await erase(intent)).toEqual(['RUNNING'])
  await owner.query('rollback')
  expect(await erase(intent)).toEqual(['ERASED'])
  expect(await erase(sampleIntent())).toEqual(['UNKNOWN'])
})

test('the cards that were saved with an order go with it, and others stay', async () => {
  const intent = await recorded()
  await takeIn()
  const payer = Buffer.alloc(32, 1)
  await save({ payer, token: 'gone', orderId: intent.key.orderId })
  await save({ payer, token: 'kept', orderId: 'another' })
  expect(await erase(intent)).toEqual(['ERASED'])
  expect((await store.savedCards.of(merchant, payer)).map(({ token }) => token)).toEqual(['kept'])
  expect(await store.tokens.find(merchant, 'gone')).toBeUndefined()
})

type SavedToken = { readonly payer: Buffer; readonly token: string; readonly orderId: string }

async function save({ token, ...saved }: SavedToken, at = merchant): Promise<void> {
  const row = { token, kind: 'CARD', cardHash: Buffer.alloc(32, token), card: Buffer.from('x') } as const
  await store.tokens.put(at, { ...row, isForPayers: true })
  await store.savedCards.save(at, { ...saved, token }, 10)
}

test('a payer is erased by reference: all saved cards go, and nobody else’s', async () => {
  const [one, other] = [await recorded(), await recorded()]
  await takeIn()
  const [payer, neighbour] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
  await save({ payer, token: 'own1', orderId: one.key.orderId })
  await save({ payer, token: 'own2', orderId: 'archived' })
  await save({ payer, token: 'shared', orderId: one.key.orderId })
  await save({ payer: neighbour, token: 'shared', orderId: other.key.orderId })
  await addSampleMerchant(store, { merchantId: 'OTHERS' })
  const elsewhere = { cell: 1, merchantId: 'OTHERS' }
  await save({ payer, token: 'own1', orderId: one.key.orderId }, elsewhere)
  const { orders } = await payers.orders(merchant, { who: { payer }, limit: 20 })
  const orderIds = orders.map(({ orderId }) => orderId)
  expect(orderIds).toEqual([one.key.orderId])
  expect(await payers.erase(merchant, { ...audited, orderIds, payer })).toEqual({
    outcomes: [{ orderId: one.key.orderId, outcome: 'ERASED' }],
    cards: 3,
  })
  expect(await store.savedCards.of(merchant, payer)).toEqual([])
  for (const token of ['own1', 'own2']) expect(await store.tokens.find(merchant, token)).toBeUndefined()
  expect(await store.savedCards.of(merchant, neighbour)).toMatchObject([{ token: 'shared' }])
  expect(await store.savedCards.of(elsewhere, payer)).toMatchObject([{ token: 'own1' }])
  const [entry] = await store.administration(() => Buffer.alloc(32)).audit({ limit: 1 })
  expect(entry).toMatchObject({ action: 'payer.erase', details: { orderIds, cards: 3 } })
})

test('a payer of whose orders one is at work is not forgotten after the first erasure', async () => {
  const [done, running] = [await recorded(), sampleIntent()]
  await store.journal.begin(running)
  await takeIn()
  const payer = Buffer.alloc(32, 4)
  await save({ payer, token: 'done1', orderId: done.key.orderId })
  await save({ payer, token: 'running1', orderId: running.key.orderId })
  const eraseAll = async () => {
    const { orders } = await payers.orders(merchant, { who: { payer }, limit: 20 })
    return payers.erase(merchant, { ...audited, orderIds: orders.map(({ orderId }) => orderId), payer })
  }
  expect((await eraseAll()).outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['ERASED', 'RUNNING'])
  await store.journal.close(sampleClosing(running, 1))
  await takeIn()
  expect((await eraseAll()).outcomes).toEqual([{ orderId: running.key.orderId, outcome: 'ERASED' }])
  expect(await store.savedCards.of(merchant, payer)).toEqual([])
})
