import { type Html, html, prose } from '../../platform/html.ts'
import { product } from './basket.ts'
import type { DemoFlow, DemoStep, DemoStepId } from './flows.ts'
import { cardLine } from './outcomes.ts'

/** The steps of a flow, each with what there is to do in it; the script shows the one that is on. */
export const stepList = (flow: DemoFlow, steps: readonly DemoStep[]): readonly Html[] =>
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
