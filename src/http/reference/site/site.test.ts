import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { catalogue } from '../../../contract/catalogue.ts'
import { createDocuments } from '../documents.ts'
import { sitePolicy } from './assets.ts'
import { renderMarkdown } from './markdown.ts'
import { createSite } from './site.ts'
import { wantedBy } from './siteRoutes.ts'
import { findSiteFiles } from './sources.ts'

const files = findSiteFiles()
const site = createSite({ sandbox: true })
const pages = new Map(['', ...files.pages].map(name => [name, site.guide(name)]))

const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

test('every page has its landmarks, one title, and each id once', () => {
  expect(pages.size).toBeGreaterThan(80)
  for (const [name, page] of pages) {
    expect([name, page.match(/<h1/g)?.length]).toEqual([name, 1])
    const ids = idsOf(page)
    expect([name, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([name, []])
    for (const part of [
      '<main id="main"',
      '<nav id="navigation" aria-label="Docs"',
      'class="skip"',
      '<html lang="en">',
    ])
      expect(page).toContain(part)
  }
})

test('every link of every page leads to a page, a place on it, or a file that is served', () => {
  const reference = createDocuments(catalogue, { sandbox: true }).page(100)
  const ids = new Map([...pages].map(([name, page]) => [name, new Set(idsOf(page))]))
  const referenceIds = new Set(idsOf(reference))
  const lost: string[] = []
  for (const [name, page] of pages)
    for (const [, href = ''] of page.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^(?:https?:|data:|\/api\/)/.test(href)) continue
      const [path = '', anchor] = href.split('#')
      const target = path === '' ? name : path.replace(/^\/docs\/?/, '')
      const isThere = target === 'reference' || wantedBy(target, files) !== undefined
      const places = target === 'reference' ? referenceIds : ids.get(target)
      if (!isThere || (anchor !== undefined && places?.has(anchor) !== true)) lost.push(`${name}: ${href}`)
    }
  expect(lost).toEqual([])
})

test('what is not a link because it is not served lies outside docs/', () => {
  for (const [name, page] of pages)
    for (const [, path = ''] of page.matchAll(/title="In the package: ([^"]+)"/g))
      expect([name, path, /^(?:\.\.\/)+[a-zA-Z]|\.json$/.test(path)]).toEqual([name, path, true])
})

test('any two versions are compared, what can break first, and only versions that are served', () => {
  const page = site.difference('diff/48/73')
  const [breaking = '', others = ''] = page.split('id="other-changes"')
  expect(breaking).toContain('<code>order.subMerchant.tradingName</code> optional → required')
  expect(breaking).not.toContain('<code>device.browser</code>')
  expect(others).toContain('<code>device.browser</code> 1 to 255 characters → 1 to 2048 characters')
  expect(idsOf(page)).toEqual([...new Set(idsOf(page))])
  expect(site.difference('diff/48/48')).toContain('Nothing: every operation serves the same contract')
  expect(site.difference('diff')).toContain('What changed from version')
  for (const name of ['diff', 'diff/48/73', 'diff/100/1'])
    expect(wantedBy(name, files)).toEqual({ kind: 'difference', name })
  for (const name of ['diff/48', 'diff/0/73', 'diff/48/101', 'diff/48/073', 'diff/48/undefined'])
    expect(wantedBy(name, files)).toBeUndefined()
})

test('the policy admits the page its own style and script and nothing else', () => {
  const page = site.guide('guides/quick-start')
  for (const [tag, kind] of [
    ['style', '<style>'],
    ['script', '<script type="module">'],
  ] as const) {
    const content = page.slice(page.indexOf(kind) + kind.length, page.indexOf(`</${tag}>`))
    expect(content.length).toBeGreaterThan(100)
    expect(sitePolicy).toContain(
      `${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    )
  }
  expect(sitePolicy).not.toContain('unsafe')
  for (const [name, text] of pages)
    expect([name, /<[^>]+ (?:style|on[a-z]+)=/.exec(text.replace(/<script.*/s, ''))?.[0]]).toEqual([
      name,
      undefined,
    ])
})

test('what a page says is text, never markup', () => {
  const hostile = [
    '## <script>alert(1)</script>',
    '<img src=x onerror=alert(1)> [x](javascript:alert(1)) `<b>` **<i>**',
    '```js\n</code></pre><script>alert(1)</script>\n```',
    '| <u> |\n|---|\n| [y](data:text/html,x) |',
  ].join('\n\n')
  const { content } = renderMarkdown(hostile, () => undefined)
  expect(content.markup).not.toMatch(/<(?:script|img|b|i|u)\b/)
  expect(content.markup).not.toContain('href="javascript')
  expect(content.markup).toContain('&lt;script&gt;')
})

test('each page can be read as Markdown, and llms.txt lists all of them', () => {
  const list = site.llms('')
  for (const name of files.pages) {
    expect(list).toContain(`](/docs/${name}.md)`)
    expect(wantedBy(`${name}.md`, files)).toEqual({ kind: 'markdown', name })
    expect(site.markdown(name)).toMatch(/^# /)
  }
})

test('pages of operators and contributors stand apart from those of developers', () => {
  const home = site.guide('')
  const at = (text: string) => home.indexOf(text)
  expect(at('href="/docs/guides/errors"')).toBeLessThan(at('For operators</h2>'))
  expect(at('For operators</h2>')).toBeLessThan(home.lastIndexOf('href="/docs/reliability"'))
})

test('only what lies in docs/ is served, under its own name', () => {
  for (const name of [
    '../package.json',
    'guides/../../package',
    'package.json',
    'guides',
    'errors',
    'x.md',
    '.md',
  ])
    expect([name, wantedBy(name, files)]).toEqual([name, undefined])
  expect(wantedBy('reference/capture.md', files)).toEqual({ kind: 'markdown', name: 'reference/capture' })
})
