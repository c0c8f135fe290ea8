import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { bothLooks, type ConsoleScene, consoleMerchant, consoleTest } from './console.ts'

async function pay(scene: ConsoleScene, name: string, amount: string, expiry: string): Promise<void> {
  const request = authorization({ order: { amount, currency: 'USD' } }, { expiry, securityCode: '100' })
  await scene.gateway.call('PUT', `order/${name}-${scene.name}/transaction/1`, {
    ...{ ...request, apiOperation: 'PAY' },
  })
}

for (const looks of bothLooks)
  consoleTest(`figures of the day are accessible (${looks.size}, ${looks.scheme})`, async scene => {
    await pay(scene, 'paid', '41.50', '01/39')
    await pay(scene, 'declined', '10.00', '05/39')
    const visitor = await scene.visitor(looks)
    const { page } = visitor
    await visitor.open(`${consoleMerchant}/today`)
    await page.getByRole('region', { name: 'Declines by reason' }).getByRole('link').first().waitFor()
    await visitor.inspect('today')
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await visitor.inspect('today-table')
    await visitor.open('gateway/today?range=30d&view=volume')
    await page.getByRole('img', { name: /Over time: Volume/ }).waitFor()
    await visitor.inspect('today-all')
  })

consoleTest('what is paid is counted, and a reason leads to its payments', async scene => {
  const { page, open } = await scene.visitor()
  await open(`${consoleMerchant}/today`)
  const payments = page.getByRole('region', { name: 'Payments', exact: true }).locator('.figure')
  await payments.waitFor()
  const before = Number(await payments.innerText())
  await pay(scene, 'paid', '12.00', '01/39')
  await pay(scene, 'declined', '10.00', '05/39')
  await expect.poll(() => payments.innerText(), { timeout: 30_000 }).toBe(String(before + 2))
  await page.getByRole('link', { name: 'Declined', exact: true }).click()
  await page.waitForURL(/\/payments\?gatewayCode=DECLINED$/)
  await page.getByRole('link', { name: `declined-${scene.name}` }).waitFor()
})

consoleTest('no column is out of sight, however wide the window', async scene => {
  await pay(scene, 'wide', '1234567.89', '01/39')
  const { page, open, inspect } = await scene.visitor({ locale: 'de' })
  await open(`${consoleMerchant}/today`)
  const brands = page.getByRole('region', { name: 'Nach Marke' }).locator('section')
  await expect.poll(() => brands.getByRole('row').count(), { timeout: 30_000 }).toBeGreaterThan(1)
  for (const width of [1280, 1200, 1000, 900, 768, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const hidden = () => brands.evaluate(shown => shown.scrollWidth - shown.clientWidth)
    await expect.poll(hidden, { message: `at ${width}` }).toBeLessThanOrEqual(0)
  }
  // Its rows are no rows by their layout any more.
  const cells = brands.locator(
    '[role=table] > [role=rowgroup] > [role=row]:has([role=rowheader]) > [role=cell]',
  )
  expect((await cells.count()) % 3).toBe(0)
  expect(await cells.count()).toBeGreaterThan(0)
  await inspect('today-narrow')
})

consoleTest('the range is in the address, and the way back leads back', async scene => {
  const { page, open } = await scene.visitor()
  await open(`${consoleMerchant}/today`)
  await page.getByText('30 days').click()
  await page.waitForURL(/\?range=30d$/)
  await page.goBack()
  await page.waitForURL(/\/today$/)
})

consoleTest('brands are seen beside each other, or one alone, and as a file', async scene => {
  await pay(scene, 'paid', '12.00', '01/39')
  const { page, open, inspect } = await scene.visitor()
  await open(`${consoleMerchant}/today`)
  const brand = page.getByRole('combobox', { name: 'Brand' })
  await expect.poll(() => brand.locator('option').allTextContents(), { timeout: 30_000 }).toHaveLength(3)
  await brand.selectOption({ index: 1 })
  await page.waitForURL(/\?by=brand$/)
  await page.getByRole('img', { name: 'Over time: Payments, Brands side by side' }).waitFor()
  await inspect('today-brands')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe(`figures-${consoleMerchant}.csv`)
  await brand.selectOption({ index: 2 })
  await page.waitForURL(/\?brand=NETWORK_B$/)
  await page.getByRole('img', { name: /^Over time: Payments, Network/ }).waitFor()
})

consoleTest('days are those of the figures, wherever one reads them', async scene => {
  const { page, open } = await scene.visitor({ timeZone: 'America/Los_Angeles' })
  const answered = page.waitForResponse(/\/figures$/)
  await open(`${consoleMerchant}/today?range=30d`)
  const { times } = await (await answered).json()
  const form = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  const last = new Intl.DateTimeFormat('en', form).format(new Date(times.at(-1)))
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const table = page.getByRole('table')
  expect(await table.getByRole('cell').first().innerText()).toBe(last)
  await table.getByRole('columnheader', { name: 'Time (UTC)', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Show as a picture' }).click()
  const picture = page.getByRole('img', { name: /Over time/ })
  const pointAtLast = async () => {
    const plot = picture.locator('.u-over')
    const { width = 0 } = (await plot.boundingBox()) ?? {}
    await plot.hover({ position: { x: width - 2, y: 20 } })
    return picture.innerText()
  }
  await expect.poll(pointAtLast, { timeout: 10_000 }).toMatch(`Time (UTC)`)
  expect(await pointAtLast()).toContain(last)
})
