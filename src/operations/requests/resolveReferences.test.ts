import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { memoryKeyStore } from '../../../test/support/vault/memoryKeyStore.ts'
import { memoryTokenStore } from '../../../test/support/vault/memoryTokenStore.ts'
import type { Content } from '../../contract/kit/content.ts'
import { capture } from '../../contract/operations/followUp.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { memorySessionStore } from '../../sessions/memorySessionStore.ts'
import { createSessions } from '../../sessions/sessions.ts'
import type { Terminals } from '../../terminals/port.ts'
import { absentLegacyEnrolmentRegister } from '../../threeDSecure/port.ts'
import { createVault } from '../../vault/cards.ts'
import { configuredKeys } from '../../vault/keyEncryptionKeys.ts'
import { openKeyring } from '../../vault/keyring.ts'
import { createMerchantBox } from '../../vault/merchantBox.ts'
import { cardIdentity } from '../../vault/port.ts'
import { createTokenVault } from '../../vault/tokens.ts'
import type { LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import { identifyWith, prepare } from './prepare.ts'
import { createReferenceSources, noTakenClaims } from './sources.ts'

const keys = configuredKeys([{ id: 'k', key: randomBytes(32) }])
const keyring = await openKeyring({ keys, store: memoryKeyStore() })
const vault = createVault(keyring)
const box = createMerchantBox(keyring.sessions)
const sessions = createSessions({ store: memorySessionStore(), box, describeCard: vault.describeCard })
const tokens = createTokenVault({ vault, store: memoryTokenStore(), cardKey: keyring.secrets.cardHash })
const orders = new Map<string, LoadedOrder>()
const journal = {
  load: async ({ merchantId, orderId }: { merchantId: string; orderId: string }) =>
    orders.get(`${merchantId}/${orderId}`),
}
const closed = async () => ({ culprit: 'payload', why: 'Its key is not known.' }) as const
const noTerminals: Terminals = { open: closed, claim: closed }
const sources = createReferenceSources({
  sessions,
  tokens,
  journal,
  vault,
  enrolments: absentLegacyEnrolmentRegister,
  terminals: noTerminals,
})
const identify = identifyWith(keyring.secrets.fingerprint, vault.cardHash)

const owner = { cell: 0, merchantId: 'M1' }
const money = { amount: '10.00', currency: 'USD' }
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '737' }
const other = { number: '4508750015741019', expiry: { month: '2', year: '40' } }

const submitted = (body: Content) => {
  const place = { version: 100, orderId: 'o', transactionId: '1' }
  const submission = { operation: authorize, ...place, body: { apiOperation: 'AUTHORIZE', ...body } }
  return prepare(submission, owner, { identify, sources })
}
async function sessionWith(body: Content, merchantId = 'M1') {
  const made = await sessions.create({ owner: { cell: 0, merchantId }, version: 100, body })
  const { session }: { session: { id: string; version: string } } = JSON.parse(JSON.stringify(made))
  return session
}
const requested = async (body: Content) => {
  const found = await submitted(body)
  if ('rejection' in found) throw new Error(JSON.stringify(found.rejection))
  return found
}
const refused = async (body: Content) => {
  const found = await submitted(body)
  return 'rejection' in found ? `${found.rejection.validationType} ${found.rejection.field}` : 'accepted'
}

test('a session alone can be the whole payment', async () => {
  const { id, version } = await sessionWith({ order: money, sourceOfFunds: { provided: { card } } })
  const { request, stored, origins: from, isWhole } = await requested({ session: { id, version } })
  expect(request).toMatchObject({ order: money, sourceOfFunds: { provided: { card } } })
  expect(stored).toMatchObject({
    order: money,
    sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } },
  })
  expect(JSON.stringify(stored)).not.toMatch(/securityCode|737/)
  expect(isWhole).toBe(true)
  expect(from).toEqual({
    'order.amount': 'session',
    'order.currency': 'session',
    'sourceOfFunds.provided.card.number': 'session',
    'sourceOfFunds.provided.card.expiry.month': 'session',
    'sourceOfFunds.provided.card.expiry.year': 'session',
    'sourceOfFunds.provided.card.securityCode': 'session',
  })
})

