import type { FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { english } from '../../src/pages/checkout/words/english.ts'
import { type BrowserTestContext, expectAt } from './browser.ts'
import type { TypedCard } from './cards.ts'

/** A checkout session as the merchant has it. */
export type Checkout = {
  readonly orderId: string
  readonly sessionId: string
  /** The hosted page. */
  readonly address: string
  readonly successIndicator: string
  /** Paths of the shop that the payer is sent to. */
  readonly paid: string
  readonly cancelled: string
  readonly timedOut: string
}

export type CheckoutOptions = {
  readonly interaction?: object
  readonly order?: object
  /** Whether the session says where the payer returns to; otherwise it is the page they came from. */
  readonly isReturning?: boolean
  readonly more?: object
}

export async function createCheckout(
  scene: BrowserTestContext,
  wishes: CheckoutOptions = {},
): Promise<Checkout> {
  const { gateway, shop, name, origin } = scene
  const { interaction, order, isReturning = true, more } = wishes
  const orderId = `order-${name}`
  const [paid, cancelled, timedOut] = ['paid', 'cancelled', 'timed-out'].map(end => `/${name}/${end}`)
  const ends = { returnUrl: paid, cancelUrl: cancelled, timeoutUrl: timedOut }
  const addresses = Object.entries(ends).map(([end, path = '']) => [end, shop.serve(path, `<h1>${end}</h1>`)])
  const { status, body } = await gateway.call('POST', 'session', {
    apiOperation: 'CREATE_CHECKOUT_SESSION',
    interaction: {
      operation: 'PURCHASE',
      merchant: { name: merchantName, url: shop.origin },
      displayControl: { paymentConfirmation: 'HIDE', billingAddress: 'HIDE', customerEmail: 'HIDE' },
      ...(isReturning && Object.fromEntries(addresses)),
      ...interaction,
    },
    order: { id: orderId, ...basket, ...order },
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const sessionId = String(Reflect.get(Object(body.session), 'id'))
  return {
    orderId,
    sessionId,
    address: `${origin}/checkout/pay/${sessionId}`,
    successIndicator: String(body.successIndicator),
    paid: paid ?? '',
    cancelled: cancelled ?? '',
    timedOut: timedOut ?? '',
  }
}

const merchantName = 'Harbour Books'
const basket = {
  amount: '64.50',
  currency: 'USD',
  description: 'Three books and a map',
  item: [
    { name: 'The Lighthouse Keeper', quantity: '1', unitPrice: '24.00' },
    { name: 'Knots and Splices', quantity: '2', unitPrice: '15.00' },
    { name: 'Map of the coast', quantity: '1', unitPrice: '6.50' },
  ],
  itemAmount: '60.50',
  shippingAndHandlingAmount: '4.00',
}

/** Types the card; the page may be the whole tab or a frame in the merchant's. */
export async function fillCard(page: Page | FrameLocator, card: TypedCard): Promise<void> {
  await page.locator('#number').fill(card.number)
  await page.locator('#expiry').fill(card.expiry)
  await page.locator('#securityCode').fill(card.code)
  await page.locator('#nameOnCard').fill(card.name)
}

export async function payWith(page: Page | FrameLocator, card: TypedCard): Promise<void> {
  await fillCard(page, card)
  await page.locator('#pay').click()
}

/** The next submission waits until it is let go. */
export async function heldBack(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/submit$/, async route => {
    await released
    await route.continue()
  })
  return release
}

/** Waits for a panel of the page. */
export async function expectState(page: Page | FrameLocator, state: string): Promise<void> {
  await page.locator(`main[data-state="${state}"]`).waitFor()
}

/** A sentence of the page in English. */
export function pageText(word: keyof typeof english, count = 0): string {
  const sentence: string = english[word]
  return sentence.replaceAll('{merchant}', merchantName).replaceAll('{count}', String(count))
}

/** What the page says went wrong. */
export const noticeOf = (page: Page | FrameLocator, word: keyof typeof english): Locator =>
  page.locator('#notice.bad', { hasText: pageText(word) })

/** Waits for what the page says went wrong. */
export const expectNotice = (page: Page | FrameLocator, word: keyof typeof english): Promise<void> =>
  noticeOf(page, word).waitFor()

/** Moves the page's own clock, which the test has installed, until something shows. */
export async function letTimePass(page: Page, shown: Locator): Promise<void> {
  for (let seconds = 0; seconds < 600 && !(await shown.isVisible()); seconds += 2)
    await page.clock.runFor(2_000)
  await shown.waitFor()
}

/** The issuer's page in the checkout page. */
export const challengeIn = (page: Page | FrameLocator): FrameLocator =>
  page.frameLocator('iframe[name="challenge-frame"]')

export const answerChallenge = (page: Page | FrameLocator, outcome: 'Y' | 'N' | 'U' | 'R' | 'cancelled') =>
  challengeIn(page).locator(`#outcome-${outcome}`).click()

/** The payer is back in the shop, with the word that only a success brings. */
export async function expectPaid(
  { shop }: BrowserTestContext,
  checkout: Checkout,
  page: Page,
): Promise<void> {
  const { query } = await shop.called(checkout.paid)
  await expectAt(page, checkout.paid)
  expect(query.resultIndicator).toBe(checkout.successIndicator)
  expect(query.sessionVersion).toMatch(/^[0-9a-f]{10}$/)
}

export type RecordedTransaction = { readonly type: string; readonly result: string; readonly code: string }

/** What was done on an order, oldest first; nothing when there is no such order. */
export async function transactionsOf(
  { gateway }: BrowserTestContext,
  orderId: string,
): Promise<readonly RecordedTransaction[]> {
  const { body } = await gateway.retrieve(orderId)
  const records: readonly unknown[] = Array.isArray(body.transaction) ? body.transaction : []
  return records.map(record => ({
    type: String(valueAt(record, 'transaction', 'type')),
    result: String(valueAt(record, 'result')),
    code: String(valueAt(record, 'response', 'gatewayCode')),
  }))
}

/** Payments only, as one word each. */
export async function paymentsOf(scene: BrowserTestContext, orderId: string): Promise<readonly string[]> {
  const done = await transactionsOf(scene, orderId)
  return done.filter(({ type }) => type !== 'AUTHENTICATION').map(({ type, code }) => `${type} ${code}`)
}

export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((at, name) => Reflect.get(Object(at), name), value)
}
