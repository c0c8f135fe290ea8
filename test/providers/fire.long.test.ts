import { afterEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { endAll } from '../faults/gatewayProcess.ts'
import { providerUnderFire } from './underFire.ts'

let database: TestDatabase | undefined
afterEach(async () => {
  await endAll()
  await database?.drop()
})

test('faults in one call of five, two nodes killed, and the same books on both sides', {
  timeout: 200_000,
}, async () => {
  database = await createDatabase('external')
  const report = await providerUnderFire({ database, count: 200, kills: 2, seed: 7 })
  expect(report.findings).toEqual([])
  expect(report.killed).toBe(2)
  expect(Object.keys(report.faults).length).toBeGreaterThan(10)
  expect(report.calls).toMatchObject({ start: expect.any(Number), cancel: expect.any(Number) })
})
