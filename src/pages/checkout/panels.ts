// The panels of the checkout page (form, review, processing, challenge, ends) and the order summary.

import { type Html, html } from '../../platform/html.ts'
import {
  type CheckoutEndStep,
  type SettledBeforeStep,
  settledBeforeSteps,
} from '../browser/checkout/protocol.ts'
import { times } from '../localisation.ts'
import { addressLines, billingFields, cardFields, emailField, shippingFields } from './formFields.ts'
import { cardMark, icons } from './icons.ts'
import { removalDialog, saveCardBox, savedCardChoice } from './savedCardFields.ts'
import type { CheckoutOrderItem, CheckoutView } from './view.ts'
import type { CheckoutOperation } from './visit.ts'
import { walletButtons } from './walletButtons.ts'
import type { CheckoutWords } from './words/english.ts'
import type { LocalizedPage } from './words.ts'

/** The panels of the checkout page: form, review, processing, challenge, ends; and the order summary. */

/** What the issuer wants the payer to read; in its own language, whatever the page's is. */
export const issuerNotice = ({ view: { issuerNotice: words }, text }: LocalizedPage): Html =>
  html`<div class="notice" id="issuer-notice" role="status"${words === undefined && html` hidden`}>
${icons.message}<div><b>${text('issuerNotice')}</b><p id="issuer-words" dir="auto">${words}</p></div></div>`

/** The form; disabled until the script runs. */
export function formPanel(page: LocalizedPage): Html {
  const { view, text } = page
  const { operation, controls, status } = view
  const label = controls.paymentConfirmation === 'SHOW' ? text('proceed') : actionOf(page)
  return html`<section class="panel" id="panel-form"${status !== 'open' && html` hidden`}>
<h1 tabindex="-1">${text(titles[operation])}</h1>${partialPaymentNotice(page)}
<div class="notice" id="notice" tabindex="-1">${icons.lock}${icons.warning}
<p id="notice-text">${text('encrypted')}</p></div>${walletButtons(page)}
<form id="form" novalidate><fieldset class="plain" id="fields" disabled>
<legend class="unseen">${text('card')}</legend>${savedCardChoice(page)}${cardFields(page)}${saveCardBox(page)}
${emailField(page)}${billingFields(page)}${shippingFields(page)}</fieldset>
${controls.paymentConfirmation === 'HIDE' && termsText(page)}
<button class="button wide" id="pay" disabled>${buttonContent(label)}</button></form>
${cancelAndTime(page, 'cancel')}${removalDialog(page)}</section>`
}

/** After a partial payment: what was taken, what is due, and that it is reversed if the rest is not paid. */
function partialPaymentNotice({ view: { rest, elsewhere }, text }: LocalizedPage): Html | false {
  if (elsewhere !== undefined)
    return html`<div class="notice" id="elsewhere">${icons.partly}
<p>${text('takenElsewhere', { part: elsewhere })}</p></div>`
  if (!rest) return false
  const { parts, due } = rest
  return html`<div class="notice" id="rest" tabindex="-1">${icons.partly}<div>
${parts.map(({ amount, digits }) => html`<p>${text('partTaken', { part: amount, digits })}</p>`)}
<p><b>${text('restDue', { due })}</b></p><p>${text('restPromise')}</p></div></div>`
}

const titles = {
  AUTHORIZE: 'payTitle',
  PURCHASE: 'payTitle',
  VERIFY: 'verifyTitle',
  NONE: 'storeTitle',
} as const satisfies Record<CheckoutOperation, keyof CheckoutWords>

/** Shows the form's values before they are submitted; the script fills in what the payer has typed. */
export function reviewPanel(page: LocalizedPage): Html | false {
  const { view, text } = page
  if (view.controls.paymentConfirmation === 'HIDE') return false
  return html`<section class="panel" id="panel-review" hidden><h1 tabindex="-1">${text('reviewTitle')}</h1>
<p class="soft">${text('reviewText')}</p><dl class="facts">
<div><dt>${text('card')}</dt><dd class="with-mark">${cardMark}
<span><bdi id="review-card" class="digits"></bdi>
<span class="soft" id="review-expiry"></span></span></dd></div>
<div><dt>${text('nameOnCard')}</dt><dd id="review-nameOnCard"></dd></div>
<div hidden><dt>${text('email')}</dt><dd id="review-email"></dd></div>
${addressFact(page, 'billing')}${addressFact(page, 'shipping')}
${isCharged(view) && (dueFact(page) || totalFact(page, 'total'))}</dl>${termsText(page)}
<button type="button" class="button wide" id="confirm">${buttonContent(actionOf(page))}</button>
<button type="button" class="button quiet wide" id="change">${text('change')}</button>
${cancelAndTime(page, 'cancel-review')}</section>`
}

/** An address; a read-only one is filled in already. */
function addressFact({ view, text }: LocalizedPage, kind: 'billing' | 'shipping'): Html {
  const { billingAddress, shipping } = view.controls
  const isFixed = (kind === 'billing' ? billingAddress : shipping) === 'READ_ONLY'
  const lines = isFixed ? addressLines(view[kind] ?? {}, view.locale) : []
  return html`<div${lines.length === 0 && html` hidden`}><dt>${text(kind)}</dt>
<dd id="review-${kind}" class="address">${lines.map(
    line => html`<span><bdi>${line}</bdi></span>`,
  )}</dd></div>`
}

