import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPath } from '../platform/files.ts'
import { compiledFrom } from './assets.ts'
import { madeManifest, notAsReleased, releasedManifest, scriptManifest } from './manifest.ts'

test('src/pages/scripts.json is what the sources make; `npm run manifest` writes it anew', async () => {
  expect(await madeManifest()).toEqual(releasedManifest())
})

test('the same sources make the same scripts wherever they lie', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'tollgate-scripts-'))
  try {
    for (const folder of [
      'src/pages/browser',
      'src/sandbox/demo/browser',
      'src/sandbox/wallet/browser',
      'src/standards',
    ])
      cpSync(projectPath(folder), join(elsewhere, folder), { recursive: true })
    const folder = join(elsewhere, 'src')
    for (const { entry } of scriptManifest) {
      const isSame = (await compiledFrom(folder, entry)) === (await compiledFrom(projectPath('src'), entry))
      expect([entry, isSame]).toEqual([entry, true])
    }
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
})

test('what makes payers’ pages look as they do was released as well', () => {
  const names = releasedManifest().map(({ name }) => name)
  expect(names.filter(name => name.startsWith('style'))).toEqual([
    ...['style of the checkout page', 'style of hosted fields', 'style between pages', 'style of notices'],
    ...["style of the sandbox's issuer", 'style of the first page', 'style of the demo shop'],
    'style of the return to the demo shop',
  ])
})

test('a script that was changed, added, lost or explained otherwise is named', () => {
  const [first, second, ...rest] = releasedManifest()
  if (!first || !second) throw new Error('there are scripts')
  const all = [first, second, ...rest]
  expect(notAsReleased(all, all)).toEqual([])
  expect(notAsReleased([{ ...first, hash: 'sha256-x' }, second, ...rest], all)).toEqual([first.name])
  expect(notAsReleased([{ ...first, reason: 'None.' }, second, ...rest], all)).toEqual([first.name])
  expect(notAsReleased(all, [second, ...rest])).toEqual([first.name])
  expect(notAsReleased([second, ...rest], all)).toEqual([first.name])
})
