import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { catalogue } from '../../src/contract/catalogue.ts'
import { openApi } from '../../src/contract/document/openapi.ts'
import type * as versionsModule from '../../src/contract/kit/versions.ts'
import type * as vocabularyModule from '../../src/contract/kit/vocabulary.ts'
import type { WireForm } from '../../src/contract/kit/vocabulary.ts'
import { renamed } from '../../src/contract/kit/wireForms.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf } from './requests.ts'

/**
 * What a version 101 would be that calls order.reference order.merchantReference: the one declaration of the
 * field gets one note, and the newest version is 101. Nothing else in the gateway knows of it.
 */
const { wire } = vi.hoisted(() => ({ wire: [] as WireForm[] }))
wire.push(renamed('merchantReference', { since: 101 }))
vi.mock('../../src/contract/kit/vocabulary.ts', async importOriginal => {
  const original = await importOriginal<typeof vocabularyModule>()
  const declare: typeof original.optional = (type, doc, notes = {}) =>
    original.optional(type, doc, doc === 'Your reference of the order.' ? { ...notes, wire } : notes)
  return { ...original, optional: declare }
})
vi.mock('../../src/contract/kit/versions.ts', async importOriginal => {
  const original = await importOriginal<typeof versionsModule>()
  return {
    versions: { first: 1, last: 101 },
    readVersion: (segment: string) => (segment === '101' ? 101 : original.readVersion(segment)),
  }
})

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway.stop())

const older = { version: 100 }
const newer = { version: 101 }
const money = { amount: '10.00', currency: 'USD' }
const request = (order: object) => ({
  apiOperation: 'AUTHORIZE',
  order: { ...money, ...order },
  sourceOfFunds: fundsOf({}),
})
const put = (orderId: string, body: object, options: object) =>
  gateway.call('PUT', `order/${orderId}/transaction/1`, body, options)

test('each version writes the field by its own name, and both mean the same', async () => {
  const paid = await put('both', request({ merchantReference: 'R-1' }), newer)
  expect(paid).toMatchObject({ status: 201, body: { order: { merchantReference: 'R-1' } } })
  expect(paid.body.order).not.toHaveProperty('reference')
  for (const path of ['order/both/transaction/1', 'order/both']) {
    const [now, before] = await Promise.all(
      [newer, older].map(at => gateway.call('GET', path, undefined, at)),
    )
    expect(now?.text).toContain('"merchantReference":"R-1"')
    expect(now?.text).not.toContain('"reference":"R-1"')
    expect(before?.text).toContain('"reference":"R-1"')
    expect(before?.text).not.toContain('merchantReference')
  }
})

test('a request that is repeated at the other version is the same request', async () => {
  const first = await put('again', request({ reference: 'R-2' }), older)
  expect(first.status, first.text).toBe(201)
  const again = await put('again', request({ merchantReference: 'R-2' }), newer)
  expect(again.headers['idempotent-replayed'], again.text).toBe('true')
  expect(again.body).toMatchObject({ order: { merchantReference: 'R-2' } })
  const other = await put('again', request({ merchantReference: 'R-3' }), newer)
  expect(other.body).toMatchObject({ error: { field: 'transactionid' } })
})

test('what a session was given at one version is there at the other', async () => {
  const opened = await gateway.call('POST', 'session', { order: { ...money, reference: 'R-4' } }, older)
  const { id } = opened.body.session as { readonly id: string }
  const body = { apiOperation: 'AUTHORIZE', session: { id }, sourceOfFunds: fundsOf({}) }
  const paid = await put('session', body, newer)
  expect(paid, paid.text).toMatchObject({ status: 201, body: { order: { merchantReference: 'R-4' } } })
})

test('refusals name the field as the caller does', async () => {
  const long = 'x'.repeat(41)
  const refused = async (order: object, at: object) => (await put('refused', request(order), at)).body.error
  expect(await refused({ merchantReference: long }, newer)).toMatchObject({
    field: 'order.merchantReference',
    validationType: 'INVALID',
  })
  expect(await refused({ reference: 'R-5' }, newer)).toMatchObject({
    field: 'order.reference',
    validationType: 'UNSUPPORTED',
  })
  expect(await refused({ merchantReference: 'R-5' }, older)).toMatchObject({
    field: 'order.merchantReference',
    validationType: 'UNSUPPORTED',
  })
})

test('a follow-up at the older version changes what the newer one shows', async () => {
  await put('followed', request({ merchantReference: 'R-6' }), newer)
  const capture = {
    apiOperation: 'CAPTURE',
    transaction: { amount: '4.00', currency: 'USD' },
    order: { reference: 'R-7' },
  }
  const captured = await gateway.call('PUT', 'order/followed/transaction/2', capture, older)
  expect(captured, captured.text).toMatchObject({ status: 201, body: { order: { reference: 'R-7' } } })
  const shown = await gateway.call('GET', 'order/followed', undefined, newer)
  expect(shown.body).toMatchObject({ merchantReference: 'R-7', status: 'PARTIALLY_CAPTURED' })
})

test('the description of each version has its own name', () => {
  const described = (version: number) => JSON.stringify(openApi(catalogue, version))
  expect(described(101)).toContain('"merchantReference"')
  expect(described(100)).not.toContain('"merchantReference"')
})
