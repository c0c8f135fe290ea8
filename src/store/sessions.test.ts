import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { overhearPrepared } from '../../test/database/prepared.ts'
import { addSampleMerchant } from '../../test/support/store/sampleMerchant.ts'
import { newSessionId } from '../sessions/heldSession.ts'
import { memorySessionStore } from '../sessions/memorySessionStore.ts'
import type { NewSession, SessionKey } from '../sessions/port.ts'
import type { Cells } from './connection/cells.ts'
import { createPool } from './connection/pool.ts'
import { openStore, type Store } from './open.ts'
import { withClient } from './schema/migrate.ts'
import { createSessionStore } from './sessions.ts'

let database: TestDatabase
let store: Store
const minuteMs = 60_000
const life = { idleMs: 15 * minuteMs, totalMs: 30 * minuteMs }

beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  for (const [merchantId, cell] of [
    ['M1', 0],
    ['M2', 3],
    ['M3', 0],
  ] as const)
    await addSampleMerchant(store, { merchantId, cell })
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

const newKey = (): SessionKey => ({ cell: 0, merchantId: 'M1', sessionId: newSessionId() })

async function create(more: Partial<NewSession> = {}, sessions = store.sessions): Promise<NewSession> {
  const contents = { lasting: Buffer.from('lasting'), secrets: Buffer.from('secrets') }
  const session: NewSession = {
    ...newKey(),
    kind: 'payment',
    apiVersion: 55,
    version: 'a1b2c3d401',
    updateStatus: 'NO_UPDATE',
    authenticationLimit: 5,
    contents,
    life,
    ...more,
  }
  await sessions.create(session)
  return session
}

const change = (session: NewSession, lasting: string) => ({
  ...session,
  seen: session.version,
  sawSecrets: true,
  sawClaim: false,
  bringsSecrets: false,
  version: 'a1b2c3d402',
  authenticationLimit: 7,
  contents: { lasting: Buffer.from(lasting) },
})

/** Moves the clock by which sessions live. */
const advance = (interval: string) =>
  withClient(database.config, client =>
    client.query('update clock set shift = shift + $1::interval', [interval]),
  )

const query = async (text: string) => (await withClient(database.config, client => client.query(text))).rows

test("another merchant's session is not even read: who asks could tell by the time", async () => {
  const { sessionId } = await create()
  // As for every call: where it lives is known then.
  await store.merchants.find('M3')
  const { heard, stop } = overhearPrepared()
  const found = await store.sessions.find({ cell: 0, merchantId: 'M3', sessionId })
  stop()
  expect([found, heard]).toEqual([undefined, [{ name: 'find sessions', rows: [] }]])
  expect((await store.sessions.findByName(sessionId))?.key.merchantId).toBe('M1')
})

test('sessions that are wanted at once are found each for its own merchant', async () => {
  const { sessions } = store
  const [one, other] = [await create({ version: 'a1b2c3d4e1' }), await create({ version: 'a1b2c3d4e2' })]
  const found = await Promise.all([
    ...[sessions.find(one), sessions.find(other), sessions.find(one), sessions.find(newKey())],
    sessions.find({ ...one, merchantId: 'M3' }),
    sessions.findByName(other.sessionId).then(named => named?.stored),
  ])
  expect(found.map(session => session?.version)).toEqual([
    ...['a1b2c3d4e1', 'a1b2c3d4e2', 'a1b2c3d4e1', undefined],
    ...[undefined, 'a1b2c3d4e2'],
  ])
})

test('what was created is found, by its merchant only', async () => {
  const session = await create()
  const { cell: _, merchantId: __, sessionId, life: ___, ...stored } = session
  expect(await store.sessions.find(session)).toEqual(stored)
  expect(await store.sessions.find({ cell: 3, merchantId: 'M2', sessionId })).toBeUndefined()
  expect(await store.sessions.find({ cell: 0, merchantId: 'M3', sessionId })).toBeUndefined()
  expect(await store.sessions.find(newKey())).toBeUndefined()
})

