import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  nothing,
  slowToDelete,
  slowToRead,
  useArchives,
} from '../../../test/support/administration/archivesBench.ts'
import { isRejection } from '../../orders/rejection.ts'
import { type ArchiveRecords, TookTooLong } from './port.ts'

const { at, archivesOf, run, record, age, truth, idsIn } = useArchives()

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

test('an order that always takes too long to delete stays whole, and no other file has it', async () => {
  const [endless = '', ...behind] = await record(4)
  await age()
  const filesBefore = await readdir(at().folder)
  const done = await run(slowToDelete([endless]))
  expect(done).toMatchObject({ archives: [{ orders: 4, archived: 3 }], tooLong: [endless], isBusy: false })
  const left = (await truth()).filter(({ order_id }) => [endless, ...behind].includes(order_id))
  expect(left.filter(row => row.left > 0).map(({ order_id }) => order_id)).toEqual([endless])
  for (const runs of [2, 3, 4, 5]) {
    const [later = ''] = await record(1)
    await age()
    expect(await run(slowToDelete([endless]))).toMatchObject({
      archives: [
        { orders: 4, archived: 3 },
        { orders: 1, archived: 1 },
      ],
      tooLong: [endless],
    })
    expect((await truth()).find(({ order_id }) => order_id === later)).toMatchObject({ left: 0 })
    const files = (await readdir(at().folder)).filter(name => !filesBefore.includes(name))
    expect(files).toHaveLength(runs)
  }
  expect(await run(slowToDelete([endless]))).toMatchObject({ archives: [{ archived: 3 }] })
  expect(await run()).toMatchObject({ archives: [{ orders: 4, archived: 4 }], tooLong: [] })
  expect(await run()).toEqual(nothing)
  for (const archive of await archivesOf().list({ merchantId: 'SAMPLE', limit: 6 }))
    expect(await archivesOf().verify(archive, at().folder)).toMatchObject({ isWhole: true })
})

test('an order that took too long to delete is deleted by the next run, out of the same file', async () => {
  const [heavy = ''] = await record(4)
  await age()
  const first = await run(slowToDelete([heavy]))
  expect(first).toMatchObject({ archives: [{ orders: 4, archived: 3 }], tooLong: [heavy] })
  const [{ fileName = '' } = {}] = isRejection(first) ? [] : first.archives
  expect(await run()).toMatchObject({ archives: [{ fileName, orders: 4, archived: 4 }], tooLong: [] })
})

test('an order that was told again since it was written is in another file, with that', async () => {
  const [heavy = ''] = await record(2)
  await age()
  const first = await run(slowToDelete([heavy]))
  expect(first).toMatchObject({ archives: [{ orders: 2, archived: 1 }], tooLong: [heavy] })
  await at().owner.query(
    `insert into deliveries (cell, merchant_id, feed_no, attempt, target, took_ms, attempted_at)
     select cell, merchant_id, feed_no, 1, 'https://shop.example', 5, tollgate_now() from notifications
     where order_id = $1`,
    [heavy],
  )
  const second = await run()
  expect(second).toMatchObject({ archives: [{ orders: 1, archived: 1 }], tooLong: [] })
  const [{ fileName = '' } = {}] = isRejection(second) ? [] : second.archives
  expect(await idsIn(fileName)).toEqual([heavy])
})

test('an archive that another run has deleted out of is not taken up with an old count', async () => {
  const [one = '', other = ''] = await record(3)
  await age()
  expect(await run(slowToDelete([one, other]))).toMatchObject({ archives: [{ orders: 3, archived: 1 }] })
  const meanwhile = run(records => ({
    ...records,
    async takeUp(archive, mine) {
      expect(await run(slowToDelete([one]))).toMatchObject({ archives: [{ orders: 3, archived: 2 }] })
      return records.takeUp(archive, mine)
    },
  }))
  expect(await meanwhile).toMatchObject({ archives: [{ orders: 1, archived: 1 }], tooLong: [] })
  expect(await run()).toEqual(nothing)
  for (const archive of await archivesOf().list({ merchantId: 'SAMPLE', limit: 2 }))
    expect(await archivesOf().verify(archive, at().folder)).toMatchObject({ isWhole: true })
})

