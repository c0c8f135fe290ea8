import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { bothLooks, type ConsoleScene, consoleMerchant, consoleTest } from './console.ts'

async function captured(scene: ConsoleScene, orderId: string): Promise<void> {
  const order = { amount: '10.00', currency: 'USD', reference: `cart-${orderId}` }
  const customer = { email: `ada.${orderId}@example.com`, firstName: 'Ada', lastName: 'Example' }
  const paid = await scene.gateway.call(
    'PUT',
    `order/${orderId}/transaction/1`,
    authorization({ order, customer }),
  )
  expect(paid.body).toMatchObject({ result: 'SUCCESS' })
  const transaction = { amount: '6.00', currency: 'USD' }
  await scene.gateway.call('PUT', `order/${orderId}/transaction/2`, { apiOperation: 'CAPTURE', transaction })
}

consoleTest('a refund is made once, with the API’s own errors, by the keyboard alone', async scene => {
  const orderId = `refund-${scene.name}`
  await captured(scene, orderId)
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/order/${orderId}`)
  await page.getByRole('button', { name: 'Refund' }).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Refund the payer' })
  const amount = dialog.getByLabel('Amount')
  await amount.waitFor()
  expect(await amount.inputValue()).toBe('6.00')
  await amount.fill('7.00')
  visitor.monitor.expect(/status of 400/)
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('alert')
    .getByText(/At most 6.00 USD/)
    .waitFor()

  await amount.fill('2.50')
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/actOnOrder')) calls.push(request.postData() ?? '')
  })
  await dialog.getByRole('button', { name: 'Refund' }).dblclick()
  await page.getByText(/Refund.* succeeded\./).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/The acquirer was asked: .*refund.*2\.50 USD/).waitFor()
  expect(new Set(calls.map(call => JSON.parse(call).transactionId)).size).toBe(1)
  const { body } = await scene.gateway.call('GET', `order/${orderId}`)
  expect(body).toMatchObject({ totalRefundedAmount: 2.5, status: 'PARTIALLY_REFUNDED' })
  expect(body.transaction).toHaveLength(3)
})

consoleTest('an amount is written as the language writes it, and never guessed', async scene => {
  const orderId = `written-${scene.name}`
  const order = { amount: '2000.00', currency: 'EUR' }
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({ order }))
  const visitor = await scene.visitor({ locale: 'de' })
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/order/${orderId}`)
  await page.getByRole('button', { name: 'Einziehen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Autorisiertes einziehen' })
  const amount = dialog.getByLabel('Betrag')
  await amount.waitFor()
  expect(await amount.inputValue()).toBe('2000,00')
  await amount.fill('1.050')
  await page.keyboard.press('Enter')
  const refusal = dialog.getByRole('alert')
  await refusal.getByText(/auf zwei Arten lesen\. Für .*1\.050,00\s€.* bitte .*1050.* schreiben/).waitFor()
  await visitor.inspect('amount-ambiguous')
  await amount.fill('zehn')
  await page.keyboard.press('Enter')
  await refusal.getByText(/nur in Ziffern/).waitFor()
  await amount.fill('1.050,50')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const { body } = await scene.gateway.call('GET', `order/${orderId}`)
  expect(body).toMatchObject({ totalCapturedAmount: 1050.5, status: 'PARTIALLY_CAPTURED' })
})

consoleTest('amounts that are looked for are read as those in forms', async scene => {
  const visitor = await scene.visitor({ locale: 'de' })
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/payments`)
  await page.getByRole('button', { name: 'Zeit und Betrag' }).click()
  const least = page.getByRole('textbox', { name: 'Kleinster Betrag' })
  await least.fill('1.050')
  await page.keyboard.press('Enter')
  await page.getByText(/auf zwei Arten lesen\. Für .*1\.050.* bitte .*1050.* schreiben/).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await visitor.inspect('payments-ambiguous')
  await least.fill('12,5')
  await page.keyboard.press('Enter')
  await page.waitForURL(address => address.search === '?amountFrom=12.5')
  expect(await least.inputValue()).toBe('12,5')
  await page.getByRole('combobox', { name: 'Zahlungen suchen' }).fill('1.050 EUR')
  await page.getByRole('option', { name: /Betrag .*1,050 EUR/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(address => address.search === '?amount=1050&currency=EUR')
})

consoleTest('a new payment appears by itself, and does not move what somebody reads', async scene => {
  const first = `seen-${scene.name}`
  await captured(scene, first)
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/payments`)
  await page.getByRole('link', { name: first, exact: true }).waitFor()
  await captured(scene, `new-${scene.name}`)
  await page.getByRole('link', { name: `new-${scene.name}`, exact: true }).waitFor()

  // Who has chosen a row keeps it in its place.
  await page.keyboard.press('j')
  await captured(scene, `later-${scene.name}`)
  const notice = page.getByRole('button', { name: 'One new payment' })
  await notice.waitFor()
  expect(await page.getByRole('link', { name: `later-${scene.name}`, exact: true }).count()).toBe(0)
  await notice.click()
  await page.getByRole('link', { name: `later-${scene.name}`, exact: true }).waitFor()
})

