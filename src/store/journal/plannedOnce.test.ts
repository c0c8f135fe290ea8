import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleClosing, sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { Intent } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase('embedded')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await database?.drop()
})

/** The server tries five plans for given values before it decides whether one serves for all. */
const tries = 5

const everyPayment = new Set(['begin', 'begin one', 'close', 'close one', 'load'])
const nameOf = ([statement]: readonly unknown[] = []): string =>
  typeof statement === 'object' && statement !== null && 'name' in statement ? String(statement.name) : ''

test('what every payment executes is planned once, and not for each payment', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const store = await openStore(database.logins)
  await addSampleMerchant(store)
  for (let round = 0; round < 40; round++) {
    const [alone, ...together] = [sampleIntent(), sampleIntent(), sampleIntent()] as const
    await pay(store, [alone])
    await pay(store, together)
    await store.journal.load(alone.key)
  }
  const sessions = query.mock.contexts.filter((_, call) => everyPayment.has(nameOf(query.mock.calls[call])))
  const plans = await plansOf(new Set(sessions))
  for (const name of everyPayment) {
    const { sessions = 0, forOne = 0, forAll = 0 } = plans.get(name) ?? {}
    expect(forOne, name).toBeLessThanOrEqual(tries * sessions)
    expect(forAll, name).toBeGreaterThan(0)
  }
  await store.close()
})

async function pay({ journal }: Store, intents: readonly Intent[]): Promise<void> {
  const started = await Promise.all(intents.map(intent => journal.begin(intent)))
  expect(started).toMatchObject(intents.map(() => ({ state: 'started' })))
  const closed = await Promise.all(intents.map(intent => journal.close(sampleClosing(intent, 1))))
  expect(closed).toMatchObject(intents.map(() => ({ state: 'closed' })))
}

type Plans = { readonly sessions: number; readonly forOne: number; readonly forAll: number }

async function plansOf(clients: ReadonlySet<unknown>): Promise<ReadonlyMap<string, Plans>> {
  const found = new Map<string, Plans>()
  for (const client of clients) {
    if (!(client instanceof pg.Client)) continue
    const { rows } = await client.query<{ name: string; for_one: string; for_all: string }>(
      'select name, custom_plans as for_one, generic_plans as for_all from pg_prepared_statements',
    )
    for (const { name, for_one, for_all } of rows) {
      const { sessions, forOne, forAll } = found.get(name) ?? { sessions: 0, forOne: 0, forAll: 0 }
      found.set(name, {
        ...{ sessions: sessions + 1, forOne: forOne + Number(for_one), forAll: forAll + Number(for_all) },
      })
    }
  }
  return found
}
