import { type Asset, styleTag } from '../../pages/assets.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import { randomHex } from '../../platform/ids.ts'
import { type FirstCall, firstCallLines } from './firstCall.ts'

/** What somebody sees who opens a sandbox's address in a browser: where to go from here. */
export function homePage(
  { merchantId, origin, password, certificatePath }: HomePageContent,
  style: Asset,
): Html {
  const orderId = `order-${randomHex(4)}`
  const curl = firstCallLines({ merchantId, origin, password, certificatePath, orderId }).join(' \\\n  ')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Tollgate sandbox</title>
<link rel="icon" href="data:,">
${styleTag(style)}
</head>
<body>
<header><b>Tollgate</b><span class="badge">Sandbox: no money moves</span></header>
<main>
<h1>It runs. Where to?</h1>
<p class="lead">${prose(
    'A card payment gateway with a simulated acquirer, issuer and payment provider.',
    'Every outcome can be rehearsed here.',
  )}</p>
<ul class="places">${places.map(
    ({ name, address, text }) =>
      html`<li><a href="${address}"><strong>${name}</strong><span>${text}</span></a></li>`,
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
<p>${prose('What the merchant is told about it, as it happens: `npx tollgate listen --print`.')}</p>
</main>
</body>
</html>
`
}

export type HomePageContent = Omit<FirstCall, 'orderId'>

const places = [
  {
    name: 'Demo shop',
    address: '/demo',
    text: 'Be the payer. Buy a cup in four ways, and see every request and answer beside it.',
  },
  {
    name: 'API reference',
    address: '/docs',
    text: 'Every operation and field, with lines to paste and the test cards that decide outcomes.',
  },
  {
    name: 'Sandbox controls',
    address: '/sandbox',
    text: 'What the acquirer and the issuer do next, the clock, the books, a new beginning. A list of calls.',
  },
  {
    name: 'OpenAPI',
    address: '/api/rest/version/100/openapi.json',
    text: 'The newest version of the API for your tools; 1 to 100 are served.',
  },
] as const
