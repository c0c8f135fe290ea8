import { afterAll, expect, test } from 'vitest'
import { openTestListener } from '../../../test/support/http/testClient.ts'
import type { BrowserRedirect } from '../../operations/interactions/interactions.ts'
import { providerRoutes } from './routes.ts'

const shop = 'https://shop.example/thanks?order=1'
const answers: Readonly<Record<string, BrowserRedirect>> = {
  going: { state: 'sent', address: shop },
  over: { state: 'over', address: shop },
  overAndAlone: { state: 'over' },
  overInSpanish: { state: 'over', address: shop, language: 'es-MX' },
}
const answer = async (token: string): Promise<BrowserRedirect> => answers[token] ?? { state: 'unknown' }
const { listener, port } = await openTestListener({
  routes: providerRoutes({ interactions: { redirected: answer, returned: answer }, isTest: false }),
})
afterAll(() => listener.close())

const go = (path: string, options: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}/pay/${path}`, { redirect: 'manual', ...options })
const form = { method: 'POST', body: new URLSearchParams({ said: 'something' }) }

test('to the provider: on its way, over, unknown', async () => {
  const sent = await go('redirect/going')
  expect([sent.status, sent.headers.get('location')]).toEqual([303, shop])
  expect(sent.headers.get('referrer-policy')).toBe('no-referrer')
  const over = await go('redirect/over')
  expect(over.status).toBe(410)
  expect(await over.text()).toContain(`href="${shop}"`)
  const alone = await go('redirect/overAndAlone')
  expect(await alone.text()).not.toContain('href')
  const unknown = await go(`redirect/${'x'.repeat(43)}`)
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

test.each([
  ['GET', {}],
  ['POST', form],
])(
  'back to the shop by %s: sent on, however often; without an address a page says so',
  async (_, options) => {
    for (const token of ['going', 'over', 'going']) {
      const sent = await go(`return/${token}`, options)
      expect([sent.status, sent.headers.get('location')]).toEqual([303, shop])
    }
    const alone = await go('return/overAndAlone', options)
    expect([alone.status, await alone.text()]).toEqual([200, expect.stringContaining('data-notice="done"')])
    expect((await go('return/lost', options)).status).toBe(404)
  },
)

test('in the language that the merchant chose, otherwise in that of the browser', async () => {
  const headers = { 'Accept-Language': 'fr-CA,en;q=0.5' }
  expect(await (await go('redirect/overInSpanish', { headers })).text()).toContain('Volver a la tienda')
  expect(await (await go('redirect/over', { headers })).text()).toContain('<html lang="fr" dir="ltr">')
  expect(await (await go('redirect/lost', { headers })).text()).toContain('<html lang="fr" dir="ltr">')
})
