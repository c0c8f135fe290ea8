import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { isBuilt, resourcePath } from '../platform/files.ts'
import { Html } from '../platform/html.ts'

/** One script or stylesheet as browsers get it. */
export type Asset = {
  /** Its entry, relative to src/. */
  readonly name: string
  readonly text: string
  readonly gzip: Buffer
  /** As a content security policy writes it, without the quotes: `sha256-…`. */
  readonly hash: string
  /** As a page that loads it from elsewhere may demand it: `sha384-…`. */
  readonly integrity: string
}

/** Minified, in one function that leaves no globals. Compiled once, at first use. */
export function bundledScript(entry: string): Promise<Asset> {
  return cachedAsset(entry)
}

/** Minified, with whatever it imports. Compiled once, at first use. */
export function bundledStyle(entry: string): Promise<Asset> {
  return cachedAsset(entry)
}

/** The tags that the policy allows by the hash of exactly this text. */
export const scriptTag = ({ text }: Asset): Html => new Html(`<script>${text}</script>`)
export const styleTag = ({ text }: Asset): Html => new Html(`<style>${text}</style>`)

const assets = new Map<string, Promise<Asset>>()

function cachedAsset(entry: string): Promise<Asset> {
  const asset = assets.get(entry) ?? (isSealed ? unreleased(entry) : bundled(entry))
  assets.set(entry, asset)
  asset.catch(() => assets.delete(entry))
  return asset
}

/** From now on nothing is compiled any more: only what was compiled, and so checked, before is served. */
export function sealAssets(): void {
  isSealed = true
}

let isSealed = false

const unreleased = (entry: string): Promise<never> =>
  Promise.reject(new Error(`${entry} is in no release: it was not looked at when the gateway started`))

async function bundled(entry: string): Promise<Asset> {
  const text = await compiled(entry)
  // A script that contains such text would not end where its tag does.
  if (text.includes('<!--')) throw new Error(`${entry} contains the start of an HTML comment`)
  return {
    name: entry,
    text,
    gzip: await promisify(gzip)(text, { level: 9 }),
    hash: digest('sha256', text),
    integrity: digest('sha384', text),
  }
}

const digest = (algorithm: 'sha256' | 'sha384', text: string) =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

let building = 0

const compiled = (entry: string): Promise<string> =>
  isBuilt ? readFile(resourcePath(builtName(entry)), 'utf8') : compiledFrom(resourcePath(), entry)

/** What a build calls it: scripts are compiled there. */
export const builtName = (entry: string): string => entry.replace(/\.ts$/, '.js')

/** `folder` is a src/. The bundler is a process of its own: it ends when nothing is being made. */
export async function compiledFrom(folder: string, entry: string): Promise<string> {
  const { build, stop } = await import('esbuild')
  building++
  try {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      platform: 'browser',
      target: extname(entry) === '.css' ? browsers : 'es2020',
      format: 'iife',
      legalComments: 'none',
      // Not what lies in the folders around: the same sources make the same script everywhere.
      tsconfigRaw: { compilerOptions: { strict: true } },
      write: false,
      logLevel: 'silent',
    })
    return outputFiles[0]?.text.trim() ?? ''
  } finally {
    building--
    if (building === 0) await stop()
  }
}

/** What understands es2020 and is still in use. */
const browsers = ['chrome87', 'edge88', 'firefox78', 'safari14']
