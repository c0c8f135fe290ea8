import { expect } from 'vitest'
import { browserTest } from './browser.ts'
import { cards } from './cards.ts'
import { createCheckout, expectNotice, expectState, pageText, payWith } from './checkout.ts'

browserTest('words of a later release: no nonsense is shown, and nobody waits for ever', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  const address = scene.shop.serve(`/later/${checkout.orderId}`, '<h1>The shop</h1>')
  const answers: object[] = [
    { step: 'form', error: { reason: 'somethingNew' }, attemptsLeft: 4 },
    { step: 'someEnd', address },
  ]
  const sent: unknown[] = []
  await page.route(/\/(submit|state)$/, async route => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: answers.shift() })
  })
  await page.goto(checkout.address)
  await payWith(page, cards.plain)
  await expectNotice(page, 'tryLater')
  await payWith(page, cards.plain)
  await page.waitForURL(address)
  expect(sent).toMatchObject([{ protocol: 2 }, { protocol: 2 }])
})

browserTest('an end of a later release that leads nowhere says that the shop knows', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  await page.route(/\/submit$/, route => route.fulfill({ json: { step: 'someEnd' } }))
  await page.goto(checkout.address)
  await payWith(page, cards.plain)
  await expectState(page, 'expired')
  expect(await page.locator('#panel-expired').innerText()).toContain(pageText('outcomeUntold'))
})
