import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleAmendment, sampleIntent, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store

beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  await addSampleMerchant(store)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const none = { count: 0, worrying: 0, oldestMs: 0 }

test('what is owed is counted by kind, with the age of the oldest, until it is settled', async () => {
  expect(await store.owed()).toEqual({ reversal: none, advice: none, inquiry: none, rest: none })
  const intent = sampleIntent()
  expect(await store.journal.begin(intent)).toMatchObject({ state: 'started' })
  await store.journal.close({ ...sampleSilence(intent, 1), obligation: 'reversal' })
  const { reversal, advice, inquiry } = await store.owed()
  expect([advice, inquiry]).toEqual([none, none])
  expect(reversal).toMatchObject({ count: 1, worrying: 0 })
  expect(reversal.oldestMs).toBeLessThan(60_000)
  expect(await store.journal.amend(sampleAmendment(intent, 2))).toMatchObject({ state: 'amended' })
  expect(await store.owed()).toEqual({ reversal: none, advice: none, inquiry: none, rest: none })
})

test('what was tried six times is worrying, but not a rest that its payer takes time for', async () => {
  for (const obligation of ['reversal', 'rest'] as const) {
    const intent = sampleIntent()
    expect(await store.journal.begin(intent)).toMatchObject({ state: 'started' })
    await store.journal.close({ ...sampleSilence(intent, 1), obligation })
  }
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const claimed = await store.journal.claimDue({ limit: 10, patienceMs: 1_000 })
    expect(claimed.map(due => due.attempt)).toEqual([attempt, attempt])
    for (const due of claimed) await store.journal.lookAgain(due, due.nowMs)
  }
  expect(await store.owed()).toMatchObject({
    reversal: { count: 1, worrying: 1 },
    rest: { count: 1, worrying: 0 },
  })
})
