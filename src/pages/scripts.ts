// The HTTP routes of the scripts for merchants' pages.

import type { Route } from '../http/api/routes.ts'
import { bundledScript } from './assets.ts'
import { scriptReply } from './reply.ts'

/**
 * The scripts for merchants' pages. They are the same for all merchants, so that pages can pin their hashes.
 */
export function scriptRoutes(): readonly Route[] {
  return scriptPaths.map(({ path, entry }) => ({
    method: 'GET',
    path,
    under: 'root',
    access: 'public',
    query: ['ver', 'v', '_', 'debug'],
    async handler({ acceptsGzip }) {
      return scriptReply(await bundledScript(entry), acceptsGzip)
    },
  }))
}

/** Includes the names that existing shop software uses; it may append a version as a query. */
const scriptPaths = [
  { path: '/static/checkout/checkout.js', entry: 'pages/browser/scripts/checkout.ts' },
  { path: '/static/checkout/checkout.min.js', entry: 'pages/browser/scripts/checkout.ts' },
  { path: '/checkout/version/{version}/checkout.js', entry: 'pages/browser/scripts/checkout.ts' },
  { path: '/static/threeds/threeds.js', entry: 'pages/browser/scripts/threeds.ts' },
  { path: '/static/threeDS/{release}/three-ds.min.js', entry: 'pages/browser/scripts/threeds.ts' },
  { path: '/static/threeDS/{release}/three-ds.js', entry: 'pages/browser/scripts/threeds.ts' },
  {
    path: '/form/version/{version}/merchant/{merchantId}/session.js',
    entry: 'pages/browser/scripts/session.ts',
  },
] as const
