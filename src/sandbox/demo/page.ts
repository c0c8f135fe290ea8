import { type Asset, scriptTag, styleTag } from '../../pages/assets.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import { product, shopName } from './basket.ts'
import { cup, pictures, smallCup } from './drawings.ts'
import { type DemoFlow, type DemoFlowText, flows, flowTexts } from './flows.ts'
import { outcomePicker } from './outcomes.ts'
import { stepList } from './stages.ts'

/** What the page says about itself to its script. */
export type DemoPageContent = {
  readonly flow: DemoFlow | undefined
  readonly merchantId: string
  readonly origin: string
  /** What a client on that machine has to be told to trust. */
  readonly certificatePath?: string | undefined
}

export type DemoPageAssets = { readonly script: Asset; readonly style: Asset }

/** The whole demo is one page: without a flow it introduces them, with one it walks through it. */
export function demoPage(view: DemoPageContent, { script, style }: DemoPageAssets): Html {
  const { flow } = view
  const title = flow === undefined ? 'Demo shop' : `${flowTexts[flow].name} · Demo shop`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
${styleTag(style)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header()}
<noscript><p class="notice bad">The demo needs JavaScript, as the scripts of the gateway do.</p></noscript>
<main id="main" aria-label="${shopName}" data-flow="${flow ?? ''}" data-merchant="${view.merchantId}"
 data-origin="${view.origin}" data-certificate="${view.certificatePath ?? ''}">
${flow === undefined ? welcome() : walk(flow, view)}
</main>
${scriptTag(script)}
${flow === undefined ? undefined : gatewayScripts(flow, view)}
</body>
</html>`
}

const header = (): Html => html`<header class="top">
<a class="brand" href="/demo">${smallCup}<span>${shopName}</span></a>
<span class="badge">Sandbox: no money moves</span>
<a class="reference" href="/docs">API reference</a>
</header>`

const welcome = (): Html => html`<section class="hero">
<div>
<h1>Buy a cup.<br>Four ways.</h1>
<p class="lead">${prose(
  'A pretend shop with a real gateway behind it. Walk through each way to take a payment in half a minute,',
  'and watch every request and answer beside it. Then break it on purpose.',
)}</p>
<p class="price"><strong>${product.name}</strong> ${product.description}
<span class="amount">${product.total} ${product.currency} with shipping</span></p>
</div>
${cup}
</section>
${ways(undefined)}`

function ways(current: DemoFlow | undefined): Html {
  const entries = flows.map((flow, index) => {
    const { name, short } = flowTexts[flow]
    const isCurrent = flow === current ? html` aria-current="page"` : undefined
    const text = current === undefined ? html`<span class="short">${short}</span>` : undefined
    return html`<li><a href="/demo?flow=${flow}"${isCurrent}>${pictures[flow]}<span class="name"
><span class="ordinal">${index + 1}</span> ${name}</span>${text}</a></li>`
  })
  const kind = current === undefined ? 'ways cards' : 'ways tabs'
  return html`<nav class="${kind}" aria-label="Ways to pay"><ol>${entries}</ol></nav>`
}

function walk(flow: DemoFlow, view: DemoPageContent): Html {
  const text: DemoFlowText = flowTexts[flow]
  return html`${ways(flow)}
<div class="walk">
<div class="story">
<div class="intro"><div><h1>${text.name}</h1>
<p class="lead">${text.lead}</p></div>
${goods()}</div>
${outcomePicker(flow)}
<section aria-label="Steps">
<ol class="steps" id="steps">${stepList(flow, text.steps)}</ol>
</section>
<p class="unseen" role="status" id="news"></p>
<section class="result" id="result" aria-labelledby="result-title" hidden></section>
<details class="code"><summary>What your page contains</summary><pre><code>${text.code.replace(
    'TESTMERCHANT',
    view.merchantId,
  )}</code></pre></details>
</div>
${wire()}
</div>`
}

const goods = (): Html => html`<div class="goods">${smallCup}<strong>${product.name}</strong>
<dl><dt>Cup</dt><dd class="amount">${product.price}</dd>
<dt>Shipping</dt><dd class="amount">${product.shipping}</dd>
<dt>Total</dt><dd class="amount"><strong>${product.total} ${product.currency}</strong></dd></dl></div>`

/** Where the requests appear as they happen. */
const wire = (): Html => html`<aside class="wire" aria-labelledby="wire-title">
<h2 id="wire-title" tabindex="-1">Requests and answers</h2>
<p class="hint" id="wire-hint">${prose(
  'Nothing yet. Each request to the gateway appears here with its answer, secrets masked.',
)}</p>
<ol id="wire"></ol>
<p class="hint" id="wire-password" hidden>${prose(
  'To paste a copied line, first `export TOLLGATE_SANDBOX_PASSWORD=…`,',
  'the API password that the gateway printed when it started.',
)}</p>
</aside>
<a class="to-wire" id="to-wire" href="#wire-title" hidden></a>`

/** The very scripts that merchants put into their pages. */
function gatewayScripts(flow: DemoFlow, { merchantId }: DemoPageContent): Html | undefined {
  if (flow === 'browser') return undefined
  if (flow === 'fields') {
    return html`<script src="/form/version/100/merchant/${merchantId}/session.js"></script>
<script src="/static/threeds/threeds.js"></script>`
  }
  return html`<script src="/static/checkout/checkout.js" data-complete="demoComplete" data-cancel="demoCancel"
 data-error="demoError" data-timeout="demoTimeout"></script>`
}
