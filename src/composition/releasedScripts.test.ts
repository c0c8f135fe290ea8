import { expect, test } from 'vitest'
import { bundledScript, bundledStyle } from '../pages/assets.ts'
import { scriptManifest, styleManifest } from '../pages/manifest.ts'
import { createLog } from '../platform/log.ts'
import { checkReleasedScripts } from './lifecycle.ts'

test('production serves what its start has looked at, and makes nothing afterwards', async () => {
  const lines: string[] = []
  await checkReleasedScripts(
    false,
    createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } }),
  )
  for (const { entry } of [...scriptManifest, ...styleManifest])
    expect((await bundledScript(entry)).text.length, entry).toBeGreaterThan(0)
  // A source like any other, and nobody's entry.
  await expect(bundledScript('pages/browser/checkout/protocol.ts')).rejects.toThrow(
    'pages/browser/checkout/protocol.ts is in no release',
  )
  await expect(bundledStyle('nowhere.css')).rejects.toThrow('nowhere.css is in no release')
  expect(lines).toEqual([])
})
