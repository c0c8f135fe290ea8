import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Acquirer } from '../../src/acquirers/port.ts'
import { everyRowOf } from '../faults/everyRow.ts'
import { cardThat } from './cardholder.ts'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { device, fundsOf } from './requests.ts'
import { richRequests } from './rich.ts'

let gateway: TestGateway
let user: ConsoleUser
const merchantId = 'TESTMERCHANT'
const email = "Zaida.O'Quell@payer.example"

/** What must not be left anywhere, in lower case. */
const canaries = [
  ...['zaida', 'quell', 'payer.example', '4477001122', 'hollyhock lane', 'wexcombe', 'zq9 7xy'],
  ...['203.0.113.77', 'canarybrowser', 'leave it at the', 'canaryvalue', 'z4477taxid', 'canaryprint'],
]
const address = { street: '7 Hollyhock Lane', city: 'Wexcombe', postcodeZip: 'ZQ9 7XY', country: 'GBR' }
const person = {
  customer: {
    ...{ email, firstName: 'Zaida', lastName: 'Quell', phone: '+44 4477001122' },
    taxRegistrationId: 'Z4477TAXID',
  },
  billing: { address },
  shipping: { address, contact: { firstName: 'Zaida', lastName: 'Quell', email }, method: 'GROUND' },
  device: { browser: 'CanaryBrowser/1.0', ipAddress: '203.0.113.77', fingerprint: 'canaryprint' },
}
const noted = {
  ...{ amount: '10.00', currency: 'USD', reference: 'R-1', customerNote: 'Leave it at the door' },
  custom: { who: 'canaryvalue' },
}
const funds = (expiry: string) => fundsOf({ expiry, securityCode: '100', nameOnCard: 'ZAIDA QUELL' })
const payment = (more: object = {}, expiry = '01/39') => ({
  ...{ apiOperation: 'PAY', ...person, order: noted, sourceOfFunds: funds(expiry) },
  ...more,
})
const whole = {
  ...richRequests.one,
  ...person,
  order: { ...richRequests.one.order, ...noted },
  airline: { ...richRequests.one.airline, passenger: [{ firstName: 'Zaida', lastName: 'Quell' }] },
  sourceOfFunds: funds('01/39'),
}

/** While it is set, the acquirer answers nobody. */
let held: Promise<unknown> | undefined
const slow = (acquirer: Acquirer): Acquirer => ({
  ...acquirer,
  async send(...asked) {
    await held
    return acquirer.send(...asked)
  },
})

const put = (orderId: string, id: string, body: object) =>
  gateway.call('PUT', `order/${orderId}/transaction/${id}`, body)
const more = Array.from({ length: 20 }, (_, index) => `more-${index}`)

beforeAll(async () => {
  gateway = await openGateway('embedded', { acquirer: slow, patienceMs: 5_000 })
  user = await enterConsole(gateway)
})
afterAll(() => gateway?.stop())

const found = (who: object = { email }) => user.ask('findPayer', { merchantId, ...who })
const rowsWith = async (words: readonly string[]) =>
  (await everyRowOf(gateway.database.config))
    .filter(row => !row.includes('OTHERMERCHANT'))
    .filter(row => words.some(word => row.toLowerCase().includes(word)))

/** All parts, one after the other; gives what they did together. */
async function erase(who: object, partsMax = 100) {
  const sum = { erased: [] as string[], left: [] as object[], calls: 0, filters: 0, parts: 0 }
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const next: object = after === undefined ? {} : { after }
    const part = await user.ask('erasePayer', { merchantId, ...who, ...next })
    sum.erased.push(...part.erased)
    sum.left.push(...part.left)
    sum.calls += part.calls
    sum.filters += part.filters
    sum.parts += 1
    after = sum.parts < partsMax ? part.after : undefined
  }
  return sum
}

let before: Record<string, unknown>
const order = async (orderId: string) => (await gateway.call('GET', `order/${orderId}`)).body

