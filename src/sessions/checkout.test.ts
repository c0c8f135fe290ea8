import { expect, test } from 'vitest'
import type { Content } from '../contract/kit/content.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import { createSessions } from './sessions.ts'

const owner = { cell: 0, merchantId: 'M1' }
const clock = { nowMs: 0 }
const plainly = {
  seal: async (_: string, __: string, text: string) => Buffer.from(text),
  open: async (_: string, __: string, sealed: Buffer) => sealed.toString(),
}
const describeCard = () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const
const sessions = createSessions({ store: memorySessionStore(clock), box: plainly, describeCard })

const order = { id: 'order-1', amount: '10.00', currency: 'USD' }
const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/back' }
const checkout = (body: Content, version = 100, apiOperation = 'CREATE_CHECKOUT_SESSION') =>
  sessions.createCheckout({ owner, version, body: { apiOperation, ...body } })

test.each([
  [37, 'CREATE_CHECKOUT_SESSION', { order }],
  [53, 'CREATE_CHECKOUT_SESSION', { order, interaction }],
  [63, 'INITIATE_CHECKOUT', { order, interaction }],
  [100, 'INITIATE_CHECKOUT', { order, interaction }],
])('at version %i %s opens a session for the page', async (version, apiOperation, body) => {
  const answer = await checkout(body, version, apiOperation)
  expect(answer).toEqual({
    result: 'SUCCESS',
    merchant: 'M1',
    checkoutMode: 'WEBSITE',
    session: {
      id: expect.stringMatching(/^SESSION[0-9A-Z]{24}$/),
      updateStatus: 'SUCCESS',
      version: expect.stringMatching(/^[0-9a-f]{10}$/),
    },
    successIndicator: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
})

test('INITIATE_CHECKOUT came with 63, the operation is said since 52, agreements have names', async () => {
  expect(await checkout({ order, interaction }, 62, 'INITIATE_CHECKOUT')).toMatchObject({
    field: 'apiOperation',
  })
  expect(await checkout({ order }, 52)).toMatchObject({
    field: 'interaction.operation',
    validationType: 'MISSING',
  })
  expect(await checkout({ order, interaction, agreement: { type: 'OTHER' } }, 53)).toMatchObject({
    field: 'agreement.id',
  })
})

test('the page has half an hour, updated or not', async () => {
  const { session } = JSON.parse(JSON.stringify(await checkout({ order, interaction })))
  const startMs = clock.nowMs
  clock.nowMs = startMs + 29 * 60_000
  expect(
    await sessions.update({ owner, version: 100, body: { order: { reference: 'r' } } }, session.id),
  ).toMatchObject({ result: 'SUCCESS' })
  expect(await sessions.named(owner, { id: session.id })).toMatchObject({
    session: { values: { order: { ...order, reference: 'r' }, interaction } },
  })
  clock.nowMs = startMs + 30 * 60_000
  expect(await sessions.retrieve(owner, session.id)).toMatchObject({ field: 'session.id' })
})

test('it may take its values from an earlier session; given ones win', async () => {
  const earlier = JSON.parse(
    JSON.stringify(
      await sessions.create({
        owner,
        version: 100,
        body: { order: { amount: '9.00', currency: 'USD', reference: 'held' } },
      }),
    ),
  ).session
  const body = { order: { id: 'order-2', amount: '10.00' }, interaction, session: { id: earlier.id } }
  const { session } = JSON.parse(JSON.stringify(await checkout(body)))
  expect(await sessions.named(owner, { id: session.id })).toMatchObject({
    session: { values: { order: { id: 'order-2', amount: '10.00', currency: 'USD', reference: 'held' } } },
  })
  const stale = { ...body, session: { id: earlier.id, version: '0123456789' } }
  expect(await checkout(stale)).toMatchObject({ field: 'session.version' })
  const unknown = { ...body, session: { id: `SESSION${'0'.repeat(24)}` } }
  expect(await checkout(unknown)).toMatchObject({ field: 'session.id' })
})

test('it takes over a security code from its source, unless a payment has claimed that', async () => {
  const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '737' }
  for (const isClaimed of [false, true]) {
    const body = { sourceOfFunds: { provided: { card } } }
    const made = JSON.parse(JSON.stringify(await sessions.create({ owner, version: 100, body })))
    const { id, version } = made.session
    const seen = { ...owner, sessionId: id, version }
    if (isClaimed) expect(await sessions.claimSecrets(seen, { use: 'O\n1', holder: 'node' })).toBe(true)
    const answer = JSON.parse(JSON.stringify(await checkout({ order, interaction, session: { id } })))
    const opened = await sessions.opened(answer.session.id)
    const { securityCode, ...lasting } = card
    expect(opened?.contents.values.sourceOfFunds).toEqual({
      provided: { card: isClaimed ? lasting : { ...lasting, securityCode } },
    })
  }
})