test('a session whose merchant moves while cells are asked in turn is found', async () => {
  const { sessionId } = await create({ cell: 3, merchantId: 'M2' })
  const looked: number[] = []
  const cells: Cells = {
    async collect(_, take) {
      // At first it is in each cell just when another one is asked.
      const order = looked.length === 0 ? [0, 8] : [0, 3]
      looked.push(...order)
      return (await Promise.all(order.map(cell => take(cell, 1)))).flat()
    },
  }
  const pool = createPool(database.logins.gateway, { max: 1, warn: () => undefined })
  const found = await createSessionStore(pool, cells).findByName(sessionId)
  await pool.end()
  expect(found).toMatchObject({ key: { cell: 3, merchantId: 'M2', sessionId } })
})

test('a session is found by its name in every cell, with its age and what is left of its life', async () => {
  const session = await create({ cell: 3, merchantId: 'M2' })
  await advance('4 minutes')
  const found = await store.sessions.findByName(session.sessionId)
  const { cell, merchantId, sessionId, life: _, ...stored } = session
  expect(found).toMatchObject({ key: { cell, merchantId, sessionId }, stored })
  expect(Math.round((found?.ageMs ?? 0) / minuteMs)).toBe(4)
  expect(Math.round((found?.leftMs ?? 0) / minuteMs)).toBe(11)
  expect(await store.sessions.findByName(newSessionId())).toBeUndefined()
  await advance('12 minutes')
  expect(await store.sessions.findByName(session.sessionId)).toBeUndefined()
})

test('a session is a password as often as it allows, however many try at the same moment', async () => {
  const session = await create({ authenticationLimit: 3 })
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => store.sessions.authenticate(session, 'o1')),
  )
  expect(tries.filter(answer => answer === 'ok')).toHaveLength(3)
  expect(tries.filter(answer => answer === 'exceeded')).toHaveLength(7)
  expect(await store.sessions.authenticate({ ...session, merchantId: 'M2', cell: 3 }, 'o1')).toBe('unknown')
  expect(await store.sessions.authenticate(newKey(), 'o1')).toBe('unknown')
  expect(await store.sessions.update(change(session, 'more'))).toBe(true)
  const more = await Promise.all(Array.from({ length: 10 }, () => store.sessions.authenticate(session, 'o1')))
  expect(more.filter(answer => answer === 'ok')).toHaveLength(4)
  await advance('31 minutes')
  expect(await store.sessions.authenticate(session, 'o1')).toBe('unknown')
})

test('a session is a password for one order, at checkout for none', async () => {
  const session = await create({ authenticationLimit: 3 })
  expect(await store.sessions.authenticate(session, 'o1')).toBe('ok')
  expect(await store.sessions.authenticate(session, 'o2')).toBe('otherOrder')
  expect(await store.sessions.authenticate(session, 'o1')).toBe('ok')
  const checkout = await create({ kind: 'checkout', authenticationLimit: 3 })
  expect(await store.sessions.authenticate(checkout, 'o1')).toBe('unknown')
  const ofPayer = await create({ authenticationLimit: 0 })
  expect(await store.sessions.authenticate(ofPayer, 'o1')).toBe('unknown')
})

test('of two updates of one version one is made', async () => {
  const session = await create()
  const made = await Promise.all(
    ['one', 'two', 'three'].map(lasting => store.sessions.update(change(session, lasting))),
  )
  expect(made.filter(Boolean)).toHaveLength(1)
  const found = await store.sessions.find(session)
  expect(found).toMatchObject({ version: 'a1b2c3d402', updateStatus: 'SUCCESS', authenticationLimit: 7 })
  expect(found?.contents).toEqual({ lasting: Buffer.from(['one', 'two', 'three'][made.indexOf(true)] ?? '') })
})

test('an update whose commit was never heard of is known for what it is when it is repeated', async () => {
  const session = await create()
  expect(await store.sessions.update(change(session, 'ours'))).toBe(true)
  expect(await store.sessions.update(change(session, 'ours'))).toBe(true)
  expect(await store.sessions.update(change(session, 'theirs'))).toBe(false)
})

test('secrets go and nothing else does; a refused update is remembered', async () => {
  const session = await create()
  await store.sessions.eraseSecrets(session)
  await store.sessions.markFailed(session, session.version)
  await store.sessions.markFailed({ ...session, merchantId: 'M2' }, session.version)
  expect(await store.sessions.find(session)).toMatchObject({
    version: session.version,
    updateStatus: 'FAILURE',
    contents: { lasting: session.contents.lasting },
  })
  expect((await store.sessions.find(session))?.contents).not.toHaveProperty('secrets')
})

