import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { type Asset, bundledScript, bundledStyle, scriptTag, styleTag } from '../../pages/assets.ts'
import { pageReply } from '../../pages/reply.ts'
import { brandIcon } from '../../platform/brandMark.ts'
import { html } from '../../platform/html.ts'
import { isFlow } from './flows.ts'
import { demoPage } from './page.ts'
import { createDemoShop, type DemoShopOptions } from './shop.ts'

/** A shop to try every way to pay. In sandboxes only: its server acts for any caller on this machine. */
export function demoRoutes(options: DemoRouteOptions): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/demo',
      under: 'root',
      access: 'public',
      query: ['flow', 'order', 'ending', 'resultIndicator', 'sessionVersion'],
      handler: call => showDemo(call, options),
    },
    {
      method: 'POST',
      path: '/demo/api/{act}',
      under: 'root',
      access: 'local',
      handler: createDemoShop(options),
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

type DemoRouteOptions = DemoShopOptions & {
  /** Issuers behind directory servers have pages of their own; those of the sandbox are at the gateway. */
  readonly areIssuersElsewhere?: boolean
}

/** This machine: where issuers of directory servers are that somebody tries out. */
const issuersElsewhere = ['https:', 'http://localhost:*', 'http://127.0.0.1:*']

async function showDemo({ query, acceptsGzip }: RouteCall, options: DemoRouteOptions): Promise<HttpReply> {
  const { merchantId, origin, certificatePath, areIssuersElsewhere = false } = options
  const issuers = ["'self'", ...(areIssuersElsewhere ? issuersElsewhere : [])]
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
    frames: issuers,
    forms: issuers,
    connects: 'self',
    acceptsGzip,
  })
}

/**
 * The shop's page at which a challenge ends (redirectResponseUrl). It is in the frame of the challenge and
 * passes the form on to the page around it, as a hint only: the shop asks the gateway.
 */
async function returnedPage({ body = {}, acceptsGzip }: RouteCall): Promise<HttpReply> {
  const [script, style] = await Promise.all([
    bundledScript('sandbox/demo/browser/returned.ts'),
    bundledStyle('pages/browser/look.css'),
  ])
  const fields = Object.entries(body).flatMap(([name, value]) =>
    shownFields.has(name) && typeof value === 'string' ? [[name, value.slice(0, valueMax)] as const] : [],
  )
  const sealed = Object.keys(body).filter(name => name.startsWith('encryptedData.'))
  const shown = {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(sealed.map(name => [name, '••••••••'])),
  }
  return pageReply({
    markup: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Back in the shop</title>
${brandIcon()}
${styleTag(style)}
</head>
<body data-shown="${JSON.stringify(shown)}">
<p class="notice"><span class="spinner"></span> <span>Back in the shop …</span></p>
<p><a class="link" id="on" href="/demo?flow=fields" target="_top">Go on</a></p>
${scriptTag(script)}
</body>
</html>`,
    scripts: [script],
    styles: [style],
    images: ['data:'],
    frameAncestors: ["'self'"],
    acceptsGzip,
  })
}

const shownFields: ReadonlySet<string> = new Set([
  'order.id',
  'transaction.id',
  'result',
  'response.gatewayRecommendation',
])
const valueMax = 100

const text = `
document.getElementById('initiateAuthenticationForm').submit()
`
const digest = (algorithm: 'sha256' | 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

/**
 * The HTML in the response to Initiate Authentication contains one script, always the same. A shop with a
 * strict content security policy allows it by its hash, as this one does.
 */
export const methodScript: Asset = {
  name: 'excerpt of Initiate Authentication',
  text,
  gzip: gzipSync(text),
  hash: digest('sha256'),
  integrity: digest('sha384'),
}
