import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestListener } from '../../../test/support/http/testClient.ts'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import { memoryInteractions } from '../../../test/support/sandbox/memoryInteractions.ts'
import { payerActs } from '../../providerHost/payerVisit.ts'
import type { ProviderInitiateAsk, ProviderProgressAsk } from '../../providers/port.ts'
import { payerHandler, providerSimulatorRoutes } from './routes.ts'
import { createProviderSimulator } from './simulator.ts'

const started = new Map<string, string>()
let settled: string[] = []
let origin = ''
const books = memoryBooks()
const provider = createProviderSimulator({
  interactions: memoryInteractions(),
  books,
  origin: () => origin,
  now: () => new Date(Date.UTC(2026, 10, 15)),
})
const { listener, port } = await openTestListener({
  routes: providerSimulatorRoutes({
    visits: provider.visits,
    find: async (_, orderId) => {
      const interactionId = started.get(orderId)
      return interactionId === undefined ? undefined : { interactionId }
    },
    settle: async (...ids) => void settled.push(ids.join('/')),
  }),
})
origin = `http://127.0.0.1:${port}`
afterAll(() => listener.close())
beforeEach(() => {
  settled = []
})

let orders = 0
const subject = {
  merchantId: 'SHOP',
  transactionId: '1',
  amount: 123456n,
  currency: 'EUR',
  operation: 'PAY',
} as const

async function start(wishes: Partial<ProviderInitiateAsk> = {}) {
  const orderId = `O${++orders}`
  const returnCallback = `${origin}/pay/return/${orderId}`
  const ask = { ...subject, orderId, returnCallback, verb: 'initiate', kind: 'PROVIDER_B' } as const
  const choices = { isConfirmedAtMerchant: false, showsShippingAddress: true, mayChangeShippingAddress: true }
  const answer = await provider.send({ ...ask, ...choices, particulars, ...wishes }, endless)
  if (answer.outcome !== 'started') throw new Error(answer.outcome)
  started.set(orderId, answer.interactionId)
  return { orderId, returnCallback, ...answer }
}
const endless = new AbortController().signal
const particulars = {
  merchant: { name: 'Tea <House>' },
  order: { description: 'Pots & kettles', item: [{ name: 'Pot', quantity: 2, unitPrice: '350.50' }] },
  shipping: {
    contact: { firstName: 'Ada' },
    address: { company: 'C', street: '1 Alpha St', country: 'DEU' },
  },
}

const get = (address: string) => fetch(address, { redirect: 'manual' })
const post = (address: string, fields: Readonly<Record<string, string>>) =>
  fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
const postings = async (orderId: string) => (await books.entries({ orderId, limit: 10 })).length

test('the payer is shown merchant, amount, order and address, in plain forms', async () => {
  const { pageUrl, orderId } = await start()
  const page = await get(pageUrl)
  const text = await page.text()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'none'.*form-action 'self'/)
  for (const shown of ['Tea &lt;House&gt;', '€1,234.56', 'Pots &amp; kettles', '€701.00', 'Germany', orderId])
    expect(text).toContain(shown)
  for (const id of [
    'provider-approve',
    'provider-decline',
    'provider-cancel',
    'provider-abort',
    'shipping-city',
  ])
    expect(text).toContain(`id="${id}"`)
  expect(text).not.toContain('<script')
})

test('what the payer may not see or change is not there', async () => {
  const bound = await (await get((await start({ mayChangeShippingAddress: false })).pageUrl)).text()
  expect(bound).toContain('1 Alpha St')
  expect(bound).not.toContain('shipping-street')
  const hidden = await (await get((await start({ showsShippingAddress: false })).pageUrl)).text()
  expect(hidden).not.toContain('1 Alpha St')
})

test.each([
  ['de-AT', 'lang="de" dir="ltr"', 'bezahlen'],
  ['fr', 'lang="fr" dir="ltr"', 'Payer'],
  ['es-MX', 'lang="es" dir="ltr"', 'Pagar'],
  ['ar', 'lang="ar" dir="rtl"', 'ادفع'],
  ['ja', 'lang="ja" dir="ltr"', '支払う'],
  ['sv', 'lang="en" dir="ltr"', 'Pay'],
])('%s is answered in a language of the page', async (preferredLanguage, tag, word) => {
  const text = await (await get((await start({ preferredLanguage })).pageUrl)).text()
  expect(text).toContain(tag)
  expect(text).toContain(word)
})

test('the payer reads the name of the shop, never the id of the merchant', async () => {
  const named = await (await get((await start()).pageUrl)).text()
  expect(named).toContain('Tea &lt;House&gt;')
  const unnamed = await (
    await get((await start({ particulars: {}, preferredLanguage: 'it' })).pageUrl)
  ).text()
  expect(unnamed).toContain('<bdi id="merchant">Negozio</bdi>')
  expect(named + unnamed).not.toContain('SHOP')
})

test('pay, twice: paid once, and both times the browser is sent back without a redirect', async () => {
  const { pageUrl, orderId, returnCallback } = await start()
  const pages = await Promise.all([post(pageUrl, { act: 'approve' }), post(pageUrl, { act: 'approve' })])
  for (const page of pages) {
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain(`<meta http-equiv="refresh" content="0;url=${returnCallback}">`)
    expect(text).toContain('data-state="paid"')
  }
  expect(await postings(orderId)).toBe(1)
  const again = await get(pageUrl)
  expect([again.status, again.headers.get('location')]).toEqual([303, returnCallback])
})

test.each(payerActs)('?outcome=%s decides by itself and sends the browser back', async act => {
  const { pageUrl, orderId, returnCallback } = await start()
  const page = await get(`${pageUrl}?outcome=${act}`)
  expect([page.status, page.headers.get('location')]).toEqual([303, returnCallback])
  expect(await postings(orderId)).toBe(act === 'approve' ? 1 : 0)
})

