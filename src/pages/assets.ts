// Compiles and caches the scripts and stylesheets of pages.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { versions } from '../contract/kit/versions.ts'
import { withBundler } from '../platform/bundler.ts'
import { isBuilt, resourcePath } from '../platform/files.ts'
import { Html } from '../platform/html.ts'

/** A style as it stands in a page, and the hash by which its policy allows it. */
export type InlineStyle = Pick<Asset, 'text' | 'hash'>

/** One compiled script or stylesheet. */
export type Asset = {
  /** The path of its source, relative to src/. */
  readonly name: string
  readonly text: string
  readonly gzip: Buffer
  /** For a content security policy, without the quotes: `sha256-…`. */
  readonly hash: string
  /** For the integrity attribute of a page that loads it: `sha384-…`. */
  readonly integrity: string
}

/** Minified, wrapped in a function so that it defines no globals. Compiled once, at first use. */
export function bundledScript(entry: string): Promise<Asset> {
  return cachedAsset(entry)
}

/** Minified, with its imports. Compiled once, at first use. */
export function bundledStyle(entry: string): Promise<Asset> {
  return cachedAsset(entry)
}

/** The tags that the policy allows by the hash of exactly this text. */
export const scriptTag = ({ text }: Asset): Html => new Html(`<script>${text}</script>`)
export const styleTag = ({ text }: InlineStyle): Html => new Html(`<style>${text}</style>`)

const assets = new Map<string, Promise<Asset>>()

function cachedAsset(entry: string): Promise<Asset> {
  const asset = assets.get(entry) ?? (isSealed ? unreleased(entry) : bundled(entry))
  assets.set(entry, asset)
  asset.catch(() => assets.delete(entry))
  return asset
}

/** From now on nothing is compiled: only assets that were compiled, and so checked, before are served. */
export function sealAssets(): void {
  isSealed = true
}

let isSealed = false

const unreleased = (entry: string): Promise<never> =>
  Promise.reject(new Error(`${entry} is in no release: it was not looked at when the gateway started`))

async function bundled(entry: string): Promise<Asset> {
  const text = await compiled(entry)
  // Inside a script element, the start of an HTML comment would change where the script ends.
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

const compiled = (entry: string): Promise<string> =>
  isBuilt ? readFile(resourcePath(builtName(entry)), 'utf8') : compiledFrom(resourcePath(), entry)

/** The file name in a build, where scripts are compiled. */
export const builtName = (entry: string): string => entry.replace(/\.ts$/, '.js')

/** `folder` is a src/. */
export async function compiledFrom(folder: string, entry: string): Promise<string> {
  const { outputFiles } = await withBundler(build =>
    build({
      absWorkingDir: folder,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      platform: 'browser',
      target: extname(entry) === '.css' ? browsers : 'es2020',
      format: 'iife',
      // Code for browsers may not import the contract.
      define: { newestApiVersion: JSON.stringify(String(versions.last)) },
      legalComments: 'none',
      // Ignores a tsconfig in folders above, so that the same sources give the same script everywhere.
      tsconfigRaw: { compilerOptions: { strict: true } },
      write: false,
      logLevel: 'silent',
    }),
  )
  return outputFiles[0]?.text.trim() ?? ''
}

/** The oldest supported browsers: they understand es2020 and are still in use. */
const browsers = ['chrome87', 'edge88', 'firefox78', 'safari14']
