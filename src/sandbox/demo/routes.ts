import type { Route } from '../../http/api/routes.ts'
import type { HttpReply, RouteCall } from '../../http/transport/handler.ts'
import { bundledScript, bundledStyle } from '../../pages/assets.ts'
import { pageReply } from '../../pages/reply.ts'
import { isFlow } from './flows.ts'
import { methodScript } from './methodScript.ts'
import { demoPage } from './page.ts'
import { returnedPage } from './returned.ts'
import { createDemoShop, type DemoShopOptions } from './shop.ts'

/** A shop to try every way to pay. For sandboxes only: its server acts for whoever sits at this machine. */
export function demoRoutes(parts: DemoRouteOptions): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/demo',
      under: 'root',
      access: 'public',
      query: ['flow', 'order', 'ending', 'resultIndicator', 'sessionVersion'],
      handler: call => showDemo(call, parts),
    },
    {
      method: 'POST',
      path: '/demo/api/{act}',
      under: 'root',
      access: 'local',
      handler: createDemoShop(parts),
    },
    {
      method: 'POST',
      path: '/demo/return',
      under: 'root',
      access: 'public',
      reads: 'form',
      handler: returnedPage,
    },
  ]
}

export type DemoRouteOptions = DemoShopOptions

async function showDemo({ query, acceptsGzip }: RouteCall, parts: DemoRouteOptions): Promise<HttpReply> {
  const { merchantId, origin, certificatePath } = parts
  const [script, style] = await Promise.all([
    bundledScript('sandbox/demo/browser/main.ts'),
    bundledStyle('sandbox/demo/browser/demo.css'),
  ])
  const flow = isFlow(query.flow) ? query.flow : undefined
  return pageReply({
    markup: demoPage({ flow, merchantId, origin: origin(), certificatePath }, { script, style }),
    scripts: [script, methodScript],
    styles: [style],
    images: ['data:'],
    ownScripts: true,
    frames: ["'self'"],
    forms: ["'self'"],
    connects: 'self',
    acceptsGzip,
  })
}