test('a payer buys in every way there is, and some of it goes wrong', async () => {
  expect((await put('rich', '1', whole)).status).toBe(201)
  const part = { amount: '4.00', currency: 'USD' }
  expect((await put('rich', '2', { apiOperation: 'CAPTURE', transaction: part })).status).toBe(201)
  expect((await put('declined', '1', payment({}, '05/39'))).status).toBe(201)
  const known = { order: { currency: 'USD' }, sourceOfFunds: fundsOf({ number: cardThat.isKnown }) }
  await put('proven', '1', { apiOperation: 'INITIATE_AUTHENTICATION', ...known, ...person, device: {} })
  const asked = { apiOperation: 'AUTHENTICATE_PAYER', ...known, ...person, order: { amount: '10.00' } }
  await put('proven', '1', {
    ...asked,
    order: { amount: '10.00', currency: 'USD' },
    device: { ...device, ...person.device },
    authentication: { redirectResponseUrl: 'https://shop.example/back' },
  })
  const checkout = await openCheckout(gateway, {}, { ...person, device: undefined, order: { id: 'page' } })
  await checkout.pay({}, { email })
  for (const orderId of more) expect((await put(orderId, '1', payment())).status).toBe(201)
  // Refused, and so in the request log with its body.
  expect((await put('refused', '1', payment({ apiOperation: 'CAPTURE' }))).status).toBe(400)
  const wrong = payment({ customer: { ...person.customer, email: 'zaida at payer.example' } })
  expect((await put('rich', '3', wrong)).status).toBe(400)
  await gateway.call('PUT', 'order/theirs/transaction/1', payment(), { merchant: 'OTHERMERCHANT' })
  await user.ask('saveFilter', { merchantId, name: 'her', query: String(new URLSearchParams({ email })) })
  await expect.poll(async () => (await found()).traces?.orders, { timeout: 10_000 }).toBe(24)
})

test('a dry run tells what would change, and changes nothing', async () => {
  before = await order('rich')
  expect(before).toMatchObject({ transaction: [{ customer: { email }, billing: { address } }, {}] })
  const { orders, after, traces } = await found()
  expect(traces).toEqual({ orders: 24, isMore: false, savedFilters: 1, lists: [] })
  expect(orders).toHaveLength(24)
  expect(after).toBeUndefined()
  expect(orders.at(-1)).toMatchObject({ orderId: 'rich', status: 'PARTIALLY_CAPTURED', amount: '10.00' })
  expect(orders.some(({ obstacle, erased }) => obstacle ?? erased)).toBe(false)
  expect(await order('rich')).toEqual(before)
  // The request log is written once a second.
  await expect
    .poll(async () => new Set((await rowsWith(canaries)).map(row => row.split(' ', 1)[0])))
    .toEqual(new Set(['found_orders', 'outcomes', 'request_log', 'saved_filters', 'transactions']))
})

test('who names nobody, or too much, is told which field is wrong', async () => {
  expect(await user.refused('findPayer', { merchantId })).toMatchObject({ status: 400, field: 'email' })
  expect(await user.refused('erasePayer', { merchantId, email, orderId: 'rich' })).toMatchObject({
    field: 'email',
  })
  expect(await user.refused('erasePayer', { merchantId, email: 'zaida' })).toMatchObject({ field: 'email' })
  for (const after of ['orders x', 'else', 'orders 1.2.3'])
    expect(await user.refused('erasePayer', { merchantId, email, after })).toMatchObject({ field: 'after' })
})

test('an order at work is left, and erased when it is done', async () => {
  let release: (value?: unknown) => void = () => undefined
  held = new Promise(resolve => {
    release = resolve
  })
  const paid = put('held', '1', payment())
  await expect
    .poll(async () => (await found({ orderId: 'held' })).orders)
    .toMatchObject([{ obstacle: 'RUNNING' }])
  expect(await erase({ orderId: 'held' })).toMatchObject({
    ...{ erased: [], left: [{ orderId: 'held', why: 'RUNNING' }] },
  })
  held = undefined
  release()
  expect(await paid).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  await expect.poll(async () => (await found({ orderId: 'held' })).orders[0]?.obstacle).toBeUndefined()
  expect(await erase({ orderId: 'held' })).toMatchObject({ erased: ['held'], left: [] })
  expect(JSON.stringify(await order('held')).toLowerCase()).not.toContain('zaida')
})

