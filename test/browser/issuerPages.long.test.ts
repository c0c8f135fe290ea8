import { createServer } from 'node:http'
import { chromium } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { readUpTo } from '../../src/platform/files.ts'
import {
  challengeRequest,
  decodedMessage,
  encodedMessage,
  openTestGateway,
} from '../support/directoryServer/testGateway.ts'

const frame = [
  'sandbox="allow-forms allow-scripts allow-same-origin allow-pointer-lock"',
  'allow="payment *; publickey-credentials-get *"',
].join(' ')

/** A page of another site than the issuer's, with a frame that its form posts into. */
const framed = (action: string, name: string, value: string) => `<!doctype html><title>Shop</title>
<iframe name="issuer" ${frame}></iframe>
<form method="post" action="${action}" target="issuer">
<input type="hidden" name="${name}" value="${value}"><button id="go">Go</button>
</form>`

/** A shop that shows one page, and where issuers send browsers back to. */
async function openShop() {
  const returned: URLSearchParams[] = []
  let shown = ''
  const server = createServer(async (request, response) => {
    const body = String(await readUpTo(request, 100_000))
    if (request.method === 'POST') returned.push(new URLSearchParams(body))
    const markup = request.method === 'POST' ? '<p id="back">Back</p>' : shown
    response.writeHead(200, { 'content-type': 'text/html' }).end(markup)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const show = (markup: string) => {
    shown = markup
    return `${origin}/shop`
  }
  return { origin, returned, show, close: () => server.close() }
}

/** Without cookies of third parties; nothing on these pages needs any. */
async function openBrowser(javaScriptEnabled: boolean) {
  const found = inject('chromium')
  if ('failure' in found) throw new Error(found.failure)
  const { path: executablePath, environment } = found.chromium
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--test-third-party-cookie-phaseout']
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...environment }, args })
  const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled })
  return { page: await context.newPage(), context, close: () => browser.close() }
}

for (const hasScripts of [true, false])
  test(`a challenge in a frame of another site, scripts ${hasScripts ? 'on' : 'off'}`, async () => {
    const [gateway, shop, browser] = [
      await openTestGateway(),
      await openShop(),
      await openBrowser(hasScripts),
    ]
    try {
      const notificationURL = `${shop.origin}/back`
      const { json } = await gateway.authenticate('2223000000000007', { notificationURL })
      const { page } = browser
      const address = shop.show(framed(String(json.acsURL), 'creq', challengeRequest(json)))
      // The second time is a reload: the same request again.
      for (let times = 1; times <= 2; times++) {
        await page.goto(address)
        await page.locator('#go').click()
        await page.frameLocator('iframe').locator('#challenge').waitFor()
      }
      const issuer = page.frameLocator('iframe')
      await issuer.locator('#code').fill('000000')
      await issuer.locator('#answer').click()
      await issuer.locator('#wrong').waitFor()
      await issuer.locator('#code').fill('123456')
      await issuer.locator('#answer').click()
      if (!hasScripts) await issuer.locator('#continue').click()
      await issuer.locator('#back').waitFor()
      expect(decodedMessage(shop.returned[0]?.get('cres') ?? undefined)).toMatchObject({
        ...{ messageType: 'CRes', transStatus: 'Y', acsTransID: json.acsTransID },
      })
      expect(gateway.results).toMatchObject([{ transStatus: 'Y', interactionCounter: '02' }])
      expect(await browser.context.cookies()).toEqual([])
    } finally {
      await browser.close()
      shop.close()
      await gateway.close()
    }
  })

test('the method of an issuer in a frame of another site posts back by itself', async () => {
  const [gateway, shop, browser] = [await openTestGateway(), await openShop(), await openBrowser(true)]
  try {
    const threeDSServerTransID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
    const data = { threeDSServerTransID, threeDSMethodNotificationURL: `${shop.origin}/method` }
    const url = `${gateway.server.issuer.origin}/scheme-a/method`
    await browser.page.goto(shop.show(framed(url, 'threeDSMethodData', encodedMessage(data))))
    await browser.page.locator('#go').click()
    await browser.page.frameLocator('iframe').locator('#back').waitFor()
    const posted = shop.returned[0]?.get('threeDSMethodData') ?? undefined
    expect(decodedMessage(posted)).toEqual({ threeDSServerTransID })
  } finally {
    await browser.close()
    shop.close()
    await gateway.close()
  }
})
