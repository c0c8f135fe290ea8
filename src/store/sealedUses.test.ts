import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { createFaultyWire } from '../../test/support/store/faultyWire.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import type { SealedUse, UseHashes } from '../terminals/port.ts'
import { openStore, type Store } from './open.ts'
import { withClient } from './schema/migrate.ts'

let database: TestDatabase
let store: Store

beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})
beforeEach(() => sql("delete from sealed_uses; update clock set shift = '0'"))

const sql = (text: string) =>
  withClient(database.config, async client => (await client.query(text)).rows ?? [])
const hashOf = (text: string) => createHash('sha256').update(text).digest()
type Told = {
  merchantId?: string
  vector?: string
  use?: `${string} ${string}`
  isFollowUp?: boolean
  isClaimed?: boolean
  isOtherwiseCalled?: boolean
}
const useOf = (serial: string, payload: string, told: Told = {}): SealedUse => {
  const { merchantId = 'X', vector = 'zeros', use, isFollowUp = false, isClaimed = true } = told
  const [order = '', transaction = ''] = use?.split(' ') ?? []
  const hashesOf = (when: string): UseHashes => ({
    ...{ serialHash: hashOf(when + serial), vectorHash: hashOf(when + vector) },
    payloadHash: hashOf(when + payload),
    ...(use && { orderHash: hashOf(when + order), transactionHash: hashOf(when + transaction) }),
  })
  const earlier = [{ merchantId, ...hashesOf('earlier ') }, hashesOf('otherwise called ')]
  return { ...hashesOf(''), ...(use && { purpose: { isFollowUp, isClaimed } }), earlier }
}
const judged = (...use: Parameters<typeof useOf>) => store.sealedUses.admit(useOf(...use))
const admit = async (...use: Parameters<typeof useOf>) => (await judged(...use)) === 'admitted'

test('it is used for one transaction of one order, as often as that comes, and tells why not', async () => {
  expect(await judged('S', 'one')).toBe('admitted')
  for (const use of ['A 1', 'B 1'] as const)
    expect(await judged('S', 'one', { use, isClaimed: false })).toBe('admitted')
  for (let times = 0; times < 2; times++) expect(await judged('S', 'one', { use: 'A 1' })).toBe('admitted')
  for (const use of ['A 2', 'B 1'] as const) expect(await judged('S', 'one', { use })).toBe('otherPurpose')
  expect(await judged('S', 'one')).toBe('otherPurpose')
  expect(await judged('S', 'one', { use: 'A 3', isFollowUp: true })).toBe('admitted')
  expect(await judged('S', 'one', { use: 'B 3', isFollowUp: true })).toBe('otherPurpose')
  expect(await judged('S', 'one', { use: 'A 3' })).toBe('otherPurpose')
  expect(await judged('S', 'one', { use: 'A 3', isClaimed: false })).toBe('otherPurpose')
  expect(await judged('S', 'two', { use: 'B 1' })).toBe('otherData')
  expect(await judged('S', 'two', { use: 'A 1' })).toBe('admitted')
  expect(await judged('S', 'three', { use: 'A 1' })).toBe('otherData')
})

/** As it was written while merchants had serial numbers of their own, or keys another name. */
async function writtenEarlier(...[serial, payload, told = {}]: Parameters<typeof useOf>) {
  const { earlier, purpose } = useOf(serial, payload, told)
  const written = earlier[told.isOtherwiseCalled ? 1 : 0]
  if (written === undefined) throw new Error('each use has two earlier forms')
  const { merchantId = '', serialHash, vectorHash, payloadHash, orderHash, transactionHash } = written
  const hashes = [serialHash, vectorHash, payloadHash, ...(purpose ? [orderHash, transactionHash] : [])]
  const values = hashes.map(hash => (hash ? `'\\x${hash.toString('hex')}'` : 'null'))
  await sql(`insert into sealed_uses (merchant_id, serial_hash, vector_hash, first_hash
    ${purpose ? ', order_hash, transaction_hash' : ''}) values ('${merchantId}', ${values.join()})`)
}

test('what was used or asked about before serial numbers belonged to base keys stays so', async () => {
  await writtenEarlier('S', 'one', { use: 'A 1' })
  expect(await judged('S', 'one', { use: 'B 1' })).toBe('otherPurpose')
  expect(await judged('S', 'one')).toBe('otherPurpose')
  expect(await judged('S', 'two', { use: 'A 1' })).toBe('otherData')
  expect(await judged('S', 'one', { use: 'A 1', vector: 'other' })).toBe('otherData')
  for (const told of [{ use: 'A 1' }, { use: 'A 2', isFollowUp: true }] as const)
    expect(await judged('S', 'one', told)).toBe('admitted')
  await writtenEarlier('T', 'one')
  expect(await judged('T', 'one', { vector: 'other' })).toBe('otherData')
  expect(await judged('T', 'one', { use: 'B 1' })).toBe('admitted')
  expect(await judged('T', 'one', { use: 'B 2', merchantId: 'Y' })).toBe('otherPurpose')
})

test('what was used under another name of its key stays so, at every merchant', async () => {
  await writtenEarlier('S', 'one', { use: 'A 1', isOtherwiseCalled: true })
  expect(await judged('S', 'one', { use: 'B 1' })).toBe('otherPurpose')
  expect(await judged('S', 'one', { use: 'B 1', merchantId: 'Y' })).toBe('otherPurpose')
  expect(await judged('S', 'two', { use: 'A 1' })).toBe('otherData')
  expect(await judged('S', 'one', { use: 'A 1' })).toBe('admitted')
})

