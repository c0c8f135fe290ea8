import { gatewayOption } from '../commands/gatewayConnection.ts'
import { versions } from '../contract/kit/versions.ts'
import type { Route } from '../http/api/routes.ts'
import { type Asset, bundledStyle, styleTag } from '../pages/assets.ts'
import { pageReply } from '../pages/reply.ts'
import { brandIcon } from '../platform/brandMark.ts'
import { type Html, html, prose } from '../platform/html.ts'
import { randomHex } from '../platform/ids.ts'

/** The first page of a sandbox, at `/`. A gateway in production has none. */
export const homeRoute = ({ origin, ...view }: HomeRouteOptions): Route => ({
  method: 'GET',
  path: '/',
  under: 'root',
  access: 'public',
  async handler({ acceptsGzip }) {
    const style = await bundledStyle('sandbox/browser/home.css')
    const markup = homePage({ ...view, origin: origin() }, style)
    return pageReply({ markup, styles: [style], images: ['data:'], acceptsGzip })
  },
})

export type HomeRouteOptions = Omit<HomePageContent, 'origin'> & { readonly origin: () => string }

/** Links to the console, the demo shop, the reference and the control API, and a first request to paste. */
export function homePage(
  { merchantId, origin, password, certificatePath, isLinked = false }: HomePageContent,
  style: Asset,
): Html {
  const orderId = `order-${randomHex(4)}`
  const here = gatewayOption(origin, certificatePath)
  const curl = firstCallLines({ merchantId, origin, password, certificatePath, orderId }).join(' \\\n  ')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Tollgate sandbox</title>
${brandIcon()}
${styleTag(style)}
</head>
<body>
<header><b>Tollgate</b><span class="badge">Sandbox: no money moves</span></header>
<main>
<h1>It runs. Where to?</h1>
<p class="lead">${prose(...(isLinked ? leadOfLinked : lead))}</p>
<ul class="places">${placesOf(isLinked, here).map(
    ({ name, address, text }) =>
      html`<li><a href="${address}"><strong>${name}</strong><span>${prose(text)}</span></a></li>`,
  )}</ul>
<h2>Or from a terminal</h2>
<p>${prose(
    'Authorize ten dollars on a test card.',
    'Paste it twice: the second answer is the first one again.',
  )}</p>
<pre><code>${curl}</code></pre>
${
  password.startsWith('$') &&
  html`<p>${prose('First `export TOLLGATE_SANDBOX_PASSWORD=…`: the password it was given.')}</p>`
}
<p>${prose(`What the merchant is told about it, as it happens: \`npx tollgate listen --print${here}\`.`)}</p>
</main>
</body>
</html>
`
}

type HomePageContent = Omit<FirstCall, 'orderId'> & {
  /** Whether a link answers for cards, in place of the acquirer simulator. */
  readonly isLinked?: boolean
}

const lead = [
  'A card payment gateway with a simulated acquirer, issuer and payment provider.',
  'Every outcome can be rehearsed here.',
] as const
const leadOfLinked = [
  'A card payment gateway with a link to an acquirer host, and a simulated issuer and payment provider.',
  'The host decides about cards: `npx tollgate link status` shows how the link is.',
] as const

const placesOf = (isLinked: boolean, here: string) => [
  {
    name: 'Console',
    address: '/console',
    text:
      'Be the merchant or the operator: payments with their timelines, figures, users, risk rules. ' +
      'The address that the start has printed signs you in, once; ' +
      `\`npx tollgate console${here}\` prints another.`,
  },
  {
    name: 'Demo shop',
    address: '/demo',
    text: 'Be the payer. Buy a cup in four ways, and see every request and answer beside it.',
  },
  {
    name: 'Docs',
    address: '/docs',
    text: 'Guides whose every line can be pasted, a search, and the reference of every operation and field.',
  },
  {
    name: 'Sandbox controls',
    address: '/docs/sandbox',
    text: isLinked
      ? 'What the issuer does next, the clock, a new beginning: by calls or buttons. Books are at the host.'
      : 'What acquirer and issuer do next, the clock, the books, a new beginning: by calls or buttons.',
  },
  {
    name: 'OpenAPI',
    address: `/api/rest/version/${versions.last}/openapi.json`,
    text: `The newest version of the API for your tools; ${versions.first} to ${versions.last} are served.`,
  },
]

/** A newcomer's first request, as the parts of a command line to paste. */
export function firstCallLines(calling: FirstCall): readonly string[] {
  const { merchantId, origin, orderId, password, certificatePath } = calling
  const trust = certificatePath === undefined ? '' : ` --cacert '${certificatePath}'`
  const path = `/api/rest/version/${versions.last}/merchant/${merchantId}/order/${orderId}/transaction/1`
  return [
    `curl -sS -i -w '\\n'${trust}`,
    `-X PUT ${origin}${path}`,
    `-u merchant.${merchantId}:${password}`,
    `-H 'Content-Type: application/json' -d '${JSON.stringify(firstCallBody)}'`,
  ]
}

type FirstCall = {
  readonly merchantId: string
  /** Where the gateway is reached, without a slash at the end. */
  readonly origin: string
  readonly orderId: string
  /** The published test password, or the name of an environment variable. */
  readonly password: string
  /** The certificate that a client has to trust. */
  readonly certificatePath?: string | undefined
}

const firstCallBody = {
  apiOperation: 'AUTHORIZE',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' },
    },
  },
}
