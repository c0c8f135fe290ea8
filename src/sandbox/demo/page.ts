import { versions } from '../../contract/kit/versions.ts'
import { type Asset, scriptTag, styleTag } from '../../pages/assets.ts'
import { brandIcon } from '../../platform/brandMark.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import { cup, pictures, smallCup } from './drawings.ts'
import {
  type DemoFlow,
  type DemoFlowText,
  type DemoStep,
  type DemoStepId,
  flows,
  flowTexts,
} from './flows.ts'
import { type DemoScenario, scenariosFor } from './scenarios.ts'
import { product, shopName } from './shop.ts'

/** The demo is one page: without a flow it lists the flows, with one it walks through it step by step. */
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
${brandIcon()}
${styleTag(style)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header()}
<noscript><p class="notice bad">The demo needs JavaScript, as the scripts of the gateway do.</p></noscript>
<main id="main" aria-label="${shopName}" data-flow="${flow ?? ''}" data-merchant="${view.merchantId}"
 data-origin="${view.origin}" data-version="${versions.last}"
 data-certificate="${view.certificatePath ?? ''}">
${flow === undefined ? welcome() : walk(flow, view)}
</main>
${scriptTag(script)}
${flow === undefined ? undefined : gatewayScripts(flow, view)}
</body>
</html>`
}

/** What the page passes to its script. */
type DemoPageContent = {
  readonly flow: DemoFlow | undefined
  readonly merchantId: string
  readonly origin: string
  /** The certificate that a client on this machine has to trust. */
  readonly certificatePath?: string | undefined
}

type DemoPageAssets = { readonly script: Asset; readonly style: Asset }

const header = (): Html => html`<header class="top">
<a class="brand" href="/demo">${smallCup}<span>${shopName}</span></a>
<span class="badge">Sandbox: no money moves</span>
<a class="reference" href="/docs/reference">API reference</a>
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
    return html`<script src="/form/version/${versions.last}/merchant/${merchantId}/session.js"></script>
<script src="/static/threeds/threeds.js"></script>`
  }
  return html`<script src="/static/checkout/checkout.js" data-complete="demoComplete" data-cancel="demoCancel"
 data-error="demoError" data-timeout="demoTimeout"></script>`
}

/** The panel in which a visitor chooses an outcome, and sees which card or reference gives it. */
function outcomePicker(flow: DemoFlow): Html {
  const groups = scenariosFor(flow).map(
    ({ title, scenarios }, group) => html`<div class="chips" role="group" aria-labelledby="group-${group}">
<span class="group" id="group-${group}">${title}</span>
<div>${scenarios.map((scenario, index) => chip(scenario, group === 0 && index === 0))}</div>
</div>`,
  )
  return html`<fieldset class="outcomes" id="outcomes">
<legend>What shall happen?</legend>
${groups}
<div class="chosen">
<p id="chosen-what" aria-live="polite"></p>
${flow === 'browser' ? reference : testCardPanel}
</div>
</fieldset>`
}

function chip({ id, name, what, card, reference }: DemoScenario, isFirst: boolean): Html {
  const values =
    card === undefined
      ? html` data-reference="${reference ?? ''}"`
      : html` data-number="${card.number}" data-expiry="${card.expiry}" data-code="${card.code}"`
  const checked = isFirst ? html` checked` : undefined
  return html`<label class="chip"><input type="radio" name="scenario" value="${id}" data-what="${what}"
${values}${checked}><span>${name}</span></label>`
}

/** The test card, in parts that can be copied one by one into the fields of the gateway. */
const testCardPanel: Html = html`<div class="plastic" role="group" aria-label="Test card">
<span class="word">Test card</span>
${part('number', 'Card number')}${part('expiry', 'Valid until')}${part('code', 'Security code')}
</div>`

function part(id: string, name: string): Html {
  return html`<button type="button" class="part ${id}" data-copy="${id}">
<span class="label">${name}<span class="copied" aria-hidden="true"></span></span>
<span class="value" data-chosen="${id}"></span><span class="unseen">, copy</span></button>`
}