test('the request over the session over the token, field by field', async () => {
  const { token } = await tokens.keep(owner, {
    ...{ kind: 'CARD', number: other.number, expiry: { month: 2, year: 40 }, nameOnCard: 'OF THE TOKEN' },
  })
  const { id } = await sessionWith({
    order: { amount: '9.00', currency: 'USD', reference: 'of the session' },
    sourceOfFunds: { token, provided: { card: { expiry: { month: '3', year: '41' }, securityCode: '737' } } },
  })
  const { request, origins: from } = await requested({ order: { amount: '10.00' }, session: { id } })
  expect(request).toMatchObject({
    order: { amount: '10.00', currency: 'USD', reference: 'of the session' },
    sourceOfFunds: {
      token,
      type: 'CARD',
      provided: {
        card: {
          number: other.number,
          expiry: { month: '3', year: '41' },
          securityCode: '737',
          nameOnCard: 'OF THE TOKEN',
        },
      },
    },
  })
  expect(from).toMatchObject({
    'order.reference': 'session',
    'sourceOfFunds.token': 'session',
    'sourceOfFunds.provided.card.number': 'token',
    'sourceOfFunds.provided.card.nameOnCard': 'token',
    'sourceOfFunds.provided.card.expiry.month': 'session',
  })
  expect(from).not.toHaveProperty('order.amount')
})

test('identity is the request as sent: what the session holds is no part of it', async () => {
  const session = await sessionWith({ order: money, sourceOfFunds: { provided: { card } } })
  const before = await requested({ session: { id: session.id } })
  await sessions.update({ owner, version: 100, body: { order: { amount: '11.00' } } }, session.id)
  const after = await requested({ session: { id: session.id } })
  expect(after.fingerprint).toEqual(before.fingerprint)
  expect(after.request).toMatchObject({ order: { amount: '11.00' } })
  const elsewhere = await sessionWith({ order: money, sourceOfFunds: { provided: { card } } })
  expect((await requested({ session: { id: elsewhere.id } })).fingerprint).not.toEqual(before.fingerprint)
})

test('what is named and is not there is refused before all but unknown fields, and identified', async () => {
  const { id } = await sessionWith({}, 'M2')
  const { token } = await tokens.keep({ cell: 0, merchantId: 'M2' }, { kind: 'CARD', number: card.number })
  expect(await refused({ session: { id } })).toBe('INVALID session.id')
  expect(await refused({ session: { id: 'short' } })).toBe('INVALID session.id')
  expect(await refused({ session: { id }, nonsense: 1 })).toBe('UNSUPPORTED nonsense')
  expect(await refused({ sourceOfFunds: { token } })).toBe('INVALID sourceOfFunds.token')
  expect(await refused({ order: money, referenceOrderId: 'nowhere' })).toBe('INVALID referenceOrderId')
  expect(await refused({ referenceOrderId: 'nowhere' })).toBe('MISSING order.amount')
  const unknown = await submitted({ order: money, sourceOfFunds: { token: 'nobodys' } })
  expect(unknown).toMatchObject({
    isWhole: true,
    rejection: { explanation: expect.stringContaining('no such') },
  })
})

test('a version that is not the session’s any more is refused', async () => {
  const { id, version } = await sessionWith({ order: money, sourceOfFunds: { provided: { card } } })
  await sessions.update({ owner, version: 100, body: { order: { amount: '11.00' } } }, id)
  expect(await refused({ session: { id, version } })).toBe('INVALID session.version')
  expect(await refused({ session: { id, version: 'short' } })).toBe('INVALID session.version')
})

test('the whole is judged: what is missing or wrong is so wherever it came from', async () => {
  const { id } = await sessionWith({
    order: money,
    sourceOfFunds: { provided: { card: { expiry: card.expiry } } },
  })
  expect(await refused({ session: { id } })).toBe('MISSING sourceOfFunds.provided.card.number')
  const { token } = await tokens.keep(owner, { kind: 'CARD', number: '2223000000000023' })
  expect(await refused({ order: money, sourceOfFunds: { token } })).toBe(
    'MISSING sourceOfFunds.provided.card.expiry',
  )
  const track2 = ';5123450000000008=3901?'
  expect(await refused({ order: money, sourceOfFunds: { token, provided: { card: { track2 } } } })).toBe(
    'accepted',
  )
})

test('what the session holds for other operations is left out', async () => {
  const made = await sessions.createCheckout({
    owner,
    version: 100,
    body: {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'AUTHORIZE' },
      order: { id: 'of the page', ...money },
    },
  })
  const { session }: { session: { id: string } } = JSON.parse(JSON.stringify(made))
  const { stored } = await requested({ session: { id: session.id }, sourceOfFunds: { provided: { card } } })
  expect(stored).toMatchObject({ apiOperation: 'AUTHORIZE', order: money })
  expect(stored).not.toHaveProperty('interaction')
  expect(stored).not.toHaveProperty('order.id')
})

