import { expect } from 'vitest'
import { browserTest } from './browser.ts'
import { createCheckout, pageText } from './checkout.ts'

browserTest(
  'a payer at an address that cannot take payments is told so before typing a card',
  async scene => {
    const checkout = await createCheckout(scene)
    const node = await scene.gateway.neighbour({ patienceMs: 3_000, publicUrl: 'https://pay.example' })
    try {
      const { page, monitor } = await scene.payer()
      monitor.expect(new RegExp(`foreign host: ${node.origin}/`))
      monitor.expect(/console: .*403/)
      await page.goto(`${node.origin}/checkout/pay/${checkout.sessionId}`)
      const told = pageText('elsewhere').replace('{merchant}', 'Harbour Books')
      await page.getByText(told).first().waitFor()
      await page.locator('#pay:disabled').waitFor()
      expect(await page.getByText(pageText('connectionLost')).count()).toBe(0)
      expect(monitor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
      expect(node.lines.join('')).toContain(`reached this gateway at ${node.origin}, and TOLLGATE_PUBLIC_URL`)
    } finally {
      await node.stop()
    }
  },
)

browserTest('under another name of the same machine nothing is said, and the form is there', async scene => {
  const { address } = await createCheckout(scene)
  const { page, monitor } = await scene.payer()
  const other = address.replace('127.0.0.1', 'localhost')
  monitor.expect(/foreign host: http:\/\/localhost/)
  await page.goto(other)
  await page.locator('#pay:enabled').waitFor()
  await expect.poll(() => monitor.requests.filter(({ method }) => method === 'POST').length).toBe(1)
  await page.locator('#pay:enabled').waitFor()
  expect(await page.getByText(pageText('elsewhere').slice(0, 30)).count()).toBe(0)
})