test('an update made before the secrets were erased does not bring them back', async () => {
  const session = await create()
  await store.sessions.eraseSecrets(session)
  expect(await store.sessions.update(change(session, 'a'))).toBe(false)
  expect(await store.sessions.update({ ...change(session, 'a'), sawSecrets: false })).toBe(true)
})

test('a claim that is made or given back twice, as after a lost connection, is one claim', async () => {
  const session = await create()
  const [mine, twins, others] = [randomUUID(), randomUUID(), randomUUID()]
  const claim = (use: string, holder: string) => store.sessions.claimSecrets(session, { use, holder })
  const release = (holder: string) => store.sessions.releaseSecrets(session, holder)
  expect(await claim('O\n1', mine)).toBe(true)
  expect(await claim('O\n1', mine)).toBe(true)
  expect(await claim('O\n1', twins)).toBe(true)
  await release(twins)
  await release(twins)
  expect(await claim('P\n1', others)).toBe(false)
  await release(others)
  expect(await store.sessions.find(session)).toMatchObject({ claimedFor: 'O\n1' })
  await release(mine)
  expect(await store.sessions.find(session)).not.toHaveProperty('claimedFor')
  expect(await claim('P\n1', others)).toBe(true)
})

test('a claim is on the secrets it was made for: others that come with an update are free', async () => {
  for (const sessions of [store.sessions, memorySessionStore()]) {
    const session = await create({}, sessions)
    const [dead, others] = [randomUUID(), randomUUID()]
    expect(await sessions.claimSecrets(session, { use: 'O\n1', holder: dead })).toBe(true)
    const anew = { ...change(session, 'a'), sawClaim: true, contents: { ...session.contents } }
    expect(await sessions.update(anew)).toBe(true)
    expect(await sessions.claimSecrets(anew, { use: 'O\n2', holder: others })).toBe(false)
    const secrets = Buffer.from('another code')
    const lasting = Buffer.from('b')
    const version = 'a1b2c3d403'
    const given = { ...anew, seen: anew.version, version, contents: { lasting, secrets } }
    expect(await sessions.update({ ...given, sawClaim: false, bringsSecrets: true })).toBe(false)
    expect(await sessions.update({ ...given, bringsSecrets: true })).toBe(true)
    expect(await sessions.find(session)).not.toHaveProperty('claimedFor')
    expect(await sessions.claimSecrets(given, { use: 'O\n2', holder: others })).toBe(true)
    await sessions.releaseSecrets(given, dead)
    expect(await sessions.find(session)).toMatchObject({ claimedFor: 'O\n2' })
  }
})

test('secrets that are claimed with the update that brings them are never free', async () => {
  for (const sessions of [store.sessions, memorySessionStore()]) {
    const [mine, twins, others] = [randomUUID(), randomUUID(), randomUUID()]
    const session = await create({}, sessions)
    const contents = { lasting: Buffer.from('given'), secrets: Buffer.from('new') }
    const claim = { use: 'O\n1', holder: mine }
    const given = { ...change(session, 'given'), bringsSecrets: true, contents, claim }
    expect(await sessions.update(given)).toBe(true)
    expect(await sessions.find(session)).toMatchObject({ claimedFor: 'O\n1', contents })
    expect(await sessions.claimSecrets(given, { use: 'O\n2', holder: others })).toBe(false)
    expect(await sessions.claimSecrets(given, { use: 'O\n1', holder: twins })).toBe(true)
    await sessions.releaseSecrets(session, mine)
    expect(await sessions.find(session)).toMatchObject({ claimedFor: 'O\n1' })
    await sessions.eraseSecrets(session, { version: 'another', holder: twins })
    expect(await sessions.find(session)).not.toHaveProperty('claimedFor')
    expect((await sessions.find(session))?.contents).toEqual({ lasting: contents.lasting })
  }
})

