import { expect, test } from 'vitest'
import { versions } from '../../contract/kit/versions.ts'
import type { RouteCall } from '../../http/api/routes.ts'
import { listAt, textAt } from './browser/exchange.ts'
import { createDemoShop } from './shop.ts'

const session = `SESSION${'A'.repeat(24)}`
const order = 'demo-checkout-0123456789ab'

/** A shop whose gateway answers everything with this, and what was asked of it. */
function openShop(body: unknown = {}, status = 201) {
  const asked: { method: string; path: string; body: object | undefined }[] = []
  let elapsed = 0
  const handler = createDemoShop({
    async call(method, path, sent) {
      asked.push({ method, path, body: sent })
      elapsed += 12.4
      return { status, body }
    },
    merchantId: 'TESTMERCHANT',
    origin: () => 'http://127.0.0.1:8080',
    clock: { monotonicMs: () => elapsed },
  })
  const act = async (name: string, given: Record<string, string> = {}) => {
    const call: RouteCall = {
      merchant: undefined,
      version: 0,
      params: { act: name },
      query: {},
      body: given,
      source: '127.0.0.1',
      correlationId: undefined,
      requestId: 'request',
      acceptsGzip: false,
    }
    const reply = await handler(call)
    return 'body' in reply ? reply.body : reply
  }
  return { act, asked }
}

test('each act tells the requests it took, with their times, and no secret of the answers', async () => {
  const { act } = openShop({
    session: { id: session, aes256Key: 'a2V5' },
    successIndicator: '9f3a0c5d7e1b2a48',
  })
  const told = await act('createCheckout', { flow: 'checkout' })
  expect(textAt(told, 'order')).toMatch(/^demo-checkout-[0-9a-f]{12}$/)
  expect(textAt(told, 'session')).toBe(session)
  expect(listAt(told, 'exchanges')).toMatchObject([
    {
      method: 'POST',
      path: `/api/rest/version/${versions.last}/merchant/TESTMERCHANT/session`,
      status: 201,
      ms: 12,
    },
  ])
  expect(JSON.stringify(told)).not.toMatch(/a2V5|9f3a0c5d7e1b2a48/)
})

test('what the browser brings back is compared with what the shop kept', async () => {
  const { act } = openShop({ session: { id: session }, successIndicator: '9f3a0c5d7e1b2a48' })
  const opened = textAt(await act('createCheckout', { flow: 'embedded' }), 'order') ?? ''
  const compared = async (id: string, resultIndicator: string) =>
    textAt(await act('retrieve', { order: id, resultIndicator }), 'comparison')
  expect(await compared(opened, '9f3a0c5d7e1b2a48')).toBe('same')
  expect(await compared(opened, '0000000000000000')).toBe('different')
  expect(await compared(order, '9f3a0c5d7e1b2a48')).toBe('forgotten')
})

test('a payer is sent to the redirectUrl, or to the page of provider A', async () => {
  const redirectUrl = 'http://127.0.0.1:8080/pay/redirect/x'
  const redirected = openShop({ browserPayment: { redirectUrl } })
  const given = { arrangement: 'redirect', reference: 'TEST-SUCCEED' }
  expect(textAt(await redirected.act('initiateBrowserPayment', given), 'address')).toBe(redirectUrl)
  const scripted = openShop({ browserPayment: { providerA: { interactionId: 'SIM 1' } } })
  const told = await scripted.act('initiateBrowserPayment', { ...given, arrangement: 'merchant' })
  expect(textAt(told, 'address')).toBe('/sandbox/provider/SIM%201')
  expect(scripted.asked[0]?.body).toMatchObject({
    browserPayment: { providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } },
    sourceOfFunds: { type: 'PROVIDER_A' },
  })
})

test.each([
  ['nothing', {}, 'act'],
  ['constructor', {}, 'act'],
  ['pay', { order }, 'session'],
  ['pay', { order: 'order-1', session }, 'order'],
  ['retrieve', { order: `${order}/../../x` }, 'order'],
  ['explain', { order, transaction: '../1' }, 'transaction'],
  ['retrieve', { order, password: 'x' }, 'password'],
  ['initiateBrowserPayment', { arrangement: 'redirect', reference: 'x y' }, 'reference'],
])('%s with %j is refused because of %s, and nothing is sent', async (name, given, field) => {
  const { act, asked } = openShop()
  expect(await act(name, { ...given })).toMatchObject({ kind: 'rejection', field })
  expect(asked).toEqual([])
})

test('a payment names the session and the authentication, never a card', async () => {
  const { act, asked } = openShop({ result: 'SUCCESS' })
  await act('pay', { order: 'demo-fields-0123456789ab', session })
  expect(asked[0]?.body).toMatchObject({
    apiOperation: 'AUTHORIZE',
    authentication: { transactionId: 'auth-1' },
    session: { id: session },
    sourceOfFunds: { type: 'CARD' },
  })
})