consoleTest(
  'the head of an order’s page has one row for what it is and one for what can be done',
  async scene => {
    const orderId = `b2f7d8f4-91c0-4b7e-8a5d-${scene.name}`
    await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({}))
    const visitor = await scene.visitor({ locale: 'de' })
    const { page } = visitor
    await page.setViewportSize({ width: 1200, height: 800 })
    await visitor.open(`${consoleMerchant}/order/${orderId}`)
    await page.getByRole('button', { name: 'Gebühr eintragen' }).waitFor()
    const middles = (locator: Locator) =>
      locator.evaluateAll(shown =>
        shown
          .map(one => one.getBoundingClientRect())
          .map(({ top, bottom }) => Math.round((top + bottom) / 2)),
      )
    const [title = 0, status = 0] = [
      ...(await middles(page.locator('h1'))),
      ...(await middles(page.locator('.pageHead .status'))),
    ]
    expect(Math.abs(title - status)).toBeLessThan(8)
    const actions = await middles(page.locator('.pageActions').locator('a, button'))
    expect(actions.length).toBeGreaterThan(4)
    expect(new Set(actions).size).toBe(1)
    expect(actions[0]).toBeGreaterThan(title)
    // And nothing of it is in English but the codes of the API.
    await page.getByText('Genehmigt APPROVED', { exact: true }).waitFor()
    await page.getByText(/Der Acquirer wurde gefragt: .*autorisieren/).waitFor()
    await visitor.open(`${consoleMerchant}/payments`)
    const listed = page.locator('tr, li.card').filter({ hasText: orderId })
    await listed.getByText('Genehmigt (APPROVED)').waitFor()
  },
)

consoleTest('no column of the list is out of sight, however wide the window', async scene => {
  const orderId = `wide-${scene.name}`
  await captured(scene, orderId)
  const visitor = await scene.visitor({ locale: 'de' })
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/payments`)
  const row = page.locator('tr, li.card').filter({ hasText: orderId })
  const link = row.getByRole('link', { name: orderId, exact: true })
  await link.focus()
  for (const width of [1280, 1200, 1000, 900, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const address = row.getByText(`ada.${orderId}@example.com`)
    // A table that has no room becomes cards at once.
    const end = async () => {
      const { x, width: wide } = (await address.boundingBox()) ?? { x: width, width: 0 }
      return x + wide
    }
    await expect.poll(end, { message: `at ${width}` }).toBeLessThanOrEqual(width - 32)
    const hidden = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.listRoom')].some(room => room.scrollWidth > room.clientWidth),
      )
    await expect.poll(hidden, { message: `at ${width}` }).toBe(false)
    // Whoever is in a row stays there.
    expect(await link.evaluate(one => one === document.activeElement), `at ${width}`).toBe(true)
  }
  await page.getByRole('row').nth(1).waitFor()
  await page.setViewportSize({ width: 900, height: 800 })
  await row.getByText(`ada.${orderId}@example.com`).waitFor()
  await visitor.inspect('payments-tablet')
})

consoleTest('a list is saved as CSV, as it is filtered', async scene => {
  const orderId = `csv-${scene.name}`
  await captured(scene, orderId)
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/payments?orderId=${orderId}`)
  await page.getByRole('link', { name: orderId, exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`payments-${consoleMerchant}.csv`)
  await page.getByText('One entry was exported.').waitFor()
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(orderId)
})

consoleTest('filters live in the address, and are kept under a name', async scene => {
  const orderId = `filter-${scene.name}`
  await captured(scene, orderId)
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/payments`)
  await page.getByLabel('Status').selectOption('PARTIALLY_CAPTURED')
  await page.waitForURL(address => address.search === '?status=PARTIALLY_CAPTURED')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Save this filter' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Half captured')
  await page.keyboard.press('Enter')
  await page.getByText('is saved.').waitFor()
  await page.getByRole('button', { name: /^Remove the filter/ }).click()
  await page.waitForURL(address => address.search === '')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('link', { name: 'Half captured' }).click()
  await page.waitForURL(address => address.search === '?status=PARTIALLY_CAPTURED')
  await page.getByRole('link', { name: orderId, exact: true }).waitFor()
})

consoleTest('an operator enters a chargeback and takes it back, and the bar shows it', async scene => {
  const orderId = `dispute-${scene.name}`
  await captured(scene, orderId)
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/order/${orderId}`)
  await page.getByRole('button', { name: 'Enter chargeback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter chargeback' })
  const amount = dialog.getByLabel('Amount')
  await amount.fill('7.00')
  visitor.monitor.expect(/status of 400/)
  await page.keyboard.press('Enter')
  await dialog.getByText(/At most 6.00 USD/).waitFor()
  await visitor.inspect('chargeback')
  await amount.fill('1.50')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: /Charged back .*1\.50/ }).waitFor()

  await page.getByRole('button', { name: 'Enter chargeback' }).click()
  await dialog.getByLabel('What it is about').selectOption({ index: 2 })
  await amount.fill('1.50')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: /Charged back/ }).waitFor({ state: 'detached' })
})

