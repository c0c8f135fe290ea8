import { expect, test } from 'vitest'
import type { Content } from '../../contract/kit/content.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { identifyWith, type PreparedRequest, prepare } from './prepare.ts'
import { noReferenceSources } from './sources.ts'

const key = Buffer.alloc(32, 7)
const identify = identifyWith(key, number => Buffer.from(`hash of ${number.length}${number.slice(-4)}`))
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' }
const body = {
  apiOperation: 'AUTHORIZE',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: { provided: { card } },
}
const submission = (given: Content, version = 100) => ({
  ...{ operation: authorize, version, orderId: 'order', transactionId: '1', body: given },
})
const prepared = (given: Content, version = 100): PreparedRequest<typeof authorize> => {
  const found = prepare(
    submission(given, version),
    { cell: 0, merchantId: 'M' },
    { identify, sources: noReferenceSources },
  )
  if (found instanceof Promise) throw new Error('Nobody has to wait for this one')
  return found
}
const fingerprint = (given: Content) => prepared(given).fingerprint.toString('hex')
const withCard = (change: Content) => ({
  ...body,
  sourceOfFunds: { provided: { card: { ...card, ...change } } },
})

test('the same request in another spelling is the same request', () => {
  const spelled = {
    sourceOfFunds: { provided: { card: { ...card, expiry: { year: 39, month: '01' } } }, token: null },
    order: { currency: 'USD', amount: '10.00', id: 'order', custom: {} },
    correlationId: 'another',
    apiOperation: 'AUTHORIZE',
    shipping: {},
  }
  expect(fingerprint(spelled)).toBe(fingerprint(body))
})
test('what must not be kept does not tell requests apart; the card number does', () => {
  expect(fingerprint(withCard({ securityCode: '101' }))).toBe(fingerprint(body))
  expect(fingerprint(withCard({ number: '5123450000000016' }))).not.toBe(fingerprint(body))
  expect(fingerprint({ ...body, order: { amount: '10.01', currency: 'USD' } })).not.toBe(fingerprint(body))
})
test('two cards that were swiped are two requests, though nothing of a track is kept', () => {
  const swiped = (track2: string) => ({ ...body, sourceOfFunds: { provided: { card: { track2 } } } })
  const one = prepared(swiped(';5123450000000008=39011010000000000?'))
  expect(one).toMatchObject({
    request: { sourceOfFunds: { provided: { card: { number: card.number, expiry: card.expiry } } } },
    stored: { sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008', expiry: card.expiry } } } },
  })
  expect(JSON.stringify(one.stored)).not.toContain('track')
  expect(fingerprint(swiped(';4508750015741019=39011010000000000?'))).not.toBe(
    one.fingerprint.toString('hex'),
  )
})
test('what is stored holds neither number nor security code', () => {
  const text = JSON.stringify(prepared(body).stored)
  expect(text).toContain('512345xxxxxx0008')
  expect(text).not.toMatch(/5123450000000008|securityCode/)
})
test('ids in the body must be those of the path', () => {
  expect(prepared({ ...body, order: { ...body.order, id: 'other' } })).toMatchObject({
    rejection: { field: 'order.id', validationType: 'INVALID' },
  })
  expect(prepared({ ...body, transaction: { id: '1' } })).toHaveProperty('request')
  expect(prepared({ ...body, transaction: { id: 1 } })).toHaveProperty('request')
  expect(prepared({ ...body, transaction: { id: '2' } })).toMatchObject({
    rejection: { field: 'transaction.id' },
  })
})
test('a request is whole unless something in it is unknown to the contract or of something else', () => {
  expect(prepared({ ...body, foo: 1 })).toMatchObject({ isWhole: false })
  expect(prepared({ ...body, order: { ...body.order, id: 'other' } })).toMatchObject({ isWhole: false })
  expect(prepared({ ...body, order: { currency: 'USD' } })).toMatchObject({ isWhole: true })
})
test('a request is the same at every version, also at one that refuses a field of it', () => {
  const device = { ipAddress: '2001:db8:85a3::8a2e:370:7334' }
  const currencyConversion = { payerExchangeRate: 1.2, payerAmount: 12, payerCurrency: 'EUR' }
  for (const given of [body, { ...body, device }, { ...body, currencyConversion }]) {
    const newest = prepared(given, 100)
    const older = prepared(given, 68)
    expect(older.fingerprint).toEqual(newest.fingerprint)
    expect([newest.isWhole, older.isWhole]).toEqual([true, true])
  }
  expect(prepared({ ...body, currencyConversion }, 68)).toHaveProperty('rejection')
  expect(prepared({ ...body, currencyConversion }, 68).fingerprint).not.toEqual(prepared(body).fingerprint)
})

test('a field that no version knows makes it no whole request', () => {
  expect(prepared({ ...body, foo: 1 }, 68).isWhole).toBe(false)
  expect(prepared({ ...body, foo: 1 }).isWhole).toBe(false)
})
