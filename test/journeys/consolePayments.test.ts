import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../src/store/schema/migrate.ts'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway
let user: ConsoleUser
beforeAll(async () => {
  gateway = await openGateway('embedded')
  user = await enterConsole(gateway)
  const more = { customer: { email: 'Payer@Example.com' }, order: { amount: '49.90', currency: 'EUR' } }
  await gateway.authorize('shop-1', authorization({ ...more, order: { ...more.order, reference: 'R-77' } }))
  await gateway.authorize('shop-2', authorization({}, { number: '4508750015741019', expiry: '05/39' }))
  await gateway.authorize('shop-1', authorization(more), { merchant: 'OTHERMERCHANT' })
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const found = async (filter: object) =>
  (await user.ask('findOrders', { merchantId, ...filter })).orders.map(({ orderId }) => orderId)

test('new orders appear by themselves', async () => {
  await expect.poll(() => found({})).toEqual(['shop-2', 'shop-1'])
})

test.each([
  [{ lastFour: '1019' }, ['shop-2']],
  [{ email: 'PAYER@example.com' }, ['shop-1']],
  [{ reference: 'R-77' }, ['shop-1']],
  [{ amount: '49.9' }, ['shop-1']],
  [{ amountFrom: '40', amountTo: '50', currency: 'EUR' }, ['shop-1']],
  [{ brand: 'NETWORK_C', lastFour: '1019' }, ['shop-2']],
  [{ orderId: 'shop' }, ['shop-2', 'shop-1']],
  [{ orderId: 'shop-2', brand: 'NETWORK_B' }, []],
  [{ status: 'AUTHORIZED', gatewayCode: 'APPROVED' }, ['shop-1']],
  [{ from: '2100-01-01T00:00:00.000Z' }, []],
])('orders are found by %j', async (filter, expected) => {
  expect(await found(filter)).toEqual(expected)
})

test('an order is shown with its money, its card and what may be done', async () => {
  const shown = await user.ask('orderShown', { merchantId, orderId: 'shop-1' })
  expect(shown).toMatchObject({
    ...{ orderId: 'shop-1', status: 'AUTHORIZED', currency: 'EUR', amount: '49.90', reference: 'R-77' },
    customer: { email: 'Payer@Example.com' },
    card: { brand: 'NETWORK_B', number: '512345xxxxxx0008', expiry: '1/39' },
    money: { authorized: '49.90', captured: '0.00', leftToCapture: '49.90', leftToRefund: '0.00' },
    transactions: [{ transactionId: '1', type: 'AUTHORIZATION', result: 'SUCCESS', isVoidable: true }],
    actions: ['CAPTURE', 'VOID', 'UPDATE_AUTHORIZATION'],
  })
})

test('a capture from the console is one of the API, done once, and says who asked for it', async () => {
  const { position } = await user.ask('findOrders', { merchantId })
  const capture = {
    ...{ merchantId, orderId: 'shop-1', transactionId: 'c-1', action: 'CAPTURE' as const },
    ...{ amount: '20.00', currency: 'EUR' },
  }
  const [first, second] = [await user.ask('actOnOrder', capture), await user.ask('actOnOrder', capture)]
  expect(first).toMatchObject({ kind: 'recorded', result: 'SUCCESS', gatewayCode: 'APPROVED' })
  expect(second).toMatchObject({ kind: 'replayed', result: 'SUCCESS' })
  expect(await user.ask('changes', { merchantId, position })).toMatchObject({ isChanged: true })
  const { transactions, money } = await user.ask('orderShown', { merchantId, orderId: 'shop-1' })
  expect(money).toMatchObject({ captured: '20.00', leftToCapture: '29.90', leftToRefund: '20.00' })
  expect(transactions.at(-1)).toMatchObject({
    ...{ entryPoint: 'MERCHANT_ADMINISTRATION', userId: 'sandbox@localhost (operator)', amount: '20.00' },
  })
  await expect.poll(() => found({ status: 'PARTIALLY_CAPTURED' })).toEqual(['shop-1'])
})

test('what the API refuses is refused with its field', async () => {
  const action = { merchantId, orderId: 'shop-1', transactionId: 'c-2', action: 'CAPTURE' }
  expect(await user.refused('actOnOrder', { ...action, amount: '2000.00', currency: 'EUR' })).toMatchObject({
    ...{ status: 400, cause: 'INVALID_REQUEST', field: 'transaction.amount' },
  })
  expect(await user.refused('actOnOrder', { ...action, action: 'PAY' })).toMatchObject({ field: 'action' })
})

test('the timeline explains every transaction, and what the merchant was told', async () => {
  const { transactions, notifications, isWhole } = await user.ask('explainOrder', {
    ...{ merchantId, orderId: 'shop-1' },
  })
  expect(isWhole).toBe(true)
  expect(transactions.map(one => [one.transactionId, one.operation, one.gatewayCode])).toEqual([
    ['1', 'AUTHORIZE', 'APPROVED'],
    ['c-1', 'CAPTURE', 'APPROVED'],
  ])
  expect(notifications.map(one => one.transactionId)).toEqual(['1', 'c-1'])
  expect(JSON.parse(notifications[1]?.body ?? '{}')).toMatchObject({ transaction: { id: 'c-1' } })
})

test('figures are kept as payments happen, of one merchant and of all together', async () => {
  const [from = '', to = ''] = [-3_600_000, 0].map(ms => new Date(Date.now() + ms).toISOString())
  const range = { step: 'hour' as const, from, to }
  const figures = await user.ask('figures', { merchantId, ...range })
  expect(figures.totals).toMatchObject({ count: 2, approved: 1, declined: 1, approvalRate: 0.5 })
  expect(figures).toMatchObject({ currency: expect.any(String), declines: [{ count: 1, share: 1 }] })
  const inEuro = await user.ask('figures', { merchantId, ...range, currency: 'EUR' })
  expect(inEuro.totals).toMatchObject({ authorized: '49.90', captured: '20.00' })
  expect(inEuro.totals.p95).toBeGreaterThan(0)
  expect((await user.ask('gatewayFigures', range)).totals).toMatchObject({ count: 3, approved: 2 })
})

test('figures are of one brand, or of each beside the others', async () => {
  const [from = '', to = ''] = [-3_600_000, 0].map(ms => new Date(Date.now() + ms).toISOString())
  const asked = { merchantId, step: 'hour' as const, from, to, currency: 'EUR' }
  const paid = [
    { brand: 'NETWORK_B', totals: { count: 1, approved: 1, captured: '20.00' } },
    { brand: 'NETWORK_C', totals: { count: 1, approved: 0, declined: 1 } },
  ] as const
  const brands = paid.map(({ brand }) => brand)
  for (const { brand, totals } of paid) {
    const figures = await user.ask('figures', { ...asked, brand })
    expect(figures).toMatchObject({ brand, totals })
    expect(figures.totals.p50).toBeGreaterThan(0)
    // To choose another one.
    expect(figures.brands.map(one => one.brand).toSorted()).toEqual(brands)
  }
  const { brandSeries = [], payments } = await user.ask('figures', { ...asked, by: 'brand' })
  expect(brandSeries.map(({ brand }) => brand).toSorted()).toEqual(brands)
  const counts = payments.count.map((_, index) =>
    brandSeries.reduce((sum, one) => sum + (one.count[index] ?? 0), 0),
  )
  expect(counts).toEqual(payments.count)
  expect(await user.refused('figures', { ...asked, brand: 'NOBODY' })).toMatchObject({ field: 'brand' })
})

test('of three brands each has its own figures, and together they are those of all', async () => {
  const numbers = {
    NETWORK_A: '371881634498004',
    NETWORK_F: '6011003179988686',
    NETWORK_D: '3528000000000007',
  }
  const [merchant, brands] = ['OTHERMERCHANT', Object.entries(numbers)]
  for (const [index, [brand, number]] of brands.entries())
    for (let payment = 0; payment < index + 2; payment++) {
      const order = { amount: `${index + 1}.00`, currency: 'GBP' }
      const paid = { ...authorization({ order }, { number }), apiOperation: 'PAY' }
      await gateway.authorize(`${brand}-${payment}`, paid, { merchant })
    }
  const [from = '', to = ''] = [-3_600_000, 0].map(ms => new Date(Date.now() + ms).toISOString())
  const asked = {
    merchantId: merchant,
    step: 'hour' as const,
    from,
    to,
    currency: 'GBP',
    by: 'brand' as const,
  }
  const sums = async () =>
    ((await user.ask('figures', asked)).brandSeries ?? []).map(({ brand, count, captured }) => [
      ...[brand, count.reduce((sum, one) => sum + one, 0)],
      captured.reduce((sum, one) => sum + Number(one), 0),
    ])
  await expect.poll(sums).toEqual([
    ['NETWORK_D', 4, 12],
    ['NETWORK_F', 3, 6],
    ['NETWORK_A', 2, 2],
    ['NETWORK_B', 1, 0],
  ])
  expect((await user.ask('figures', asked)).totals).toMatchObject({ count: 10, captured: '20.00' })
})

test('what waits now is counted', async () => {
  const idle = { count: 0, isMore: false }
  const nothing = { reversals: idle, notificationsWaiting: idle, notificationsFailed: idle }
  expect(await user.ask('openWork', { merchantId })).toEqual(nothing)
  expect(await user.ask('gatewayOpenWork', {})).toEqual(nothing)
})

const download = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${gateway.origin}/console/export/${path}`, {
    headers: { Cookie: user.cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
  })

test('lists are downloaded as CSV, by whoever may see them, on a page of ours', async () => {
  const answer = await download(`orders?merchantId=${merchantId}&orderId=shop`)
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const [heading, ...lines] = (await answer.text()).trim().split('\r\n')
  expect(heading).toMatch(/^orderId,createdAt,/)
  expect(lines.map(line => line.split(',')[0])).toEqual(['shop-2', 'shop-1'])
  const figures = await download(`gatewayFigures?${new URLSearchParams({ step: 'day', from: day, to: day })}`)
  expect((await figures.text()).trim().split('\r\n')).toHaveLength(2)
  const orders = `orders?merchantId=${merchantId}`
  expect((await download(orders, { Cookie: '' })).status).toBe(401)
  expect((await download(orders, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect((await download(`${orders}&lastFour=12`)).status).toBe(400)
})
const day = '2026-11-17T00:00:00.000Z'

test('a search that was saved is there for its user, until it is deleted', async () => {
  await user.ask('saveFilter', { merchantId, name: 'Declined', query: 'gatewayCode=DECLINED' })
  const { filters } = await user.ask('saveFilter', { merchantId, name: 'Declined', query: 'status=FAILED' })
  expect(filters).toMatchObject([{ name: 'Declined', query: 'status=FAILED' }])
  expect(await user.ask('savedFilters', { merchantId: 'OTHERMERCHANT' })).toEqual({ filters: [] })
  const [{ filterId = '' } = {}] = filters
  expect(await user.ask('deleteFilter', { merchantId, filterId })).toEqual({ filters: [] })
})

test('a name that turns a line around is refused, and one from before can be deleted', async () => {
  const name = 'paid \u202e00.01 DSU'
  expect(await user.refused('saveFilter', { merchantId, name, query: 'status=FAILED' })).toMatchObject({
    ...{ status: 400, field: 'name', explanation: expect.stringContaining('turn it around') },
  })
  await user.ask('saveFilter', { merchantId, name: 'Old', query: 'status=FAILED' })
  const renamed = "update saved_filters set name = $1 where name = 'Old'"
  await withClient(gateway.database.config, client => client.query(renamed, [name]))
  // The pages show such a character as its number, so that they know the name by its id alone.
  const [kept] = (await user.ask('savedFilters', { merchantId })).filters
  expect(kept).toMatchObject({ name, filterId: expect.stringMatching(/^[\w-]+$/) })
  const { filters } = await user.ask('deleteFilter', { merchantId, filterId: kept?.filterId ?? '' })
  expect(filters).toEqual([])
})

test('an order of another merchant, and a merchant that does not exist, are refused', async () => {
  expect(await user.refused('orderShown', { merchantId: 'OTHERMERCHANT', orderId: 'shop-2' })).toMatchObject({
    ...{ status: 400, field: 'orderid' },
  })
  expect(await user.refused('findOrders', { merchantId: 'NOBODY' })).toMatchObject({ field: 'merchantId' })
})
