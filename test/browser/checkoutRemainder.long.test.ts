import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { browserTest, expectAt } from './browser.ts'
import { cards } from './cards.ts'
import {
  answerChallenge,
  challengeIn,
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  paymentsOf,
  payWith,
} from './checkout.ts'
import { half, payHalf, remainderText, withPartialPayments } from './partialPayment.ts'
import { picture } from './pictures.ts'

browserTest('half is taken, the payer reads what is due, and another card pays it', async scene => {
  await withPartialPayments(scene, async () => {
    const checkout = await createCheckout(scene)
    const payer = await scene.payer()
    const { page } = payer
    await page.goto(checkout.address)
    await payWith(page, half)
    const text = await remainderText(page)
    expect(text).toContain('$32.25 was taken from the card ending in 1019.')
    expect(text).toContain('$32.25 of $64.50 is still due.')
    expect(await page.locator('#rest').evaluate(box => box === document.activeElement)).toBe(true)
    expect(await page.locator('#alarm').innerText()).toContain('still due')
    expect(await page.locator('#number').inputValue()).toBe('')
    expect(await page.locator('#pay').innerText()).toBe('Pay $32.25')
    expect(await page.content()).not.toContain(checkout.successIndicator)
    await expectAccessible(page)
    await picture(payer, 'checkout-rest')
    await payWith(page, cards.declined)
    await expectNotice(page, 'declined')
    await picture(payer, 'checkout-rest-declined')
    expect(await remainderText(page)).toBe(text)
    await payWith(page, cards.frictionless)
    await expectPaid(scene, checkout, page)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual([
      ...['PAYMENT PARTIALLY_APPROVED', 'PAYMENT DECLINED', 'PAYMENT APPROVED'],
    ])
  })
})

browserTest('a card whose issuer asks its payer finishes the rest, after half of a half', async scene => {
  await withPartialPayments(scene, async () => {
    const checkout = await createCheckout(scene, { isReturning: false })
    const payer = await scene.payer({ size: 'phone', scheme: 'dark' })
    const { page } = payer
    await payHalf(page, checkout)
    await payWith(page, half)
    await page.locator('#rest', { hasText: '$16.13 of $64.50 is still due.' }).waitFor()
    await picture(payer, 'checkout-rest-twice')
    await payWith(page, cards.challengedAtOnce)
    await expect.poll(() => challengeIn(page).locator('body').innerText()).toContain('16.13')
    await page.reload()
    await expect.poll(() => challengeIn(page).locator('body').innerText()).toContain('16.13')
    await page.locator('#challenge-cancel').click()
    await expectNotice(page, 'restCancelled')
    await payWith(page, cards.challengedAtOnce)
    await answerChallenge(page, 'Y')
    await expectState(page, 'done')
    const receipt = await page.locator('#panel-done').innerText()
    expect(receipt).toContain('$64.50')
    expect(receipt).not.toContain('••••')
    expect(await page.locator('body').innerText()).not.toContain('Still to pay')
    await expectAccessible(page)
    await picture(payer, 'checkout-rest-done')
  })
})

browserTest('who cancels reads that it is given back, and it is', async scene => {
  await withPartialPayments(scene, async () => {
    const checkout = await createCheckout(scene, { isReturning: false })
    const payer = await scene.payer({ scheme: 'dark' })
    const { page } = payer
    await payHalf(page, checkout)
    await page.locator('#cancel').click()
    await expectState(page, 'cancelled')
    const text = await page.locator('#panel-cancelled').innerText()
    expect(text).toContain('$32.25 was taken and is being given back.')
    expect(text).not.toContain('Nothing was charged')
    await expectAccessible(page)
    await picture(payer, 'checkout-given-back')
    await expect.poll(() => paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT ABORTED'])
    await page.reload()
    await page.locator('#notice.bad', { hasText: '$32.25 was taken and is being given back.' }).waitFor()
    expect(await page.locator('#pay').innerText()).toBe('Pay $64.50')
  })
})

browserTest('another tab has cancelled: nobody pays all of it who was shown the rest', async scene => {
  await withPartialPayments(scene, async () => {
    const checkout = await createCheckout(scene)
    const payer = await scene.payer()
    const { page } = payer
    await payHalf(page, checkout)
    const other = await payer.context.newPage()
    await other.goto(checkout.address)
    await other.locator('#cancel').click()
    await expectAt(other, checkout.cancelled)
    await payWith(page, cards.plain)
    await page.locator('#notice.bad', { hasText: 'is being given back' }).waitFor()
    expect(await page.locator('#pay').innerText()).toBe('Pay $64.50')
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT ABORTED'])
  })
})

browserTest('who comes with another session reads what was taken before, and pays all of it', async scene => {
  await withPartialPayments(scene, async () => {
    const first = await createCheckout(scene)
    const payer = await scene.payer()
    const { page } = payer
    await payHalf(page, first)
    const again = await createCheckout(scene)
    await page.goto(again.address)
    expect(await page.locator('#elsewhere').innerText()).toContain('$32.25 was taken for this order before.')
    expect(await page.locator('#pay').innerText()).toBe('Pay $64.50')
    await expectAccessible(page)
    await picture(payer, 'checkout-taken-elsewhere')
    await payWith(page, cards.plain)
    await expectPaid(scene, again, page)
    await expect.poll(() => paymentsOf(scene, again.orderId)).toEqual(['PAYMENT ABORTED', 'PAYMENT APPROVED'])
  })
})

browserTest(
  'who leaves the challenge of the last try reads that what was taken is given back',
  async scene => {
    await withPartialPayments(scene, async () => {
      const checkout = await createCheckout(scene, { isReturning: false })
      const payer = await scene.payer({ size: 'phone' })
      const { page } = payer
      await payHalf(page, checkout)
      for (const count of [3, 2, 1]) {
        await payWith(page, cards.declined)
        await page.locator('#notice.bad', { hasText: `Attempts left: ${count}` }).waitFor()
      }
      await payWith(page, cards.challengedAtOnce)
      await challengeIn(page).locator('body').waitFor()
      await page.locator('#challenge-cancel').click()
      const sentence = 'There were too many attempts. $32.25 was taken and is being given back.'
      await page.locator('#notice.bad', { hasText: sentence }).waitFor()
      expect(await page.locator('#pay').isDisabled()).toBe(true)
      await expectAccessible(page)
      await picture(payer, 'checkout-last-try-left')
    })
  },
)
