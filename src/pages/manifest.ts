// The manifest of scripts and stylesheets that browsers get from the gateway, with their hashes.

import { readFileSync } from 'node:fs'
import type { Route } from '../http/api/routes.ts'
import { resourcePath } from '../platform/files.ts'
import { bundledScript } from './assets.ts'

/**
 * Serves the manifest: every script, its hashes and its purpose. Merchants pin the hashes in their pages, and
 * anybody may compare them with what a browser gets. It is the manifest of the release, not one made on this
 * machine: a manipulated machine would attest its own changes.
 */
export const manifestRoute: Route = {
  method: 'GET',
  path: '/static/scripts.json',
  under: 'root',
  access: 'public',
  async handler() {
    return { status: 200, body: { scripts: releasedManifest() } }
  },
}

export type ManifestEntry = {
  readonly name: string
  readonly address: string
  /** For the integrity attribute of a script tag. */
  readonly integrity: string
  /** For a content security policy. */
  readonly hash: string
  readonly reason: string
}

/** The manifest as committed with the sources; read once, at the same time as the assets that are served. */
export function releasedManifest(): readonly ManifestEntry[] {
  released ??= readReleased()
  return released
}

let released: readonly ManifestEntry[] | undefined
const readReleased = (): readonly ManifestEntry[] => JSON.parse(readFileSync(releasedPath(), 'utf8'))

export const releasedPath = (): string => resourcePath('pages', 'scripts.json')

/** The manifest made of the sources on this machine. */
export async function madeManifest(): Promise<readonly ManifestEntry[]> {
  return await Promise.all(
    [...scriptManifest, ...styleManifest].map(async ({ name, address, entry, reason }) => {
      const { integrity, hash } = await bundledScript(entry)
      return { name, address, integrity, hash, reason }
    }),
  )
}

/** The names of scripts that differ from the release, or are not in it. */
export function notAsReleased(
  made: readonly ManifestEntry[],
  released: readonly ManifestEntry[],
): readonly string[] {
  const textOf = ({ name, address, integrity, hash, reason }: ManifestEntry) =>
    JSON.stringify([name, address, integrity, hash, reason])
  const known = new Set(released.map(textOf))
  const lost = released.filter(({ name }) => !made.some(one => one.name === name))
  return [...made.filter(one => !known.has(textOf(one))), ...lost].map(({ name }) => name)
}

export type ScriptRecord = {
  readonly name: string
  /** The address at which browsers load it. */
  readonly address: string
  readonly entry: string
  readonly reason: string
}

/** Every script that browsers get from the gateway, with its purpose. */
export const scriptManifest: readonly ScriptRecord[] = [
  {
    name: 'checkout page',
    address: 'inline on /checkout/pay/{sessionId}',
    entry: 'pages/browser/checkout/main.ts',
    reason:
      'Takes what the payer types, gives it to the gateway and nobody else, and leads through the payment.',
  },
  {
    name: 'wallets',
    address: 'inline on /checkout/pay/{sessionId}',
    entry: 'pages/browser/checkout/wallets.ts',
    reason:
      'Only where wallets are offered: asks the browser for them, and gives the gateway what they send.',
  },
  {
    name: 'simulated wallet',
    address: 'inline on /checkout/pay/{sessionId}',
    entry: 'sandbox/wallet/browser/sheet.ts',
    reason: "Sandbox only: takes the place of a wallet, which a developer's browser does not have.",
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

/** Every stylesheet that browsers get: hiding or covering a field can mislead a payer, too. */
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
    entry: 'sandbox/browser/issuer.css',
    reason: 'Sandbox only: how the page looks on which an issuer asks the payer.',
  },
  {
    name: 'style of the first page',
    address: 'inline on /',
    entry: 'sandbox/browser/home.css',
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