const dueFact = ({ view: { rest }, text }: LocalizedPage): Html | false =>
  rest !== undefined &&
  html`<div class="total"><dt>${text('stillToPay')}</dt><dd class="amount">${rest.due}</dd></div>`

export const processingPanel = ({
  view,
  text,
}: LocalizedPage): Html => html`<section class="panel end" id="panel-processing"${
  view.status !== 'processing' && view.status !== 'challenge' && html` hidden`
}>
<span class="spinner large" aria-hidden="true"></span><h1 tabindex="-1">${text('processingTitle')}</h1>
<p class="soft" id="processing-text">${text('processingText')}</p></section>`

/** The issuer's page is loaded into the frame; the gateway cannot read what is typed there. */
export const challengePanel = ({
  text,
}: LocalizedPage): Html => html`<section class="panel" id="panel-challenge" hidden>
<h1 tabindex="-1">${text('challengeTitle')}</h1><p class="soft">${text('challengeText')}</p>
<div id="challenge" data-title="${text('challengeFrame')}"></div>
<button type="button" class="button quiet wide" id="challenge-cancel">${text('challengeCancel')}</button>
</section>`

export function endPanels(page: LocalizedPage): readonly Html[] {
  const { view, text } = page
  const [title, explanation] = successes[view.operation]
  const givenBack = view.returned === undefined ? undefined : text('givenBack', { part: view.returned })
  return [
    endPanel(page, { state: 'done', title: text(title), explanation: text(explanation) }),
    endPanel(page, {
      state: 'part',
      title: text('partTitle'),
      explanation: text('partText', { part: view.paid ?? '{part}' }),
    }),
    ...settledBeforeSteps.map(state => {
      const [title, explanation] = settledBefore[state]
      return endPanel(page, { state, title: text(title), explanation: givenBack ?? text(explanation) })
    }),
    endPanel(page, {
      state: 'cancelled',
      title: text('cancelledTitle'),
      explanation: givenBack ?? text('cancelledText'),
    }),
    endPanel(page, {
      state: 'expired',
      title: text('expiredTitle'),
      explanation:
        givenBack ?? text(view.rest || view.elsewhere !== undefined ? 'restExpired' : 'expiredText'),
    }),
  ]
}

const settledBefore = {
  paidBefore: ['paidBeforeTitle', 'paidBeforeText'],
  refundedBefore: ['refundedBeforeTitle', 'refundedBeforeText'],
  cancelledBefore: ['cancelledBeforeTitle', 'cancelledBeforeText'],
} as const satisfies Record<SettledBeforeStep, readonly [keyof CheckoutWords, keyof CheckoutWords]>

/** The title of what succeeded, and what it means. */
export const successes = {
  PURCHASE: ['paidTitle', 'paidText'],
  AUTHORIZE: ['authorizedTitle', 'authorizedText'],
  VERIFY: ['verifiedTitle', 'verifiedText'],
  NONE: ['storedTitle', 'storedText'],
} as const satisfies Record<CheckoutOperation, readonly [keyof CheckoutWords, keyof CheckoutWords]>

type EndPanel = {
  readonly state: CheckoutEndStep
  readonly title: string
  readonly explanation: string
}

function endPanel(page: LocalizedPage, { state, title, explanation }: EndPanel): Html {
  const { view, text } = page
  const address = view.status === state && webAddress(view.returnAddress)
  const isHidden = view.status !== state
  return html`<section class="panel end ${state}" id="panel-${state}"${isHidden && html` hidden`}>
<span class="seal">${icons[state]}</span><h1 tabindex="-1">${title}</h1><p>${explanation}</p>
${savedNote(page, state)}${state === 'done' && receipt(page)}
<p class="soft going" hidden><span class="spinner" aria-hidden="true"></span>${text('goingOn')}</p>
<a class="button wide" ${address ? html`href="${address}"` : html`hidden`}>${text('goOn')}</a>
${
  state === 'done' &&
  html`<button type="button" class="button quiet wide" id="print" hidden>
${text('printReceipt')}</button>`
}
${!view.isEmbedded && html`<p class="soft close"${address && html` hidden`}>${text('closePage')}</p>`}
</section>`
}

/** The script shows it, too: the card is saved with the answer that the payment was made. */
const savedNote = ({ view, text }: LocalizedPage, state: EndPanel['state']): Html | false =>
  (state === 'done' || state === 'part') &&
  html`<p class="card-saved"${!view.isCardSaved && html` hidden`}>${text('cardSaved')}</p>`

function receipt(page: LocalizedPage): Html {
  const { view, text } = page
  return html`<dl class="facts">
<div><dt>${text('merchant')}</dt><dd><bdi>${view.merchant.name}</bdi></dd></div>
<div><dt>${text('order')}</dt><dd><bdi>${view.order.id}</bdi></dd></div>
<div hidden><dt>${text('paidOn')}</dt><dd id="receipt-date"></dd></div>
<div hidden><dt>${text('card')}</dt><dd><bdi id="receipt-card" class="digits"></bdi></dd></div>
${isCharged(view) && totalFact(page, 'amount')}</dl>`
}

