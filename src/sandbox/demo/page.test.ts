import { expect, test } from 'vitest'
import type { RouteCall } from '../../http/api/routes.ts'
import { flows, flowTexts } from './flows.ts'
import { demoRoutes } from './routes.ts'

const options: Parameters<typeof demoRoutes>[0] = {
  call: async () => ({ status: 500, body: {} }),
  merchantId: 'TESTMERCHANT',
  origin: () => 'http://127.0.0.1:8080',
  clock: { monotonicMs: () => 0 },
}
const routes = demoRoutes(options)

const shown = (path: string, call: Partial<RouteCall>) =>
  shownBy(
    routes.find(one => one.path === path),
    call,
  )

async function shownBy(route: (typeof routes)[number] | undefined, call: Partial<RouteCall>) {
  const reply = await route?.handler({
    merchant: undefined,
    version: 0,
    params: {},
    query: {},
    body: undefined,
    source: '127.0.0.1',
    correlationId: undefined,
    requestId: 'request',
    acceptsGzip: false,
    ...call,
  })
  if (reply === undefined || !('body' in reply)) throw new Error('no page')
  return { text: String(reply.body), policy: reply.headers?.['Content-Security-Policy'] ?? '' }
}

test('every way to pay has a page with its steps, and a policy without any inline permission', async () => {
  for (const flow of flows) {
    const { text, policy } = await shown('/demo', { query: { flow } })
    expect(text).toContain(`<h1>${flowTexts[flow].name}</h1>`)
    for (const { id } of flowTexts[flow].steps) expect(text).toContain(`data-step="${id}"`)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const markup = text.replace(/<script>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, '')
    expect(/ style=| on\w+=/.exec(markup)?.[0]).toBeUndefined()
  }
})

test('the pages of issuers elsewhere may be shown where there are such', async () => {
  const [route] = demoRoutes({ ...options, areIssuersElsewhere: true })
  const { policy } = await shownBy(route, { query: { flow: 'fields' } })
  for (const directive of ['frame-src', 'form-action'])
    expect(policy).toContain(`${directive} 'self' https: http://localhost:* http://127.0.0.1:*`)
  expect(policy).not.toContain('unsafe')
})

test('without a way to pay, or with an unknown one, the page introduces them', async () => {
  for (const query of [{}, { flow: '"><script>' }, { flow: 'constructor' }]) {
    expect((await shown('/demo', { query })).text).toContain('Four ways.')
  }
})

test('the page after a challenge repeats the hints, hides what is sealed, and escapes both', async () => {
  const body = {
    'order.id': '"><script>alert(1)</script>',
    'encryptedData.tag': 'c2VjcmV0',
    other: 'x'.repeat(99),
  }
  const { text, policy } = await shown('/demo/return', { body })
  expect(text).not.toMatch(/<script>alert|c2VjcmV0|xxxx/)
  expect(text).toContain('encryptedData.tag')
  expect(policy).toContain("frame-ancestors 'self'")
})
