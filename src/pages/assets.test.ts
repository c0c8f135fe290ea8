import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundledScript, bundledStyle, scriptManifest, scriptTag, styleTag } from './assets.ts'

test('a style is made once, with what it imports, and is allowed by its hash', async () => {
  const [style, again] = await Promise.all([bundledStyle('look.css'), bundledStyle('look.css')])
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
  const script = await bundledScript('checkout/protocol.ts')
  expect(script.text).toMatch(/^"use strict";\(\(\)=>\{.*\}\)\(\);$/s)
  expect(scriptTag(script).markup).toBe(`<script>${script.text}</script>`)
})

test('what cannot be made is told, and tried again', async () => {
  await expect(bundledScript('nowhere/main.ts')).rejects.toThrow('nowhere/main.ts')
  await expect(bundledScript('nowhere/main.ts')).rejects.toThrow('nowhere/main.ts')
})

test('every script that pages serve is in the manifest with a reason, and nothing else is', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.startsWith('browser') && !file.endsWith('.test.ts'),
  )
  const served = files
    .filter(file => file !== 'assets.ts')
    .flatMap(file => [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
        /(?:bundledScript\(|entry: )'([^']+)'/g,
      ),
    ])
    .map(([, entry]) => entry)
  expect([...new Set(served)].sort()).toEqual(scriptManifest.map(({ entry }) => entry).sort())
  for (const { entry, reason } of scriptManifest) {
    expect(reason).toMatch(/^[A-Z].*\.$/)
    expect((await bundledScript(entry)).text.length, entry).toBeGreaterThan(0)
  }
})
