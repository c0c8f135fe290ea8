import { afterEach, expect, test } from 'vitest'
import { shippedDialects } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { endAll } from '../faults/gatewayProcess.ts'
import { underFire } from './underFire.ts'

let database: TestDatabase | undefined
afterEach(async () => {
  await endAll()
  await database?.drop()
})

test.each(shippedDialects.map(({ name }) => name))(
  '%s: faults in one message of five, two nodes killed, and the same books on both sides',
  {
    timeout: 300_000,
  },
  async dialect => {
    database = await createDatabase('external')
    const report = await underFire({ database, dialect, count: 300, kills: 2, seed: 7, atOnce: 24 })
    expect(report.findings).toEqual([])
    expect(report.leftToPeople).toBe(0)
    expect(report.killed).toBeGreaterThanOrEqual(2)
    expect(report.transactions).toBeGreaterThanOrEqual(300)
    expect(report.wire.reversals).toBeGreaterThan(10)
    expect(report.comparisons.matched).toBeGreaterThan(10)
  },
)
