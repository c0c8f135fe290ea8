import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type BrowserTestContext, browserTest } from './browser.ts'
import { cards } from './cards.ts'
import {
  answerChallenge,
  challengeIn,
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  letTimePass,
  noticeOf,
  pageText,
  paymentsOf,
  payWith,
  transactionsOf,
} from './checkout.ts'

/** A payer whose connection breaks off; the page's own clock goes by only as fast as the story wants. */
async function cutOff(scene: BrowserTestContext, { isReturning = false } = {}) {
  const checkout = await createCheckout(scene, { isReturning })
  const { page, monitor } = await scene.payer()
  monitor.expect(/status of 404|ERR_(?:FAILED|CONNECTION)/)
  await page.clock.install()
  await page.goto(checkout.address)
  return { checkout, page, outlive: () => scene.gateway.call('POST', '/sandbox/clock', { advance: 'PT40M' }) }
}

/** What is asked arrives; what is answered does not. Returns what waits until it was so. */
async function loseAnswers(page: Page, action: string, meanwhile: () => Promise<unknown> = async () => {}) {
  let lost = 0
  await page.route(new RegExp(`/${action}$`), async route => {
    await route.fetch()
    await meanwhile()
    await route.abort()
    lost++
  })
  return () => expect.poll(() => lost, patience).toBeGreaterThan(0)
}

const patience = { timeout: 30_000 }

const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

async function expectUntold(page: Page): Promise<void> {
  await expectState(page, 'expired')
  const text = await page.locator('#panel-expired').innerText()
  expect(text).toContain(pageText('outcomeUntold'))
  expect(text).not.toContain('no payment was made')
}

for (const next of ['looks at the page again', 'pays again'])
  browserTest(`whose answers are all lost, and who ${next} when the session is over`, async scene => {
    const { checkout, page, outlive } = await cutOff(scene)
    const answerIsLost = await loseAnswers(page, 'submit')
    await page.route(/\/state$/, route => route.abort())
    await payWith(page, cards.plain)
    await answerIsLost()
    await letTimePass(page, noticeOf(page, 'unreachable'))
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
    await page.unrouteAll()
    await outlive()
    if (next === 'pays again') await payWith(page, cards.plain)
    else await lookAgain(page)
    await expectUntold(page)
  })

browserTest('whose issuer was content, and whose connection broke off then', async scene => {
  const { checkout, page, outlive } = await cutOff(scene)
  const answerIsLost = await loseAnswers(page, 'proceed', outlive)
  await payWith(page, cards.challengedAtOnce)
  await challengeIn(page).locator('#outcome-Y').waitFor()
  await answerChallenge(page, 'Y')
  await answerIsLost()
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
  await expectUntold(page)
})

browserTest('who loads the page anew while a payment is made, and sleeps then', async scene => {
  const { checkout, page, outlive } = await cutOff(scene)
  await payWith(page, cards.silent)
  const types = async () => (await transactionsOf(scene, checkout.orderId)).map(({ type }) => type)
  await expect.poll(types, patience).toContain('PAYMENT')
  await page.route(/\/state$/, async route => {
    await outlive()
    await route.continue()
  })
  await page.reload()
  await expectUntold(page)
})

browserTest('a payment that arrives late is not called one that was not made', async scene => {
  const { checkout, page } = await cutOff(scene, { isReturning: true })
  const late: (() => Promise<unknown>)[] = []
  await page.route(/\/submit$/, async route => {
    const asked = route.request()
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: asked.postData() }
    late.push(() => fetch(asked.url(), sent))
    await route.abort()
  })
  await page.route(
    /\/state$/,
    async route => {
      const response = await route.fetch()
      await Promise.all(late.map(arrive => arrive()))
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await payWith(page, cards.plain)
  await page.clock.runFor(1_500)
  await page.clock.resume()
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('a decline whose answer was lost is told at once', async scene => {
  const { page } = await cutOff(scene)
  await loseAnswers(page, 'submit')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  await payWith(page, cards.declined)
  await expectNotice(page, 'declined')
  expect(asked).toEqual(['submit', 'state'])
})
