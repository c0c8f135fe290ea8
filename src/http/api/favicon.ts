import { brandMarkImage } from '../../platform/brandMark.ts'
import type { Route } from './routes.ts'

/** Browsers ask for it beside whatever they show that names no icon: JSON, for one. */
export const faviconRoute: Route = {
  method: 'GET',
  path: '/favicon.ico',
  under: 'root',
  access: 'public',
  isAlwaysServed: true,
  handler: async () => ({
    status: 200,
    body: brandMarkImage(),
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' },
  }),
}
