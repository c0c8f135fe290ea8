// A merchant with a term of 35 days, its orders, and what an operator archives of them into a folder.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { readArchive } from '../../../src/administration/archives/archiveFile.ts'
import { createArchiveAdministration } from '../../../src/administration/archives/archives.ts'
import {
  type ArchiveRecords,
  type ArchivingStore,
  TookTooLong,
} from '../../../src/administration/archives/port.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { createDatabase, type TestDatabase } from '../../database/database.ts'
import { sampleClosing, sampleIntent } from '../store/sampleIntent.ts'
import { addSampleMerchant } from '../store/sampleMerchant.ts'

const sealArchive = (text: string) => Buffer.from(`sealed ${text.length}`)

export const nothing = { archives: [], tooLong: [], notTried: 0, isBusy: false }

/** The rows of these orders take too long to delete, as often as it is tried. */
export const slowToDelete =
  (heavy: readonly string[]) =>
  (records: ArchiveRecords): ArchiveRecords => ({
    ...records,
    deleteOrders: (archive, orders) =>
      orders.some(({ orderId }) => heavy.includes(orderId))
        ? Promise.reject(new TookTooLong('too long'))
        : records.deleteOrders(archive, orders),
  })
/** What is recorded of them takes too long to read. */
export const slowToRead =
  (heavy: readonly string[]) =>
  (records: ArchiveRecords): ArchiveRecords => ({
    ...records,
    lines: (merchant, ids) =>
      ids.some(id => heavy.includes(id))
        ? Promise.reject(new TookTooLong('too long'))
        : records.lines(merchant, ids),
  })

type ArchivesBench = {
  readonly database: TestDatabase
  readonly store: Store
  readonly owner: pg.Client
  readonly folder: string
}

async function openBench(): Promise<ArchivesBench> {
  const database = await createDatabase('embedded')
  const store = await openStore(database.logins)
  await addSampleMerchant(store)
  const owner = new pg.Client(database.config)
  await owner.connect()
  await owner.query(`update merchants set profile = '{"retentionDays": 35}'`)
  return { database, store, owner, folder: await mkdtemp(join(tmpdir(), 'archives-')) }
}

/** For the tests of one file. */
export function useArchives() {
  let bench: ArchivesBench | undefined
  beforeAll(async () => {
    bench = await openBench()
  })
  afterAll(async () => {
    if (!bench) return
    await rm(bench.folder, { recursive: true, force: true })
    await bench.owner.end()
    await bench.store.close()
    await bench.database.drop()
  })
  function at(): ArchivesBench {
    if (!bench) throw new Error('It is not open yet')
    return bench
  }

  /** What an operator does whose store fails now and then. */
  function archivesOf(
    change: (records: ArchiveRecords) => ArchiveRecords = records => records,
    seal = sealArchive,
  ) {
    const known: ArchivingStore = at().store.administration(() => Buffer.alloc(32))
    return createArchiveAdministration({
      ...{ store: { ...known, archives: change(known.archives) }, actor: 'ada@office' },
      ...{ digest: () => Buffer.alloc(32), pepper: Buffer.alloc(32) },
      sealArchive: seal,
      makeSecret: () => Promise.reject(new Error('None is made here')),
    })
  }
  const run = (change?: Parameters<typeof archivesOf>[0]) =>
    archivesOf(change).run('SAMPLE', { folder: at().folder, ordersMax: 40 })

  async function record(count: number): Promise<readonly string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      const intent = sampleIntent()
      await at().store.journal.begin(intent)
      await at().store.journal.close(sampleClosing(intent, 1))
      ids.push(intent.key.orderId)
    }
    return ids
  }
  /** Told and searched, as running gateways do, and then old. */
  async function age(): Promise<void> {
    await at()
      .store.notifications(() => ({ version: 1, record: {} }))
      .takeIn(500)
    while ((await at().store.projection.advance(500)).count > 0);
    // A distributed database computes no time from a column by the session's time zone.
    const earlier = (column: string) =>
      `${column} = (${column} at time zone 'UTC' - interval '40 days') at time zone 'UTC'`
    await at().owner.query(`
      update outcomes set ${earlier('recorded_at')};
      update found_orders set ${earlier('created_at')};
      update orders set ${earlier('created_at')} where archive_no is null`)
  }

  /** In which files the orders are that say so; and how many rows of theirs are left. */
  async function truth() {
    const { rows } = await at().owner.query<{ order_id: string; file: string | null; left: number }>(`
      select order_id, file_name as file, coalesce(n, 0)::int4 as left
      from orders o left join archives a using (cell, merchant_id, archive_no)
      left join (
        select cell, merchant_id, order_no, count(*) as n from transactions
        group by cell, merchant_id, order_no
      ) t using (cell, merchant_id, order_no)`)
    return rows
  }
  async function idsIn(file: string): Promise<readonly string[]> {
    const ids: string[] = []
    await readArchive(join(at().folder, file), sealArchive, ({ order_id }) => void ids.push(order_id))
    return ids
  }
  return { at, archivesOf, run, record, age, truth, idsIn }
}
