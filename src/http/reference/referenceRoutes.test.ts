import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTestListener } from '../../../test/support/http/testClient.ts'
import { catalogue } from '../../contract/catalogue.ts'
import { openApi } from '../../contract/document/openapi.ts'
import { operation } from '../../contract/kit/operation.ts'
import { text } from '../../contract/kit/scalars.ts'
import { versions } from '../../contract/kit/versions.ts'
import { required } from '../../contract/kit/vocabulary.ts'
import { createDocuments } from './documents.ts'
import { createReferencePages, referenceRoutes } from './referenceRoutes.ts'

const password = '0123456789abcdef0123456789abcdef'
const serve = createReferencePages({ sandbox: true })
const newest = createDocuments(catalogue, { sandbox: true }).page(versions.last)
const wanted = { kind: 'page', version: versions.last } as const

test('/docs/reference is the newest version, every version has its page and its OpenAPI document', () => {
  const places = referenceRoutes({ sandbox: true }).map(({ path, under = 'api' }) => `${under} ${path}`)
  expect(places).toEqual([
    ...['root /docs', 'root /docs/{place}', 'root /docs/{place}/{name}'],
    ...['root /docs/diff', 'root /docs/diff/{from}/{to}'],
    ...['root /docs/reference/{name}', 'root /docs/reference/groups/{name}'],
    ...['root /docs/reference', 'root /docs/version/{version}', 'api /openapi.json'],
    'root /docs/version/{version}/openapi.json',
    'root /docs/version/{version}/postman_collection.json',
  ])
  expect(newest).toContain(`version ${versions.last}`)
})

test('the compressed page is the page, made once', async () => {
  const [page, again, plain] = [
    await serve(wanted, true),
    await serve(wanted, true),
    await serve(wanted, false),
  ]
  expect(page.headers?.['Content-Encoding']).toBe('gzip')
  expect(again.body).toBe(page.body)
  expect(plain.headers?.['Content-Encoding']).toBeUndefined()
  expect(String(plain.body)).toBe(newest)
  expect(Buffer.isBuffer(page.body) && gunzipSync(page.body).toString('utf8')).toBe(newest)
  expect(Buffer.isBuffer(page.body) && page.body.length).toBeLessThan(150_000)
})

test('more documents than can be made soon are refused, those that are there are not', async () => {
  const begun: (() => void)[] = []
  const press = () => new Promise<Buffer>(resolve => begun.push(() => resolve(Buffer.alloc(0))))
  const pages = createReferencePages({ sandbox: true }, press)
  const span = (to: number) => pages({ kind: 'difference', name: `diff/1/${to}` }, true)
  const first = span(0)
  begun[0]?.()
  await first
  const asked = Array.from({ length: 40 }, (_, to) => span(to + 1))
  expect(begun.length).toBe(1 + 32)
  expect(await span(41)).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
  expect((await span(0)).status).toBe(200)
  for (const end of begun) end()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses).toEqual([...Array(32).fill(200), ...Array(8).fill(503)])
  const again = span(41)
  begun.at(-1)?.()
  expect((await again).status).toBe(200)
})