test('an erasure that was cut short goes on where it was, on another node too', async () => {
  const { erased, parts } = await erase({ email }, 1)
  expect([erased.length, parts]).toEqual([20, 1])
  expect((await found()).traces).toMatchObject({ orders: 4, savedFilters: 1 })
  const neighbour = await gateway.neighbour()
  const [, rest] = [await neighbour.stop(), await erase({ email })]
  expect(rest).toMatchObject({ left: [], calls: 2, filters: 1 })
  expect(rest.erased).toHaveLength(4)
  expect(await erase({ email })).toMatchObject({ erased: [], calls: 0, filters: 0 })
})

test('then no row of any table has a word of the payer', async () => {
  expect(await rowsWith(canaries)).toEqual([])
})

test('a later payment that names an erased order brings nothing of the payer back', async () => {
  const sum = { amount: '3.00', currency: 'USD' }
  const again = await put('later', '1', { apiOperation: 'PAY', referenceOrderId: 'rich', order: sum })
  expect(again.status, again.text).toBe(201)
  expect(await rowsWith(canaries)).toEqual([])
})

test('nor does any answer; money, states and the masked card are as before', async () => {
  const after = await order('rich')
  expect(canaries.filter(word => JSON.stringify(after).toLowerCase().includes(word))).toEqual([])
  const { transaction: now, ...totals }: Record<string, unknown> = after
  expect(totals).not.toHaveProperty('customerNote')
  expect(totals).not.toHaveProperty('custom')
  expect(before).toMatchObject(totals)
  expect(totals).toMatchObject({ status: 'PARTIALLY_CAPTURED', totalCapturedAmount: 4, reference: 'R-1' })
  const kept = {
    ...{ billing: { address: { country: 'GBR' } }, shipping: { method: 'GROUND' }, result: 'SUCCESS' },
    sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } } } },
  }
  expect(now).toMatchObject([kept, kept])
  const explained = await gateway.call('GET', 'order/rich/transaction/1/explain')
  expect(explained).toMatchObject({ status: 200, body: { result: 'SUCCESS', gatewayCode: 'APPROVED' } })
  expect(canaries.filter(word => explained.text.toLowerCase().includes(word))).toEqual([])
})

test('the same request is still known, and another one under its id is still refused', async () => {
  const again = await put('rich', '1', whole)
  expect(again.status, again.text).toBe(200)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const other = { ...whole, order: { ...whole.order, amount: '11.00' } }
  expect((await put('rich', '1', other)).status).toBe(400)
})

test('what follows works, and brings nothing back', async () => {
  const part = { amount: '1.00', currency: 'USD' }
  const captured = await put('rich', '4', { apiOperation: 'CAPTURE', transaction: part })
  expect(captured).toMatchObject({ status: 201, body: { order: { totalCapturedAmount: 5 } } })
  const refunded = await put('rich', '5', { apiOperation: 'REFUND', transaction: part })
  expect(refunded, refunded.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  // The call that was refused was sent anew: erasing once more takes it, and nothing else was there.
  expect(await erase({ email })).toMatchObject({ erased: [], left: [], calls: 1 })
  expect(await rowsWith(canaries)).toEqual([])
})

test('the page of the order says it, and so does the audit log, without a word of the payer', async () => {
  const shown = await user.ask('orderShown', { merchantId, orderId: 'rich' })
  expect(shown.erased).toEqual({ at: expect.stringMatching(/^20\d\d-/), by: 'sandbox@localhost (operator)' })
  expect(shown.customer).toBeUndefined()
  const { entries } = await user.ask('merchantAudit', { merchantId })
  const told = entries.filter(({ action }) => action === 'payer.erase').map(({ details }) => details)
  expect(told).toMatchObject([
    { of: 'calls', count: 1 },
    { of: 'calls', count: 2 },
    { of: 'filters', count: 1 },
    { by: 'email', count: 4 },
    { by: 'email', count: 20 },
    { by: 'orderId', count: 1, orderIds: ['held'] },
  ])
  await user.ask('verifyAudit', {})
  await expect.poll(async () => (await user.ask('auditVerification', {})).state).toBe('INTACT')
})

test('another merchant has its payer as before', async () => {
  const theirs = await gateway.call('GET', 'order/theirs', undefined, { merchant: 'OTHERMERCHANT' })
  expect(theirs.body).toMatchObject({ transaction: [{ customer: { email, firstName: 'Zaida' } }] })
  const { traces } = await user.ask('findPayer', { merchantId: 'OTHERMERCHANT', email })
  expect(traces?.orders).toBe(1)
})
