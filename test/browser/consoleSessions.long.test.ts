// A tab whose session has ended, and whoever signs in to it next.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { withClient } from '../../src/store/schema/migrate.ts'
import { authorization } from '../journeys/requests.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { type BrowserTestContext, browserTest } from './browser.ts'
import { consoleMerchant } from './console.ts'
import { atLocalhost, passkeyHolder } from './passkeyHolder.ts'

type Holder = Awaited<ReturnType<typeof passkeyHolder>>

/** Somebody with a passkey in this browser, who is signed in. */
async function join(scene: BrowserTestContext, { page }: Holder, email: string): Promise<void> {
  const { token } = await signInAs(scene.gateway.database, { role: 'ADMINISTRATOR' })
  const user = { merchantId: consoleMerchant, email, role: 'ADMINISTRATOR' }
  const { body } = await callConsole(scene.gateway, 'inviteUser', user, { token })
  await page.goto(atLocalhost(body.link))
  await page.getByLabel('Your name').fill('Bea')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.waitForURL(address => address.pathname.startsWith(`/console/m/${consoleMerchant}`))
}

async function signInBy({ page, origin }: Pick<Holder, 'origin' | 'page'>, token: string): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'tollgate-console', value: token, url: origin }])
}

browserTest('who signs in after a session ended sees nothing of the one before', async scene => {
  const holder = await passkeyHolder(scene, {})
  const { page, origin } = holder
  const orderId = `before-${scene.name}`
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({}))
  const email = `bea-${scene.name}@example.com`
  await join(scene, holder, email)
  await withClient(scene.gateway.database.config, client =>
    client.query("update console_users set merchant_id = 'OTHER' where email = $1", [email]),
  )

  // Ada looks at an order and at the list; then her session ends.
  const ada = await signInAs(scene.gateway.database, { role: 'OPERATIONS' })
  await signInBy(holder, ada.token)
  await page.goto(`${origin}/console/m/${consoleMerchant}/payments`)
  await page.getByRole('link', { name: orderId, exact: true }).click()
  await page.getByRole('heading', { name: orderId }).waitFor()
  const list = page.getByRole('main').getByRole('link', { name: 'Payments' })
  await list.click()
  await page.getByRole('link', { name: orderId, exact: true }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('link', { name: orderId, exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()

  // Bea is of another merchant.
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await foreign(page).waitFor()
  expect(await page.getByText(orderId).count()).toBe(0)
  await page.goBack()
  await page.waitForURL(/\/payments$/)
  await foreign(page).waitFor()
  expect(await page.getByText(orderId).count()).toBe(0)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(orderId)
})

browserTest('a tab shows nothing of a user whom another tab has signed out', async scene => {
  const { origin } = scene
  const { page, monitor } = await scene.payer()
  const orderId = `tab-${scene.name}`
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({}))
  const ada = await signInAs(scene.gateway.database, { role: 'OPERATIONS' })
  const other = await signInAs(scene.gateway.database, { role: 'OPERATIONS', merchantId: 'OTHER' })
  await signInBy({ page, origin }, ada.token)
  await page.goto(`${origin}/console/m/${consoleMerchant}/payments`)
  await page.getByRole('link', { name: orderId, exact: true }).waitFor()
  await signInBy({ page, origin }, other.token)
  // Whoever comes back to a tab is asked for anew, unless that was a moment ago.
  const refusals = async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    return foreign(page).count()
  }
  await expect.poll(refusals, { timeout: 20_000, interval: 500 }).toBeGreaterThan(0)
  expect(await page.getByText(orderId).count()).toBe(0)
  // What the tab asked for before it knew was refused, if it was answered at all.
  const refused = /status of 403/
  if (monitor.heard().some(complaint => refused.test(complaint))) monitor.expect(refused)
})

/** The page in the place of those of another merchant. */
const foreign = (page: Page) =>
  page.getByRole('heading', { name: /^Your account is not for the merchant .*TESTMERCHANT/ })
