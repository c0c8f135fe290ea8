// HTTP replies with pages and scripts, and their security headers.

import type { HttpReply } from '../http/transport/reply.ts'
import { Html } from '../platform/html.ts'
import { isWebOrigin, readUrl } from '../standards/url.ts'
import type { Asset, InlineStyle } from './assets.ts'
import { compressedPage } from './compressedPage.ts'

/** A page and its permissions in the browser: everything that is not listed is forbidden. */
type PageDescription = {
  readonly markup: Html | string
  readonly status?: number
  /** Inline in the markup; no other script or style is allowed. */
  readonly scripts?: readonly Asset[]
  readonly styles?: readonly InlineStyle[]
  /** Whether it may also load the scripts that the gateway serves to merchants' pages. */
  readonly ownScripts?: true
  /** Origins whose pages may frame it; by default none. */
  readonly frameAncestors?: readonly string[]
  /** Origins it may show in frames. */
  readonly frames?: readonly string[]
  /** Whether issuers' pages in its frames may ask the browser to authenticate a payment. */
  readonly delegatesPayment?: true
  /** Origins it may post forms to. */
  readonly forms?: readonly string[]
  readonly images?: readonly string[]
  readonly fonts?: readonly string[]
  /** Whether its scripts may call the gateway; other servers are never allowed. */
  readonly connects?: 'self'
  readonly acceptsGzip: boolean
}

export function pageReply(page: PageDescription): HttpReply {
  const { markup, status = 200, acceptsGzip, styles = [], scripts = [] } = page
  const text = markup instanceof Html ? markup.markup : markup
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy(page),
      ...(isFramed(page) ? {} : unframed),
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': page.delegatesPayment ? unusedPermissions : permissions,
      ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
      Vary: 'Accept-Encoding, Accept-Language',
    },
    body: acceptsGzip ? compressedPage(text, [...styles, ...scripts]) : text,
  }
}

/** A script for the pages of merchants: any origin may load it and check its integrity. */
export function scriptReply({ text, gzip, hash }: Asset, acceptsGzip: boolean): HttpReply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=300',
      ETag: `"${hash.slice(hash.indexOf('-') + 1)}"`,
      Vary: 'Accept-Encoding',
    },
    body: acceptsGzip ? gzip : text,
  }
}

/** Redirects with GET, also after a POST, and without a referrer. */
export function redirectReply(location: string): HttpReply {
  return {
    status: 303,
    headers: { Location: locationOf(location), 'Referrer-Policy': 'no-referrer' },
    body: '',
  }
}

/** A path of the gateway, or a web address; anything else is a programming error. */
function locationOf(location: string): string {
  if (/^\/(?!\/)[!-~]*$/.test(location)) return location
  const { protocol, href } = new URL(location)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new RangeError(`A browser is not sent to ${protocol}`)
  return href
}

const isFramed = ({ frameAncestors = [] }: PageDescription): boolean => frameAncestors.length > 0

/** For pages outside frames: also enforced in old browsers, and isolated from the page that opened it. */
const unframed = { 'X-Frame-Options': 'DENY', 'Cross-Origin-Opener-Policy': 'same-origin' }

const unusedPermissions = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map(feature => `${feature}=()`)
  .join(', ')
const permissions = `${unusedPermissions}, payment=()`

function contentPolicy(page: PageDescription): string {
  const {
    scripts = [],
    styles = [],
    frameAncestors = [],
    frames = [],
    forms = [],
    images = [],
    fonts = [],
  } = page
  return [
    "default-src 'none'",
    `script-src ${sourceList(page.ownScripts ? ["'self'", ...hashes(scripts)] : hashes(scripts))}`,
    `style-src ${sourceList(hashes(styles))}`,
    `img-src ${sources(images)}`,
    ...(fonts.length === 0 ? [] : [`font-src ${sources(fonts)}`]),
    `connect-src ${page.connects === 'self' ? "'self'" : none}`,
    `frame-src ${sources(frames)}`,
    `form-action ${sources(forms)}`,
    "base-uri 'none'",
    `frame-ancestors ${sources(frameAncestors)}`,
  ].join('; ')
}

const none = "'none'"

const sourceList = (given: readonly string[]): string =>
  given.length === 0 ? none : [...new Set(given)].join(' ')

const hashes = (assets: readonly Pick<Asset, 'hash'>[]): readonly string[] =>
  assets.map(({ hash }) => `'${hash}'`)

const sources = (given: readonly string[]): string => sourceList(given.flatMap(sourceOf))

/**
 * A source that cannot change the meaning of the policy; of an address, only its origin. Invalid sources are
 * left out: the page then has fewer permissions, but is shown.
 */
function sourceOf(given: string): readonly string[] {
  if (keywords.has(given) || anyPort.test(given)) return [given]
  const origin = readUrl(given)?.origin ?? ''
  return isWebOrigin(origin) ? [origin] : []
}

const keywords = new Set(["'self'", 'data:', 'https:'])
const anyPort = /^https?:\/\/[a-z0-9.-]+:\*$/
