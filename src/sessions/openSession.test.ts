import { expect, test } from 'vitest'
import type { Content } from '../contract/kit/content.ts'
import type { SessionRecord } from '../contract/model.ts'
import { isRejection } from '../orders/rejection.ts'
import { newSessionId } from './heldSession.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import type { SessionBox } from './port.ts'
import { createSessions } from './sessions.ts'

const owner = { cell: 0, merchantId: 'M1' }
const minuteMs = 60_000
const box: SessionBox = {
  seal: async (merchantId, identity, text) => Buffer.from(JSON.stringify([merchantId, identity, text])),
  open: async (_merchantId, _identity, sealed) => JSON.parse(sealed.toString())[2],
}

function openSessions() {
  const clock = { nowMs: 0 }
  const store = memorySessionStore(clock)
  const describeCard = () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const
  const sessions = createSessions({ store, box, describeCard })
  return { clock, store, sessions }
}

async function openCheckout({ sessions }: ReturnType<typeof openSessions>) {
  const body: Content = {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/' },
    order: { id: 'O1', amount: '1.00', currency: 'USD' },
  }
  const { session } = JSON.parse(JSON.stringify(await sessions.createCheckout({ owner, version: 100, body })))
  return { key: { ...owner, sessionId: String(session.id) }, version: String(session.version) }
}

/** Whatever it holds. */
const always = (values: SessionRecord) => () => ({ values, given: values })

const cardOf = (number: string, more: { readonly securityCode?: string } = {}): SessionRecord => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number, ...more } } },
})

test('a page that knows nothing but the name finds the session, its owner, its age and its end', async () => {
  const world = openSessions()
  const { key, version } = await openCheckout(world)
  world.clock.nowMs = 10 * minuteMs
  expect(await world.sessions.opened(key.sessionId)).toMatchObject({
    key,
    stored: { kind: 'checkout', apiVersion: 100, version },
    contents: { values: { order: { id: 'O1' } }, successIndicator: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ageMs: 10 * minuteMs,
    leftMs: 20 * minuteMs,
  })
  for (const other of [newSessionId(), '', 'SESSION', `${key.sessionId}0`])
    expect(await world.sessions.opened(other)).toBeUndefined()
  world.clock.nowMs = 30 * minuteMs
  expect(await world.sessions.opened(key.sessionId)).toBeUndefined()
})

test('revised, a session holds the new values and nothing of the old ones', async () => {
  const world = openSessions()
  const { key, version } = await openCheckout(world)
  const { sessions } = world
  await sessions.revise(
    key,
    always({ order: { id: 'O1' }, ...cardOf('5123450000000008', { securityCode: '737' }) }),
  )
  const values = { order: { id: 'O1' }, ...cardOf('4000000000000002') }
  const withUnknown = { ...values, unheardOf: 1 }
  const revised = await sessions.revise(key, always(withUnknown))
  expect(isRejection(revised)).toBe(false)
  const opened = await sessions.opened(key.sessionId)
  expect(opened?.contents.values).toEqual(values)
  expect(opened?.stored.version).not.toBe(version)
  expect(opened?.contents.successIndicator).toBeDefined()
})

test('secrets that come with a revision are erased by the first use like any others', async () => {
  const world = openSessions()
  const { key } = await openCheckout(world)
  await world.sessions.revise(key, always(cardOf('5123450000000008', { securityCode: '737' })))
  expect((await world.sessions.opened(key.sessionId))?.contents.values).toEqual(
    cardOf('5123450000000008', { securityCode: '737' }),
  )
  await world.sessions.eraseSecrets(key)
  expect((await world.sessions.opened(key.sessionId))?.contents.values).toEqual(cardOf('5123450000000008'))
})

test('of revisions made at once each is made whole, and the last one stays', async () => {
  const world = openSessions()
  const { key } = await openCheckout(world)
  const numbers = ['5123450000000008', '4000000000000002', '4111111111111111']
  const made = await Promise.all(numbers.map(number => world.sessions.revise(key, always(cardOf(number)))))
  expect(made.filter(isRejection)).toEqual([])
  const values = (await world.sessions.opened(key.sessionId))?.contents.values
  expect(numbers.map(number => cardOf(number))).toContainEqual(values)
})

test('what was seen before is revised as it is now', async () => {
  const world = openSessions()
  const { key } = await openCheckout(world)
  const seen = await world.sessions.opened(key.sessionId)
  const shown: unknown[] = []
  const adding = (text: string) => (values: SessionRecord) => {
    shown.push(values.order?.reference)
    const revised = { ...values, order: { ...values.order, reference: text } }
    return { values: revised, given: revised }
  }
  await world.sessions.revise(key, adding('one'), seen)
  await world.sessions.revise(key, adding('two'), seen)
  expect(shown).toEqual([undefined, undefined, 'one'])
  expect((await world.sessions.opened(key.sessionId))?.contents.values.order?.reference).toBe('two')
})

test('what is gone or too much is refused', async () => {
  const world = openSessions()
  const { key } = await openCheckout(world)
  const much = { order: { description: 'x'.repeat(300_000) } }
  expect(await world.sessions.revise(key, always(much))).toMatchObject({ field: 'session' })
  expect(await world.sessions.revise({ ...key, merchantId: 'M2' }, always({}))).toMatchObject({
    field: 'session.id',
  })
  expect(await world.sessions.isOpen(key)).toBe(false)
  expect(await world.sessions.isOpen({ ...key, merchantId: 'M2' })).toBe(false)
  world.clock.nowMs = 30 * minuteMs
  expect(await world.sessions.revise(key, always({}))).toMatchObject({ field: 'session.id' })
  expect(await world.sessions.isOpen(key)).toBe(false)
  expect(await world.sessions.authenticate(key, 'o1')).toBe('unknown')
})
