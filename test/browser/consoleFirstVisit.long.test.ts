import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { consoleMerchant, consoleTest } from './console.ts'

consoleTest('a declined order is found by the last four digits, and says why', async scene => {
  const orderId = `declined-${scene.name}`
  const card = { number: '2223000000000023', expiry: '02/39', securityCode: '100' }
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({}, card))
  const { page, open } = await scene.visitor()
  await open(`${consoleMerchant}/payments`)
  await page.getByRole('link', { name: orderId }).waitFor()
  await page.getByRole('combobox', { name: 'Search payments' }).fill('0023')
  await page.getByRole('option', { name: /Card ending in .*0023/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(address => address.search === '?lastFour=0023')

  await page.getByRole('link', { name: orderId }).click()
  await page.waitForURL(address => address.pathname.endsWith(`/order/${orderId}`))
  const why = page.getByRole('region', { name: 'Why it failed' })
  await why.getByText('the account does not hold enough money').waitFor()
  expect(await why.textContent()).toMatch(/The acquirer decided: .*51 INSUFFICIENT FUNDS/)
  expect(await why.textContent()).toContain('Offer the payer another card')
  await page.getByText(/Answered: .*Failure.*Insufficient funds/).waitFor()
})
