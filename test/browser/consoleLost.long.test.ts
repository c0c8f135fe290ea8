// What the console says when nobody heard the answer to something that it asked for.

import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { type ConsoleScene, type ConsoleVisitor, consoleMerchant, consoleTest } from './console.ts'

/** An order of 10.00 USD, of which 6.00 are captured; and somebody who looks at it. */
async function atCaptured(scene: ConsoleScene): Promise<ConsoleVisitor & { readonly orderId: string }> {
  const orderId = `lost-${scene.name}`
  const order = { amount: '10.00', currency: 'USD' }
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({ order }))
  const transaction = { amount: '6.00', currency: 'USD' }
  await scene.gateway.call('PUT', `order/${orderId}/transaction/2`, { apiOperation: 'CAPTURE', transaction })
  const visitor = await scene.visitor()
  await visitor.open(`${consoleMerchant}/order/${orderId}`)
  return { ...visitor, orderId }
}

/** The next call is carried out, and the page hears `instead` of its answer. */
const loseAnswer = (page: Page, call: string, instead: (route: Route) => Promise<void>): Promise<unknown> =>
  page.route(
    `**/console/api/${call}`,
    async route => {
      await route.fetch()
      await instead(route)
    },
    { times: 1 },
  )

consoleTest('a refund whose answer is lost is not known, and goes on as the same request', async scene => {
  const { page, monitor, orderId, inspect } = await atCaptured(scene)
  await page.getByRole('button', { name: 'Refund' }).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Refund the payer' })
  const amount = dialog.getByLabel('Amount')
  await amount.fill('2.50')
  monitor.expect(/net::ERR_FAILED/)
  await loseAnswer(page, 'actOnOrder', route => route.abort())
  await page.keyboard.press('Enter')
  const doubt = dialog.getByText(/not known whether this was done.* same request/)
  await doubt.waitFor()
  expect(await dialog.innerText()).not.toContain('Failed to fetch')
  // Another amount would be another request.
  expect(await amount.isDisabled()).toBe(true)
  await inspect('refund-unknown')

  // Neither closing it nor looking elsewhere makes it another request.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('link', { name: orderId, exact: true }).click()
  await page.getByRole('button', { name: 'Refund' }).click()
  await doubt.waitFor()
  expect(await amount.inputValue()).toBe('2.50')

  // The order may be busy with the very request that was lost.
  await page.route('**/console/api/actOnOrder', route => route.fulfill({ json: tooBusy }), { times: 1 })
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect.poll(() => dialog.getByRole('button', { name: 'Refund' }).isEnabled()).toBe(true)
  await doubt.waitFor()
  expect(await dialog.innerText()).not.toContain('declined')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await page.getByText(/already made; it is not made twice/).waitFor()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await scene.gateway.call('GET', `order/${orderId}`)
  expect(body).toMatchObject({ totalRefundedAmount: 2.5 })

  // It was heard: the next one is another.
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect.poll(() => amount.inputValue()).toBe('3.50')
  expect(await amount.isDisabled()).toBe(false)
  expect(await doubt.count()).toBe(0)
})

consoleTest('a capture that ends in a fault is not known; the fault can be asked about', async scene => {
  const { page, monitor, orderId } = await atCaptured(scene)
  await page.getByRole('button', { name: 'Capture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Capture what was authorized' })
  const amount = dialog.getByLabel('Amount')
  await amount.fill('3.00')
  monitor.expect(/status of 500/)
  const error = { cause: 'SERVER_FAILED', supportCode: 'FAULT-7' }
  await loseAnswer(page, 'actOnOrder', route =>
    route.fulfill({ status: 500, json: { error, result: 'ERROR' } }),
  )
  await page.keyboard.press('Enter')
  await dialog.getByText(/not known whether this was done.* same request.*FAULT-7/).waitFor()

  // A refusal tells of the last request only.
  monitor.expect(/status of 503/)
  await page.route('**/console/api/actOnOrder', route => route.fulfill({ status: 503, json: busy }), {
    times: 1,
  })
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await dialog.getByText(/Come again\..*not known whether this was done/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Capture' }).click()
  expect(await amount.inputValue()).toBe('3.00')
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await page.getByText(/already made; it is not made twice/).waitFor()
  const { body } = await scene.gateway.call('GET', `order/${orderId}`)
  expect(body).toMatchObject({ totalCapturedAmount: 9 })
})

const tooBusy = { kind: 'recorded', result: 'FAILURE', gatewayCode: 'LOCK_FAILURE' }
const busy = { error: { cause: 'SERVER_BUSY', explanation: 'Come again.' }, result: 'ERROR' }

consoleTest('a chargeback is entered once, whatever answers in the place of the gateway', async scene => {
  const { page, monitor, orderId } = await atCaptured(scene)
  await page.getByRole('button', { name: 'Enter chargeback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter chargeback' })
  const amount = dialog.getByLabel('Amount')
  await amount.fill('1.50')
  await page.route('**/console/api/enterTransaction', route => route.fulfill({ json: tooBusy }), { times: 1 })
  await page.keyboard.press('Enter')
  await dialog.getByText(/was declined: .?Lock failure/).waitFor()
  expect(await amount.inputValue()).toBe('1.50')
  monitor.expect(/status of 504/)
  await loseAnswer(page, 'enterTransaction', route =>
    route.fulfill({ status: 504, body: '<h1>Gateway Timeout</h1>' }),
  )
  await page.keyboard.press('Enter')
  await dialog.getByText(/not known whether this was done.* same request/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Enter chargeback' }).click()
  expect(await amount.inputValue()).toBe('1.50')
  await dialog.getByRole('button', { name: 'Enter chargeback' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: /Charged back .*1\.50/ }).waitFor()
  const { body } = await scene.gateway.call('GET', `order/${orderId}`)
  expect(body.transaction).toHaveLength(3)
})
