import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { createMoveAdministration, type MoveDependencies } from '../../../src/administration/moves/moves.ts'
import type { MoveStore } from '../../../src/administration/moves/port.ts'
import type { Closing, Intent } from '../../../src/operations/model/journal.ts'
import type { Owner } from '../../../src/orders/merchant.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { movedTables } from '../../../src/store/administration/movedRows.ts'
import { openMoves } from '../../../src/store/administration/moves.ts'
import { openStore } from '../../../src/store/open.ts'
import { createDatabase } from '../../database/database.ts'
import { sampleClosing, sampleIntent } from './sampleIntent.ts'
import { addSampleMerchant } from './sampleMerchant.ts'

export type MovingWorld = Awaited<ReturnType<typeof openMovingWorld>>

/** A store with merchants in two cells, and whoever moves one of them: a new one, in cell 1, each time. */
export async function openMovingWorld() {
  const database = await createDatabase('embedded')
  const store = await openStore(database.logins)
  const owner = new pg.Client(database.config)
  await owner.connect()
  const opened = openMoves(database.logins.owner)
  const moves: MoveStore = opened.store(digest)
  await addSampleMerchant(store, { merchantId: 'NEIGHBOUR', cell: 1 })
  await addSampleMerchant(store, { merchantId: 'HOST', cell: 7 })

  const notifications = store.notifications(() => ({ version: 1, record: {} }))
  /** As running gateways do. */
  async function takeIn(): Promise<void> {
    await notifications.takeIn(500)
    await store.projection.advance(500)
  }

  /** No gateway keeps anything in memory here: nothing has to be waited for. */
  const administration = (more: Partial<MoveDependencies> = {}) =>
    createMoveAdministration({
      ...{ actor: 'ada@office', store: store.administration(digest), moves, takeIn, clock: systemClock },
      waits: { cellMs: 0, closedMs: 0, movedMs: 0 },
      ...more,
    })

  async function newShop() {
    const shop: Owner = { cell: 1, merchantId: `SHOP-${randomBytes(6).toString('hex')}` }
    await addSampleMerchant(store, shop)
    const intentOf = (changes: Partial<Intent> = {}): Intent =>
      sampleIntent({ ...changes, key: { ...shop, orderId: randomUUID(), ...changes.key } })
    const ofShop = async <Row extends pg.QueryResultRow>(text: string, ...more: readonly unknown[]) =>
      (await owner.query<Row>(text, [shop.merchantId, ...more])).rows
    return {
      ...{ owner: shop, merchantId: shop.merchantId, intentOf },
      moveTo: (to: number, pauseMs = 20_000) => administration().move(shop.merchantId, { to, pauseMs }),
      forget: () => store.merchants.forget(shop.merchantId),
      /** Where nodes find it. */
      home: async () => (await store.merchants.find(shop.merchantId))?.cell,
      async recorded(close: (intent: Intent, fence: number) => Closing = sampleClosing): Promise<Intent> {
        const intent = intentOf()
        await store.journal.begin(intent)
        await store.journal.close(close(intent, 1))
        return intent
      },
      async isClosed(): Promise<boolean> {
        const closed = 'select from merchants where merchant_id = $1 and moving_to is not null'
        return (await ofShop(closed)).length > 0
      },
      /** How many rows of it each table has in the cell. */
      async rowsIn(cell: number): Promise<Readonly<Record<string, number>>> {
        const found: Record<string, number> = {}
        for (const table of movedTables) {
          const counted = `select count(*)::int4 as count from ${table} where merchant_id = $1 and cell = $2`
          const [row] = await ofShop<{ count: number }>(counted, cell)
          if (row && row.count > 0) found[table] = row.count
        }
        return found
      },
      /** What search and figures have counted of it, in all cells together. */
      async authorized(): Promise<string | undefined> {
        const sums =
          "select sum(authorized)::text as sum from figure_sums where step = 'day' and merchant_id = $1"
        return (await ofShop<{ sum: string }>(sums))[0]?.sum
      },
      async feedNumbers(): Promise<readonly string[]> {
        const numbers = 'select feed_no from notifications where merchant_id = $1 order by feed_no'
        return (await ofShop<{ feed_no: string }>(numbers)).map(({ feed_no }) => feed_no)
      },
    }
  }

  return {
    ...{ database, store, owner, moves, notifications, takeIn, administration, newShop },
    /** Moves the database's clock. */
    async advance(ms: number): Promise<void> {
      await owner.query("update clock set shift = shift + $1::int8 * interval '1 ms'", [ms])
    },
    /** In each cell, what is counted of nobody is what is counted of all its merchants. */
    async expectFiguresToAddUp(): Promise<void> {
      const { rows } = await owner.query<FigureSums>(figuresText)
      const sums = (isWhole: boolean) =>
        rows.flatMap(({ is_whole, ...row }) => (is_whole === isWhole && row.authorized !== '0' ? [row] : []))
      expect(sums(true)).toEqual(sums(false))
    },
    /** Sessions that wait for a lock. */
    async waitingSessions(): Promise<number> {
      const { rows } = await owner.query<{ count: number }>(waitingText)
      return rows[0]?.count ?? 0
    },
    async close() {
      await owner.end()
      await opened.close()
      await store.close()
      await database.drop()
    },
  }
}

export type MovingShop = Awaited<ReturnType<MovingWorld['newShop']>>

const digest = () => Buffer.alloc(32)

const waitingText = `
select count(*)::int4 as count from pg_locks join pg_stat_activity using (pid)
where datname = current_database() and not granted`

type FigureSums = {
  readonly cell: number
  readonly is_whole: boolean
  readonly authorized: string
  readonly approved: string
}

const figuresText = `
select cell, merchant_id = '' as is_whole, sum(authorized)::text as authorized,
  sum(approved)::text as approved
from figure_sums where step = 'day' group by 1, 2 order by 1, 2`
