import { expect, test } from 'vitest'
import type { Content } from '../../contract/kit/content.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { identifyWith, prepare } from './prepare.ts'
import { noReferenceSources, type ReferenceSources } from './sources.ts'

const money = { amount: '10.00', currency: 'USD' }
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
const other = { number: '4508750015741019', expiry: { month: '2', year: '40' } }
const owner = { cell: 0, merchantId: 'M1' }

/** A payload is what it holds, in JSON: how terminals seal is told elsewhere. */
const sources: ReferenceSources = {
  ...noReferenceSources,
  session: async () => ({
    session: {
      ...{ key: { ...owner, sessionId: 's', version: 'a1b2c3d401' }, holdsSecrets: false },
      values: { sourceOfFunds: { provided: { card: other } } },
    },
  }),
  token: async () => ({ values: { sourceOfFunds: { provided: { card: other } } } }),
  opened: async (merchant, sealed, purpose) =>
    sealed.keySerialNumber.startsWith('FFFF')
      ? { reading: JSON.parse(Buffer.from(sealed.payload, 'hex').toString()) }
      : await noReferenceSources.opened(merchant, sealed, purpose),
}
const identify = identifyWith(Buffer.alloc(32), number => Buffer.from(`hash of ${number}`))

const submitted = (body: Content) => {
  const place = { version: 100, orderId: 'o', transactionId: '1' }
  const submission = { operation: authorize, ...place, body: { apiOperation: 'AUTHORIZE', ...body } }
  return prepare(submission, owner, { identify, sources })
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

const sealed = (reading: object, more: object = {}) => ({
  keySerialNumber: 'FFFF9876543210E00001',
  payload: Buffer.from(JSON.stringify(reading)).toString('hex'),
  ...more,
})
const paidWith = (read: object, more: object = {}) => ({
  order: money,
  sourceOfFunds: { provided: { card: read } },
  ...more,
})

test('what a terminal sealed is the card that pays, whatever session and token hold', async () => {
  const p2pe = sealed(card)
  const sourceOfFunds = { token: 'T', provided: { card: { p2pe } } }
  const body = { order: money, session: { id: 'S'.repeat(31) }, sourceOfFunds }
  const { request, stored, origins: from } = await requested(body)
  expect(request.sourceOfFunds?.provided?.card).toMatchObject({ number: card.number, expiry: card.expiry })
  expect(from).toMatchObject({
    'sourceOfFunds.provided.card.number': 'p2pe',
    'sourceOfFunds.provided.card.expiry.month': 'p2pe',
  })
  expect(stored).toMatchObject({
    sourceOfFunds: {
      provided: { card: { number: '512345xxxxxx0008', p2pe: { keySerialNumber: p2pe.keySerialNumber } } },
    },
  })
  expect(JSON.stringify(stored)).not.toContain(p2pe.payload)
})

test('a vector of its own is part of who a request is, and not written down', async () => {
  const vector = (initializationVector: string) =>
    requested(paidWith({ p2pe: sealed(card, { initializationVector }) }))
  const one = await vector('00112233445566778899AABBCCDDEEFF')
  const two = await vector('10112233445566778899AABBCCDDEEFF')
  expect(one.fingerprint).not.toEqual(two.fingerprint)
  expect(JSON.stringify(one.stored)).not.toContain('00112233')
})

test('a sealed number alone is no full set; its expiry may come from elsewhere', async () => {
  const p2pe = sealed({ number: card.number })
  expect(await refused(paidWith({ p2pe }))).toBe('MISSING sourceOfFunds.provided.card.expiry')
  const { request } = await requested(paidWith({ p2pe, expiry: card.expiry }))
  expect(request.sourceOfFunds?.provided?.card).toMatchObject({ number: card.number, expiry: card.expiry })
})

test('what is in plain beside it must agree with it', async () => {
  const p2pe = sealed(card)
  const payload = 'INVALID sourceOfFunds.provided.card.p2pe.payload'
  expect(await refused(paidWith({ p2pe, number: other.number }))).toBe(payload)
  expect(await refused(paidWith({ p2pe, expiry: other.expiry }))).toBe(payload)
  expect(await refused(paidWith({ p2pe, number: card.number, expiry: { month: '01', year: '39' } }))).toBe(
    'accepted',
  )
})

test('one that stays closed names its part, after fields that are wrong by themselves', async () => {
  const p2pe = sealed({ number: card.number }, { keySerialNumber: 'AAAA9876543210E00001' })
  const unopened = 'INVALID sourceOfFunds.provided.card.p2pe.keySerialNumber'
  expect(await refused(paidWith({ p2pe }))).toBe(unopened)
  expect(await refused(paidWith({ p2pe, number: card.number }))).toBe(unopened)
  expect(await refused(paidWith({ p2pe }, { order: { ...money, currency: 'usd' } }))).toBe(
    'INVALID order.currency',
  )
  expect(await refused(paidWith({ p2pe }, { nonsense: 1 }))).toBe('UNSUPPORTED nonsense')
  expect(await refused(paidWith({ p2pe: { ...p2pe, payload: 'xyz' } }))).toBe(
    'INVALID sourceOfFunds.provided.card.p2pe.payload',
  )
})

test('another payload under the same serial number is another request', async () => {
  const one = sealed(card)
  const fingerprint = async (p2pe: object) => (await requested(paidWith({ p2pe }))).fingerprint
  const before = await fingerprint(one)
  expect(await fingerprint({ ...one, payload: one.payload.toUpperCase() })).toEqual(before)
  expect(await fingerprint(sealed(other))).not.toEqual(before)
})

test('sealed tags tell of card and terminal', async () => {
  const emvRequest = '5A0851234500000000085F24033901319F350122'
  const p2pe = sealed({ ...card, emvRequest })
  const { request, stored } = await requested(paidWith({ p2pe }))
  expect(request).toMatchObject({
    posTerminal: { attended: 'ATTENDED' },
    sourceOfFunds: { provided: { card: { emvRequest } } },
  })
  expect(stored).toMatchObject({
    sourceOfFunds: { provided: { card: { emvRequest: '5F24033901319F350122' } } },
  })
})

test('what a terminal gave up on is not opened', async () => {
  const p2pe = sealed(card, { keySerialNumber: 'AAAA9876543210E00001', encryptionState: 'INVALID' })
  const { request, stored } = await requested(paidWith({ p2pe }))
  expect(request.sourceOfFunds?.provided?.card).not.toHaveProperty('number')
  expect(stored).toMatchObject({
    sourceOfFunds: { provided: { card: { p2pe: { encryptionState: 'INVALID' } } } },
  })
  expect(JSON.stringify(stored)).not.toContain(p2pe.keySerialNumber)
})

test('tags in plain and sealed ones are one chip', async () => {
  const p2pe = sealed({ ...card, emvRequest: '5A0851234500000000089F2608A1B2C3D4E5F607189F350122' })
  const { request, origins: from } = await requested(paidWith({ p2pe, emvRequest: '9F360200019F350122' }))
  expect(request.sourceOfFunds?.provided?.card?.emvRequest).toBe('9F360200019F3501229F2608A1B2C3D4E5F60718')
  expect(from).toMatchObject({
    'posTerminal.attended': 'reading',
    'sourceOfFunds.provided.card.number': 'p2pe',
  })
  const payload = 'INVALID sourceOfFunds.provided.card.p2pe.payload'
  expect(await refused(paidWith({ p2pe, emvRequest: '9F350125' }))).toBe(payload)
  expect(await refused(paidWith({ p2pe, emvRequest: `8E76${'00'.repeat(118)}` }))).toBe(payload)
})

test('what a reading in plain filled is told', async () => {
  const { origins: from } = await requested(paidWith({ track2: `;${card.number}=39011010000000000?` }))
  expect(from).toEqual({
    'sourceOfFunds.provided.card.number': 'reading',
    'sourceOfFunds.provided.card.expiry.month': 'reading',
    'sourceOfFunds.provided.card.expiry.year': 'reading',
  })
})
