import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { bothLooks, type ConsoleScene, consoleMerchant, consoleTest } from './console.ts'

/** Nobody else pays in these currencies here: rules about them stop no other test. */
const [own, ofGateway] = ['CHF', 'NOK']
const pay = (scene: ConsoleScene, orderId: string, currency = own) =>
  scene.gateway.call(
    ...(['PUT', `order/${orderId}/transaction/1`] as const),
    authorization({ order: { amount: '750.00', currency } }),
  )

async function writeRule(page: Page, name: string, currency = own): Promise<void> {
  await page.getByRole('button', { name: 'New rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Then', { exact: true }).selectOption('REVIEW')
  const add = dialog.getByLabel('Add a condition')
  await add.selectOption('amount')
  await dialog.getByLabel('Above').fill('700.00')
  await dialog.getByLabel('Currency').fill(currency)
  await add.selectOption('cardRange')
  await dialog.getByLabel('From').fill('512345')
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const press = (page: Page, action: string, name: string) =>
  page.getByRole('button', { name: `${action}: ${name}` }).click()

async function become(page: Page, action: string, name: string): Promise<void> {
  await press(page, action, name)
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: action }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** How it looks, and who releases an order, is in consoleWalk.longest.test.ts. */
consoleTest('a rule over amount and card is tried, watched, counts, and is retired', async scene => {
  const name = `Costly ${scene.name}`.slice(0, 60)
  const id = `${scene.name}`.replaceAll(/\W/g, '').slice(-20)
  await pay(scene, `past-${id}`)
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/risk`)
  await writeRule(page, name)
  await press(page, 'Try over the past', name)
  await page.getByText(/Looked at/).waitFor()
  await page.getByRole('link', { name: `past-${id}` }).waitFor()
  await become(page, 'Run in shadow', name)
  await become(page, 'Activate', name)

  const reviewed = async () => (await pay(scene, `wait-${id}-${++made}`)).body.response
  let made = 0
  await expect.poll(reviewed, { timeout: 8_000, interval: 300 }).toMatchObject({
    risk: { review: { decision: 'PENDING' } },
  })
  await become(page, 'Retire', name)
})

consoleTest('a rule of the gateway is tried over all merchants, watched, and counts', async scene => {
  const name = `All ${scene.name}`.slice(0, 60)
  const id = scene.name.replaceAll(/\W/g, '').slice(-20)
  const { page, open, inspect } = await scene.visitor({ size: 'phone', scheme: 'dark' })
  await pay(scene, `past-${id}`, ofGateway)
  await open('gateway/risk')
  await page.getByLabel('Ranges').fill('999000-999099 NOR\n9991 nowhere')
  await page.getByRole('button', { name: 'Save the ranges' }).click()
  await page.getByText('Line 2 is no range with a country.').waitFor()
  await page.getByLabel('Ranges').fill('999000-999099 NOR')
  await page.getByRole('button', { name: 'Save the ranges' }).click()
  await page.getByText('One range is saved.').waitFor()
  await writeRule(page, name, ofGateway)
  await press(page, 'Try over the past', name)
  await page.getByText(/Looked at/).waitFor()
  await page.getByRole('link', { name: `past-${id}` }).waitFor()
  await inspect('gateway-risk')

  await become(page, 'Run in shadow', name)
  const reviewed = { risk: { review: { decision: 'PENDING' } } }
  let paid = 0
  const payAnother = async () => (await pay(scene, `now-${id}-${++paid}`, ofGateway)).body.response
  const heldInShadow = async () => {
    expect(await payAnother()).not.toMatchObject(reviewed)
    await press(page, 'Shadow report', name)
    await page
      .getByRole('status')
      .filter({ hasText: /Looked at/ })
      .waitFor()
    return page.getByRole('link', { name: `now-${id}` }).count()
  }
  await expect.poll(heldInShadow, { timeout: 15_000, interval: 500 }).toBeGreaterThan(0)
  await become(page, 'Activate', name)
  await expect.poll(payAnother, { timeout: 8_000, interval: 300 }).toMatchObject(reviewed)
  await become(page, 'Retire', name)

  await open('gateway/risk-lists')
  await page.getByLabel('Value').fill(`all-${id}@example.com`)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: `Delete: all-${id}@example.com` }).waitFor()
  await inspect('gateway-risk-lists')
})

for (const looks of bothLooks)
  consoleTest(`a payer is put on a list (${looks.size}, ${looks.scheme})`, async scene => {
    const email = `bad-${scene.name}@example.com`
    const { page, open, inspect } = await scene.visitor(looks)
    await open(`${consoleMerchant}/risk-lists`)
    await page.getByLabel('Value').fill(email)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: `Delete: ${email}` }).waitFor()
    await inspect('risk-lists')
  })
