import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { UseRefusal } from '../platform/errors.ts'
import { type BrandFiles, readBrandFiles } from './brandFiles.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brand-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text, 'latin1')
  }
  return folder
}
const read = async (files: Readonly<Record<string, string>>) => readBrandFiles(await folderWith(files))
const svg = (colour: string) => `<svg xmlns="http://www.w3.org/2000/svg"><rect fill="${colour}"/></svg>`

const served = async ({ routes }: BrandFiles, address: string | undefined) =>
  routes
    .find(({ path }) => path === address)
    ?.handler({
      ...{ merchant: undefined, version: 0, params: {}, query: {}, body: undefined, source: '127.0.0.1' },
      ...{ correlationId: undefined, requestId: 'request', acceptsGzip: false },
    })

test('a merchant’s own mark of a network counts before the gateway’s', async () => {
  const files = await read({
    'marks/NETWORK_C.svg': svg('red'),
    'marks/NETWORK_B.png': '\x89PNG\r\n\x1a\n',
    'merchants/SHOP/marks/NETWORK_C.svg': svg('blue'),
    'fonts/Grotesk.woff2': 'wOF2 and more',
    'marks/.DS_Store': 'of a desktop',
  })
  const { NETWORK_C: common, NETWORK_B: picture } = files.marksFor('OTHER')
  const { NETWORK_C: own, NETWORK_B: same } = files.marksFor('SHOP')
  expect(own).not.toBe(common)
  expect(same).toBe(picture)
  expect(await served(files, own)).toMatchObject({ status: 200, body: Buffer.from(svg('blue')) })
  expect(await served(files, files.fontNamed('Grotesk'))).toMatchObject({
    headers: { 'Content-Type': 'font/woff2', 'Cache-Control': expect.stringContaining('immutable') },
  })
  expect(files.fontNamed('Serif')).toBeUndefined()
})

test('a picture that is opened by itself runs nothing', async () => {
  const files = await read({ 'marks/NETWORK_C.svg': '<svg><script>alert(1)</script></svg>' })
  expect(await served(files, files.marksFor('SHOP').NETWORK_C)).toMatchObject({
    headers: { 'Content-Security-Policy': expect.stringMatching(/^default-src 'none'.*sandbox$/) },
  })
})

test.each([
  ['marks/SEA_CARD.svg', svg('red'), /marks\/SEA_CARD is no network: NETWORK_A, /],
  ['marks/NETWORK_C.gif', 'GIF89a', /marks\/NETWORK_C\.gif is not of a kind that is read: \.svg, \.png/],
  ['marks/NETWORK_C.svg', 'a page', /marks\/NETWORK_C\.svg is no \.svg file/],
  ['marks/NETWORK_C.svg', svg('r'.repeat(40_000)), /is larger than 32768 bytes/],
  ['fonts/Grotesk.woff2', 'OTTO', /fonts\/Grotesk\.woff2 is no \.woff2 file/],
])('%s of another form is refused at the start, by its name', async (name, text, message) => {
  await expect(read({ [name]: text })).rejects.toThrow(message)
  await expect(read({ [name]: text })).rejects.toThrow(UseRefusal)
})

test('without a folder there is nothing, and one that is not there is told', async () => {
  const none = await readBrandFiles(undefined)
  expect([none.marksFor('SHOP'), none.fontNamed('Grotesk'), none.routes]).toEqual([{}, undefined, []])
  await expect(readBrandFiles('/nowhere/at/all')).rejects.toThrow('/nowhere/at/all')
})
