import { expect } from 'vitest'
import { allLooks, consoleMerchant, consoleTest } from './console.ts'

const pages = [
  ...['merchants', 'merchant/TESTMERCHANT', 'links', 'obligations', 'reconciliation'],
  ...['directory-servers', 'keys', 'nodes'],
]

consoleTest(
  'operators see the gateway, on a desk in the light and on a phone in the dark',
  async ({ visitor }) => {
    for (const looks of allLooks) {
      const { open, inspect, page } = await visitor(looks)
      for (const path of pages) {
        await open(`gateway/${path}`)
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
        await inspect(`operators-${path.replace('/', '-')}`)
      }
    }
  },
)

/** It is called like a page: its own have another address. */
consoleTest('an operator adds a merchant, sees its password once, and changes its profile', async scene => {
  const { page, open } = await scene.visitor()
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
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByRole('row', { name: /requestsPerSecond/ }).textContent()).toContain('25')
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
