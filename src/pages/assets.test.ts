import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundledScript, bundledStyle, scriptTag, styleTag } from './assets.ts'
import { scriptManifest, styleManifest } from './manifest.ts'

test('a style is made once, with what it imports, and is allowed by its hash', async () => {
  const [style, again] = await Promise.all([
    bundledStyle('pages/browser/look.css'),
    bundledStyle('pages/browser/look.css'),
  ])
  expect(again).toBe(style)
  expect(style.text).toContain('--accent')
  expect(style.text).not.toContain('\n  ')
  expect(gunzipSync(style.gzip).toString()).toBe(style.text)
  const digest = createHash('sha256').update(style.text).digest('base64')
  expect(style.hash).toBe(`sha256-${digest}`)
  expect(style.integrity).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/)
  expect(styleTag(style).markup).toBe(`<style>${style.text}</style>`)
})

test('a script is one minified function that ends where its tag ends', async () => {
  const script = await bundledScript('pages/browser/checkout/protocol.ts')
  expect(script.text).toMatch(/^"use strict";\(\(\)=>\{.*\}\)\(\);$/s)
  expect(scriptTag(script).markup).toBe(`<script>${script.text}</script>`)
})

test('what cannot be made is told, and tried again', async () => {
  await expect(bundledScript('nowhere/main.ts')).rejects.toThrow('nowhere/main.ts')
  await expect(bundledScript('nowhere/main.ts')).rejects.toThrow('nowhere/main.ts')
})

/** The sources of all pages, as this machine's gateway runs them. */
const sources = [import.meta.dirname, join(import.meta.dirname, '../sandbox')].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !/(?:^|\/)browser\//.test(file) && !file.endsWith('.test.ts'))
    .map(file => ({ file, text: readFileSync(join(folder, file), 'utf8') })),
)

/** What stands between quotes after such words. */
function namedAfter(words: RegExp): readonly string[] {
  const named = new RegExp(`(?:${words.source})'([^']+)'`, 'g')
  const found = sources
    .filter(({ file }) => file !== 'manifest.ts')
    .flatMap(({ text }) => [...text.matchAll(named)].map(([, entry = '']) => entry))
  return [...new Set(found)].sort()
}

test.each([
  ['script', /bundledScript\(|entry: /, scriptManifest],
  ['style', /bundledStyle\(/, styleManifest],
])('every %s that pages serve is in the manifest with a reason, and nothing else is', async (...given) => {
  const [, words, manifest] = given
  expect(namedAfter(words)).toEqual(manifest.map(({ entry }) => entry).sort())
  for (const { entry, reason } of manifest) {
    expect(reason).toMatch(/^[A-Z].*\.$/)
    expect((await bundledScript(entry)).text.length, entry).toBeGreaterThan(0)
  }
})

test('what pages serve is named where it is asked for: nobody serves a file by another way', () => {
  const asked = /bundled(?:Script|Style)\((?!')/
  expect(
    sources
      .filter(({ text }) => asked.test(text))
      .map(({ file }) => file)
      .sort(),
  ).toEqual(['assets.ts', 'manifest.ts', 'scripts.ts', 'writeAssets.ts'])
})
