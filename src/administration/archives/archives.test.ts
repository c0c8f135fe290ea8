import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleClosing, sampleIntent, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { isRejection } from '../../orders/rejection.ts'
import { createArchiveRecords } from '../../store/administration/archives.ts'
import { createPool } from '../../store/connection/pool.ts'
import { openStore, type Store } from '../../store/open.ts'
import { readArchive } from './archiveFile.ts'
import { createArchiveAdministration } from './archives.ts'
import { type ArchiveRecords, type ArchivingStore, TookTooLong } from './port.ts'

let database: TestDatabase
let store: Store
let owner: pg.Client
let folder: string
beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  await addSampleMerchant(store)
  owner = new pg.Client(database.config)
  await owner.connect()
  await owner.query(`update merchants set profile = '{"retentionDays": 35}'`)
  folder = await mkdtemp(join(tmpdir(), 'archives-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await owner?.end()
  await store?.close()
  await database?.drop()
})

const sealArchive = (text: string) => Buffer.from(`sealed ${text.length}`)

/** What an operator does whose store fails now and then. */
function archivesOf(
  change: (records: ArchiveRecords) => ArchiveRecords = records => records,
  seal = sealArchive,
) {
  const known: ArchivingStore = store.administration(() => Buffer.alloc(32))
  return createArchiveAdministration({
    ...{ store: { ...known, archives: change(known.archives) }, actor: 'ada@office' },
    ...{ digest: () => Buffer.alloc(32), pepper: Buffer.alloc(32) },
    sealArchive: seal,
    makeSecret: () => Promise.reject(new Error('None is made here')),
  })
}
const run = (change?: Parameters<typeof archivesOf>[0]) =>
  archivesOf(change).run('SAMPLE', { folder, ordersMax: 40 })

async function record(count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const intent = sampleIntent()
    await store.journal.begin(intent)
    await store.journal.close(sampleClosing(intent, 1))
    ids.push(intent.key.orderId)
  }
  return ids
}
/** Told and searched, as running gateways do, and then old. */
async function age(): Promise<void> {
  await store.notifications(() => ({ version: 1, record: {} })).takeIn(500)
  while ((await store.projection.advance(500)).count > 0);
  await owner.query(`
    update outcomes set recorded_at = recorded_at - interval '40 days';
    update found_orders set created_at = created_at - interval '40 days';
    update orders set created_at = created_at - interval '40 days' where archive_no is null`)
}

/** In which files the orders are that say so; and how many rows of theirs are left. */
async function truth() {
  const { rows } = await owner.query<{ order_id: string; file: string | null; left: number }>(`
    select order_id, file_name as file,
      (select count(*)::int4 from transactions t where t.order_no = o.order_no) as left
    from orders o left join archives a using (cell, archive_no)`)
  return rows
}
async function idsIn(file: string): Promise<readonly string[]> {
  const ids: string[] = []
  await readArchive(join(folder, file), sealArchive, ({ order_id }) => void ids.push(order_id))
  return ids
}

test('killed at any step, nothing is lost and nothing is archived twice', { timeout: 120_000 }, async () => {
  const steps = ['lines', 'renew', 'recordWritten', 'deleteOrders', 'recordDone'] as const
  for (const step of steps)
    for (const when of ['before', 'after'] as const) {
      // Two parts are deleted, so that there is a middle.
      const ids = await record(step === 'deleteOrders' ? 30 : 4)
      await age()
      let calls = 0
      const killed = run(records => ({
        ...records,
        // The second time, so that it is in the middle where there is one.
        [step]: async (...given: readonly unknown[]) => {
          const isNow = ++calls === (step === 'deleteOrders' ? 2 : 1)
          if (isNow && when === 'before') throw new Error('killed')
          const result = await Reflect.apply(records[step], records, given)
          if (isNow) throw new Error('killed')
          return result
        },
      }))
      await expect(killed, `${step} ${when}`).rejects.toThrow('killed')
      const isDone = step === 'recordDone' && when === 'after'
      expect(await run(), 'while it has its lease').toEqual({ archives: [], tooLong: [], isBusy: !isDone })
      await owner.query("update archives set leased_until = '-infinity'")
      await run()
      const known = new Map((await truth()).map(row => [row.order_id, row]))
      for (const id of ids) {
        const { file, left } = known.get(id) ?? { file: null, left: 0 }
        expect(left, `${step} ${when}`).toBe(0)
        if (file === null) throw new Error(`${id} is not archived after ${step} ${when}`)
        expect((await idsIn(file)).filter(one => one === id)).toHaveLength(1)
      }
    }
})

test('a file that cannot be read back is not kept, and nothing of it is deleted', async () => {
  const [id] = await record(1)
  await age()
  let seals = 0
  const broken = archivesOf(undefined, () => Buffer.from(`another each time ${++seals}`))
  const before = await readdir(folder)
  await expect(broken.run('SAMPLE', { folder })).rejects.toThrow('Its seal was not made with the key')
  expect(await readdir(folder)).toEqual(before)
  await owner.query("update archives set leased_until = '-infinity'")
  expect(await run()).toMatchObject({ archives: [{ orders: 1, archived: 1 }] })
  expect((await truth()).find(({ order_id }) => order_id === id)).toMatchObject({ left: 0 })
})

