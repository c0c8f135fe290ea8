import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { inEachTier } from '../tier.ts'
import { runSeed } from './run.ts'
import { openStoredJournals, type StoredJournals } from './storedJournal.ts'

let database: TestDatabase
let journals: StoredJournals

beforeAll(async () => {
  database = await createDatabase('embedded')
  journals = await openStoredJournals(database)
})

afterAll(async () => {
  await journals.close()
  await database.drop()
})

const seeds = Array.from({ length: inEachTier({ short: 3, long: 12 }) }, (_, index) => index + 1)

test.each(seeds)('seed %i: on PostgreSQL everything happens as in the model', async seed => {
  const modelled = await runSeed(seed, { isTraced: true })
  const { open: openJournal, openRecords } = journals
  const stored = await runSeed(seed, { isTraced: true, openJournal, openRecords })
  expect(stored.violations).toEqual([])
  expect(stored.trace).toEqual(modelled.trace)
})
