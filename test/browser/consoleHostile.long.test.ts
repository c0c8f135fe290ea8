import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { signInAs } from '../support/console/consoleLogin.ts'
import { type ConsoleScene, consoleMerchant, consoleTest } from './console.ts'
import { answerHostile, hostilePlaces, hostilePlacesOf } from './hostileAnswers.ts'

/** How markup, addresses and templates are known to be executed, and what turns lines around. */
const markup = `"><img src=x onerror=alert(1)><script>alert(2)</script>`
const template = ["{{constructor.constructor('alert(3)')()}}$", '{alert(4)}'].join('')
const address = 'javascript:alert(5)//'
const turned = 'paid \u202e00.01 DSU\u2066'
const hostile = (length: number) => `${markup} ${address} ${template} ${turned}`.slice(0, length)

/** An order with such a text wherever a merchant may write one, and everything else that people may name. */
async function fill(scene: ConsoleScene, orderId: string): Promise<void> {
  const path = `order/${encodeURIComponent(orderId)}/transaction`
  const text = hostile(100)
  const address1 = { street: text, city: text, stateProvince: '<b>' }
  const request = authorization({
    order: { amount: '10.00', currency: 'USD', reference: turned, description: hostile(127) },
    transaction: { reference: markup.slice(0, 40) },
    customer: { firstName: '<script>alert(6)</script>', lastName: turned, email: "o'neil&co@example.com" },
    billing: { address: address1 },
    device: { browser: markup, ipAddress: '198.51.100.7' },
  })
  const paid = await scene.gateway.call('PUT', `${path}/1`, request)
  if (paid.status >= 300) throw new Error(JSON.stringify(paid.body))
  const refused = { apiOperation: 'CAPTURE', transaction: { amount: markup, currency: 'USD' } }
  await scene.gateway.call('PUT', `${path}/2`, refused)
}

const pages = (order: string) => [
  ...['today', 'payments', `order/${order}`, 'reviews', 'risk', 'risk-lists', 'requests', 'notifications'],
  ...['developers', 'users', 'audit', 'sandbox'],
]

/** Whether any of it ran: an alert, another address, an element that only such a text could have made. */
async function expectHarmless(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
  })
  const found = await page.evaluate(() => ({
    images: document.querySelectorAll('img[src="x"], [onerror], script:not([src])').length,
    links: [...document.querySelectorAll('a[href], form[action], iframe[src]')].filter(element =>
      /^\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? ''),
    ).length,
    turned: /[\u202a-\u202e\u200b]/.test(document.body.innerText),
    isTooWide: document.documentElement.scrollWidth > window.innerWidth,
    path: location.pathname,
  }))
  expect(found, path).toMatchObject({ images: 0, links: 0, turned: false, isTooWide: false })
  expect(decodeURIComponent(found.path)).toContain(decodeURIComponent(path.split('?')[0] ?? ''))
}

consoleTest(
  'whatever merchants, payers and colleagues write is shown as text, and nothing else',
  async scene => {
    const orderId = `'"><img src=x onerror=alert(7)>`
    await fill(scene, orderId)
    const visitor = await scene.visitor()
    const { page } = visitor
    const dialogs: string[] = []
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const ask = (name: string, input: object) =>
      page.evaluate(
        async ([call, body]) => {
          const headers = { 'Content-Type': 'application/json' }
          const answer = await fetch(`/console/api/${call}`, { method: 'POST', headers, body: body ?? '' })
          return answer.ok ? 'done' : await answer.text()
        },
        [name, JSON.stringify({ merchantId: consoleMerchant, ...input })],
      )
    const name = hostile(60).replaceAll(/[\u202e\u2066]/g, '')
    expect(await ask('saveFilter', { name, query: `reference=${encodeURIComponent(markup)}` })).toBe('done')
    expect(await ask('rename', { merchantId: undefined, name: markup })).toBe('done')
    const rule = { id: 'hostile', name: markup, stage: 'BEFORE', recommendation: 'REVIEW' }
    const when = { amount: [{ currency: 'CHF', above: '999999.00' }] }
    expect(await ask('saveRule', { rule: { ...rule, when } })).toBe('done')
    const listed = { list: 'SUSPECT', kind: 'NAME', value: '<img src=x onerror=alert(9)>', note: markup }
    expect(await ask('addToRiskList', listed)).toBe('done')
    const address = `https://shop.example/"><img/src=x/onerror=alert(10)>`
    expect(await ask('changeNotifications', { isOn: true, address })).toBe('done')
    await signInAs(scene.gateway.database, { role: 'DEVELOPER', email: `"onerror=alert(8)@shop.example` })
    for (const place of pages(encodeURIComponent(orderId))) {
      await visitor.open(`${consoleMerchant}/${place}`)
      await expectHarmless(page, place)
    }
    await visitor.open(`${consoleMerchant}/order/${encodeURIComponent(orderId)}`)
    await page.getByText('paid [U+202E]00.01 DSU[U+2066]').first().waitFor()
    expect(await page.locator('h1').first().textContent()).toContain(orderId)
    expect(dialogs).toEqual([])
  },
)

consoleTest('nor does what hosts, nodes, files and callers write break out of a page', async scene => {
  const { page, open } = await scene.visitor({ size: 'phone' })
  page.on('dialog', dialog => {
    throw new Error(dialog.message())
  })
  await answerHostile(page)
  for (const place of [...hostilePlaces, ...hostilePlacesOf(consoleMerchant), 'account']) {
    await open(place)
    await page.getByText('onerror=alert(1)').first().waitFor()
    await expectHarmless(page, place)
  }
})