const totalFact = ({ view, text, money }: LocalizedPage, word: 'total' | 'amount'): Html =>
  html`<div class="total"><dt>${text(word)}</dt><dd class="amount">${money(view.order.amount)}</dd></div>`

const isCharged = ({ operation }: CheckoutView): boolean =>
  operation === 'PURCHASE' || operation === 'AUTHORIZE'

/** The order: its items and subtotals, or only the total. */
export function orderSummary(page: LocalizedPage): Html {
  const { view, text } = page
  const { order, controls, operation } = view
  const items = controls.orderSummary === 'SHOW' ? order.items : []
  const charges = operation === 'PURCHASE' || operation === 'AUTHORIZE'
  const lines = subtotals(page)
  return html`<aside class="summary" aria-labelledby="order-title">
<div class="summary-head"><h2 id="order-title">${text('orderTitle')}</h2>
<p class="soft order-number">${text('orderNumber')}</p></div>
${order.description && html`<p class="description">${order.description}</p>`}
${items.length + lines.length > 0 && details(page, items, lines)}
<dl class="totals total"><div><dt>${text('total')}</dt>
<dd class="amount">${page.money(order.amount)}</dd></div>${
    view.rest &&
    html`<div id="due"><dt>${text('stillToPay')}</dt><dd class="amount">${view.rest.due}</dd></div>`
  }</dl>
${!charges && html`<p class="soft">${text('nothingCharged')}</p>`}</aside>`
}

/** On a small screen the items are folded until the payer opens them. */
const details = (
  page: LocalizedPage,
  items: readonly CheckoutOrderItem[],
  lines: readonly Html[],
): Html => html`<button
 type="button" id="details-toggle" class="link" aria-expanded="false" aria-controls="details">
${page.text('showDetails')}</button><div id="details">${
  items.length > 0 && html`<ul class="items">${items.map(item => itemLine(item, page))}</ul>`
}${lines.length > 0 && html`<dl class="totals">${lines}</dl>`}</div>`

function itemLine(
  { name, description, quantity, unitPrice }: CheckoutOrderItem,
  { text, money }: LocalizedPage,
): Html {
  const count =
    quantity !== '1' &&
    html`<span class="soft amount">${text('timesPrice', {
      count: quantity,
      price: money(unitPrice),
    })}</span>`
  const more = description && html`<span class="soft">${description}</span>`
  return html`<li><div><b>${name}</b>${more}${count}</div>
<span class="amount">${money(times(quantity, unitPrice))}</span></li>`
}

function subtotals({ view, text, money }: LocalizedPage): readonly Html[] {
  const { item, shipping, tax, discount } = view.order.subtotals
  const lines = [
    ['subtotal', item],
    ['shippingCost', shipping],
    ['tax', tax],
    ['discount', discount && (discount.startsWith('-') ? discount : `-${discount}`)],
  ] as const
  return lines.flatMap(([word, amount]) =>
    amount ? [html`<div><dt>${text(word)}</dt><dd class="amount">${money(amount)}</dd></div>`] : [],
  )
}

/** The label of the button: pay the whole amount, or the rest. */
const actionOf = ({ view: { operation, rest }, text }: LocalizedPage): string =>
  text(actions[operation], rest && { amount: rest.due })

const actions = {
  AUTHORIZE: 'pay',
  PURCHASE: 'pay',
  VERIFY: 'verify',
  NONE: 'store',
} as const satisfies Record<CheckoutOperation, keyof CheckoutWords>

const termsText = ({ view, text }: LocalizedPage): Html | false =>
  view.controls.paymentTerms === 'SHOW_IF_SUPPORTED' &&
  html`<p class="soft terms">${text(termsWords[view.operation], view.rest && { amount: view.rest.due })}</p>`

const termsWords = {
  AUTHORIZE: 'authorizeTerms',
  PURCHASE: 'payTerms',
  VERIFY: 'verifyTerms',
  NONE: 'storeTerms',
} as const satisfies Record<CheckoutOperation, keyof CheckoutWords>

/** A button's label, and a spinner that is shown after it was pressed. */
const buttonContent = (label: string): Html =>
  html`<span class="spinner" aria-hidden="true"></span><span class="label">${label}</span>`

/** The button that cancels, and the time left. */
const cancelAndTime = ({ view, text }: LocalizedPage, id: string): Html => html`<div class="ways">
<button type="button" class="link" id="${id}" disabled>${text('cancel')}</button>
<p class="soft">${text('timeLeft')}
<span class="digits time" role="timer" dir="ltr">${clockText(view.secondsLeft)}</span></p></div>`

function clockText(secondsLeft: number): string {
  const seconds = Math.max(0, secondsLeft)
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

/** Undefined unless it is a web address: others are used neither for redirects nor for pictures. */
export function webAddress(address: string | undefined): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined
}
