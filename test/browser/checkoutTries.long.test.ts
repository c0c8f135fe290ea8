import { expect } from 'vitest'
import { browserTest } from './browser.ts'
import { cards } from './cards.ts'
import {
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  pageText,
  paymentsOf,
  payWith,
  transactionsOf,
} from './checkout.ts'

for (const [operation, expected] of [
  ['AUTHORIZE', [{ type: 'AUTHORIZATION', result: 'SUCCESS', code: 'APPROVED' }]],
  ['VERIFY', [{ type: 'VERIFICATION', result: 'SUCCESS', code: 'APPROVED' }]],
  ['NONE', []],
] as const)
  browserTest(`${operation} does what it says`, async scene => {
    const checkout = await createCheckout(scene, { interaction: { operation } })
    const payer = await scene.payer()
    await payer.page.goto(checkout.address)
    await payWith(payer.page, cards.plain)
    await expectPaid(scene, checkout, payer.page)
    const done = await transactionsOf(scene, checkout.orderId)
    expect(done.filter(({ type }) => type !== 'AUTHENTICATION')).toEqual(expected)
    if (operation !== 'NONE') return
    const { body } = await scene.gateway.call('GET', `session/${checkout.sessionId}`)
    expect(body).toMatchObject({ sourceOfFunds: { provided: { card: { number: '450875xxxxxx1019' } } } })
  })

browserTest('after five declines there is nothing left to try', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  for (const left of [4, 3, 2, 1, 0]) {
    await payWith(page, cards.declined)
    if (left > 3) await expectNotice(page, 'declined')
    else if (left > 0)
      await page.locator('#notice.bad', { hasText: pageText('attemptsLeft', left) }).waitFor()
  }
  await expectNotice(page, 'tooManyAttempts')
  expect(await page.locator('#pay').isDisabled()).toBe(true)
  expect(await page.locator('#number').isDisabled()).toBe(true)
  await page.reload()
  await expectNotice(page, 'tooManyAttempts')
  expect(await page.locator('#form').isVisible()).toBe(false)
  expect(await page.locator('#panel-form button:visible, #panel-form a:visible').count()).toBe(1)
  await page.getByRole('button', { name: pageText('goOn') }).click()
  await page.waitForURL(/cancelled/)
  expect(await paymentsOf(scene, checkout.orderId)).toHaveLength(5)
})

browserTest('an acquirer that does not answer is not paid twice', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.silent)
  await expectNotice(page, 'notCompleted')
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT TIMED_OUT', 'PAYMENT APPROVED'])
})

browserTest('when time is up, the payer is told, and sent where the merchant wants', async scene => {
  const { page } = await scene.payer()
  const checkout = await createCheckout(scene, { interaction: { timeout: 4 } })
  await page.goto(checkout.address)
  // Where everything is slow, time may be up before the page is there.
  const isLate = await page.locator('main[data-state="expired"]').isVisible()
  if (isLate) await page.getByRole('link', { name: pageText('goOn') }).click()
  const { query } = await scene.shop.called(checkout.timedOut)
  expect(query).toEqual({})
})

browserTest('paying too late is refused by the gateway, whatever the page says', async scene => {
  const checkout = await createCheckout(scene, {
    isReturning: false,
    interaction: { timeout: 600 },
  })
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await scene.gateway.call('POST', '/sandbox/clock', { advance: 'PT11M' })
  await payWith(page, cards.plain)
  await expectState(page, 'expired')
  expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
})
