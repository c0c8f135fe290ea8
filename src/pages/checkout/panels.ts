import { type Html, html } from '../../platform/html.ts'
import { addressLines } from './addressFields.ts'
import { actionOf, pressable, terms, ways } from './formPanel.ts'
import { icons, markOf } from './icons.ts'
import type { LocalizedPage } from './told.ts'
import type { CheckoutOperation, CheckoutView } from './view.ts'
import { webAddress } from './webAddress.ts'
import type { CheckoutWords } from './words.ts'

/** Everything once more, before it counts; the script fills in what the payer has typed. */
export function reviewPanel(page: LocalizedPage): Html | false {
  const { view, say } = page
  if (view.controls.paymentConfirmation === 'HIDE') return false
  return html`<section class="panel" id="panel-review" hidden><h1 tabindex="-1">${say('reviewTitle')}</h1>
<p class="soft">${say('reviewText')}</p><dl class="facts">
<div><dt>${say('card')}</dt><dd class="with-mark">${markOf('review-mark')}
<span><bdi id="review-card" class="digits"></bdi>
<span class="soft" id="review-expiry"></span></span></dd></div>
<div><dt>${say('nameOnCard')}</dt><dd id="review-nameOnCard"></dd></div>
<div hidden><dt>${say('email')}</dt><dd id="review-email"></dd></div>
${addressFact(page, 'billing')}${addressFact(page, 'shipping')}
${isCharged(view) && (dueFact(page) || totalFact(page, 'total'))}</dl>${terms(page)}
<button type="button" class="button wide" id="confirm">${pressable(actionOf(page))}</button>
<button type="button" class="button quiet wide" id="change">${say('change')}</button>
${ways(page, 'cancel-review')}</section>`
}

/** An address that cannot be changed is known already. */
function addressFact({ view, say }: LocalizedPage, kind: 'billing' | 'shipping'): Html {
  const { billingAddress, shipping } = view.controls
  const isFixed = (kind === 'billing' ? billingAddress : shipping) === 'READ_ONLY'
  const lines = isFixed ? addressLines(view[kind] ?? {}, view.locale) : []
  return html`<div${lines.length === 0 && html` hidden`}><dt>${say(kind)}</dt>
<dd id="review-${kind}" class="address">${lines.map(line => html`<span>${line}</span>`)}</dd></div>`
}

export const processingPanel = ({
  view,
  say,
}: LocalizedPage): Html => html`<section class="panel end" id="panel-processing"${
  view.status !== 'processing' && view.status !== 'challenge' && html` hidden`
}>
<span class="spinner large" aria-hidden="true"></span><h1 tabindex="-1">${say('processingTitle')}</h1>
<p class="soft" id="processing-text">${say('processingText')}</p></section>`

/** The issuer's page comes into the frame; what is typed there is between the payer and the bank. */
export const challengePanel = ({
  say,
}: LocalizedPage): Html => html`<section class="panel" id="panel-challenge" hidden>
<h1 tabindex="-1">${say('challengeTitle')}</h1><p class="soft">${say('challengeText')}</p>
<div id="challenge" data-title="${say('challengeFrame')}"></div>
<button type="button" class="button quiet wide" id="challenge-cancel">${say('challengeCancel')}</button>
</section>`

export function endPanels(page: LocalizedPage): readonly Html[] {
  const { view, say } = page
  const [title, text] = successes[view.operation]
  const givenBack = view.returned === undefined ? undefined : say('givenBack', { part: view.returned })
  return [
    endPanel(page, { state: 'done', title: say(title), text: say(text) }),
    endPanel(page, {
      state: 'part',
      title: say('partTitle'),
      text: say('partText', { part: view.paid ?? '{part}' }),
    }),
    endPanel(page, {
      state: 'cancelled',
      title: say('cancelledTitle'),
      text: givenBack ?? say('cancelledText'),
    }),
    endPanel(page, {
      state: 'expired',
      title: say('expiredTitle'),
      text: givenBack ?? say(view.rest || view.elsewhere !== undefined ? 'restExpired' : 'expiredText'),
    }),
  ]
}

type End = {
  readonly state: 'done' | 'part' | 'cancelled' | 'expired'
  readonly title: string
  readonly text: string
}

function endPanel(page: LocalizedPage, { state, title, text }: End): Html {
  const { view, say } = page
  const address = view.status === state && webAddress(view.returnAddress)
  const isHidden = view.status !== state
  return html`<section class="panel end ${state}" id="panel-${state}"${isHidden && html` hidden`}>
<span class="seal">${icons[state]}</span><h1 tabindex="-1">${title}</h1><p>${text}</p>
${state === 'done' && receipt(page)}
<p class="soft going" hidden><span class="spinner" aria-hidden="true"></span>${say('goingOn')}</p>
<a class="button wide" ${address ? html`href="${address}"` : html`hidden`}>${say('goOn')}</a>
${!view.isEmbedded && html`<p class="soft close"${address && html` hidden`}>${say('closePage')}</p>`}
</section>`
}

function receipt(page: LocalizedPage): Html {
  const { view, say } = page
  return html`<dl class="facts">
<div><dt>${say('merchant')}</dt><dd>${view.merchant.name}</dd></div>
<div><dt>${say('order')}</dt><dd><bdi>${view.order.id}</bdi></dd></div>
<div hidden><dt>${say('card')}</dt><dd><bdi id="receipt-card" class="digits"></bdi></dd></div>
${isCharged(view) && totalFact(page, 'amount')}</dl>`
}

const totalFact = ({ view, say, money }: LocalizedPage, word: 'total' | 'amount'): Html =>
  html`<div class="total"><dt>${say(word)}</dt><dd class="amount">${money(view.order.amount)}</dd></div>`

const dueFact = ({ view: { rest }, say }: LocalizedPage): Html | false =>
  rest !== undefined &&
  html`<div class="total"><dt>${say('stillToPay')}</dt><dd class="amount">${rest.due}</dd></div>`

const isCharged = ({ operation }: CheckoutView): boolean =>
  operation === 'PURCHASE' || operation === 'AUTHORIZE'

const successes = {
  PURCHASE: ['paidTitle', 'paidText'],
  AUTHORIZE: ['authorizedTitle', 'authorizedText'],
  VERIFY: ['verifiedTitle', 'verifiedText'],
  NONE: ['storedTitle', 'storedText'],
} as const satisfies Record<CheckoutOperation, readonly [keyof CheckoutWords, keyof CheckoutWords]>