test('many sessions are updated, claimed and erased together, each by its own state', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => create()))
  const isChanged = await Promise.all(
    all.map((session, index) =>
      store.sessions.update({
        ...change(session, `lasting ${index}`),
        contents: { lasting: Buffer.from(`lasting ${index}`), secrets: Buffer.from(`secret ${index}`) },
        ...(index % 3 === 0 && { seen: 'another' }),
      }),
    ),
  )
  expect(isChanged).toEqual(all.map((_, index) => index % 3 !== 0))
  const seen = all.map((session, index) =>
    index % 3 === 0 ? session : { ...session, version: 'a1b2c3d402' },
  )
  const claim = { use: 'O\n1', holder: randomUUID() }
  const isClaimed = await Promise.all(
    seen.map((session, index) =>
      store.sessions.claimSecrets(index % 2 === 0 ? session : { ...session, version: 'another' }, claim),
    ),
  )
  expect(isClaimed).toEqual(all.map((_, index) => index % 2 === 0))
  const used = (session: (typeof seen)[number], index: number) => ({
    version: index % 5 === 0 ? 'another' : session.version,
  })
  await Promise.all(seen.map((session, index) => store.sessions.eraseSecrets(session, used(session, index))))
  const found = await Promise.all(all.map(session => store.sessions.find(session)))
  expect(found.map(one => one?.contents.secrets?.toString())).toEqual(
    all.map((_, index) => (index % 5 !== 0 ? undefined : index % 3 === 0 ? 'secrets' : `secret ${index}`)),
  )
})

test('who erases what it has claimed leaves what came since; sealed anew, it goes', async () => {
  for (const sessions of [store.sessions, memorySessionStore()])
    for (const bringsSecrets of [true, false]) {
      const session = await create({}, sessions)
      const holder = randomUUID()
      expect(await sessions.claimSecrets(session, { use: 'O\n1', holder })).toBe(true)
      const contents = { lasting: Buffer.from('a'), secrets: Buffer.from('anew') }
      const given = { ...change(session, 'a'), sawClaim: true, bringsSecrets, contents }
      expect(await sessions.update(given)).toBe(true)
      await sessions.eraseSecrets(session, { version: session.version, holder })
      expect((await sessions.find(session))?.contents).toEqual(
        bringsSecrets ? contents : { lasting: contents.lasting },
      )
    }
})

test('fifteen minutes from the last update, thirty from the creation, by the database clock', async () => {
  const updated = await create()
  const idle = await create()
  await advance('14 minutes')
  expect(await store.sessions.update(change(updated, 'a'))).toBe(true)
  await advance('2 minutes')
  expect(await store.sessions.find(idle)).toBeUndefined()
  expect(await store.sessions.update(change(idle, 'a'))).toBe(false)
  expect(await store.sessions.find(updated)).toBeDefined()
  await advance('12 minutes')
  const again = { ...change(updated, 'b'), seen: 'a1b2c3d402', version: 'a1b2c3d403', sawSecrets: false }
  expect(await store.sessions.update(again)).toBe(true)
  await advance('110 seconds')
  expect(await store.sessions.find(updated)).toBeDefined()
  await advance('11 seconds')
  expect(await store.sessions.find(updated)).toBeUndefined()
})

test('those whose life is over are removed, a few at a time, in every cell; the others stay', async () => {
  await advance('1 hour')
  while ((await store.sessions.removeExpired(100)) > 0);
  expect(await query('select from sessions')).toHaveLength(0)
  for (let count = 0; count < 3; count++) await create()
  for (let count = 0; count < 3; count++) await create({ cell: 3, merchantId: 'M2' })
  await advance('20 minutes')
  const alive = await create()
  const removed = [await store.sessions.removeExpired(4), await store.sessions.removeExpired(4)]
  expect(removed).toEqual([4, 2])
  expect(await query('select session_id from sessions')).toEqual([{ session_id: alive.sessionId }])
})

test('sweepers that meet take different rows', async () => {
  for (let count = 0; count < 40; count++) await create()
  await advance('20 minutes')
  const removed = await Promise.all(Array.from({ length: 4 }, () => store.sessions.removeExpired(15)))
  const rest = await store.sessions.removeExpired(100)
  expect(removed.reduce((sum, count) => sum + count, rest)).toBe(41)
})

test('what the table refuses is refused', async () => {
  await expect(create({ authenticationLimit: 26 })).rejects.toThrow(/check constraint/)
  const lasting = Buffer.alloc(400_000)
  await expect(create({ contents: { lasting } })).rejects.toThrow(/check constraint/)
})
