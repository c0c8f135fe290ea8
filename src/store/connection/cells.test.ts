import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleClosing, sampleIntent, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { createProjectionStore } from '../console/projection.ts'
import { createBegin } from '../journal/begin.ts'
import { createClaimDue } from '../journal/obligations.ts'
import { createClose } from '../journal/settlement.ts'
import { createTakeOver } from '../journal/takeOver.ts'
import { createClaim } from '../notifications/claim.ts'
import { createTakeIn } from '../notifications/takeIn.ts'
import { createCells } from './cells.ts'
import { createPool, isSpread } from './pool.ts'

const cellsTried = 40
const isStopped = () => false
const usual = { ...ordinaryProfile, notifications: true, notificationUrl: 'https://shop.example/' }

describe('looking for work in many cells', () => {
  let database: TestDatabase
  let owner: pg.Client
  let pool: pg.Pool
  let statements = 0
  let looks: Readonly<Record<string, () => Promise<number>>>

  beforeAll(async () => {
    database = await createDatabase('embedded')
    owner = new pg.Client(database.config)
    await owner.connect()
    await owner.query(
      "insert into merchants (cell, merchant_id) select n, 'SHOP' || n from generate_series(1, $1::int4) n",
      [cellsTried],
    )
    pool = createPool(database.gateway.config, { max: 4 })
    pool.on('acquire', () => {
      statements += 1
    })
    const cells = createCells(pool)
    const takeIn = createTakeIn(pool, { cells, usual })
    const claim = createClaim(pool, cells)
    const claimDue = createClaimDue(pool, cells)
    const takeOver = createTakeOver(pool, { cells, leaseMs: 60_000 })
    const projection = createProjectionStore(pool, cells)
    looks = {
      'take in': () => takeIn(500),
      claim: async () => (await claim(wantedClaims)).length,
      'claim due': async () => (await claimDue({ limit: 32, patienceMs: 1_000 })).length,
      'take over': async () => (await takeOver({ limit: 32, all: false })).length,
      project: async () => (await projection.advance(500)).count,
    }
  })
  afterAll(async () => {
    await pool?.end()
    await owner?.end()
    await database?.drop()
  })

  test('takes one statement for each kind of work where there is nothing', async () => {
    // Makes the floors of leases, and where tables are spread over servers the cursors of cells.
    for (const look of Object.values(looks)) await look()
    const counts: Record<string, number> = {}
    for (const [name, look] of Object.entries(looks)) {
      statements = 0
      expect(await look()).toBe(0)
      counts[name] = statements
    }
    const most = { 'take in': 1, claim: 1, 'claim due': 1, 'take over': isSpread(pool) ? 2 : 1, project: 1 }
    expect(counts).toEqual(most)
  })

  test('finds what there is, in whichever cell', async () => {
    const cell = 23
    const begin = createBegin(pool, { leaseMs: 1, isStopped })
    const close = createClose(pool, { patienceMs: 1_000, isStopped })
    const intentOf = (orderId: string) => sampleIntent({ key: { cell, merchantId: 'SHOP23', orderId } })
    const [paid, owed, left] = [intentOf('paid'), intentOf('owed'), intentOf('left')]
    for (const intent of [paid, owed, left]) expect(await begin(intent)).toMatchObject({ state: 'started' })
    await close(sampleClosing(paid, 1))
    await close({ ...sampleSilence(owed, 1), obligation: 'reversal' })
    const found: Record<string, number> = {}
    for (const [name, look] of Object.entries(looks)) found[name] = await look()
    expect(found).toEqual({ 'take in': 2, claim: 2, 'claim due': 1, 'take over': 1, project: 2 })
  })
})

const wantedClaims = {
  ...{ limit: 10, leaseMs: 1_000, perReceiver: 10 },
  ...{ receivers: [], perMerchant: 10, merchants: [] },
}
