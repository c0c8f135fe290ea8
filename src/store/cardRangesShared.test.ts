import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import {
  rangeAnswer,
  rangeEntry,
  rangeError,
  scriptedRangeSource,
} from '../../test/support/threeDSecure/rangeSource.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { type OpenCardRanges, openCardRanges } from '../threeDSecure/emv/ranges/openCardRanges.ts'
import type { RangeSource } from '../threeDSecure/emv/ranges/rangeSource.ts'
import type { ProtocolVersion } from '../threeDSecure/emv/settings.ts'
import { createRangeStore } from './cardRanges.ts'
import { createPool } from './connection/pool.ts'

// Nodes that share the ranges of a directory server through one database.

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createDatabase('external')
  pool = createPool(database.logins.gateway, { max: 4, warn: () => undefined })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

let name = ''
let opened: OpenCardRanges[] = []
let lines: string[] = []
beforeEach(() => {
  name = `ds-${randomUUID()}`.slice(0, 20)
  lines = []
})
afterEach(async () => {
  await Promise.all(opened.map(each => each.stop()))
  opened = []
})

const log: Log = {
  info: (message, facts) => void lines.push(`${message} ${JSON.stringify(facts)}`),
  warn: (message, facts) => void lines.push(`${message} ${JSON.stringify(facts)}`),
  fault: (message, fault) => void lines.push(`${message}: ${fault}`),
  dropped: () => 0,
  flush: () => undefined,
}

async function node(
  source: RangeSource,
  versions: readonly ProtocolVersion[] = ['2.2.0'],
): Promise<OpenCardRanges> {
  const started = openCardRanges({
    store: createRangeStore(pool, randomUUID()),
    ...{ source, versions, clock: systemClock, log, waits: { lookEveryMs: 20 } },
    directoryServers: [{ name, refreshHours: 24 }],
  })
  opened.push(started)
  await started.start()
  return started
}

/** As if so much time had passed since: the directory server is to be asked, whatever was said before. */
const passed = (hours: number) =>
  pool.query(
    `update card_ranges set next_at = next_at - $2 * interval '1 hour',
      whole_at = whole_at - $2 * interval '1 hour', confirmed_at = confirmed_at - $2 * interval '1 hour'
     where directory_server = $1`,
    [name, hours],
  )

const stateOf = async () =>
  (await createRangeStore(pool, randomUUID()).states()).find(each => each.directoryServer === name)

const card = '4000000000000002'
const first = rangeEntry('4000000000000000', '4000000999999999')
const second = rangeEntry('5000000000000000', '5000000999999999')
const until = (holds: () => unknown) => vi.waitFor(async () => expect(await holds()).toBeTruthy(), 5_000)
const generation = async () => (await stateOf())?.current?.generation

test('one node asks, all nodes have it, and a node that starts later has it at once', async () => {
  const [one, two, three] = [1, 2, 3].map(() => scriptedRangeSource(rangeAnswer('7', first)))
  const nodes = await Promise.all([one, two].map(each => node((each ?? one)!.source)))
  await until(() => nodes.every(({ ranges }) => ranges.isLoaded(name)))
  expect([...(one?.asked ?? []), ...(two?.asked ?? [])]).toEqual([
    { directoryServer: name, version: '2.2.0' },
  ])
  const late = await node(three!.source)
  for (const { ranges } of [...nodes, late]) expect(ranges.find(card)).toHaveLength(1)
  expect(three?.asked).toEqual([])
})

test('changes are asked for once, and reach every node', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first))
  const nodes = await Promise.all([node(server.source), node(server.source)])
  await until(() => nodes.every(({ ranges }) => ranges.isLoaded(name)))
  server.change(rangeAnswer('8', second, { ...first, actionInd: 'D' }), rangeAnswer('8'))
  await passed(24)
  await until(() => nodes.every(({ ranges }) => ranges.find('5000000000000003').length > 0))
  for (const { ranges } of nodes) expect(ranges.find(card)).toEqual([])
  expect(server.asked.map(({ serialNumber }) => serialNumber)).toEqual([undefined, '7'])
})

test('a list that cannot be read here is asked for as a whole, as soon as that may be', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first))
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  await one.stop()
  await pool.query(
    `update card_ranges set next_at = next_at + interval '1 day' where directory_server = $1`,
    [name],
  )
  await pool.query('delete from card_range_parts where directory_server = $1', [name])
  const again = await node(server.source)
  await until(() => lines.some(line => line.startsWith('Stored card ranges cannot be read here')))
  expect(again.ranges.isLoaded(name)).toBe(false)
  // It was asked a moment ago, which it would refuse.
  expect(server.asked).toHaveLength(1)
  await pool.query(
    `update card_ranges set asked_at = asked_at - interval '2 hours' where directory_server = $1`,
    [name],
  )
  await until(() => again.ranges.isLoaded(name))
  expect(server.asked).toHaveLength(2)
  expect(lines.filter(line => line.startsWith('Stored card ranges cannot be read here'))).toHaveLength(1)
})

test('a directory server that an operator took out of the list too early comes back', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first))
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  await createRangeStore(pool, randomUUID()).forget(name)
  await until(async () => (await generation()) !== undefined)
  expect(one.ranges.find(card)).toHaveLength(1)
  expect(server.asked.map(({ serialNumber }) => serialNumber)).toEqual([undefined, undefined])
})

