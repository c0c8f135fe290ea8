import { expect } from 'vitest'
import { browserTest } from './browser.ts'
import { createCheckout, expectNotice, expectPaid, paymentsOf } from './checkout.ts'

browserTest('a payer pays with a wallet, after closing its sheet and after a bad token', async scene => {
  const profile = `${scene.origin}/sandbox/merchants/TESTMERCHANT/profile`
  const offer = (wallets: readonly string[]) =>
    fetch(profile, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ wallets }),
    })
  await offer(['sandbox'])
  try {
    const checkout = await createCheckout(scene)
    const { page } = await scene.payer()
    await page.goto(checkout.address)
    const answer = async (choice: string) => {
      await page.locator('#wallet-sandbox').click()
      await page.getByRole('button', { name: choice, exact: true }).click()
    }
    await answer('Cancel')
    expect(await page.locator('#panel-form').isVisible()).toBe(true)
    await answer('Send a token that was changed on its way')
    await expectNotice(page, 'walletRefused')
    await answer('Pay')
    await expectPaid(scene, checkout, page)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
  } finally {
    await offer([])
  }
})