test('the policy admits the page its own style and script and nothing else', async () => {
  const policy = (await serve(wanted, true)).headers?.['Content-Security-Policy'] ?? ''
  for (const tag of ['style', 'script']) {
    const [, content = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(newest) ?? []
    expect(content.length).toBeGreaterThan(100)
    expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(newest).not.toMatch(/ style="| on[a-z]+="|<(?:img|link|script)[^>]+(?:src|href)="(?!data:)/)
})

test('every link within the page leads somewhere, and every id is there once', () => {
  const ids = [...newest.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target] of newest.matchAll(/(?:href="#|data-group="|aria-labelledby=")([^"]+)"/g))
    expect(ids).toContain(target)
})

test('every operation has a section, a place in the navigation and an example', () => {
  for (const { name, title } of catalogue) {
    const id = name.toLowerCase().replaceAll('_', '-')
    expect(newest).toContain(`<section class="operation" id="${id}"`)
    expect(newest).toContain(`<li><a href="#${id}">`)
    expect(newest).toContain(`aria-label="Example of ${title}"`)
  }
})

test('tables name their columns and rows, and the page has its landmarks', () => {
  expect(newest).not.toMatch(/<th>|<th class/)
  for (const landmark of [
    '<main id="main"',
    '<nav id="navigation" aria-label=',
    '<header class="top">',
    'class="skip"',
  ])
    expect(newest).toContain(landmark)
  expect(newest.match(/<h1/g)).toHaveLength(1)
  expect(newest).toContain('<html lang="en">')
})

test('the published password and the test cards are for sandboxes only', () => {
  expect(newest).toContain(password)
  expect(newest).toContain('id="sandbox"')
  const documents = createDocuments(catalogue, { sandbox: false })
  const page = documents.page(versions.last)
  expect(page).not.toContain(password)
  expect(documents.postman(versions.last)).not.toContain(password)
  expect(page).not.toContain('id="sandbox"')
  expect(page).not.toContain('href="#sandbox"')
  expect(page).toContain('&lt;API_PASSWORD&gt;')
})

test('examples and the collection call the gateway they come from', () => {
  const documents = createDocuments(catalogue, { sandbox: true, address: 'http://127.0.0.1:18700' })
  for (const document of [documents.page(versions.last), documents.postman(versions.last)]) {
    expect(document).toContain('http://127.0.0.1:18700')
    expect(document).not.toContain('127.0.0.1:8080')
  }
})

test('what a contract says is text, never markup', () => {
  const hostile = operation({
    name: 'HOSTILE',
    title: '<b>Hostile</b>',
    method: 'PUT',
    path: '/x',
    versions: [1],
    doc: '<script>alert("1")</script>',
    request: { '<i>': required(text(1, 2), "It's & <u>") },
    response: {},
  })
  const page = createDocuments([hostile], { sandbox: true }).page(versions.last)
  expect(page).not.toContain('<script>alert')
  expect(page).not.toContain('<b>Hostile')
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)')
  expect(page).toContain('It&#39;s &amp; &lt;u&gt;')
})

test('operations this release does not carry out are marked, the others are not', () => {
  const available = ['AUTHORIZE']
  const page = createDocuments(catalogue, { sandbox: true, available }).page(versions.last)
  expect(page).toContain('<li><a href="#authorize">')
  expect(page).toContain('<li><a href="#pay" class="later" title="Not in this release">')
  expect(page.match(/Not in this release: requests are judged/g)).toHaveLength(catalogue.length - 1)
  expect(newest).not.toContain('Not in this release')
})

test('rendering is a function of the contract', () => {
  expect(createDocuments(catalogue, { sandbox: true }).page(versions.last)).toBe(newest)
})

test('the OpenAPI document of each version stands beside its page', async () => {
  const document = await serve({ kind: 'openApi', version: 55 }, false)
  expect(document.headers?.['Content-Type']).toBe('application/json;charset=utf-8')
  expect(JSON.parse(String(document.body))).toEqual(JSON.parse(JSON.stringify(openApi(catalogue, 55))))
  expect(newest).toContain(`href="/api/rest/version/${versions.last}/openapi.json"`)
  expect(newest).toContain(`href="/docs/version/${versions.last}/postman_collection.json"`)
})

test('an address that nothing lies under is answered by the docs, not by a page for payers', async () => {
  const { listener, port } = await openTestListener({ routes: referenceRoutes({ sandbox: true }) })
  try {
    for (const path of ['/docs/nothing-here', '/docs/guides/nothing-here', '/docs/nothing-here.md']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toMatch(/<h1>There is no such page<\/h1>[\s\S]*href="\/docs\/reference"/)
    }
  } finally {
    await listener.close()
  }
})