test('a track in the request is the card that pays, whatever card the session holds', async () => {
  const { id } = await sessionWith({ order: money, sourceOfFunds: { provided: { card: other } } })
  const provided = { card: { track2: ';5123450000000008=39011010000000000?' } }
  const { request } = await requested({ session: { id }, sourceOfFunds: { provided } })
  expect(request.sourceOfFunds?.provided?.card).toMatchObject({ number: card.number, expiry: card.expiry })
})

test('once used, the session has lost its security code and the token knows when', async () => {
  const { token } = await tokens.keep(owner, {
    kind: 'CARD',
    number: card.number,
    expiry: { month: 1, year: 39 },
  })
  const { id } = await sessionWith({
    order: money,
    sourceOfFunds: { token, provided: { card: { securityCode: '737' } } },
  })
  const { request, onBegun } = await requested({ session: { id } })
  expect(request.sourceOfFunds?.provided?.card?.securityCode).toBe('737')
  expect((await tokens.find(owner, token))?.usedAtMs).toBeUndefined()
  await onBegun?.(noTakenClaims)
  const again = await requested({ session: { id } })
  expect(again.request.sourceOfFunds?.provided?.card).not.toHaveProperty('securityCode')
  expect((await tokens.find(owner, token))?.usedAtMs).toBeDefined()
})

type Row = Partial<Pick<RecordedTransaction, 'gatewayCode' | 'operation' | 'result' | 'type'>> & {
  readonly paidWith?: { readonly number: string }
}

/** An order with these transactions; each has a card, unless it says that it brings none. */
async function order(orderId: string, rows: readonly Row[], isGiftCard = false) {
  const transactions = await Promise.all(
    rows.map(async ({ paidWith, ...row }, index) => ({
      id: String(index),
      type: 'AUTHORIZATION' as const,
      result: 'SUCCESS' as const,
      gatewayCode: 'APPROVED' as const,
      amount: 1n,
      currency: 'USD',
      startedAtMs: 0,
      operation: 'AUTHORIZE',
      apiVersion: 100,
      fingerprint: Buffer.alloc(0),
      request: {
        fields: { sourceOfFunds: { provided: isGiftCard ? { giftCard: {} } : { card: {} } } },
        additions: {},
      },
      ...(paidWith && {
        card: await vault.sealCard('M1', cardIdentity(orderId, String(index)), {
          number: paidWith.number,
          expiry: { month: index + 1, year: 39 },
        }),
      }),
      ...row,
    })),
  )
  const totals = { authorized: 0n, captured: 0n, refunded: 0n }
  const facts = { version: 1, currency: 'USD', amount: 1n, totals, excess: 0n, createdAtMs: 0, loadedAtMs: 0 }
  orders.set(`M1/${orderId}`, { ...facts, transactions })
}

const declined = { result: 'FAILURE', gatewayCode: 'DECLINED' } as const
const [withCard, withOther] = [{ paidWith: card }, { paidWith: other }]
const authentication = { type: 'AUTHENTICATION', operation: 'INITIATE_AUTHENTICATION' } as const
const verification = { type: 'VERIFICATION', operation: 'VERIFY' } as const
const payment = { type: 'PAYMENT', operation: 'PAY' } as const

test('an order pays with the card of an earlier one: the first that was taken, else the first', async () => {
  await order('paid', [{ ...declined, ...withOther }, withCard])
  await order('declined', [
    { ...declined, ...withOther },
    { ...declined, ...withCard },
  ])
  const paid = await requested({ order: money, referenceOrderId: 'paid' })
  expect(paid.request.sourceOfFunds).toEqual({
    type: 'CARD',
    provided: { card: { number: card.number, expiry: { month: '2', year: '39' } } },
  })
  expect(paid.origins).toMatchObject({ 'sourceOfFunds.provided.card.number': 'order' })
  expect(paid.stored).toMatchObject({ sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } } })
  expect(await numberOf('declined')).toBe(other.number)
})

/** The card that a payment with reference to this order would take. */
async function numberOf(referenceOrderId: string) {
  const { request } = await requested({ order: money, referenceOrderId })
  return request.sourceOfFunds?.provided?.card?.number
}