consoleTest('a notification that was not heard is sent again from the timeline', async scene => {
  const orderId = `resend-${scene.name}`
  const order = { amount: '10.00', currency: 'USD', notificationUrl: 'http://127.0.0.1:9/hook' }
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({ order }))
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/order/${orderId}`)
  await page.getByText(/Notification .*1.*, attempt .*1/).waitFor()
  await page.getByRole('button', { name: /^Send again/ }).click()
  await page
    .getByRole('status')
    .getByText(/Notification .*1.* is sent again/)
    .waitFor()
})

consoleTest('an undecided payment is followed until it is settled', async scene => {
  const orderId = `pending-${scene.name}`
  const card = { expiry: '08/39', securityCode: '100' }
  const visitor = await scene.visitor()
  const { page } = visitor
  await visitor.open(`${consoleMerchant}/payments`)
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({}, card))
  await visitor.open(`${consoleMerchant}/order/${orderId}`)
  // It may be settled before the page is there; the timeline has both in any case.
  await page.getByText(/Settled afterwards: .*Success/).waitFor()
  await page.getByText(/Answered: .*Pending/).waitFor()
  await page.getByRole('region', { name: 'Why it is not decided' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Capture' }).waitFor()
})

for (const looks of bothLooks)
  consoleTest(`a payer is erased from an order (${looks.size}, ${looks.scheme})`, async scene => {
    const orderId = `erased-${scene.name}`
    await captured(scene, orderId)
    const visitor = await scene.visitor(looks)
    const { page } = visitor
    await visitor.open(`${consoleMerchant}/order/${orderId}`)
    await page.getByText(`ada.${orderId}@example.com`).first().waitFor()
    await page.getByRole('link', { name: 'Erase payer data' }).click()
    await page.getByRole('heading', { name: 'One order has personal data of this payer.' }).waitFor()
    await page.getByRole('textbox', { name: 'Order' }).waitFor()
    await page.getByText('E-mail address', { exact: true }).click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(`Ada.${orderId}@example.com`)
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByText('Can be erased').waitFor()
    await visitor.inspect('payers')
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase this payer?' })
    await dialog.waitFor()
    await visitor.inspect('payers-confirm')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await page.getByText('Personal data was erased in one order.').first().waitFor()
    await visitor.inspect('payers-erased')
    await visitor.open(`${consoleMerchant}/order/${orderId}`)
    await page.getByText(/erased by .*sandbox@localhost/).waitFor()
    expect(await page.getByText(`ada.${orderId}@example.com`).count()).toBe(0)
    await visitor.inspect('order-erased')
  })

consoleTest('nobody is erased but the payer who is on the screen', async scene => {
  const [seen, typed] = [`seen-${scene.name}`, `typed-${scene.name}`]
  await captured(scene, seen)
  const { page, open } = await scene.visitor()
  await open(`${consoleMerchant}/payers`)
  const address = page.getByRole('textbox', { name: 'E-mail address' })
  const look = page.getByRole('button', { name: 'Show what would change' })
  const erase = page.getByRole('button', { name: 'Erase', exact: true })
  await address.fill(`ada.${seen}@example.com`)
  await look.click()
  await erase.waitFor()
  const summary = page.getByRole('region', { name: /has personal data/ })
  await summary.getByText(`ada.${seen}@example.com`).waitFor()
  await erase.click()
  const dialog = page.getByRole('dialog', { name: 'Erase this payer?' })
  await dialog.getByText(`ada.${seen}@example.com`).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await address.fill(`ada.${typed}@example.com`)
  expect(await erase.count()).toBe(0)
  expect(await page.getByText(seen).count()).toBe(0)
  await address.fill(`ada.${seen}@example.com`)
  await look.click()
  await erase.waitFor()
  await page.getByText('Order', { exact: true }).first().click()
  expect(await erase.count()).toBe(0)
})