test('a restart while the directory server is away keeps serving what was loaded', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first))
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  await one.stop()
  await passed(50)
  const again = await node(scriptedRangeSource(new Error('connect refused')).source)
  expect(again.ranges.find(card)).toHaveLength(1)
  expect(again.ranges.ageMs(name)).toBeGreaterThan(49 * 3_600_000)
  await until(async () => (await stateOf())?.failure === 'unreachable')
  await until(() => lines.some(line => line.startsWith('Card ranges are older than two days')))
  const [status] = again.statuses()
  // At once, and then every minute.
  expect(status?.failures.get('unreachable')).toBe(2)
  expect((await stateOf())?.nextInMs).toBeGreaterThan(50_000)
  expect((await stateOf())?.nextInMs).toBeLessThanOrEqual(60_000)
})

test('the same serial number confirms the list', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first), rangeAnswer('7'))
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  const before = await generation()
  await passed(30)
  await until(async () => ((await stateOf())?.current?.ageMs ?? 0) < 60_000)
  expect(await generation()).toBe(before)
  expect(server.asked).toHaveLength(2)
})

test('a broken change changes nothing; the whole list is asked for when it may be', async () => {
  const broken = rangeAnswer('8', second, first)
  const server = scriptedRangeSource(rangeAnswer('7', first), broken)
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  const before = await generation()
  await pool.query('update card_ranges set next_at = now() where directory_server = $1', [name])
  await until(async () => (await stateOf())?.failure === '205')
  expect(await generation()).toBe(before)
  expect(one.ranges.find('5000000000000003')).toEqual([])
  expect(server.refused).toEqual(['205 cardRangeData'])
  const state = await stateOf()
  expect(state?.isWholeNext).toBe(true)
  expect(state?.nextInMs).toBeGreaterThan(11 * 3_600_000)
  server.change(rangeAnswer('9', second))
  await passed(12)
  await until(() => one.ranges.find('5000000000000003').length > 0)
  expect(one.ranges.find(card)).toEqual([])
  expect(server.asked.at(-1)).toEqual({ directoryServer: name, version: '2.2.0' })
})

test('after twelve hours a broken change is followed by the whole list at once', async () => {
  const server = scriptedRangeSource(
    rangeAnswer('7', first),
    rangeAnswer('8', first),
    rangeAnswer('9', second),
  )
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  await passed(25)
  await until(() => one.ranges.find('5000000000000003').length > 0)
  expect(server.asked.map(({ serialNumber }) => serialNumber)).toEqual([undefined, '7', undefined])
})

test('where the serial number is not known any more, the whole list is asked for at once', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first), rangeError('307'), rangeAnswer('9', second))
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  await pool.query('update card_ranges set next_at = now() where directory_server = $1', [name])
  await until(() => one.ranges.find('5000000000000003').length > 0)
  expect(server.asked.map(({ serialNumber }) => serialNumber)).toEqual([undefined, '7', undefined])
  expect(one.statuses()[0]?.failures).toEqual(new Map([['307', 1]]))
})

test('a node that dies while it asks is replaced by another when its claim ends', async () => {
  const dead = createRangeStore(pool, randomUUID())
  await dead.announce([name])
  expect(await dead.claim(name, 300)).toBeDefined()
  const one = await node(scriptedRangeSource(rangeAnswer('7', first)).source)
  expect(one.ranges.isLoaded(name)).toBe(false)
  await until(() => one.ranges.isLoaded(name))
})

test('refresh now asks out of turn, but not twice within an hour', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first), rangeAnswer('8', second))
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  expect(await one.refreshNow(name)).toBe(false)
  await pool.query(
    "update card_ranges set asked_at = now() - interval '61 minutes' where directory_server = $1",
    [name],
  )
  expect(await one.refreshNow(name)).toBe(true)
  await until(() => one.ranges.find('5000000000000003').length > 0)
})

test('what another release stored is not read: the whole list is asked for', async () => {
  const server = scriptedRangeSource(rangeAnswer('7', first))
  const other = createRangeStore(pool, randomUUID())
  await other.announce([name])
  const claim = await other.claim(name, 60_000)
  if (!claim) throw new Error('not claimed')
  const foreign = { bytes: new Uint8Array(64), ranges: 1, serialNumber: '3', isWhole: true }
  await other.publish(claim, foreign, { inMs: 3_600_000, isWhole: false })
  await pool.query(
    "update card_ranges set asked_at = now() - interval '2 hours' where directory_server = $1",
    [name],
  )
  const one = await node(server.source)
  await until(() => one.ranges.isLoaded(name))
  expect(server.asked).toEqual([{ directoryServer: name, version: '2.2.0' }])
  expect(lines.filter(line => line.startsWith('Stored card ranges cannot be read here'))).toHaveLength(1)
})

test('who does not speak the newest version is asked in the next, and from then on', async () => {
  const server = scriptedRangeSource(rangeError('102'), rangeAnswer('7', first), rangeAnswer('7'))
  const one = await node(server.source, ['2.3.1', '2.1.0', '2.2.0'])
  await until(() => one.ranges.isLoaded(name))
  await passed(24)
  await until(() => server.asked.length === 3)
  expect(server.asked.map(({ version }) => version)).toEqual(['2.3.1', '2.2.0', '2.2.0'])
})
