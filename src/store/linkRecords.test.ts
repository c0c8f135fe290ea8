import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { createPool } from './connection/pool.ts'
import { createLinkRecords } from './linkRecords.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createDatabase('external')
  pool = createPool(database.logins.gateway, { max: 2, warn: () => undefined })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})
beforeEach(async () => {
  for (const table of ['link_reports', 'link_events']) await pool.query(`delete from ${table}`)
})

const event = (number: number, link = 'first-bank') => ({
  ...{ link, what: 'late', atMs: 1_700_000_000_000 + number, content: `{"number":${number}}` },
})

test('each node has one report for each of its links, and takes back what it has not any more', async () => {
  const [one, other] = [createLinkRecords(pool, randomUUID()), createLinkRecords(pool, randomUUID())]
  await one.report([
    { link: 'a', content: '1' },
    { link: 'b', content: '1' },
  ])
  await other.report([{ link: 'a', content: '2' }])
  await one.report([{ link: 'a', content: '3' }])
  const found = await other.reports()
  expect(found.map(({ link, content }) => `${link}${content}`).sort()).toEqual(['a2', 'a3'])
  for (const { ageMs } of found) expect(ageMs).toBeLessThan(60_000)
  await one.withdraw()
  expect(await one.reports()).toMatchObject([{ link: 'a', content: '2' }])
})

test('events are told newest first, of all links or of one, with the time they have', async () => {
  const nodeId = randomUUID()
  const records = createLinkRecords(pool, nodeId)
  await records.add([event(1), event(2, 'second'), event(3)])
  const told = async (wanted: Parameters<typeof records.events>[0]) =>
    (await records.events(wanted)).map(({ content }) => content)
  expect(await told({ limit: 2 })).toEqual(['{"number":3}', '{"number":2}'])
  expect(await told({ link: 'second', limit: 10 })).toEqual(['{"number":2}'])
  expect(await records.events({ limit: 1 })).toEqual([{ ...event(3), nodeId }])
})

test('no more than ten thousand events are kept', async () => {
  const records = createLinkRecords(pool, randomUUID())
  for (let batch = 0; batch < 3; batch++)
    await records.add(Array.from({ length: 4_000 }, (_, index) => event(batch * 4_000 + index)))
  const { rows } = await pool.query('select count(*)::int4 as count, min(content) as least from link_events')
  expect(rows[0]).toMatchObject({ count: 10_000 })
  expect((await records.events({ limit: 1 }))[0]?.content).toBe('{"number":11999}')
})
