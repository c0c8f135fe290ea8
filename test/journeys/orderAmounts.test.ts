import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardholder, cardThat } from './cardholder.ts'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf } from './requests.ts'

let gateway: TestGateway
let user: ConsoleUser
beforeAll(async () => {
  gateway = await openGateway('embedded')
  user = await enterConsole(gateway)
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const put = async (orderId: string, transactionId: string, body: object) => {
  const answer = await gateway.call('PUT', `order/${orderId}/transaction/${transactionId}`, body)
  expect(answer.status, answer.text).toBe(201)
}
const pay = (amount: string, card = {}) => ({
  ...authorization({ order: { amount, currency: 'USD' } }, card),
  apiOperation: 'PAY',
})
const verify = { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds: fundsOf() }

const listed = async (orderId: string) =>
  (await user.ask('findOrders', { merchantId, orderId })).orders.find(one => one.orderId === orderId)
const expectListed = (orderId: string, expected: object) =>
  expect.poll(() => listed(orderId)).toMatchObject(expected)

async function downloaded(query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const response = await fetch(`${gateway.origin}/console/export/orders?${new URLSearchParams(query)}`, {
    headers: { Cookie: user.cookie, 'Sec-Fetch-Site': 'same-origin' },
  })
  return (await response.text()).trim().split('\r\n').slice(1)
}

/** What each change of the order told its merchant, in their order. */
async function toldAmounts(orderId: string): Promise<readonly unknown[]> {
  const { notifications } = await user.ask('explainOrder', { merchantId, orderId })
  return notifications.map(({ body }) => JSON.parse(body ?? '{}').order.amount)
}

/** Listed, found and downloaded with the amount that the API says, which writes it as a number. */
async function expectPaid(orderId: string, said: number, amount: string): Promise<void> {
  const { body } = await gateway.call('GET', `order/${orderId}`)
  expect(body).toMatchObject({ amount: said, status: 'CAPTURED' })
  await expectListed(orderId, { amount, status: 'CAPTURED' })
  const { orders } = await user.ask('findOrders', { merchantId, amount })
  expect(orders.map(one => one.orderId)).toEqual([orderId])
  const [line = '', ...others] = await downloaded({ merchantId, amount })
  expect(line.split(',')).toEqual(expect.arrayContaining([orderId, amount]))
  expect(others).toEqual([])
}

test('an order whose payer is looked at before there is an amount is listed at what is paid', async () => {
  const payer = cardholder(gateway, cardThat.isKnown, 'authenticated')
  await payer.initiate({ order: { currency: 'USD' } })
  await expectListed('authenticated', { amount: '0.00' })
  await payer.authenticate()
  await expectListed('authenticated', { amount: '10.00' })
  await payer.pay()
  await expectPaid('authenticated', 10, '10.00')
  expect(await toldAmounts('authenticated')).toEqual([0, 10, 10])
})

test('an order whose card is verified without an amount is listed at what is paid', async () => {
  await put('verified', '1', verify)
  await expectListed('verified', { amount: '0.00' })
  await put('verified', '2', pay('12.00'))
  await expectPaid('verified', 12, '12.00')
  // A change is told as it was then, however late.
  expect(await toldAmounts('verified')).toEqual([0, 12])
})

test('an order that is declined at one amount and approved at another is listed at the latter', async () => {
  await put('declined', '1', pay('11.00', { expiry: '05/39' }))
  await expectListed('declined', { amount: '11.00' })
  await put('declined', '2', pay('25.00'))
  await expectPaid('declined', 25, '25.00')
  expect(await toldAmounts('declined')).toEqual([11, 25])
  // A refund does not change it.
  await put('declined', '3', { apiOperation: 'REFUND', transaction: { amount: '1.00', currency: 'USD' } })
  await expectListed('declined', { amount: '25.00', status: 'PARTIALLY_REFUNDED' })
})
