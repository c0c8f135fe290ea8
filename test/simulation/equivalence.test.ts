import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DueObligation } from '../../src/operations/model/journal.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { createMemoryJournal } from '../support/operations/memoryJournal.ts'
import { inEachTier } from '../tier.ts'
import { type JournalCall, journalCall, makeCall } from './journalCalls.ts'
import { openStoredJournals, type StoredJournals } from './storedJournal.ts'
import { simulationStartMs } from './world.ts'

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

const merchantId = 'EQUAL'

test('whatever is asked of them in whatever order, model and PostgreSQL say the same', {
  timeout: 90_000,
}, async () => {
  const told = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(journalCall, { minLength: 10, maxLength: 40 }), async calls => {
      await journals.clear()
      for (const verdict of await compare(calls)) told.set(verdict, (told.get(verdict) ?? 0) + 1)
    }),
    { numRuns: inEachTier({ short: 20, long: 50 }), seed: 20_261_116, endOnFailure: true },
  )
  console.log([...told].map(([verdict, count]) => `${verdict} ${count}`).join(', '))
  for (const verdict of everyVerdict) expect(told.get(verdict) ?? 0, verdict).toBeGreaterThan(0)
})

/** Makes the same calls of both; the verdicts they agreed on. */
async function compare(calls: readonly JournalCall[]): Promise<readonly string[]> {
  let nowMs = simulationStartMs
  let due: DueObligation | undefined
  const verdicts: string[] = []
  const parts = { nowMs: () => nowMs, leaseMs: 30_000, merchantId }
  const model = createMemoryJournal(parts)
  const stored = journals.open(parts)
  for (const call of calls) {
    nowMs += call.passMs
    const order = await model.load({ cell: 0, merchantId, orderId: call.orderId })
    const owedId = order?.transactions.find(({ owed }) => owed?.status === 'PENDING')?.id
    const settled = order?.transactions.find(one => one.outcome && one.owed?.status !== 'PENDING')
    const known = { openId: order?.openId, owedId, settledId: settled?.id }
    const at = { merchantId, version: order?.version ?? 0, ...known, due }
    const expected = await makeCall(model, call, at)
    const said = await makeCall(stored, call, at)
    expect(said, call.name).toEqual(expected)
    if (call.name === 'claimDue') due = dueIn(expected) ?? due
    verdicts.push(`${call.name} ${inOneWord(said)}`)
  }
  expect(await stored.audit()).toEqual(await model.audit())
  return verdicts
}

function dueIn(claimed: unknown): DueObligation | undefined {
  const [first]: DueObligation[] = Array.isArray(claimed) ? claimed : []
  return first
}

function inOneWord(said: unknown): string {
  if (said === undefined || typeof said === 'string') return String(said)
  if (Array.isArray(said)) return said.length === 0 ? 'none' : 'some'
  return said !== null && typeof said === 'object' && 'state' in said ? String(said.state) : 'found'
}

/** What must have come up, or the comparison says little. */
const everyVerdict = [
  'load found',
  'begin started',
  'begin known',
  'begin busy',
  'begin stale',
  'begin refused',
  'close closed',
  'close takenOver',
  'close refused',
  'takeOver some',
  'takeOver none',
  'claimDue some',
  'claimDue none',
  'amend amended',
  'amend stale',
  'amend refused',
]