const reference: Html = html`<p class="reference-line">${prose('`order.reference`:')}
<code data-chosen="reference"></code></p>`

/** The same card in one line, for the step in which it is typed. */
const cardLine: Html = html`<p class="card-line">Test card
<button type="button" class="link" data-copy="number"
><span data-chosen="number"></span><span class="unseen">, copy</span
><span class="copied" aria-hidden="true"></span></button>
<span data-chosen="expiry"></span> <span data-chosen="code"></span></p>`

/** The steps of a flow with their controls; the script shows the current one. */
const stepList = (flow: DemoFlow, steps: readonly DemoStep[]): readonly Html[] =>
  steps.map(({ id, title, what }, index) => {
    const isFirst = index === 0
    return html`<li data-step="${id}" data-state="${isFirst ? 'now' : 'later'}"${isFirst && current}>
<div class="head"><h2>${title}<span class="unseen state"></span></h2><p>${prose(what)}</p></div>
<div class="stage">${controls(flow, id)}</div>
</li>`
  })

const current = html` aria-current="step"`
const price = `${product.total} ${product.currency}`
const expressPrice = `${product.expressTotal} ${product.currency}`

function controls(flow: DemoFlow, step: DemoStepId): Html | undefined {
  if (step === 'create') return html`${flow === 'browser' && arrangements}${begin}`
  if (step === 'visit') return visits[flow]
  if (step === 'collect') return html`${cardLine}${form}`
  if (step === 'confirm') return deliveries
  if (step === 'authenticate') return html`${waiting('Asking the issuer …')}<div id="challenge"></div>`
  return waiting(step === 'pay' ? 'Asking for the authorization …' : 'Asking the gateway …')
}

const button = (id: string, text: string): Html =>
  html`<button type="button" class="button" id="${id}">${text}</button>`

const begin = button('begin', 'Buy the cup')

const waiting = (text: string): Html =>
  html`<p class="waiting"><span class="spinner"></span> <span>${text}</span></p>`

const visits = {
  checkout: html`${button('visit', 'Go to the payment page')}
${cardLine}<p class="tip">Copy its number first: you will need it there.</p>`,
  embedded: html`${cardLine}<div id="embedded"></div>`,
  fields: undefined,
  browser: html`${button('visit', 'Go to the provider')}`,
} as const satisfies Record<DemoFlow, Html | undefined>

/** Each of these inputs is replaced by a frame of the gateway. */
const form: Html = html`<form class="card-form" id="card-form" autocomplete="off" novalidate>
${field('number', 'Card number')}
${field('month', 'Month')}${field('year', 'Year')}${field('security', 'Security code')}
<p class="error" id="card-error" role="alert"></p>
<button type="submit" class="button wide" id="pay">Pay ${price}</button>
</form>`

function field(id: string, name: string): Html {
  return html`<div class="field ${id}"><label for="card-${id}">${name}</label>
<input id="card-${id}" type="text" readonly></div>`
}

const arrangements: Html = html`<fieldset class="choices"><legend>Who confirms?</legend>
${choice('redirect', ['The provider', 'The payer is sent to `redirectUrl`.'])}
${choice('providerA', ['Provider A', 'No `redirectUrl`: the script of provider A takes an `interactionId`.'])}
${choice('merchant', ['You, after provider A', '`CONFIRM_AT_MERCHANT`: nothing is paid until you confirm.'])}
</fieldset>`

function choice(value: string, [name, what]: readonly [string, string]): Html {
  const checked = value === 'redirect' ? html` checked` : undefined
  return html`<label class="choice"><input type="radio" name="arrangement" value="${value}"${checked}>
<span><strong>${name}</strong> ${prose(what)}</span></label>`
}

const deliveries: Html = html`<fieldset class="choices"><legend>Delivery</legend>
<label class="choice"><input type="radio" name="delivery" value="standard" checked>
<span><strong>Standard</strong> total <span class="amount">${price}</span></span></label>
<label class="choice"><input type="radio" name="delivery" value="express">
<span><strong>Express</strong> total <span class="amount">${expressPrice}</span></span></label>
</fieldset>${button('confirm', 'Confirm the payment')}`
