import { expect, test } from 'vitest'
import { versions } from '../contract/kit/versions.ts'
import type { Asset } from '../pages/assets.ts'
import { homePage } from './homePage.ts'

const style: Asset = { name: 'home', text: '', gzip: Buffer.alloc(0), hash: 'sha256-x', integrity: '' }
const view = { merchantId: 'SHOP', origin: 'https://127.0.0.1:8443', password: '0'.repeat(32) }
const markupOf = (more: object = {}) => homePage({ ...view, ...more }, style).markup

test('the first page leads to console, shop, reference, controls and the document for tools', () => {
  const markup = markupOf()
  for (const address of [
    '/console',
    '/demo',
    '/docs',
    '/docs/sandbox',
    `/api/rest/version/${versions.last}/openapi.json`,
  ])
    expect(markup).toContain(`href="${address}"`)
})

test('where the acquirer is a link, the page says so and offers neither its answers nor its books', () => {
  expect(markupOf()).toContain('What acquirer and issuer do next, the clock, the books')
  const markup = markupOf({ isLinked: true })
  expect(markup).toContain('a link to an acquirer host')
  expect(markup).not.toMatch(/simulated acquirer|What the acquirer/)
})

test('the line to paste is for this gateway, and another order each time', () => {
  const at = `https://127.0.0.1:8443/api/rest/version/${versions.last}/merchant/SHOP/order/`
  const line = new RegExp(`-X PUT ${at.replaceAll('.', '\\.')}(order-\\w{8})/`)
  const [one, other] = [line.exec(markupOf())?.[1], line.exec(markupOf())?.[1]]
  expect(one).toBeDefined()
  expect(one).not.toBe(other)
  expect(markupOf({ certificatePath: '/data/own.pem' })).toContain('--cacert &#39;/data/own.pem&#39;')
})

test('commands to paste are for this gateway, too', () => {
  const here = '--gateway https://127.0.0.1:8443 --cacert &#39;/data/own.pem&#39;'
  const markup = markupOf({ certificatePath: '/data/own.pem' })
  for (const command of ['listen --print', 'console'])
    expect(markup).toContain(`npx tollgate ${command} ${here}<`)
  expect(markupOf({ origin: 'http://127.0.0.1:8080' })).toContain('npx tollgate listen --print<')
})

test('a password of the operator’s own choice is not told', () => {
  expect(markupOf()).not.toContain('TOLLGATE_SANDBOX_PASSWORD')
  const markup = markupOf({ password: '$TOLLGATE_SANDBOX_PASSWORD' })
  expect(markup).toContain('-u merchant.SHOP:$TOLLGATE_SANDBOX_PASSWORD')
  expect(markup).toContain('export TOLLGATE_SANDBOX_PASSWORD')
})
