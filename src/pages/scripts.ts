import type { Route } from '../http/api/routes.ts'
import { bundledScript } from './assets.ts'
import { scriptReply } from './reply.ts'

/** The scripts that merchants put into their pages, the same for everybody: a page may pin their hashes. */
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

/** Including the names that shop software already loads them by; it may add a version to the query. */
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
