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

/** Minified, one function, nothing left behind in the page. Made once, at first use. */
export function bundledScript(entry: string): Promise<Asset> {
  return kept(entry)
}

/** Minified, with whatever it imports. Made once, at first use. */
export function bundledStyle(entry: string): Promise<Asset> {
  return kept(entry)
}

/** The tags that the policy allows by the hash of exactly this text. */
export const scriptTag = ({ text }: Asset): Html => new Html(`<script>${text}</script>`)
export const styleTag = ({ text }: Asset): Html => new Html(`<style>${text}</style>`)

const assets = new Map<string, Promise<Asset>>()

function kept(entry: string): Promise<Asset> {
  const asset = assets.get(entry) ?? (isSealed ? unreleased(entry) : bundled(entry))
  assets.set(entry, asset)
  asset.catch(() => assets.delete(entry))
  return asset
}

/** From now on nothing is made any more: only what was made before, and so was looked at, is served. */
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

/** Every script that the browsers of payers and of merchants' visitors get from the gateway, and why. */
export const scriptManifest: readonly ScriptRecord[] = [
  {
    name: 'checkout page',
    address: 'inline on /checkout/pay/{sessionId}',
    entry: 'pages/browser/checkout/main.ts',
    reason:
      'Takes what the payer types, gives it to the gateway and nobody else, and leads through the payment.',
  },
  {
    name: 'checkout.js',
    address: '/static/checkout/checkout.js',
    entry: 'pages/browser/scripts/checkout.ts',
    reason: "In the merchant's page: opens the checkout page, and tells the merchant how it ended.",
  },
  {
    name: 'session.js',
    address: '/form/version/{version}/merchant/{merchantId}/session.js',
    entry: 'pages/browser/scripts/session.ts',
    reason:
      "In the merchant's page: puts the gateway's frames where card fields are, so that no card passes it.",
  },
  {
    name: 'threeds.js',
    address: '/static/threeds/threeds.js',
    entry: 'pages/browser/scripts/threeds.ts',
    reason: "In the merchant's page: authenticates the payer with the session as its password.",
  },
  {
    name: 'hosted field',
    address: 'inline on /form/field/{kind}',
    entry: 'pages/browser/fields/field.ts',
    reason: 'The field itself, in its own frame: takes one card value and gives it to the gateway.',
  },
  {
    name: 'onward form',
    address: 'inline on /3ds/callback/{token}',
    entry: 'pages/browser/threeDSecure/submitForm.ts',
    reason:
      'Sends the browser on to the merchant with what the issuer said; a button does it without scripts.',
  },
  {
    name: 'end of a look',
    address: 'inline on /3ds/method/{token}',
    entry: 'pages/browser/threeDSecure/notifyParent.ts',
    reason: 'Tells the page around its frame that the issuer has looked at the browser.',
  },
  {
    name: 'demo shop',
    address: 'inline on /demo',
    entry: 'sandbox/demo/browser/main.ts',
    reason: 'Sandbox only: shows each call of a payment and its answer.',
  },
  {
    name: 'return to the demo shop',
    address: 'inline on /demo/return',
    entry: 'sandbox/demo/browser/returned.ts',
    reason: 'Sandbox only: tells the shop around its frame that a challenge is over.',
  },
]

/** Every stylesheet they get: what is hidden or laid over a field decides what a payer does, too. */
export const styleManifest: readonly ScriptRecord[] = [
  {
    name: 'style of the checkout page',
    address: 'inline on /checkout/pay/{sessionId}',
    entry: 'pages/browser/checkout/checkout.css',
    reason: 'How the checkout page looks.',
  },
  {
    name: 'style of hosted fields',
    address: 'inline on /form/field/{kind}',
    entry: 'pages/browser/fields/field.css',
    reason: "How a field looks in its own frame, before the merchant's wishes.",
  },
  {
    name: 'style between pages',
    address: 'inline on /3ds/callback/{token}',
    entry: 'pages/browser/threeDSecure/between.css',
    reason: 'How the pages look that lead from the issuer back to the merchant.',
  },
  {
    name: 'style of notices',
    address: 'inline on /pay/redirect/{token} and /pay/return/{token}',
    entry: 'pages/browser/provider/provider.css',
    reason:
      'How the pages look that say where a payment at a provider stands, and in a sandbox its own pages.',
  },
  {
    name: "style of the sandbox's issuer",
    address: 'inline on /sandbox/acs/challenge',
    entry: 'pages/browser/threeDSecure/issuer.css',
    reason: 'Sandbox only: how the page looks on which an issuer asks the payer.',
  },
  {
    name: 'style of the first page',
    address: 'inline on /',
    entry: 'pages/browser/home/home.css',
    reason: 'Sandbox only: how the page looks that says where to go.',
  },
  {
    name: 'style of the demo shop',
    address: 'inline on /demo',
    entry: 'sandbox/demo/browser/demo.css',
    reason: 'Sandbox only: how the shop looks.',
  },
  {
    name: 'style of the return to the demo shop',
    address: 'inline on /demo/return',
    entry: 'pages/browser/look.css',
    reason: 'Sandbox only: how the page looks that a challenge ends on.',
  },
]

export type ScriptRecord = {
  readonly name: string
  /** Where browsers get it. */
  readonly address: string
  readonly entry: string
  readonly reason: string
}
