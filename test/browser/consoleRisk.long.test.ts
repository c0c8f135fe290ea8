import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { allLooks, type ConsoleScene, consoleMerchant, consoleTest } from './console.ts'

/** Nobody else pays in this currency here: a rule about it stops no other test. */
const order = { amount: '750.00', currency: 'CHF' }
const pay = (scene: ConsoleScene, orderId: string) =>
  scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({ order }))

async function writeRule(page: Page, name: string, recommendation: string): Promise<void> {
  await page.getByRole('button', { name: 'New rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Then', { exact: true }).selectOption(recommendation)
  const add = dialog.getByLabel('Add a condition')
  await add.selectOption('amount')
  await dialog.getByLabel('Above').fill('700.00')
  await dialog.getByLabel('Currency').fill('CHF')
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

for (const looks of allLooks)
  consoleTest(
    `a rule is tried, watched, and then counts; an order is released (${looks.size}, ${looks.scheme})`,
    async scene => {
      const name = `Costly ${scene.name}`.slice(0, 60)
      const id = `${scene.name}`.replaceAll(/\W/g, '').slice(-20)
      await pay(scene, `past-${id}`)
      const visitor = await scene.visitor(looks)
      const { page } = visitor
      await visitor.open(`${consoleMerchant}/risk`)
      await writeRule(page, name, 'REVIEW')
      await press(page, 'Try over the past', name)
      await page.getByText(/Looked at/).waitFor()
      await page.getByRole('link', { name: `past-${id}` }).waitFor()
      await visitor.inspect('risk-trial')
      await become(page, 'Run in shadow', name)
      await become(page, 'Activate', name)
      await visitor.inspect('risk-rules')

      const reviewed = async () => (await pay(scene, `wait-${id}-${++made}`)).body.response
      let made = 0
      await expect.poll(reviewed, { timeout: 8_000, interval: 300 }).toMatchObject({
        risk: { review: { decision: 'PENDING' } },
      })
      await visitor.open(`${consoleMerchant}/reviews`)
      const waiting = `wait-${id}-${made}`
      await page.getByRole('button', { name: `Release: ${waiting}` }).waitFor()
      await visitor.inspect('reviews')
      await page.getByRole('button', { name: `Release: ${waiting}` }).click()
      const dialog = page.getByRole('dialog', { name: new RegExp(`Release .*${waiting}`) })
      await dialog.getByLabel('Note').fill('Called the payer.')
      await visitor.inspect('review')
      await dialog.getByRole('button', { name: 'Release' }).click()
      await page.getByRole('button', { name: `Release: ${waiting}` }).waitFor({ state: 'detached' })
      const transaction = { amount: '750.00', currency: 'CHF' }
      const capture = { apiOperation: 'CAPTURE', transaction }
      const captured = await scene.gateway.call('PUT', `order/${waiting}/transaction/2`, capture)
      expect(captured.body).toMatchObject({ result: 'SUCCESS' })

      await visitor.open(`${consoleMerchant}/risk`)
      await become(page, 'Retire', name)
      await visitor.open(`${consoleMerchant}/risk-lists`)
      await page.getByLabel('Value').fill(`bad-${id}@example.com`)
      await page.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('button', { name: `Delete: bad-${id}@example.com` }).waitFor()
      await visitor.inspect('risk-lists')
    },
  )
