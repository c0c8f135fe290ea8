import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { nothing, useArchives } from '../../../test/support/administration/archivesBench.ts'
import { sampleClosing, sampleIntent, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import { isRejection } from '../../orders/rejection.ts'
import { createArchiveRecords } from '../../store/administration/archives.ts'
import { createPool } from '../../store/connection/pool.ts'
import { TookTooLong } from './port.ts'

const { at, archivesOf, run, record, age, truth, idsIn } = useArchives()

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
        // The second time, so that it is in the middle where there is one; lines are read before it begins.
        [step]: async (...given: readonly unknown[]) => {
          const isNow = ++calls === (step === 'deleteOrders' || step === 'lines' ? 2 : 1)
          if (isNow && when === 'before') throw new Error('killed')
          const result = await Reflect.apply(records[step], records, given)
          if (isNow) throw new Error('killed')
          return result
        },
      }))
      await expect(killed, `${step} ${when}`).rejects.toThrow('killed')
      const isDone = step === 'recordDone' && when === 'after'
      expect(await run(), 'while it has its lease').toEqual({
        ...nothing,
        isBusy: !isDone,
      })
      await at().owner.query("update archives set leased_until = '-infinity'")
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

test('who has lost an archive to another run does not end it', async () => {
  await record(2)
  await age()
  await run(records => ({
    ...records,
    async recordDone(archive, done, entry) {
      await at().owner.query("update archives set run_id = gen_random_uuid() where state = 'WRITTEN'")
      await records.recordDone(archive, done, entry)
    },
  }))
  const { rows } = await at().owner.query("select from archives where state = 'WRITTEN'")
  expect(rows).toHaveLength(1)
  await at().owner.query("update archives set leased_until = '-infinity'")
  expect(await run()).toMatchObject({ archives: [{ orders: 2, archived: 2 }] })
})

test('a file that cannot be read back is not kept, and nothing of it is deleted', async () => {
  const [id] = await record(1)
  await age()
  let seals = 0
  const broken = archivesOf(undefined, () => Buffer.from(`another each time ${++seals}`))
  const before = await readdir(at().folder)
  await expect(broken.run('SAMPLE', { folder: at().folder })).rejects.toThrow(
    'Its seal was not made with the key',
  )
  expect(await readdir(at().folder)).toEqual(before)
  await at().owner.query("update archives set leased_until = '-infinity'")
  expect(await run()).toMatchObject({ archives: [{ orders: 1, archived: 1 }] })
  expect((await truth()).find(({ order_id }) => order_id === id)).toMatchObject({ left: 0 })
})

/** What is asked of each order takes so many seconds, and a statement may take 1.2. */
async function slowed(asked: 'archive_line' | 'archive_obstacle', seconds: number) {
  const { owner, database } = at()
  const pool = createPool({ ...database.gateway.config, statement_timeout: 1_200 }, { max: 1 })
  await owner.query(`
    alter function ${asked} (int2, text, text) rename to ${asked}_at_once;
    create function ${asked} (cell int2, merchant text, id text) returns text language plpgsql as $$
      begin perform pg_sleep(${seconds}); return ${asked}_at_once(cell, merchant, id); end $$`)
  return {
    slow: createArchiveRecords(pool, () => Promise.reject(new Error('Nothing is changed here'))),
    async asBefore() {
      await owner.query(`
        drop function ${asked} (int2, text, text);
        alter function ${asked}_at_once (int2, text, text) rename to ${asked}`)
      await pool.end()
    },
  }
}

test('where the database takes too long for so many orders, fewer are taken at once', async () => {
  const ids = await record(30)
  await age()
  const { slow, asBefore } = await slowed('archive_line', 0.1)
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
  await asBefore()
})

test('where it takes too long to find what can be archived, fewer are looked at together', async () => {
  await record(30)
  await age()
  const { slow, asBefore } = await slowed('archive_obstacle', 0.06)
  const done = await run(records => ({ ...records, candidates: slow.candidates }))
  await asBefore()
  expect(done).toMatchObject({ archives: [{ orders: 30, archived: 30 }] })
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
  await at().store.journal.begin(owing)
  await at().store.journal.close({ ...sampleSilence(owing, 1), obligation: 'reversal' })
  const open = sampleIntent()
  await at().store.journal.begin(open)
  await age()
  const capture = { ...sampleIntent({ key: { ...open.key, orderId: changed } }), transactionId: '2', seen: 2 }
  const done = await run(records => ({
    ...records,
    async recordWritten(...given) {
      expect(await at().store.journal.begin(capture)).toMatchObject({ state: 'started' })
      return records.recordWritten(...given)
    },
  }))
  expect(done).toMatchObject({ archives: [{ orders: 1, archived: 0 }] })
  await at().store.journal.close(sampleClosing(capture, 3))
  expect(await run()).toEqual(nothing)
  for (const orderId of [changed, owing.key.orderId, open.key.orderId])
    expect((await at().store.journal.load({ ...open.key, orderId }))?.archivedIn).toBeUndefined()
})

test('the database refuses orders without a written archive, and those within their term', async () => {
  const [id = ''] = await record(1)
  const ask = (archiveNo: number) =>
    at().owner.query('select archive_order(1::int2, $1, $2, 2, $3) as outcome', ['SAMPLE', id, archiveNo])
  await expect(ask(0)).rejects.toThrow('is not written')
  await at().owner.query("delete from archives where state <> 'DONE'")
  await at().owner.query(
    `insert into archives (cell, archive_no, merchant_id, state, run_id, leased_until, began_by, file_name,
       digest, orders)
     values (1, 0, 'SAMPLE', 'WRITTEN', gen_random_uuid(), '-infinity', 'ada', 'f', sha256(''), 1)`,
  )
  expect((await ask(0)).rows).toEqual([{ outcome: 'UNTOLD' }])
  await at()
    .store.notifications(() => ({ version: 1, record: {} }))
    .takeIn(500)
  while ((await at().store.projection.advance(500)).count > 0);
  expect((await ask(0)).rows).toEqual([{ outcome: 'RECENT' }])
  await expect(run()).rejects.toThrow('There is no file')
  await at().owner.query('delete from archives where archive_no = 0')
  expect(await readdir(at().folder)).not.toContain('f')
})
