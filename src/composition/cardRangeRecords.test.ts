import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDatabase } from '../../test/database/database.ts'
import { createRangeStore } from '../store/cardRanges.ts'
import { createPool } from '../store/connection/pool.ts'
import { RangeUpdate } from '../threeDSecure/emv/ranges/rangeUpdate.ts'
import { openCardRangeRecords } from './cardRangeRecords.ts'

test('operators find ranges by digits, and what they ask for is audited before it is done', async () => {
  const database = await createDatabase('external')
  const pool = createPool(database.logins.gateway, { max: 2, warn: () => undefined })
  const store = createRangeStore(pool, randomUUID())
  const noted: unknown[] = []
  const note = async (action: string, details: object) => {
    noted.push([action, details, (await store.states()).map(({ requestedBy }) => requestedBy)])
  }
  const administration = { audit: { note } } as unknown as Parameters<
    typeof openCardRangeRecords
  >[1]['administration']
  const records = openCardRangeRecords(store, { administration, actor: 'somebody' })
  await store.announce(['north', 'south'])
  const claim = await store.claim('north', 60_000)
  if (!claim) throw new Error('not claimed')
  const update = new RangeUpdate()
  update.hear({
    ...{ startRange: '5123450000000000', endRange: '5123459999999999' },
    ...{ acsStartProtocolVersion: '2.2.0', acsEndProtocolVersion: '2.2.0' },
  })
  const { bytes, count } = await update.whole({ directoryVersions: ['2.2.0'], addresses: [] })
  await store.publish(claim, { bytes, ranges: count, isWhole: true }, { inMs: 60_000, isWhole: true })

  const found = await records.find('5123')
  expect(found.map(({ isLoaded, ranges }) => [isLoaded, ranges.length])).toEqual([
    [true, 1],
    [false, 0],
  ])
  await records.request('north', false)
  expect(noted).toEqual([
    ['ranges.refresh', { directoryServer: 'north', isWhole: false }, [undefined, undefined]],
  ])
  expect((await records.list())[0]).toMatchObject({ directoryServer: 'north', requestedBy: 'somebody' })
  await expect(records.request('nort', false)).rejects.toThrow('there are north, south')
  expect(noted).toHaveLength(1)
  await records.forget('north')
  expect(noted.at(-1)).toEqual(['ranges.forget', { directoryServer: 'north' }, ['somebody', undefined]])
  expect((await records.list()).map(({ directoryServer }) => directoryServer)).toEqual(['south'])
  expect(await store.request({ directoryServer: 'north', by: 'somebody', isWhole: false })).toBe(false)
  const { rows } = await pool.query("select from card_range_parts where directory_server = 'north'")
  expect(rows).toHaveLength(0)
  await store.announce(['north'])
  expect((await records.list())[0]).toMatchObject({ directoryServer: 'north', failures: 0 })
  await pool.end()
  await database.drop()
})
