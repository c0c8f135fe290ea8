import type { Route } from '../../http/api/routes.ts'
import { bundledScript } from '../assets.ts'
import { scriptReply } from '../reply.ts'

/** The scripts that merchants put into their pages, the same for everybody: a page may pin their hashes. */
export function scriptRoutes(): readonly Route[] {
  return places.map(({ path, entry }) => ({
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

/** Also by the names that pages of this family have always loaded them by. Shop software adds a version. */
const places = [
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