test('a run that is killed while it deletes out of an earlier file is taken over', async () => {
  const [heavy = ''] = await record(4)
  await age()
  const first = await run(slowToDelete([heavy]))
  const [{ fileName = '' } = {}] = isRejection(first) ? [] : first.archives
  await record(1)
  await age()
  await run()
  const [late = ''] = await record(4)
  await age()
  const again = await run(slowToDelete([late]))
  expect(again).toMatchObject({ archives: [{ archived: 3 }], tooLong: [late] })
  const killed = run(records => ({ ...records, deleteOrders: () => Promise.reject(new Error('killed')) }))
  await expect(killed).rejects.toThrow('killed')
  expect(await run()).toEqual({ ...nothing, isBusy: true })
  await at().owner.query("update archives set leased_until = '-infinity'")
  expect(await run()).toMatchObject({ archives: [{ orders: 4, archived: 4 }], isBusy: false })
  expect((await idsIn(fileName)).includes(heavy)).toBe(true)
  expect((await truth()).filter(({ left }) => left > 0)).toEqual([])
})

test('an order whose file is gone is in another file, and so is one that has changed since', async () => {
  const [heavy = '', changing = ''] = await record(2)
  await age()
  const first = await run(slowToDelete([heavy, changing]))
  const [{ fileName = '' } = {}] = isRejection(first) ? [] : first.archives
  await at().owner.query('update orders set version = version + 1 where order_id = $1', [changing])
  expect(await run()).toMatchObject({
    archives: [
      { fileName, archived: 1 },
      { orders: 1, archived: 1 },
    ],
  })
  const [gone = ''] = await record(1)
  await age()
  const second = await run(slowToDelete([gone]))
  const [{ fileName: lost = '' } = {}] = isRejection(second) ? [] : second.archives
  await rm(join(at().folder, lost))
  expect(await run()).toMatchObject({ archives: [{ orders: 1, archived: 1 }] })
  expect((await truth()).filter(({ left }) => left > 0)).toEqual([])
})

test('neighbours that take too long in every run keep nothing newer from being archived', async () => {
  for (const slow of [slowToRead, slowToDelete]) {
    const heavy = await record(10)
    await age()
    for (const _ of [1, 2, 3]) {
      const [later = ''] = await record(1)
      await age()
      const done = await run(slow(heavy))
      expect(isRejection(done) ? [] : done.tooLong.toSorted()).toEqual(heavy.toSorted())
      expect((await truth()).find(({ order_id }) => order_id === later)).toMatchObject({ left: 0 })
    }
    await run()
    expect((await truth()).filter(({ left }) => left > 0)).toEqual([])
  }
})

test('with an order that is never read and one that is never deleted, no file is written again', async () => {
  const [unread = '', undeleted = ''] = await record(2)
  await age()
  const slow = (records: ArchiveRecords) => slowToRead([unread])(slowToDelete([undeleted])(records))
  await run(slow)
  const files = await readdir(at().folder)
  for (const _ of [1, 2, 3])
    expect(await run(slow)).toMatchObject({ archives: [{ archived: 0 }], notTried: 0 })
  expect(await readdir(at().folder)).toEqual(files)
  expect(await run()).toMatchObject({
    archives: [
      { orders: 1, archived: 1 },
      { orders: 1, archived: 1 },
    ],
  })
})

test('where the database is too slow for every order, not all of them are tried', async () => {
  const ids = await record(60)
  await age()
  const done = await run(slowToRead(ids))
  expect(done).toMatchObject({ archives: [], isBusy: false })
  if (isRejection(done)) throw new Error('it was refused')
  expect(done.tooLong.length + done.notTried).toBe(60)
  expect(done.tooLong.length).toBeGreaterThanOrEqual(10)
  expect(done.notTried).toBeGreaterThan(0)
  expect(await run()).toMatchObject({
    archives: [{ archived: 40 }, { archived: 20 }],
    tooLong: [],
    notTried: 0,
  })
})

test('what was read before the database became too slow is archived', async () => {
  await record(30)
  await age()
  let isSlow = false
  const done = await run(records => ({
    ...records,
    async lines(merchant, ids) {
      if (isSlow || ids.length > 8) throw new TookTooLong('too long')
      isSlow = ids.length === 8
      return records.lines(merchant, ids)
    },
  }))
  expect(done).toMatchObject({ archives: [{ orders: 8, archived: 8 }] })
  if (isRejection(done)) throw new Error('it was refused')
  expect(done.tooLong.length + done.notTried).toBe(22)
  expect(await run()).toMatchObject({ archives: [{ archived: 22 }] })
})
