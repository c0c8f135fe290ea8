import { type Html, html } from '../../platform/html.ts'
import { billingFields, shippingFields } from './addressFields.ts'
import { cardFields, emailField } from './cardFields.ts'
import { icons } from './icons.ts'
import type { LocalizedPage } from './told.ts'
import type { CheckoutOperation } from './view.ts'
import type { CheckoutWords } from './words.ts'

/** The form. Everything in it is switched off until the script is there to take care of it. */
export function formPanel(page: LocalizedPage): Html {
  const { view, say } = page
  const { operation, controls, status } = view
  const label = controls.paymentConfirmation === 'SHOW' ? say('proceed') : actionOf(page)
  return html`<section class="panel" id="panel-form"${status !== 'open' && html` hidden`}>
<h1 tabindex="-1">${say(titles[operation])}</h1>${restBox(page)}
<div class="notice" id="notice" tabindex="-1">${icons.lock}${icons.warning}
<p id="notice-text">${say('encrypted')}</p></div>
<form id="form" novalidate><fieldset class="plain" id="fields" disabled>
<legend class="unseen">${say('card')}</legend>${cardFields(page)}${emailField(page)}${billingFields(page)}
${shippingFields(page)}</fieldset>
${controls.paymentConfirmation === 'HIDE' && terms(page)}
<button class="button wide" id="pay" disabled>${pressable(label)}</button></form>
${ways(page, 'cancel')}</section>`
}

/** What was taken so far, what is due, and what happens to it otherwise. */
function restBox({ view: { rest, elsewhere }, say }: LocalizedPage): Html | false {
  if (elsewhere !== undefined)
    return html`<div class="notice" id="elsewhere">${icons.partly}
<p>${say('takenElsewhere', { part: elsewhere })}</p></div>`
  if (!rest) return false
  const { parts, due } = rest
  return html`<div class="notice" id="rest" tabindex="-1">${icons.partly}<div>
${parts.map(({ amount, digits }) => html`<p>${say('partTaken', { part: amount, digits })}</p>`)}
<p><b>${say('restDue', { due })}</b></p><p>${say('restPromise')}</p></div></div>`
}

/** What the payer agrees to by the button: all of it, or the rest. */
export const actionOf = ({ view: { operation, rest }, say }: LocalizedPage): string =>
  say(actions[operation], rest && { amount: rest.due })

/** What a button says, and beside it a wheel for when it was pressed. */
export const pressable = (label: string): Html =>
  html`<span class="spinner" aria-hidden="true"></span><span class="label">${label}</span>`

export const terms = ({ view, say }: LocalizedPage): Html | false =>
  view.controls.paymentTerms === 'SHOW_IF_SUPPORTED' &&
  html`<p class="soft terms">${say(termsWords[view.operation], view.rest && { amount: view.rest.due })}</p>`

/** The way out, and the time there is. */
export const ways = ({ view, say }: LocalizedPage, id: string): Html => html`<div class="ways">
<button type="button" class="link" id="${id}" disabled>${say('cancel')}</button>
<p class="soft">${say('timeLeft')}
<span class="digits time" role="timer" dir="ltr">${clockText(view.secondsLeft)}</span></p></div>`

function clockText(secondsLeft: number): string {
  const seconds = Math.max(0, secondsLeft)
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

const titles = {
  AUTHORIZE: 'payTitle',
  PURCHASE: 'payTitle',
  VERIFY: 'verifyTitle',
  NONE: 'storeTitle',
} as const satisfies Record<CheckoutOperation, keyof CheckoutWords>

const actions = {
  AUTHORIZE: 'pay',
  PURCHASE: 'pay',
  VERIFY: 'verify',
  NONE: 'store',
} as const satisfies Record<CheckoutOperation, keyof CheckoutWords>

const termsWords = {
  AUTHORIZE: 'authorizeTerms',
  PURCHASE: 'payTerms',
  VERIFY: 'verifyTerms',
  NONE: 'storeTerms',
} as const satisfies Record<CheckoutOperation, keyof CheckoutWords>
