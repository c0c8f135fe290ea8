import { expect, test } from 'vitest'
import type { Content } from '../contract/kit/content.ts'
import { responseAt } from '../contract/kit/operation.ts'
import { project } from '../contract/kit/project.ts'
import { retrieveSession } from '../contract/operations/session.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import type { SessionBox } from './port.ts'
import { createSessions, type Sessions } from './sessions.ts'

const owner = { cell: 0, merchantId: 'M1' }
const minuteMs = 60_000
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '737' }

/** Reversible, and nothing like what went in. */
const box: SessionBox = {
  seal: async (merchantId, identity, text) =>
    Buffer.from(Buffer.from(JSON.stringify([merchantId, identity, text])).toString('base64')),
  open: async (merchantId, identity, sealed) => {
    const [merchant, place, text] = JSON.parse(Buffer.from(sealed.toString(), 'base64').toString())
    if (merchant !== merchantId || place !== identity) throw new Error('Another box')
    return text
  },
}
const describeCard = () => ({ brand: 'NETWORK_B', scheme: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const

function openSessions() {
  const clock = { nowMs: 0 }
  const store = memorySessionStore(clock)
  const sessions = createSessions({ store, box, describeCard })
  const create = async (body: Content = {}, version = 100) =>
    sessionOf(await sessions.create({ owner, version, body }))
  const update = (id: string, body: Content, version = 100) => sessions.update({ owner, version, body }, id)
  return { clock, store, sessions, create, update }
}

/** What an answer says of its session. */
function sessionOf(answer: Content): { readonly id: string; readonly version: string } & Content {
  expect(answer).toMatchObject({ result: 'SUCCESS', merchant: 'M1' })
  const { session } = JSON.parse(JSON.stringify(answer))
  return session
}
const shown = async (sessions: Sessions, id: string) =>
  project(responseAt(retrieveSession, 100), { ...(await sessions.retrieve(owner, id)), version: '100' })
const noSession = { field: 'session.id', validationType: 'INVALID', explanation: expect.any(String) }

test('a new session is empty, has a name nobody can guess, a key, a version and a limit', async () => {
  const { create } = openSessions()
  const one = await create()
  expect(one).toEqual({
    id: expect.stringMatching(/^SESSION[0-9A-Z]{24}$/),
    version: expect.stringMatching(/^[0-9a-f]{8}01$/),
    updateStatus: 'NO_UPDATE',
    authenticationLimit: 5,
    aes256Key: expect.stringMatching(/^[0-9A-Za-z+/]{43}=$/),
  })
  const other = await create()
  expect(other.id).not.toBe(one.id)
  expect(other.aes256Key).not.toBe(one.aes256Key)
  expect(other.version.slice(0, 8)).not.toBe(one.version.slice(0, 8))
})

test('a session made with values has them; the limit is 25 at most', async () => {
  const { create, sessions } = openSessions()
  const made = await create({ order: { amount: '10.00' }, session: { authenticationLimit: 25 } })
  expect(made).toMatchObject({ updateStatus: 'SUCCESS', authenticationLimit: 25 })
  const body = { session: { authenticationLimit: 26 } }
  expect(await sessions.create({ owner, version: 100, body })).toMatchObject({
    field: 'session.authenticationLimit',
  })
})

test('updates are put upon one another, group by group, and counted', async () => {
  const { create, update, sessions } = openSessions()
  const { id, version } = await create()
  await update(id, { order: { amount: '10.00', currency: 'USD', custom: { a: '1' } } })
  await update(id, { order: { amount: '11.00', custom: { b: '2' } }, sourceOfFunds: { provided: { card } } })
  expect(await shown(sessions, id)).toMatchObject({
    order: { amount: 11, currency: 'USD', custom: { a: '1', b: '2' } },
    session: { version: `${version.slice(0, 8)}03`, updateStatus: 'SUCCESS' },
  })
})

test('what it holds is shown masked: the number, and that there is a security code', async () => {
  const { create, sessions } = openSessions()
  const { id } = await create({ sourceOfFunds: { provided: { card } } })
  expect((await shown(sessions, id))?.sourceOfFunds).toEqual({
    provided: {
      card: {
        brand: 'NETWORK_B',
        expiry: card.expiry,
        fundingMethod: 'CREDIT',
        number: '512345xxxxxx0008',
        scheme: 'NETWORK_B',
        securityCode: 'xxx',
      },
    },
  })
})

test('of a card without its number nothing more is known', async () => {
  const { create, sessions } = openSessions()
  const { id } = await create({ sourceOfFunds: { provided: { card: { securityCode: '737' } } } })
  expect((await shown(sessions, id))?.sourceOfFunds).toEqual({
    provided: { card: { brand: 'UNKNOWN', fundingMethod: 'UNKNOWN', securityCode: 'xxx' } },
  })
})

test('it lives 15 minutes from the last update, and 30 at most', async () => {
  const { clock, create, update, sessions } = openSessions()
  const { id } = await create()
  for (const minute of [14, 28]) {
    clock.nowMs = minute * minuteMs
    expect(await update(id, { order: { amount: '1.00' } })).toMatchObject({ result: 'SUCCESS' })
  }
  clock.nowMs = 30 * minuteMs - 1
  expect(await sessions.retrieve(owner, id)).toMatchObject({ result: 'SUCCESS' })
  clock.nowMs = 30 * minuteMs
  expect(await sessions.retrieve(owner, id)).toMatchObject(noSession)
  const idle = await create()
  clock.nowMs += 15 * minuteMs
  expect(await update(idle.id, { order: { amount: '1.00' } })).toMatchObject(noSession)
})

test('unknown, malformed, expired and another merchant’s session are one refusal', async () => {
  const { clock, create, sessions } = openSessions()
  const { id } = await create()
  const foreign = await sessions.retrieve({ cell: 0, merchantId: 'M2' }, id)
  clock.nowMs = 15 * minuteMs
  const refusals = [
    foreign,
    await sessions.retrieve(owner, id),
    await sessions.retrieve(owner, `SESSION${'0'.repeat(24)}`),
    await sessions.retrieve(owner, 'x'),
    await sessions.update({ owner, version: 100, body: {} }, id),
  ]
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
  expect(refusals[0]).toMatchObject(noSession)
})

test('an update that names a version changes that version only', async () => {
  const { create, update } = openSessions()
  const { id, version } = await create()
  expect(await update(id, { session: { version }, order: { amount: '1.00' } })).toMatchObject({
    result: 'SUCCESS',
  })
  expect(await update(id, { session: { version }, order: { amount: '2.00' } })).toMatchObject({
    field: 'session.version',
    validationType: 'INVALID',
  })
})

test('updates made at the same time are all in it', async () => {
  const { create, update, sessions } = openSessions()
  const { id } = await create()
  const names = Array.from({ length: 8 }, (_, index) => `n${index}`)
  const updates = await Promise.all(names.map(name => update(id, { order: { custom: { [name]: 'v' } } })))
  for (const answer of updates) expect(answer).toMatchObject({ result: 'SUCCESS' })
  const { order } = JSON.parse(JSON.stringify(await shown(sessions, id)))
  expect(Object.keys(order.custom)).toEqual(names)
})

test('an update that is refused is remembered, and changes nothing else', async () => {
  const { create, update, sessions } = openSessions()
  const { id, version } = await create({ order: { amount: '10.00' } })
  expect(await update(id, { order: { amount: 'ten' } })).toMatchObject({ field: 'order.amount' })
  expect(await shown(sessions, id)).toMatchObject({
    order: { amount: 10 },
    session: { updateStatus: 'FAILURE', version },
  })
  await update(id, { order: { amount: '11.00' } })
  expect(await shown(sessions, id)).toMatchObject({ session: { updateStatus: 'SUCCESS' } })
})

test('what fits by itself may be too much in sum', async () => {
  const { create, update } = openSessions()
  const custom = (from: number) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${from + index}`, 'v']))
  const { id } = await create({ order: { custom: custom(0) } })
  expect(await update(id, { order: { custom: custom(30) } })).toMatchObject({ field: 'order.custom' })
  const item = (count: number) =>
    Array.from({ length: count }, () => ({ name: 'n'.repeat(127), quantity: '1', unitPrice: '1' }))
  expect(await update(id, { order: { item: item(999) } })).toMatchObject({ result: 'SUCCESS' })
  const more = { transaction: { item: item(999) } }
  expect(await update(id, more)).toMatchObject({ field: 'session', validationType: 'INVALID' })
})

test('a session keeps the version it was created with', async () => {
  const { create, update } = openSessions()
  const conversion = { currencyConversion: { payerCurrency: 'EUR' } }
  const old = await create({}, 55)
  expect(await update(old.id, conversion, 100)).toMatchObject({
    field: 'currencyConversion',
    validationType: 'UNSUPPORTED',
  })
  const young = await create({}, 100)
  expect(await update(young.id, conversion, 55)).not.toMatchObject({ validationType: 'UNSUPPORTED' })
})

test('an operation gets its values, and with the wrong version nothing', async () => {
  const { create, sessions } = openSessions()
  const { id, version } = await create({ sourceOfFunds: { provided: { card } } })
  expect(await sessions.named(owner, { id, version })).toMatchObject({
    session: { key: { sessionId: id }, values: { sourceOfFunds: { provided: { card } } } },
  })
  expect(await sessions.named(owner, { id, version: '0123456701' })).toMatchObject({
    finding: { field: 'session.version' },
  })
  expect(await sessions.named(owner, { id: 7 })).toMatchObject({ finding: { field: 'session.id' } })
})

test('after its use the secrets are gone, the rest is there, and the version is the same', async () => {
  const { create, sessions } = openSessions()
  const { id, version } = await create({ sourceOfFunds: { provided: { card } } })
  await sessions.eraseSecrets({ ...owner, sessionId: id })
  const used = await shown(sessions, id)
  expect(JSON.stringify(used)).not.toContain('securityCode')
  expect(used).toMatchObject({
    session: { version },
    sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } },
  })
})

test('an update that runs beside the first use does not bring the security code back', async () => {
  const { create, update, store, sessions } = openSessions()
  const { id } = await create({ sourceOfFunds: { provided: { card } } })
  const key = { ...owner, sessionId: id }
  const { find } = store
  store.find = async wanted => {
    const found = await find(wanted)
    await store.eraseSecrets(key)
    return found
  }
  expect(await update(id, { order: { amount: '1.00' } })).toMatchObject({ result: 'SUCCESS' })
  expect(JSON.stringify(await shown(sessions, id))).not.toContain('securityCode')
})

test('the two halves of what is stored cannot stand in for one another', async () => {
  const { create, store, sessions } = openSessions()
  const { id } = await create({ sourceOfFunds: { provided: { card } } })
  const key = { ...owner, sessionId: id }
  const found = await store.find(key)
  if (!found?.contents.secrets) throw new Error('It has secrets')
  const life = { idleMs: 1, totalMs: 1 }
  const contents = { lasting: found.contents.secrets }
  await store.create({ ...key, ...found, contents, life })
  await expect(sessions.retrieve(owner, id)).rejects.toThrow('Another box')
})

test('expired sessions are removed in batches', async () => {
  const { clock, create, store } = openSessions()
  for (let count = 0; count < 5; count++) await create()
  expect(await store.removeExpired(3)).toBe(0)
  clock.nowMs = 15 * minuteMs
  expect([await store.removeExpired(3), await store.removeExpired(3)]).toEqual([3, 2])
})

test.each([
  ['emvRequest', '9A03250101'],
  ['p2pe', { payload: 'A5'.repeat(16), keySerialNumber: 'FFFF9876543210E00001' }],
  ['pin', { payload: 'A5'.repeat(8) }],
  ['track1', '%B5123450000000008^RUIZ/ADA^3901101?'],
  ['track2', ';5123450000000008=3901101?'],
])('what a terminal read cannot be parked: %s', async (name, reading) => {
  const { create, update, sessions } = openSessions()
  const body = { sourceOfFunds: { provided: { card: { ...card, [name]: reading } } } }
  const refused = { validationType: 'UNSUPPORTED', field: `sourceOfFunds.provided.card.${name}` }
  expect(await sessions.create({ owner, version: 100, body })).toMatchObject(refused)
  const { id } = await create()
  expect(await update(id, body)).toMatchObject(refused)
  expect((await shown(sessions, id))?.sourceOfFunds).toBeUndefined()
})
