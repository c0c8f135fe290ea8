import type { HttpReply, RouteCall } from '../../http/transport/handler.ts'
import { bundledScript, bundledStyle, scriptTag, styleTag } from '../../pages/assets.ts'
import { pageReply } from '../../pages/reply.ts'
import { html } from '../../platform/html.ts'

/**
 * The shop's page at which a challenge ends (redirectResponseUrl). It sits in the frame of the challenge and
 * tells the page around it; what the form says is a hint only, the shop asks the gateway.
 */
export async function returnedPage({ body = {}, acceptsGzip }: RouteCall): Promise<HttpReply> {
  const [script, style] = await Promise.all([
    bundledScript('sandbox/demo/browser/returned.ts'),
    bundledStyle('pages/browser/look.css'),
  ])
  const fields = Object.entries(body).flatMap(([name, value]) =>
    shownFields.has(name) && typeof value === 'string' ? [[name, value.slice(0, valueMax)] as const] : [],
  )
  const sealed = Object.keys(body).filter(name => name.startsWith('encryptedData.'))
  const told = {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(sealed.map(name => [name, '••••••••'])),
  }
  return pageReply({
    markup: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Back in the shop</title>
<link rel="icon" href="data:,">
${styleTag(style)}
</head>
<body data-told="${JSON.stringify(told)}">
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
