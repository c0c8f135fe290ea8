import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest, expectAt, providerBrowserTest } from './browser.ts'
import { valueAt } from './checkout.ts'
import { picture } from './pictures.ts'

for (const [size, scheme] of [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)
  browserTest(`a payer pays at the provider and is back in the shop: ${size}, ${scheme}`, async scene => {
    const payment = await initiate(scene)
    expect(await standing(scene, payment)).toEqual(['SUBMITTED', 'INITIATED'])
    const payer = await scene.payer({ size, scheme })
    await payer.page.goto(payment.redirectUrl)
    await payer.page.locator('#provider-approve').waitFor()
    expect(await standing(scene, payment)).toEqual(['SUBMITTED', 'REDIRECTED_TO_PROVIDER'])
    await expectAccessible(payer.page)
    await picture(payer, 'provider')
    await payer.page.locator('#provider-approve').click()
    await expectAt(payer.page, payment.returned)
    expect(await standing(scene, payment)).toEqual(['APPROVED', 'COMPLETED'])
    expect((await scene.shop.called(payment.returned)).referrer).toBeUndefined()
  })

for (const { act, code } of [
  { act: 'decline', code: 'DECLINED' },
  { act: 'cancel', code: 'CANCELLED' },
  { act: 'abort', code: 'ABORTED' },
] as const)
  browserTest(`a payer who chooses ${act} is back in the shop, and nothing was paid`, async scene => {
    const payment = await initiate(scene)
    const { page } = await scene.payer()
    await page.goto(payment.redirectUrl)
    await page.locator(`#provider-${act}`).click()
    await expectAt(page, payment.returned)
    expect(await standing(scene, payment)).toEqual([code, 'COMPLETED'])
  })

for (const { act, code } of [
  { act: 'approve', code: 'APPROVED' },
  { act: 'cancel', code: 'CANCELLED' },
] as const)
  providerBrowserTest(`over a link, a payer who chooses ${act} is back in the shop`, async scene => {
    const payment = await initiate(scene)
    const { page } = await scene.payer()
    await page.goto(payment.redirectUrl)
    await page.locator(`#provider-${act}`).waitFor()
    await expectAccessible(page)
    await page.locator(`#provider-${act}`).click()
    await expectAt(page, payment.returned)
    expect(await standing(scene, payment)).toEqual([code, 'COMPLETED'])
  })

browserTest('a payer who closes the tab leaves it open, and may come back by the same link', async scene => {
  const payment = await initiate(scene)
  const { page, context } = await scene.payer()
  await page.goto(payment.redirectUrl)
  await page.locator('#provider-approve').waitFor()
  await page.close()
  expect(await standing(scene, payment)).toEqual(['SUBMITTED', 'REDIRECTED_TO_PROVIDER'])
  const again = await context.newPage()
  await again.goto(payment.redirectUrl)
  await again.locator('#provider-approve').click()
  await expectAt(again, payment.returned)
  expect(await standing(scene, payment)).toEqual(['APPROVED', 'COMPLETED'])
})

browserTest('a payer who never comes back is given up after three hours', async scene => {
  const payment = await initiate(scene)
  const payer = await scene.payer({ size: 'phone' })
  await payer.page.goto(payment.redirectUrl)
  const provider = payer.page.url()
  await payer.page.goto('about:blank')
  await scene.gateway.call('POST', '/sandbox/clock', { advance: 'PT4H' })
  await expect.poll(() => standing(scene, payment)).toEqual(['ABORTED', 'COMPLETED'])
  await payer.page.goto(provider)
  await payer.page.locator('#ended[data-state="over"]').waitFor()
  await expectAccessible(payer.page)
  await picture(payer, 'provider-over')
})

browserTest(
  'going back to the provider after paying leads to the shop again, and nothing is paid twice',
  async scene => {
    const payment = await initiate(scene)
    const { page } = await scene.payer()
    await page.goto(payment.redirectUrl)
    const provider = page.url()
    await page.locator('#provider-approve').dblclick({ delay: 5 })
    await expectAt(page, payment.returned)
    await page.goto(provider)
    await expectAt(page, payment.returned)
    const { text } = await scene.gateway.call('GET', '/sandbox/reconciliation')
    expect(text).toContain('"differences":[]')
    expect(await standing(scene, payment)).toEqual(['APPROVED', 'COMPLETED'])
  },
)

for (const { reference, expected } of [
  { reference: 'TEST-SUCCEED', expected: ['APPROVED', 'COMPLETED'] },
  { reference: 'TEST-FAIL-DECLINE', expected: ['DECLINED', 'COMPLETED'] },
  { reference: 'TEST-PENDING', expected: ['SUBMITTED', 'RETURNED_TO_MERCHANT'] },
] as const)
  browserTest(`${reference} needs no payer who decides`, async scene => {
    const payment = await initiate(scene, { order: { reference } })
    const { page } = await scene.payer()
    await page.goto(payment.redirectUrl)
    await expectAt(page, payment.returned)
    expect(await standing(scene, payment)).toEqual(expected)
  })

browserTest('with provider A the merchant confirms, another amount if need be', async scene => {
  const payment = await initiate(scene, {
    sourceOfFunds: { type: 'PROVIDER_A' },
    browserPayment: { providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } },
  })
  expect(payment.redirectUrl).toBe('undefined')
  const payer = await scene.payer()
  await payer.page.goto(`${scene.origin}/sandbox/provider/${payment.interactionId}`)
  await picture(payer, 'provider-agree')
  await payer.page.locator('#provider-approve').click()
  await expectAt(payer.page, payment.returned)
  expect(await standing(scene, payment)).toEqual(['SUBMITTED', 'RETURNED_TO_MERCHANT'])
  const { status, text } = await scene.gateway.call('PUT', `order/${payment.orderId}/transaction/1`, {
    apiOperation: 'CONFIRM_BROWSER_PAYMENT',
    order: { amount: '69.50', currency: 'USD', shippingAndHandlingAmount: '9.00' },
  })
  expect([200, 201], text).toContain(status)
  expect(await standing(scene, payment)).toEqual(['APPROVED', 'COMPLETED'])
  const { body } = await scene.gateway.retrieve(payment.orderId)
  expect(body.totalCapturedAmount).toBe(69.5)
})