test('where the database takes too long for so many orders, fewer are taken at once', async () => {
  const ids = await record(30)
  await age()
  const heavy = createPool({ ...database.gateway.config, statement_timeout: 400 }, { max: 1 })
  const slow = createArchiveRecords(heavy, () => Promise.reject(new Error('Nothing is changed here')))
  await owner.query(`
    alter function archive_line (int2, text, text) rename to archive_line_at_once;
    create function archive_line (cell int2, merchant text, id text) returns text language plpgsql as $$
      begin perform pg_sleep(0.05); return archive_line_at_once(cell, merchant, id); end $$`)
  const deletedAtOnce: number[] = []
  const done = await run(records => ({
    ...records,
    lines: slow.lines,
    async deleteOrders(archive, orders) {
      deletedAtOnce.push(orders.length)
      if (orders.length > 7) throw new TookTooLong('too many')
      return records.deleteOrders(archive, orders)
    },
  }))
  expect(done).toMatchObject({ archives: [{ orders: 30, archived: 30 }] })
  expect(deletedAtOnce).toEqual([25, 13, 7, 7, 7, 7, 2])
  const [{ fileName = '' } = {}] = isRejection(done) ? [] : done.archives
  expect((await idsIn(fileName)).toSorted()).toEqual(ids.toSorted())
  await owner.query(`
    drop function archive_line (int2, text, text);
    alter function archive_line_at_once (int2, text, text) rename to archive_line`)
  await heavy.end()
})

test('where it takes too long to find what can be archived, fewer are looked at together', async () => {
  await record(30)
  await age()
  const heavy = createPool({ ...database.gateway.config, statement_timeout: 400 }, { max: 1 })
  const slow = createArchiveRecords(heavy, () => Promise.reject(new Error('Nothing is changed here')))
  await owner.query(`
    alter function archive_obstacle (int2, text, text) rename to archive_obstacle_at_once;
    create function archive_obstacle (cell int2, merchant text, id text) returns text language plpgsql as $$
      begin perform pg_sleep(0.03); return archive_obstacle_at_once(cell, merchant, id); end $$`)
  const done = await run(records => ({ ...records, candidates: slow.candidates }))
  await owner.query(`
    drop function archive_obstacle (int2, text, text);
    alter function archive_obstacle_at_once (int2, text, text) rename to archive_obstacle`)
  await heavy.end()
  expect(done).toMatchObject({ archives: [{ orders: 30, archived: 30 }] })
})

test('an order that takes too long by itself is left, and told; those behind it are archived', async () => {
  const [before = '', endless = '', ...behind] = await record(5)
  await age()
  let asked = 0
  const done = await run(records => ({
    ...records,
    lines(merchant, ids) {
      if (!ids.includes(endless)) return records.lines(merchant, ids)
      asked += 1
      return Promise.reject(new TookTooLong('too long'))
    },
  }))
  expect(done).toMatchObject({ archives: [{ orders: 4, archived: 4 }], tooLong: [endless], isBusy: false })
  const [{ fileName = '' } = {}] = isRejection(done) ? [] : done.archives
  expect((await idsIn(fileName)).toSorted()).toEqual([before, ...behind].toSorted())
  // Alone it is asked for once, and in no file after the first.
  expect(asked).toBe(4)
  expect(await run()).toMatchObject({ archives: [{ orders: 1, archived: 1 }], tooLong: [] })
})

test('an order whose rows take too long to delete stays whole, and no other file has it', async () => {
  const [endless = '', ...behind] = await record(4)
  await age()
  const slow = (records: ArchiveRecords): ArchiveRecords => ({
    ...records,
    deleteOrders: (archive, orders) =>
      orders.some(({ orderId }) => orderId === endless)
        ? Promise.reject(new TookTooLong('too long'))
        : records.deleteOrders(archive, orders),
  })
  const filesBefore = await readdir(folder)
  const done = await run(slow)
  expect(done).toMatchObject({ archives: [{ orders: 4, archived: 3 }], tooLong: [endless], isBusy: false })
  const left = (await truth()).filter(({ order_id }) => [endless, ...behind].includes(order_id))
  expect(left.filter(row => row.left > 0).map(({ order_id }) => order_id)).toEqual([endless])
  const [later = ''] = await record(1)
  await age()
  // The next run only deletes, and keeps nobody waiting who is not in that file.
  const again = await run(slow)
  expect(again).toMatchObject({
    archives: [
      { orders: 4, archived: 3 },
      { orders: 1, archived: 1 },
    ],
    tooLong: [endless],
  })
  const files = (await readdir(folder)).filter(name => !filesBefore.includes(name))
  expect(files).toHaveLength(2)
  expect((await truth()).find(({ order_id }) => order_id === later)).toMatchObject({ left: 0 })
  expect(await run()).toMatchObject({ archives: [{ orders: 1, archived: 1 }], tooLong: [] })
})

