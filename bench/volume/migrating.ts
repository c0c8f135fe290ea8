// Migrating the full database while payments go on: how long the slowest of them took beside each migration.

import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/platform/clock.ts'
import { StartRefusal } from '../../src/platform/errors.ts'
import { type Migration, storeSchema } from '../../src/store/schema/migrations.ts'
import { applyOnline } from '../../src/store/schema/online.ts'
import { receiveArrivals } from '../arrivals.ts'
import type { Gateway } from '../contenders.ts'
import { payment, transactionPath } from '../payment.ts'
import { progress } from '../progress.ts'
import { asOwner } from '../sample.ts'
import { call } from './models.ts'

/** Payments that came while something was migrated, or nothing was. */
export type Migrating = {
  readonly title: string
  readonly tookMs: number
  readonly isRefused: boolean
  /** Milliseconds of each payment. */
  readonly served: readonly number[]
  readonly failed: number
}

/** What releases do to tables, each to the largest one that it is usual for. */
const samples: readonly (readonly [title: string, text: string])[] = [
  ['orders: a column with a default', 'alter table orders add column sample int4 not null default 7'],
  [
    'transactions: a check of new rows',
    'alter table transactions add constraint sample check (fence > 0) not valid',
  ],
  ['transactions: the check of all rows', '-- steps\nalter table transactions validate constraint sample'],
  [
    'outcomes: an index',
    '-- steps\ndrop index concurrently if exists sample\n-- then\n' +
      'create index concurrently sample on outcomes (cell, gateway_code, recorded_at)',
  ],
  ['outcomes: a type that rewrites all rows', 'alter table outcomes alter column amount type numeric'],
]
const perSecond = 40
const connections = Array.from({ length: 64 }, (_, index) => index)
const quietMs = 20_000

/** First without a migration, for comparison; then each of them. */
export async function migrateUnderLoad(gateway: Gateway): Promise<readonly Migrating[]> {
  const measured = [await beside(gateway, 'nothing', () => systemClock.sleep(quietMs))]
  const newest = storeSchema.migrations().length
  for (const [index, [title, text]] of samples.entries()) {
    const number = newest + index + 1
    const migration = { number, name: `sample-${number}`, text, checksum: `sample ${number}` }
    measured.push(await beside(gateway, title, () => apply(gateway, migration)))
  }
  return measured
}

const apply = ({ connection }: Gateway, migration: Migration): Promise<void> =>
  asOwner(connection, client =>
    asOwner(connection, guard => applyOnline({ client, guard }, migration, { pauseMs: 1_000, triesMax: 5 })),
  )

async function beside({ port }: Gateway, title: string, work: () => Promise<void>): Promise<Migrating> {
  progress(`payments beside: ${title}`)
  let isOver = false
  const arriving = receiveArrivals(connections, {
    ...{ perSecond, isOver: () => isOver },
    arrive: () => call(port, transactionPath(randomUUID(), '1'), payment).then(Boolean, () => false),
  })
  await systemClock.sleep(besideMs)
  const startedMs = systemClock.monotonicMs()
  const isRefused = await work().then(
    () => false,
    error => {
      if (error instanceof StartRefusal) return true
      throw error
    },
  )
  const tookMs = systemClock.monotonicMs() - startedMs
  await systemClock.sleep(besideMs)
  isOver = true
  const { served, refused } = await arriving
  return { title, tookMs, isRefused, served, failed: refused.length }
}

/** Payments go on before and after it. */
const besideMs = 2_000
