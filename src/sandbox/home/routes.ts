import type { Route } from '../../http/api/routes.ts'
import { bundledStyle } from '../../pages/assets.ts'
import { pageReply } from '../../pages/reply.ts'
import { type HomePageContent, homePage } from './page.ts'

/** The first page of a sandbox. A gateway in production has none: there is nothing there for a browser. */
export const homeRoute = ({ origin, ...view }: HomeRouteOptions): Route => ({
  method: 'GET',
  path: '/',
  under: 'root',
  access: 'public',
  async handler({ acceptsGzip }) {
    const style = await bundledStyle('pages/browser/home/home.css')
    const markup = homePage({ ...view, origin: origin() }, style)
    return pageReply({ markup, styles: [style], images: ['data:'], acceptsGzip })
  },
})

export type HomeRouteOptions = Omit<HomePageContent, 'origin'> & { readonly origin: () => string }