test('an order that took too long to delete is deleted by the next run, out of the same file', async () => {
  const [heavy = ''] = await record(4)
  await age()
  const first = await run(records => ({
    ...records,
    deleteOrders: (archive, orders) =>
      orders.some(({ orderId }) => orderId === heavy)
        ? Promise.reject(new TookTooLong('too long'))
        : records.deleteOrders(archive, orders),
  }))
  expect(first).toMatchObject({ archives: [{ orders: 4, archived: 3 }], tooLong: [heavy] })
  const [{ fileName = '' } = {}] = isRejection(first) ? [] : first.archives
  expect(await run()).toMatchObject({ archives: [{ fileName, orders: 4, archived: 4 }], tooLong: [] })
})

test('where the database is too slow for every order, not all of them are tried', async () => {
  await record(30)
  await age()
  const tried: number[] = []
  const slow = run(records => ({
    ...records,
    lines(_, ids) {
      tried.push(ids.length)
      return Promise.reject(new TookTooLong('too long'))
    },
  }))
  await expect(slow).rejects.toThrow('too long')
  expect(tried).toEqual([30, 15, 8, 4, 2, ...Array(10).fill(1)])
  await owner.query("update archives set leased_until = '-infinity'")
  expect(await run()).toMatchObject({ archives: [{ orders: 30, archived: 30 }] })
})

test('what was read before the database became too slow is archived', async () => {
  await record(30)
  await age()
  let isSlow = false
  const done = await run(records => ({
    ...records,
    async lines(merchant, ids) {
      if (isSlow && ids.length > 0) throw new TookTooLong('too long')
      isSlow = ids.length === 8
      if (ids.length > 8) throw new TookTooLong('too long')
      return records.lines(merchant, ids)
    },
    async recordWritten(...given) {
      isSlow = false
      return records.recordWritten(...given)
    },
  }))
  expect(done).toMatchObject({ archives: [{ orders: 8, archived: 8 }, { archived: 13 }] })
  expect(isRejection(done) ? [] : done.tooLong).toHaveLength(9)
  expect(await run()).toMatchObject({ archives: [{ archived: 9 }] })
})

test('two runs at once archive each order once', async () => {
  // More than are read at once, and than a file has.
  const ids = await record(130)
  await age()
  const done = await Promise.all([run(), run(), run()])
  const archived = done.flatMap(each => (isRejection(each) ? [] : each.archives.map(one => one.archived)))
  expect(archived.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
  expect((await truth()).filter(({ order_id, left }) => ids.includes(order_id) && left > 0)).toEqual([])
})

test('what changed after it was written stays, and so does what is open, owed or recent', async () => {
  const [changed = ''] = await record(1)
  const owing = sampleIntent()
  await store.journal.begin(owing)
  await store.journal.close({ ...sampleSilence(owing, 1), obligation: 'reversal' })
  const open = sampleIntent()
  await store.journal.begin(open)
  await age()
  const capture = { ...sampleIntent({ key: { ...open.key, orderId: changed } }), transactionId: '2', seen: 2 }
  const done = await run(records => ({
    ...records,
    async recordWritten(...given) {
      expect(await store.journal.begin(capture)).toMatchObject({ state: 'started' })
      return records.recordWritten(...given)
    },
  }))
  expect(done).toMatchObject({ archives: [{ orders: 1, archived: 0 }] })
  await store.journal.close(sampleClosing(capture, 3))
  expect(await run()).toEqual({ archives: [], tooLong: [], isBusy: false })
  for (const orderId of [changed, owing.key.orderId, open.key.orderId])
    expect((await store.journal.load({ ...open.key, orderId }))?.archivedIn).toBeUndefined()
})

test('the database refuses orders without a written archive, and those within their term', async () => {
  const [id = ''] = await record(1)
  const ask = (archiveNo: number) =>
    owner.query('select archive_order(1::int2, $1, $2, 2, $3) as outcome', ['SAMPLE', id, archiveNo])
  await expect(ask(0)).rejects.toThrow('is not written')
  await owner.query("delete from archives where state <> 'DONE'")
  await owner.query(
    `insert into archives (cell, archive_no, merchant_id, state, run_id, leased_until, began_by, file_name,
       digest, orders)
     values (1, 0, 'SAMPLE', 'WRITTEN', gen_random_uuid(), '-infinity', 'ada', 'f', sha256(''), 1)`,
  )
  expect((await ask(0)).rows).toEqual([{ outcome: 'UNTOLD' }])
  await store.notifications(() => ({ version: 1, record: {} })).takeIn(500)
  while ((await store.projection.advance(500)).count > 0);
  expect((await ask(0)).rows).toEqual([{ outcome: 'RECENT' }])
  await expect(run()).rejects.toThrow('There is no file')
  await owner.query('delete from archives where archive_no = 0')
  expect(await readdir(folder)).not.toContain('f')
})
