// The page of the console, and the files it loads.

import { randomBytes } from 'node:crypto'
import type { Route } from '../../http/api/routes.ts'
import { refuse } from '../../http/transport/refusals.ts'
import { brandIcon } from '../../platform/brandMark.ts'
import { html } from '../../platform/html.ts'
import { consoleAssets } from './assets.ts'

/**
 * One page: its script reads the address. Searches are part of the address, so that a link shows somebody
 * else the same.
 */
export function consolePageRoutes(): readonly Route[] {
  return [fileRoute, ...depths.map(path => pageRoute(path))]
}

/** Ids of merchants, orders and transactions are segments of the address. */
const depths = ['', '{place}', '{second}', '{third}', '{fourth}'].map(
  (_, index, segments) => `/console${segments.slice(0, index + 1).join('/')}`,
)

const pageRoute = (path: string): Route => ({
  ...{ method: 'GET', path, under: 'root', access: 'public', query: 'ignored' },
  async handler() {
    const { script, style } = await consoleAssets()
    const nonce = randomBytes(16).toString('base64')
    const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<meta name="style-nonce" nonce="${nonce}">
<title>Tollgate console</title>
${brandIcon()}
<link rel="stylesheet" href="${assetsPath}/${style}">
<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body><div id="root"></div><noscript>The console needs JavaScript.</noscript></body>
</html>
`
    return { status: 200, headers: pageHeaders(nonce), body: markup }
  },
})

const assetsPath = '/console/assets'

/** The component library writes the colours of its theme into a style element: that one has the nonce. */
const pageHeaders = (nonce: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    ...["default-src 'none'", "script-src 'self'", `style-src 'self' 'nonce-${nonce}'`],
    ...["img-src 'self' data:", "connect-src 'self'", "font-src 'self'", "form-action 'none'"],
    ...["base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"],
    'trusted-types default',
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
})

const fileRoute: Route = {
  ...{ method: 'GET', path: `${assetsPath}/{file}`, under: 'root', access: 'public' },
  async handler({ params, acceptsGzip }) {
    const file = (await consoleAssets()).files.get(params.file ?? '')
    if (!file) return refuse('notFound')
    const { type, bytes, gzip } = file
    return {
      status: 200,
      headers: {
        'Content-Type': type,
        // Its name changes with its content.
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'same-origin',
        ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
        Vary: 'Accept-Encoding',
      },
      body: acceptsGzip ? gzip : bytes,
    }
  },
}
