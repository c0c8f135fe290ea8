import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../test/database/database.ts'
import { memoryCallbacks } from '../../test/support/operations/memoryCallbacks.ts'
import { createFaultyWire } from '../../test/support/store/faultyWire.ts'
import { openSampleStore, type SampleStore } from '../../test/support/store/sampleStore.ts'
import type { PayerCallback, PayerCallbacks } from '../operations/model/counterparties.ts'
import { openStore, type Store } from './open.ts'
import { withClient } from './schema/migrate.ts'

let sample: SampleStore
let database: TestDatabase
let store: Store
beforeAll(async () => {
  sample = await openSampleStore({ M1: 0, M2: 32_767 })
  database = sample.database
  store = sample.store
})
afterAll(() => sample?.close())

const minuteMs = 60_000
const callback: PayerCallback = {
  key: { cell: 0, merchantId: 'M1', orderId: 'Ä 1' },
  transactionId: '1\u001fAUTHENTICATE_PAYER',
  kind: 'challenge',
  content: { address: 'https://shop.example/back?a=1', nested: { text: '\u0000"' } },
}
const elsewhere = { ...callback, key: { cell: 32_767, merchantId: 'M2', orderId: 'O' } }

const memory = { nowMs: 0 }
const inMemory = memoryCallbacks(memory)
const kept: Record<string, () => PayerCallbacks> = {
  'in memory': () => inMemory,
  'in the database': () => store.callbacks,
}

/** Moves the clock by which callbacks live. */
async function advance(minutes: number): Promise<void> {
  memory.nowMs += minutes * minuteMs
  await withClient(database.config, client =>
    client.query("update clock set shift = shift + $1 * interval '1 minute'", [minutes]),
  )
}

describe.each(Object.keys(kept))('callbacks %s', name => {
  const issue = (one = callback) => open().issue({ ...one, lifeMs: 10 * minuteMs })
  const open = () => kept[name]?.() ?? inMemory

  test('a token fits a path, and no two are alike', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => issue()))
    expect(new Set(tokens)).toHaveLength(20)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })

  test('it is looked at as often as one likes, and used once', async () => {
    const token = await issue(elsewhere)
    expect(await open().look(token)).toEqual(elsewhere)
    expect(await open().use(token)).toEqual(elsewhere)
    expect(await open().use(token)).toBe('used')
    expect(await open().look(token)).toEqual(elsewhere)
  })

  test('of many who come at the same moment one is let in', async () => {
    const token = await issue()
    const answers = await Promise.all(Array.from({ length: 12 }, () => open().use(token)))
    expect(answers.filter(answer => answer === 'used')).toHaveLength(11)
    expect(answers).toContainEqual(callback)
  })

  test('what was never issued is not there, whatever it looks like', async () => {
    const token = await issue()
    const lastBits = token.slice(0, 42) + String.fromCharCode(token.charCodeAt(42) + 1)
    const others = [
      '',
      'x',
      'A'.repeat(43),
      '_'.repeat(43),
      `${token}=`,
      ` ${token}`,
      token.slice(1),
      lastBits,
    ]
    for (const other of others) {
      expect(await open().look(other)).toBeUndefined()
      expect(await open().use(other)).toBeUndefined()
    }
    expect(await open().use(token)).toEqual(callback)
  })

  test('its life ends, used or not', async () => {
    const [used, unused] = [await issue(), await issue()]
    await open().use(used)
    await advance(9)
    expect(await open().use(used)).toBe('used')
    await advance(1)
    for (const token of [used, unused]) {
      expect(await open().look(token)).toBeUndefined()
      expect(await open().use(token)).toBeUndefined()
    }
  })
})

test('the table does not tell the token', async () => {
  const token = await store.callbacks.issue({ ...callback, lifeMs: minuteMs })
  const { rows } = await withClient(database.config, client =>
    client.query("select t::text as row, encode(token_hash, 'hex') as hash from callbacks t"),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
})

test('those whose life is over are removed, a few at a time, in every cell; the others stay', async () => {
  await advance(60)
  while ((await store.callbacks.removeExpired(100)) > 0);
  for (let count = 0; count < 3; count++) {
    await store.callbacks.issue({ ...callback, lifeMs: minuteMs })
    await store.callbacks.issue({ ...elsewhere, lifeMs: minuteMs })
  }
  const alive = await store.callbacks.issue({ ...callback, lifeMs: 60 * minuteMs })
  await advance(2)
  expect([await store.callbacks.removeExpired(4), await store.callbacks.removeExpired(4)]).toEqual([4, 2])
  expect(await store.callbacks.look(alive)).toEqual(callback)
})

test('whose answer was lost on the wire is let in when the statement is repeated', async () => {
  const wire = await createFaultyWire(database.gateway.config)
  const far = await openStore({ gateway: wire.config })
  const token = await far.callbacks.issue({ ...callback, lifeMs: minuteMs })
  expect(await far.callbacks.look(token)).toEqual(callback)
  wire.lose('answer')
  expect(await far.callbacks.use(token)).toEqual(callback)
  expect(await far.callbacks.use(token)).toBe('used')
  await far.close()
  await wire.down()
})
