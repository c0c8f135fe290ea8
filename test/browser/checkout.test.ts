import { expect } from 'vitest'
import { visitRequests } from '../support/checkout/visitRequests.ts'
import { browserTest } from './browser.ts'
import { cards } from './cards.ts'
import {
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  heldBack,
  pageText,
  paymentsOf,
  payWith,
} from './checkout.ts'
import { expectNoSecrets } from './secrets.ts'

browserTest('a payer pays and is back in the shop, and nothing of the card stays behind', async scene => {
  const checkout = await createCheckout(scene)
  const payer = await scene.payer()
  await payer.page.goto(checkout.address)
  await payWith(payer.page, cards.plain)
  await expectPaid(scene, checkout, payer.page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
  await expectNoSecrets(scene, payer, cards.plain.number)
})

browserTest('a browser asks for no more than the bench of checkouts does', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  const asked: string[] = []
  page.on('request', request => asked.push(`${request.method()} ${request.url()}`))
  await page.goto(checkout.address)
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  const expected = visitRequests(checkout.sessionId)
  expect(asked.filter(request => request.includes(` ${scene.origin}/`))).toEqual(
    expected.map(({ method, path }) => `${method} ${scene.origin}${path}`),
  )
})

browserTest('without an address to return to, the page shows a receipt that can be printed', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const payer = await scene.payer()
  await payer.page.goto(checkout.address)
  await payWith(payer.page, cards.plain)
  await expectState(payer.page, 'done')
  await payer.page.getByRole('button', { name: pageText('printReceipt') }).waitFor()
  const receipt = await payer.page.locator('#panel-done').innerText()
  expect(receipt).toContain(pageText('paidTitle'))
  expect(receipt).toContain(checkout.orderId)
  expect(receipt).toContain('1019')
  expect(receipt).toContain('64.50')
  expect(receipt).toMatch(/[A-Z][a-z]+ \d{1,2}, 20\d\d at \d{1,2}:\d\d/)
  await payer.page.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }))
  await payer.page.getByRole('button', { name: pageText('printReceipt') }).click()
  expect(await payer.page.title()).toBe('printed')
  await payer.page.emulateMedia({ media: 'print' })
  expect(await payer.page.locator('#panel-done').innerText()).not.toContain(pageText('printReceipt'))
  await payer.page.emulateMedia({ media: 'screen' })
  await payer.page.reload()
  await payer.page.getByRole('button', { name: pageText('printReceipt') }).waitFor()
  expect(await payer.page.locator('#panel-done').innerText()).toBe(receipt)
  await expectNoSecrets(scene, payer, cards.plain.number)
})

browserTest('a declined payer reads why and pays with other details', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.declined)
  await expectNotice(page, 'declined')
  await payWith(page, cards.poor)
  await expectNotice(page, 'insufficientFunds')
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual([
    'PAYMENT DECLINED',
    'PAYMENT INSUFFICIENT_FUNDS',
    'PAYMENT APPROVED',
  ])
})

browserTest('what went wrong is not read out any more to a payer who tries again', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  const alarm = page.locator('#alarm')
  await page.goto(checkout.address)
  await payWith(page, cards.declined)
  await expectNotice(page, 'declined')
  await expect.poll(() => alarm.textContent()).toContain(pageText('declined'))
  const release = await heldBack(page)
  await payWith(page, cards.plain)
  await page.locator('#pay.busy').waitFor()
  expect(await alarm.textContent()).toBe('')
  release()
  await expectState(page, 'done')
  expect(await alarm.textContent()).toBe('')
})

browserTest('who cancels is sent where the merchant wants, without the word of success', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await page.locator('#cancel').click()
  const { query } = await scene.shop.called(checkout.cancelled)
  expect(query).toEqual({})
  expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
})

browserTest('an address that leads nowhere says so', async scene => {
  const { page, monitor } = await scene.payer()
  monitor.expect(/status of 404/)
  await page.goto(`${scene.origin}/checkout/pay/SESSION0000000000000000000000ZZ`)
  await page.getByRole('heading', { name: pageText('unknownTitle') }).waitFor()
})