test('the card is that of what paid, not one authenticated, verified or declined before', async () => {
  const first = { ...authentication, ...withOther }
  const failed = { ...payment, ...declined, ...withOther }
  await order('authenticated', [
    first,
    failed,
    { ...authentication, ...withCard },
    { ...payment, ...withCard },
  ])
  expect(await numberOf('authenticated')).toBe(card.number)
  await order('verified', [{ ...verification, ...withOther }, failed, { ...payment, ...withCard }])
  expect(await numberOf('verified')).toBe(card.number)
  const submitted = { ...payment, gatewayCode: 'SUBMITTED' } as const
  await order('submitted', [submitted, { ...payment, ...withCard }])
  expect(await numberOf('submitted')).toBe(card.number)
})

test('a referral that was approved pays with the card that was referred', async () => {
  const referred = { result: 'FAILURE', gatewayCode: 'REFERRED', ...withCard } as const
  await order('approved', [{ ...declined, ...withOther }, referred, { operation: 'REFERRAL' }])
  expect(await numberOf('approved')).toBe(card.number)
})

test('where nothing was paid, a card verified or refunded to comes before a declined one', async () => {
  const failed = { ...payment, ...declined, ...withOther }
  await order('only verified', [failed, { ...verification, ...withCard }])
  expect(await numberOf('only verified')).toBe(card.number)
  await order('refunded to', [{ type: 'REFUND', operation: 'REFUND', ...withCard }])
  expect(await numberOf('refunded to')).toBe(card.number)
  await order('tried', [{ ...authentication, ...withCard }, failed])
  expect(await numberOf('tried')).toBe(other.number)
  await order('not verified', [{ ...verification, ...declined, ...withCard }, failed])
  expect(await numberOf('not verified')).toBe(other.number)
  await order('only authenticated', [{ ...authentication, ...withCard }])
  expect(await numberOf('only authenticated')).toBe(card.number)
})

test.each([
  ['declined', { ...payment, ...declined, ...withCard }],
  ['verified', { ...verification, ...withCard }],
])(
  'an order that was paid through a provider has no card, also where one was %s before',
  async (_, first) => {
    await order('by a provider', [first, payment])
    expect(await refused({ order: money, referenceOrderId: 'by a provider' })).toBe(
      'INVALID referenceOrderId',
    )
  },
)

test('a gift card is a gift card there, too', async () => {
  await order('gift', [withOther], true)
  const { request } = await requested({ order: money, referenceOrderId: 'gift' })
  expect(request.sourceOfFunds).toMatchObject({
    type: 'GIFT_CARD',
    provided: { giftCard: { number: other.number } },
  })
})

test('a card beside the reference is refused, unless the reference is not about the card', async () => {
  await order('referred', [withOther])
  const sourceOfFunds = { provided: { card } }
  const body = { order: money, referenceOrderId: 'referred', sourceOfFunds }
  expect(await refused(body)).toBe('UNSUPPORTED sourceOfFunds.provided.card')
  const { request } = await requested({ ...body, transaction: { resubmission: true } })
  expect(request.sourceOfFunds?.provided?.card?.number).toBe(card.number)
  expect(await refused({ ...body, referenceOrderId: 'nowhere', transaction: { resubmission: true } })).toBe(
    'INVALID referenceOrderId',
  )
})

test('a capture takes no card: not from an order it refers to, nor from a session or a track', async () => {
  await order('partial', [withOther])
  const { id } = await sessionWith({ order: { reference: 'held' }, sourceOfFunds: { provided: { card } } })
  const captured = async (more: Content) => {
    const place = { operation: capture, version: 100, orderId: 'o', transactionId: '2' }
    const body = { apiOperation: 'CAPTURE', transaction: money, ...more }
    return await prepare({ ...place, body }, owner, { identify, sources })
  }
  for (const more of [{ referenceOrderId: 'partial' }, { session: { id } }]) {
    const found = await captured(more)
    expect(found).toMatchObject({ request: { transaction: money } })
    expect(found.stored).not.toHaveProperty('sourceOfFunds')
  }
  const read = await captured({
    sourceOfFunds: { provided: { card: { track2: ';5123450000000008=3901?' } } },
  })
  expect(read).not.toHaveProperty('request.sourceOfFunds.provided.card.number')
  expect(await captured({ referenceOrderId: 'nowhere' })).toMatchObject({
    rejection: { field: 'referenceOrderId' },
  })
})