for (const locale of ['de', 'ar'] as const)
  browserTest(`the provider's page speaks ${locale}`, async scene => {
    const payment = await initiate(scene, { browserPayment: { preferredLanguage: locale } })
    const payer = await scene.payer({ size: 'phone' })
    await payer.page.goto(payment.redirectUrl)
    expect(await payer.page.locator('html').getAttribute('lang')).toBe(locale)
    await expectAccessible(payer.page)
    await picture(payer, `provider-${locale}`)
  })

browserTest('a link that leads nowhere says so', async scene => {
  const payer = await scene.payer({ size: 'phone' })
  payer.monitor.expect(/status of 404/)
  await payer.page.goto(`${scene.origin}/pay/redirect/${'A'.repeat(43)}`)
  await payer.page.getByRole('heading', { name: 'This payment link does not work' }).waitFor()
  await expectAccessible(payer.page)
  await picture(payer, 'provider-unknown-link')
})

type Payment = {
  readonly orderId: string
  readonly redirectUrl: string
  readonly interactionId: string
  /** Path of the shop that the payer comes back to. */
  readonly returned: string
}

type Wishes = {
  readonly order?: object
  readonly browserPayment?: object
  readonly sourceOfFunds?: object
}

async function initiate({ gateway, shop, name }: BrowserTestContext, wishes: Wishes = {}): Promise<Payment> {
  const orderId = `order-${name}`
  const returned = `/${name}/returned`
  const returnUrl = shop.serve(returned, '<h1>Back in the shop</h1>')
  const { status, text, body } = await gateway.call('PUT', `order/${orderId}/transaction/1`, {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: { operation: 'PAY', returnUrl, ...wishes.browserPayment },
    order: { ...basket, ...wishes.order },
    sourceOfFunds: { type: 'BROWSER_PAYMENT', ...wishes.sourceOfFunds },
    shipping,
  })
  expect(status, text).toBe(201)
  const redirectUrl = String(valueAt(body, 'browserPayment', 'redirectUrl'))
  const interactionId = String(valueAt(body, 'browserPayment', 'providerA', 'interactionId'))
  return { orderId, redirectUrl, interactionId, returned }
}

const basket = {
  amount: '64.50',
  currency: 'USD',
  description: 'Two books',
  item: [
    { name: 'The Lighthouse Keeper', quantity: '1', unitPrice: '30.50' },
    { name: 'Knots and Splices', quantity: '2', unitPrice: '15.00' },
  ],
  itemAmount: '60.50',
  shippingAndHandlingAmount: '4.00',
}
const shipping = {
  address: { street: '1 Quay Street', city: 'Rye', postcodeZip: 'TN31 7AY', country: 'GBR' },
  contact: { firstName: 'Ada', lastName: 'Quill' },
}

/** What is known of the outcome, and how far the payer has come. */
async function standing({ gateway }: BrowserTestContext, { orderId }: Payment): Promise<readonly unknown[]> {
  const { body } = await gateway.retrieve(orderId, { transaction: '1' })
  return [valueAt(body, 'response', 'gatewayCode'), valueAt(body, 'browserPayment', 'interaction', 'status')]
}
