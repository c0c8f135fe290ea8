// The operator's own files for payers' pages: marks of card networks, and fonts. Read once, at the start, and
// served under a name that changes with the content. Nothing of them comes from merchants or payers.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Route } from '../http/api/routes.ts'
import { UseRefusal } from '../platform/errors.ts'
import { type CardBrand, cardBrands } from '../standards/cardBrands.ts'

export type BrandFiles = {
  /** The marks that a merchant's payers see: its own before the gateway's. */
  marksFor(merchantId: string): CardMarks
  /** The address of a font, by the name of its file. */
  fontNamed(name: string): string | undefined
  readonly routes: readonly Route[]
}

/** Addresses of pictures. */
export type CardMarks = { readonly [brand in CardBrand]?: string }

type BrandFile = { readonly type: string; readonly bytes: Buffer }

/** marks/NETWORK_C.svg, merchants/SHOP/marks/NETWORK_C.svg, fonts/Name.woff2. */
export async function readBrandFiles(folder: string | undefined): Promise<BrandFiles> {
  await namesIn(folder, '')
  const files = new Map<string, BrandFile>()
  const add = (name: string, file: BrandFile): string => {
    const digest = createHash('sha256').update(file.bytes).digest('hex').slice(0, 32)
    const path = `/brand/${digest}${extensionOf(name)}`
    files.set(path, file)
    return path
  }
  const read = async (path: string, kinds: readonly Kind[]) =>
    new Map((await filesIn(folder, path, kinds)).map(({ name, file }) => [baseOf(name), add(name, file)]))
  const marks = await readMarks('marks', read)
  const ofMerchants = new Map<string, CardMarks>()
  for (const merchantId of await namesIn(folder, 'merchants'))
    ofMerchants.set(merchantId, await readMarks(`merchants/${merchantId}/marks`, read))
  const fonts = await read('fonts', [kinds.woff2])
  return {
    marksFor: merchantId => ({ ...marks, ...ofMerchants.get(merchantId) }),
    fontNamed: name => fonts.get(name),
    routes: [...files].map(([path, file]) => routeOf(path, file)),
  }
}

type Read = (path: string, kinds: readonly Kind[]) => Promise<ReadonlyMap<string, string>>

async function readMarks(path: string, read: Read): Promise<CardMarks> {
  const addresses = await read(path, [kinds.svg, kinds.png])
  for (const network of addresses.keys())
    if (!cardBrands.some(brand => brand === network && brand !== 'UNKNOWN'))
      throw refusal(`${path}/${network}`, `is no network: ${cardBrands.slice(0, -1).join(', ')}`)
  return Object.fromEntries(addresses)
}

type Kind = {
  readonly extension: string
  readonly type: string
  readonly bytesMax: number
  readonly begins: RegExp
}
const kinds = {
  svg: { extension: '.svg', type: 'image/svg+xml', bytesMax: 32_768, begins: /^\s*<(\?xml|svg)/ },
  png: { extension: '.png', type: 'image/png', bytesMax: 32_768, begins: /^\x89PNG\r\n/ },
  woff2: { extension: '.woff2', type: 'font/woff2', bytesMax: 524_288, begins: /^wOF2/ },
} as const satisfies Record<string, Kind>

const filesMax = 500

async function filesIn(folder: string | undefined, path: string, allowed: readonly Kind[]) {
  const names = await namesIn(folder, path)
  const files: { readonly name: string; readonly file: BrandFile }[] = []
  for (const name of names) {
    const kind = allowed.find(({ extension }) => extension === extensionOf(name))
    const place = `${path}/${name}`
    if (!kind)
      throw refusal(place, `is not of a kind that is read: ${allowed.map(each => each.extension).join(', ')}`)
    const bytes = await readFile(join(folder ?? '', place))
    if (bytes.length > kind.bytesMax) throw refusal(place, `is larger than ${kind.bytesMax} bytes`)
    if (!kind.begins.test(bytes.toString('latin1', 0, 100)))
      throw refusal(place, `is no ${kind.extension} file`)
    files.push({ name, file: { type: kind.type, bytes } })
  }
  return files
}

/** Hidden files are those of editors and desktops. */
async function namesIn(folder: string | undefined, path: string): Promise<readonly string[]> {
  if (folder === undefined) return []
  const names = await readdir(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && path !== '') return []
    throw refusal(join(folder, path), `cannot be read (${error.code})`)
  })
  const shown = names.filter(name => !name.startsWith('.')).sort()
  if (shown.length > filesMax) throw refusal(path, `has more than ${filesMax} files`)
  return shown
}

const refusal = (place: string, reason: string) => new UseRefusal(`TOLLGATE_BRAND_FILES: ${place} ${reason}.`)
const extensionOf = (name: string): string => /\.[a-z0-9]+$/.exec(name)?.[0] ?? ''
const baseOf = (name: string): string => name.slice(0, name.length - extensionOf(name).length)

const routeOf = (path: string, { type, bytes }: BrandFile): Route => ({
  ...{ under: 'root', access: 'public', method: 'GET', path },
  handler: async () => ({
    status: 200,
    headers: {
      'Content-Type': type,
      // Its name changes with its content.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
      // A picture that is opened by itself runs nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
    body: bytes,
  }),
})