test('a word that is no outcome is refused; a post without an act asks again', async () => {
  const { pageUrl, orderId } = await start()
  expect((await get(`${pageUrl}?outcome=yes`)).status).toBe(400)
  expect(await (await post(pageUrl, { act: 'steal' })).text()).toContain('id="provider-form"')
  expect(await postings(orderId)).toBe(0)
})

test('a reference that acts by itself sends the browser back at once', async () => {
  const { pageUrl, orderId, returnCallback } = await start({ reference: 'TEST-SUCCEED' })
  expect((await get(pageUrl)).headers.get('location')).toBe(returnCallback)
  expect(await postings(orderId)).toBe(1)
})

test('an address the payer changed is kept with what they agreed to, cut where fields end', async () => {
  const { pageUrl, interactionId } = await start()
  await post(pageUrl, {
    act: 'approve',
    street: `  ${'s'.repeat(200)}`,
    city: 'Potsdam',
    country: 'DEU',
    x: 'y',
  })
  const visit = await provider.visits.open(interactionId)
  expect(visit?.payment.particulars).toMatchObject({
    shipping: { address: { company: 'C', street: 's'.repeat(100), city: 'Potsdam', country: 'DEU' } },
  })
})

test('a card number typed among the address is not kept', async () => {
  const { pageUrl, interactionId } = await start()
  await post(pageUrl, { act: 'approve', street: '4508 7500 1574 1019', city: 'Potsdam', country: 'DEU' })
  const visit = await provider.visits.open(interactionId)
  expect(visit?.payment.particulars).toMatchObject({
    shipping: { address: { street: '1 Alpha St', city: 'Potsdam' } },
  })
})

test('who comes after the gateway ceased to wait reads so, and cannot pay', async () => {
  const { pageUrl, interactionId, orderId, returnCallback } = await start()
  const ask: ProviderProgressAsk = { ...subject, orderId, verb: 'progress', interactionId, isOver: true }
  await provider.send(ask, endless)
  for (const page of [await get(pageUrl), await post(pageUrl, { act: 'approve' })]) {
    const text = await page.text()
    expect(text).toContain('data-state="over"')
    expect(text).toContain(`href="${returnCallback}"`)
    expect(text).not.toContain('http-equiv')
  }
  expect(await postings(orderId)).toBe(0)
})

test('without an address to return to, a page says that one may go back', async () => {
  const { pageUrl } = await start({ returnCallback: '' })
  expect(await (await post(pageUrl, { act: 'approve' })).text()).toContain('id="close"')
  expect((await get(pageUrl)).status).toBe(200)
})

test('an interaction nobody started has a page that says so', async () => {
  for (const id of ['nothing', `SIM${'0'.repeat(32)}`])
    for (const page of [
      await get(`${origin}/sandbox/provider/${id}`),
      await post(`${origin}/sandbox/provider/${id}`, {}),
    ])
      expect(page.status).toBe(404)
})

const payer = (orderId: string, body: object) =>
  fetch(`${origin}/sandbox/merchants/SHOP/orders/${orderId}/transactions/1/payer`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('without a browser: open, then decide; the gateway hears of it when the visit is over', async () => {
  const { orderId, interactionId } = await start()
  const opened = await payer(orderId, { act: 'open' })
  expect([opened.status, await opened.json()]).toEqual([200, { interactionId, state: 'asking' }])
  expect(settled).toEqual([])
  const cancelled = await payer(orderId, { act: 'cancel' })
  expect(await cancelled.json()).toEqual({ interactionId, state: 'cancelled' })
  expect(settled).toEqual([`SHOP/${orderId}/1`])
  const late = await payer(orderId, { act: 'approve' })
  expect(await late.json()).toMatchObject({ state: 'cancelled' })
})

test('without a browser, and told of the way back: the payer is back at the merchant by it', async () => {
  const tokens: string[] = []
  const handler = payerHandler({
    visits: provider.visits,
    find: async (_, orderId) => ({ interactionId: started.get(orderId) ?? '' }),
    settle: async () => expect.unreachable(),
    returned: async token => void tokens.push(token),
  })
  const { orderId } = await start({ isConfirmedAtMerchant: true })
  const params = { merchantId: 'SHOP', orderid: orderId, transactionid: '1' }
  const call = {
    merchant: undefined,
    version: 0,
    query: {},
    source: '',
    correlationId: undefined,
    requestId: 'request',
    acceptsGzip: false,
  }
  expect(await handler({ ...call, params, body: { act: 'approve' } })).toMatchObject({
    body: { state: 'agreed' },
  })
  expect(tokens).toEqual([orderId])
})

test.each([
  [{}, 'act'],
  [{ act: 'pay' }, 'act'],
  [{ act: 'open', when: 'now' }, 'when'],
  [{ act: 'open' }, 'transactionid'],
])('without a browser: %j for an unknown order is refused because of %s', async (body, field) => {
  const refused = await payer('unheard-of', body)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { field } })
})

test('whatever the merchant says of the order, there is a page and nothing in it runs', async () => {
  const content = fc.oneof(fc.string({ maxLength: 30 }), fc.constant('"><script>x</script>'), fc.jsonValue())
  const order = fc.record({
    description: content,
    item: fc.array(fc.record({ name: content, unitPrice: content })),
  })
  const group = fc.record({ order, shipping: content, merchant: fc.record({ name: content }) })
  await fc.assert(
    fc.asyncProperty(group, async particulars => {
      const page = await get((await start({ particulars })).pageUrl)
      expect(page.status).toBe(200)
      expect(await page.text()).not.toContain('<script')
    }),
    { numRuns: 50 },
  )
})
