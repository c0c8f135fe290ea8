import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { money, type Notified, openNotified } from './notified.ts'
import { fundsOf } from './requests.ts'

let shop: Notified
let user: ConsoleUser
beforeAll(async () => {
  shop = await openNotified()
  user = await enterConsole(shop.gateway())
})
afterAll(() => shop?.close())
beforeEach(async () => {
  await shop.begin()
})

const examined = () => user.ask('examineIntegration', { merchantId: 'TESTMERCHANT', hours: 1 })
const found = async () => (await examined()).found.map(({ id }) => id)

/** A card of which the sandbox's acquirer decides by the expiry date. */
const authorize = (orderId: string, expiry: string, transactionId = '1') =>
  shop.submit(orderId, transactionId, {
    ...{ apiOperation: 'AUTHORIZE', order: money, sourceOfFunds: fundsOf({ expiry, securityCode: '100' }) },
  })

test('what was done before the clock was moved is examined, too: calls and notifications', async () => {
  shop.receiver.answer(() => ({ status: 500 }))
  await authorize('moved', '05/39')
  await shop
    .gateway()
    .call('PUT', 'order/moved/transaction/2', { apiOperation: 'CAPTURE', transaction: money })
  await shop.receiver.until(1)
  const all = ['created-read-as-approved', 'notifications-failing']
  await expect.poll(found).toEqual(all)
  await shop.advance('P40D')
  expect(await found()).toEqual(all)
})

test('the date of an expired card may be corrected, and is not to be tried again as it was', async () => {
  const isFound = async () => (await found()).includes('final-decline-retried')
  await authorize('expired', '10/39')
  await authorize('expired', '01/39', '2')
  expect(await isFound()).toBe(false)
  await authorize('expired-again', '10/39')
  await authorize('expired-again', '10/39', '2')
  await expect.poll(isFound).toBe(true)
})

test('what tools of the sandbox send is no mistake of the shop, and rehearses nothing', async () => {
  const { calls, rehearsed } = await examined()
  const body = { apiOperation: 'PAY', order: { amount: '1,00', currency: 'USD' }, sourceOfFunds: fundsOf() }
  const path = 'order/of-a-tool/transaction/1'
  const headers = { 'User-Agent': 'tollgate-commands' }
  for (const order of [body.order, money])
    await shop.gateway().call('PUT', path, { ...body, order }, { headers })
  await shop.gateway().call('POST', '/demo/api/createSession', {}, { authorization: null })
  const logged = async () => (await user.ask('requestLog', { merchantId: 'TESTMERCHANT' })).calls
  await expect.poll(async () => (await logged()).filter(({ isOfTool }) => isOfTool)).toHaveLength(4)
  expect(await examined()).toMatchObject({ calls, rehearsed })
})

test('amounts that are not written as one are told, and those in cents', async () => {
  const pay = (orderId: string, amount: string) =>
    shop.gateway().call('PUT', `order/${orderId}/transaction/1`, {
      ...{ apiOperation: 'PAY', order: { amount, currency: 'USD' } },
      sourceOfFunds: fundsOf({ securityCode: '100' }),
    })
  // Beside amounts with decimals, none is taken for cents.
  await shop.gateway().call('DELETE', '/sandbox/data')
  for (const [index, amount] of ['1000', '1999', '250', '4900', '1250'].entries())
    await pay(`cents-${index}`, amount)
  await expect.poll(found).toEqual(['amounts-in-minor-units'])
  for (const amount of ['10,00', '$10.00', '1,000.00', '-5.00', 'ten']) await pay('malformed', amount)
  await expect.poll(found).toEqual(['amount-malformed', 'amounts-in-minor-units'])
  const { evidence } = (await examined()).found[0] ?? {}
  expect(evidence?.at(-1)?.what.values.explanation).toContain("'ten'")
})

test('an order that was declined first and paid elsewhere is captured, one that was not is not', async () => {
  await shop.gateway().call('DELETE', '/sandbox/data')
  const capture = (orderId: string) =>
    shop
      .gateway()
      .call('PUT', `order/${orderId}/transaction/3`, { apiOperation: 'CAPTURE', transaction: money })
  await authorize('elsewhere', '05/39')
  const body = { apiOperation: 'AUTHORIZE', order: money, sourceOfFunds: fundsOf() }
  await shop.gateway().call('PUT', 'order/elsewhere/transaction/2', body, {
    headers: { 'User-Agent': 'tollgate-demo' },
  })
  expect(await capture('elsewhere')).toMatchObject({ status: 201 })
  expect(await found()).toEqual([])
  await authorize('nowhere', '05/39')
  expect(await capture('nowhere')).toMatchObject({ status: 400 })
  await expect.poll(found).toEqual(['created-read-as-approved'])
})

test('a shop that waits for the notification of a pending payment is well', async () => {
  await authorize('pending', '08/39')
  await shop.receiver.until(1)
  await shop.advance('PT1H')
  await shop.receiver.until(2)
  await shop.submit('pending', '2', { apiOperation: 'CAPTURE', transaction: money })
  const calls = async () =>
    (await user.ask('requestLog', { merchantId: 'TESTMERCHANT', orderId: 'pending' })).calls
  await expect.poll(calls).toHaveLength(2)
  expect(await found()).not.toContain('open-read-as-final')
})

test('a shop that reads the feed, by itself or through listen, goes on by what was there', async () => {
  await shop.settle({ notificationUrl: '' })
  const logged = async (orderId?: string) =>
    (await user.ask('requestLog', { merchantId: 'TESTMERCHANT', ...(orderId && { orderId }) })).calls
  const feedReads = async () => (await logged()).filter(({ path }) => path.endsWith('/notifications')).length
  const before = await feedReads()
  for (const [orderId, agent] of [
    ['polled', 'shop'],
    ['listened', 'tollgate-commands'],
  ] as const) {
    await authorize(orderId, '08/39')
    await shop.advance('PT1H')
    await shop.gateway().call('GET', 'notifications?last=2', undefined, {
      headers: { 'User-Agent': agent },
    })
    await shop.submit(orderId, '2', { apiOperation: 'CAPTURE', transaction: money })
    await expect.poll(() => logged(orderId)).toHaveLength(2)
  }
  // What brought nothing is not logged.
  await shop.feed('after=now')
  expect(await feedReads()).toBe(before + 2)
  expect(await found()).not.toContain('open-read-as-final')
})
