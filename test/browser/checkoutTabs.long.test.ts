import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type BrowserTestContext, browserTest, expectAt } from './browser.ts'
import { cards } from './cards.ts'
import {
  answerChallenge,
  type Checkout,
  challengeIn,
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  fillCard,
  pageText,
  paymentsOf,
  payWith,
} from './checkout.ts'

browserTest('a double click pays once', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await fillCard(page, cards.plain)
  await page.locator('#pay').dblclick({ delay: 10 })
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('ten impatient clicks and the Enter key pay once', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await fillCard(page, cards.plain)
  await page.evaluate(() => {
    for (let click = 0; click < 10; click++) document.querySelector<HTMLButtonElement>('#pay')?.click()
    document.querySelector<HTMLFormElement>('#form')?.requestSubmit()
  })
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('going back after paying does not lead to the form', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(scene.shop.serve('/basket', `<a href="${checkout.address}">Pay</a>`))
  await page.getByRole('link', { name: 'Pay' }).click()
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  await expectAt(page, checkout.paid)
  await page.goBack()
  await expectAt(page, '/basket')
  await page.goto(checkout.address)
  await expectState(page, 'done')
  expect(await page.locator('#number').isVisible()).toBe(false)
  await page.getByRole('link', { name: pageText('goOn') }).click()
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('a page left in the middle forgets the card', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await fillCard(page, cards.plain)
  await page.goto(scene.shop.serve('/elsewhere', 'elsewhere'))
  await page.goBack()
  await expectState(page, 'form')
  expect(await page.locator('#number').inputValue()).toBe('')
  expect(await page.locator('#securityCode').inputValue()).toBe('')
})

browserTest('a page reloaded while the payment runs tells how it ended', async scene => {
  const checkout = await createCheckout(scene)
  await scene.gateway.call('POST', '/sandbox/acquirer/scripts', {
    match: { orderId: checkout.orderId },
    answers: [{ answer: 'approve', delayMs: 500 }],
  })
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await fillCard(page, cards.plain)
  await page.locator('#pay').click()
  await expect.poll(() => scene.gateway.asks.some(({ orderId }) => orderId === checkout.orderId)).toBe(true)
  await page.reload()
  // Answered before the page was there again, or after: either way it ends in the shop.
  const link = page.getByRole('link', { name: pageText('goOn') })
  await Promise.race([expectAt(page, checkout.paid), link.click().catch(() => undefined)])
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('two tabs that pay at the same time pay once', async scene => {
  const checkout = await createCheckout(scene)
  const { page: one, context } = await scene.payer()
  const other = await context.newPage()
  for (const page of [one, other]) {
    await page.goto(checkout.address)
    await fillCard(page, cards.plain)
  }
  await Promise.all([one, other].map(page => page.locator('#pay').click()))
  for (const page of [one, other]) await expectAt(page, checkout.paid)
  await expectPaid(scene, checkout, one)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

type TwoPages = Readonly<Record<'left' | 'paid', Checkout>>

/** A tab that was opened first, while the payer pays in another one. */
async function leftWhilePaying(scene: BrowserTestContext, { left, paid }: TwoPages): Promise<Page> {
  const { page, context } = await scene.payer()
  await page.goto(left.address)
  const paying = await context.newPage()
  await paying.goto(paid.address)
  await payWith(paying, cards.plain)
  await expectPaid(scene, paid, paying)
  return page
}

browserTest('a tab that was left open learns that the other one has paid', async scene => {
  const checkout = await createCheckout(scene)
  const left = await leftWhilePaying(scene, { left: checkout, paid: checkout })
  await payWith(left, cards.plain)
  await expectAt(left, checkout.paid)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('a tab with another page of the order reads that it is paid, and is sent on', async scene => {
  const paid = await createCheckout(scene)
  const left = await createCheckout(scene)
  const leftTab = await leftWhilePaying(scene, { left, paid })
  await payWith(leftTab, cards.plain)
  await expectState(leftTab, 'paidBefore')
  expect(await leftTab.locator('#panel-paidBefore').innerText()).toContain(pageText('paidBeforeText'))
  expect(await leftTab.locator('#number').inputValue()).toBe('')
  // Who reads on is not hurried; the back button does not lead to the form.
  await expectAt(leftTab, left.paid)
  expect(new URL(leftTab.url()).searchParams.get('resultIndicator')).not.toBe(left.successIndicator)
  await leftTab.goto(left.address)
  await expectState(leftTab, 'paidBefore')
  expect(await leftTab.locator('#number').isVisible()).toBe(false)
  await leftTab.getByRole('link', { name: pageText('goOn') }).click()
  await expectAt(leftTab, left.paid)
  expect(await paymentsOf(scene, left.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('a question answered in one tab is answered in the other', async scene => {
  const checkout = await createCheckout(scene)
  const { page: one, context } = await scene.payer()
  await one.goto(checkout.address)
  await payWith(one, cards.challengedAtOnce)
  await challengeIn(one).locator('#outcome-Y').waitFor()
  const other = await context.newPage()
  await other.goto(checkout.address)
  await answerChallenge(other, 'Y')
  await expectPaid(scene, checkout, other)
  await expectAt(one, checkout.paid)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('an approval cancelled in one tab is over in the other, and pays nothing', async scene => {
  const checkout = await createCheckout(scene)
  const { page: one, context } = await scene.payer()
  await one.goto(checkout.address)
  await payWith(one, cards.challengedAtOnce)
  await challengeIn(one).locator('#outcome-Y').waitFor()
  const other = await context.newPage()
  await other.goto(checkout.address)
  await challengeIn(other).locator('#outcome-Y').waitFor()
  await other.locator('#challenge-cancel').click()
  for (const page of [other, one]) await expectNotice(page, 'authenticationCancelled')
  expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
  await one.reload()
  await expectNotice(one, 'authenticationCancelled')
  await payWith(one, cards.plain)
  await expectPaid(scene, checkout, one)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('who cancelled may think again, as long as there is time', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await page.locator('#cancel').click()
  await expectAt(page, checkout.cancelled)
  await page.goto(checkout.address)
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest(
  'a connection lost before the payment costs nothing, and the payer may try again',
  async scene => {
    const checkout = await createCheckout(scene)
    const { page, monitor } = await scene.payer()
    monitor.expect(/ERR_(?:FAILED|INTERNET_DISCONNECTED|CONNECTION)/)
    await page.goto(checkout.address)
    await page.route(/\/submit$/, route => route.abort(), { times: 1 })
    await payWith(page, cards.plain)
    await expectNotice(page, 'interrupted')
    await payWith(page, cards.plain)
    await expectPaid(scene, checkout, page)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
  },
)

browserTest('an answer that is lost on its way is asked for again', async scene => {
  const checkout = await createCheckout(scene)
  const { page, monitor } = await scene.payer()
  monitor.expect(/ERR_(?:FAILED|INTERNET_DISCONNECTED|CONNECTION)/)
  await page.goto(checkout.address)
  await page.route(
    /\/submit$/,
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})