test('of many orders at once one gets it, and what came first for nothing is used by one', async () => {
  for (let round = 0; round < 20; round++) {
    if (round % 2 === 0) await admit(`S${round}`, 'one')
    const uses = Array.from({ length: 8 }, (_, at) => ({ use: `order-${at} 1` as const }))
    const verdicts = await Promise.all(uses.map(told => judged(`S${round}`, 'one', told)))
    expect(verdicts.filter(verdict => verdict === 'admitted')).toHaveLength(1)
    expect(verdicts.filter(verdict => verdict === 'otherPurpose')).toHaveLength(7)
  }
})

test('what was used is never swept', async () => {
  await admit('S', 'one', { use: 'A 1' })
  await sql("update clock set shift = '4000 days'")
  expect(await store.sealedUses.removeExpired(10)).toBe(0)
  expect(await judged('S', 'one', { use: 'B 1' })).toBe('otherPurpose')
})

test('two payloads are taken, as often as they come, and no third', async () => {
  for (const content of ['one', 'one', 'two', 'one', 'two']) expect(await admit('S', content)).toBe(true)
  for (const content of ['three', 'four', 'three']) expect(await admit('S', content)).toBe(false)
  for (const content of ['one', 'two']) expect(await admit('S', content)).toBe(true)
})

test('with another vector nothing is taken, not even what came before', async () => {
  expect(await admit('S', 'one')).toBe(true)
  for (const payload of ['one', 'two']) expect(await admit('S', payload, { vector: 'other' })).toBe(false)
  expect(await admit('S', 'two')).toBe(true)
})

test('each serial number is by itself, whichever merchant sends it', async () => {
  for (const content of ['one', 'two']) expect(await admit('S', content)).toBe(true)
  expect(await admit('T', 'three')).toBe(true)
  expect(await admit('S', 'three', { merchantId: 'Y' })).toBe(false)
  expect(await admit('S', 'three')).toBe(false)
})

test('of many at once exactly two get through, and those again', async () => {
  for (let round = 0; round < 20; round++) {
    const contents = Array.from({ length: 8 }, (_, at) => `content ${at}`)
    const verdicts = await Promise.all([...contents, ...contents].map(one => admit(`S${round}`, one)))
    const through = (from: number) => contents.filter((_, at) => verdicts[from + at])
    expect(new Set([...through(0), ...through(8)]).size).toBe(2)
    expect(await Promise.all(through(8).map(one => admit(`S${round}`, one)))).not.toContain(false)
  }
})

test('when the answer is lost, it is asked again and answered the same', async () => {
  const wire = await createFaultyWire(database.gateway.config)
  const far = await openStore({ gateway: wire.config })
  expect(await far.sealedUses.admit(useOf('S', 'one'))).toBe('admitted')
  wire.lose('answer')
  expect(await far.sealedUses.admit(useOf('S', 'two'))).toBe('admitted')
  expect(await admit('S', 'three')).toBe(false)
  await far.close()
  await wire.down()
})

test('after a month they are swept, the oldest first, so many at a time', async () => {
  for (const serial of ['A', 'B', 'C']) await admit(serial, 'one')
  await sql("update clock set shift = '29 days'")
  await admit('D', 'one')
  expect(await store.sealedUses.removeExpired(10)).toBe(0)
  await sql("update clock set shift = '30 days 1 minute'")
  expect(await store.sealedUses.removeExpired(2)).toBe(2)
  expect(await sql('select from sealed_uses')).toHaveLength(2)
  expect([await store.sealedUses.removeExpired(2), await store.sealedUses.removeExpired(2)]).toEqual([1, 0])
  const [left] = await sql('select serial_hash from sealed_uses')
  expect(left).toEqual({ serial_hash: hashOf('D') })
})

test('the old ones are found in their order, without sorting all', async () => {
  await withClient(database.config, async client => {
    // A handful is sorted at once, whatever there is.
    await client.query(`
      insert into sealed_uses (merchant_id, serial_hash, vector_hash, first_hash, first_at)
      select 'S', sha256(n::text::bytea), sha256('v'), sha256('p'), now() - n * interval '1 s'
      from generate_series(1, 5000) n`)
    await client.query('analyze sealed_uses')
    const { rows } = await client.query(
      `explain select from sealed_uses where order_hash is null and first_at <= now()
        order by first_at limit 10`,
    )
    expect(JSON.stringify(rows)).toMatch(/Index.*sealed_uses_age/)
    expect(JSON.stringify(rows)).not.toContain('Sort')
  })
})

test('what came first cannot be changed by the gateway', async () => {
  for (const text of [
    "update sealed_uses set first_hash = ''",
    'update sealed_uses set first_at = now()',
    'truncate sealed_uses',
  ])
    await expect(withClient(database.gateway.config, client => client.query(text))).rejects.toThrow(
      /permission denied for/,
    )
})

test('a database that is away admits nobody', async () => {
  const far = await openStore(database.logins)
  await far.close()
  await expect(far.sealedUses.admit(useOf('S', 'one'))).rejects.toThrow(StoreUnavailable)
})
