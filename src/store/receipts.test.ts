import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../test/database/database.ts'
import { openSampleStore, type SampleStore } from '../../test/support/store/sampleStore.ts'
import type { PromisedReceipt } from '../pages/receipts/port.ts'
import type { Store } from './open.ts'
import { withClient } from './schema/migrate.ts'

let sample: SampleStore
let database: TestDatabase
let store: Store
beforeAll(async () => {
  sample = await openSampleStore({ M1: 0, M2: 7 })
  database = sample.database
  store = sample.store
})
afterAll(() => sample?.close())

const advance = (seconds: number) =>
  withClient(database.config, client =>
    client.query("update clock set shift = shift + $1 * interval '1 second'", [seconds]),
  )

let orders = 0
const receiptOf = (merchantId = 'M1', cell = 0): PromisedReceipt => ({
  ...{ cell, merchantId, orderId: `Ä ${++orders}`, checkout: 'abcdef01' },
  ...{ shopName: 'Shop', locale: 'zh-Hans', amount: '10.00', currency: 'USD' },
})
const wanted = { limit: 8, leaseMs: 60_000 }
const keyOf = ({ cell, merchantId, orderId }: PromisedReceipt) => ({ cell, merchantId, orderId })

async function claimOf(receipt: PromisedReceipt) {
  const claims = await store.receipts.claim(wanted)
  expect(claims).toMatchObject([receipt])
  const [claim] = claims
  if (!claim) throw new Error('It was claimed')
  return claim
}

test('what was promised is claimed once its payment had a moment, by one, until its lease ends', async () => {
  const [one, other] = [receiptOf(), receiptOf('M2', 7)]
  await store.receipts.promise(one)
  await store.receipts.promise(other)
  expect(await store.receipts.claim(wanted)).toEqual([])
  await advance(4)
  const both = await Promise.all([store.receipts.claim(wanted), store.receipts.claim(wanted)])
  expect(
    both
      .flat()
      .map(({ merchantId }) => merchantId)
      .toSorted(),
  ).toEqual(['M1', 'M2'])
  expect(await store.receipts.claim(wanted)).toEqual([])
  for (const claim of both.flat()) await store.receipts.record(claim, { kind: 'sent' })
  await advance(3_600)
  expect(await store.receipts.claim(wanted)).toEqual([])
  expect(await store.receipts.list(keyOf(one))).toMatchObject([{ state: 'SENT', tries: 1 }])
})

test('who died between sending and recording is followed by another, with the same receipt', async () => {
  const receipt = receiptOf()
  await store.receipts.promise(receipt)
  await advance(4)
  const dead = await claimOf(receipt)
  await advance(61)
  const next = await claimOf(receipt)
  expect(next).toMatchObject({ checkout: dead.checkout, tries: 2, attempt: dead.attempt + 1 })
  // Whoever was only slow has sent it all the same; a failure of theirs would not count.
  await store.receipts.record(dead, { kind: 'dead', reason: 'late' })
  expect(await store.receipts.list(keyOf(receipt))).toMatchObject([{ state: 'WAITING' }])
  await store.receipts.record(dead, { kind: 'sent' })
  await store.receipts.record(next, { kind: 'again', afterMs: 1_000, reason: 'busy' })
  expect(await store.receipts.list(keyOf(receipt))).toMatchObject([{ state: 'SENT' }])
})

test('the next attempt promises again, and who looked at the one before cannot end it', async () => {
  const receipt = receiptOf()
  await store.receipts.promise(receipt)
  await advance(4)
  const before = await claimOf(receipt)
  await store.receipts.promise({ ...receipt, amount: '12.00' })
  await store.receipts.record(before, { kind: 'notOwed', reason: 'declined' })
  await advance(4)
  const claim = await claimOf({ ...receipt, amount: '12.00' })
  expect(claim.tries).toBe(1)
  await store.receipts.record(claim, { kind: 'notOwed', reason: 'declined' })
  await store.receipts.promise(receipt)
  await advance(4)
  await store.receipts.record(await claimOf(receipt), { kind: 'sent' })
  await store.receipts.promise(receipt)
  expect(await store.receipts.list(keyOf(receipt))).toMatchObject([{ state: 'SENT' }])
})

test('a failed one waits, is counted after a minute, and goes three months after its end', async () => {
  const receipt = receiptOf()
  await store.receipts.promise(receipt)
  expect(await store.receipts.backlog()).toBe(0)
  await advance(61)
  expect(await store.receipts.backlog()).toBe(1)
  const claim = await claimOf(receipt)
  await store.receipts.record(claim, { kind: 'again', afterMs: 10_000, reason: 'busy' })
  expect(await store.receipts.list(keyOf(receipt))).toMatchObject([{ state: 'WAITING', reason: 'busy' }])
  expect(await store.receipts.claim(wanted)).toEqual([])
  await advance(11)
  await store.receipts.record(await claimOf(receipt), { kind: 'refused', reason: 'no such mailbox' })
  expect(await store.receipts.backlog()).toBe(0)
  await advance(89 * 86_400)
  await store.receipts.removeExpired(100)
  expect(await store.receipts.list(keyOf(receipt))).toHaveLength(1)
  await advance(2 * 86_400)
  expect(await store.receipts.removeExpired(100)).toBeGreaterThan(0)
  expect(await store.receipts.list(keyOf(receipt))).toEqual([])
})
