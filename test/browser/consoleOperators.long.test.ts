import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { bothLooks, consoleMerchant, consoleTest } from './console.ts'

const pages = [
  ...['merchants', 'merchant/TESTMERCHANT', 'links', 'obligations', 'reconciliation'],
  ...['directory-servers', 'keys', 'nodes', 'business-date/2026-11-15%20north'],
]

consoleTest(
  'operators see the gateway, on a desk in the light and on a phone in the dark',
  async ({ visitor }) => {
    for (const looks of bothLooks) {
      const { open, inspect, page } = await visitor(looks)
      for (const path of pages) {
        await open(`gateway/${path}`)
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
        await inspect(`operators-${path.replace(/[^a-z-]/gi, '-')}`)
      }
    }
  },
)

/** It is called like a page: its own have another address. */
consoleTest('an operator adds a merchant, sees its password once, and changes its profile', async scene => {
  const { page, open, inspect } = await scene.visitor()
  await open('gateway/merchants')
  await page.getByRole('button', { name: 'Add a merchant' }).click()
  await page.getByLabel('Merchant id').fill('gateway')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Its first API password.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('link', { name: 'gateway', exact: true }).click()
  await page.getByRole('heading', { name: 'gateway' }).waitFor()
  await page.getByRole('button', { name: 'Change: requestsPerSecond' }).click()
  await page.getByLabel('Value').fill('25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => page.getByRole('row', { name: /requestsPerSecond/ }).textContent()).toContain('25')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'gateway' })
  await dialog.getByText('It takes no new payments').waitFor()
  await dialog.getByLabel('Reason').fill('contract under review')
  await inspect('operators-suspend')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.getByText('suspended', { exact: true }).waitFor()
  await open('m/gateway/payments')
  await page.getByRole('button', { name: 'Merchant: gateway' }).waitFor()
})

consoleTest('a developer gets one payment of each outcome', async ({ visitor }) => {
  const { page, open, inspect } = await visitor({ size: 'phone' })
  await open(`${consoleMerchant}/sandbox`)
  await page.getByRole('button', { name: 'Send me one of each outcome' }).click()
  await page.getByText('15 of 15 payments made').waitFor({ timeout: 25_000 })
  await inspect('sandbox')
})

consoleTest(
  'a developer tells the acquirer what to answer, moves time on, and sees the books',
  async scene => {
    for (const looks of bothLooks) {
      const { page, open, inspect } = await scene.visitor(looks)
      const orderId = `scripted-${looks.size}-${scene.name}`.slice(0, 40)
      await open(`${consoleMerchant}/sandbox/scripts`)
      await page.getByRole('button', { name: 'Add a script' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a script' })
      await dialog.getByLabel('Only for the order').fill(orderId)
      await dialog.getByLabel('Gateway code').selectOption('INSUFFICIENT_FUNDS')
      await dialog.getByRole('button', { name: 'Another answer after it' }).click()
      await dialog.getByLabel('The acquirer').last().selectOption('silent')
      expect(await dialog.locator('pre').textContent()).toContain('{"answer":"silent"}')
      await inspect('sandbox-script')
      await dialog.getByRole('button', { name: 'Add it' }).click()
      await page.getByText(`order \u2068${orderId}`).waitFor()
      await scene.gateway.authorize(orderId, authorization())
      await page.getByRole('link', { name: orderId }).waitFor()
      await inspect('sandbox-scripts')
      await page.getByRole('button', { name: /Remove script/ }).click()
      await page.getByText('None: cards decide what comes of payments.').waitFor()

      await open(`${consoleMerchant}/sandbox/clock`)
      await page.getByRole('spinbutton', { name: 'By a while' }).fill('8')
      await page.getByRole('button', { name: 'Move it on' }).click()
      await page.getByText('Emptying the sandbox sets it back').waitFor()
      await inspect('sandbox-clock')

      await open(`${consoleMerchant}/sandbox/books`)
      await page.getByRole('button', { name: 'Compare all orders' }).click()
      await page.getByText(/compared: nothing differs/).waitFor()
      await inspect('sandbox-books')
    }
  },
)
