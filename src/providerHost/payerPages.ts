import { toDecimal } from '../orders/money.ts'
import { type Asset, styleTag } from '../pages/assets.ts'
import {
  countryName,
  directionOf,
  localeFor,
  moneyIn,
  type PageLocale,
  times,
} from '../pages/localisation.ts'
import { type Html, html } from '../platform/html.ts'
import type { ProviderTexts } from './payerTexts/providerTexts.ts'
import { providerTextsIn } from './payerTexts.ts'
import type { PayerAct, PayerVisit, PayerVisitState, VisitedPayment } from './payerVisit.ts'
import {
  addressOf,
  recipientOf,
  type ShownPaymentDetails,
  shippingFields,
  shownDetailsOf,
} from './shownPayment.ts'

/** The page that asks the payer. Plain forms: it works without JavaScript. */
export function paymentPage(payment: VisitedPayment, { style, action, languages }: PaymentPageOptions): Html {
  const locale = localeFor(payment.preferredLanguage, ...languages)
  const texts = providerTextsIn(locale)
  const particulars = shownDetailsOf(payment, texts)
  const amount = moneyIn(payment.currency, locale)(toDecimal(payment.amount, payment.currency))
  const { merchantName, description } = particulars
  const lead = payment.isConfirmedAtMerchant ? texts.agreeLead : texts.payLead
  return providerPage({
    locale,
    title: `${texts.payTo(merchantName)}: ${amount}`,
    style: styleTag(style),
    main: html`<main class="sheet" id="payment">
<h1><span class="unseen">${texts.payTo('')}</span><bdi id="merchant">${merchantName}</bdi></h1>
<p class="total amount" id="amount"><bdi>${amount}</bdi></p>
${description !== undefined && html`<p class="soft" id="description"><bdi>${description}</bdi></p>`}
${bill(particulars, { payment, locale, texts })}
<form id="provider-form" method="post" action="${action}">
${shippingPart({ payment, locale, texts })}
<p class="soft lead">${lead}</p>
${buttons(payment, texts, amount)}
</form>
</main>`,
    foot: html`<p>${texts.sandbox}</p>
<p>${texts.order} <bdi id="order">${payment.orderId}</bdi></p>`,
  })
}

type PaymentPageOptions = {
  readonly style: Asset
  /** The path that its form is posted to. */
  readonly action: string
  /** Of the browser, where the merchant named none. */
  readonly languages: readonly string[]
}
type LocalisedPayment = {
  readonly payment: VisitedPayment
  readonly locale: PageLocale
  readonly texts: ProviderTexts
}

function bill(
  { items, itemsLeft, subTotals }: ShownPaymentDetails,
  { payment, locale, texts }: LocalisedPayment,
): Html | false {
  if (items.length + subTotals.length === 0) return false
  const shown = moneyIn(payment.currency, locale)
  const lines = items.map(
    ({ name, quantity, unitPrice }) =>
      html`<tr><th scope="row"><bdi>${name}</bdi>${several(quantity)}</th>
<td class="amount"><bdi>${shown(times(quantity, unitPrice))}</bdi></td></tr>`,
  )
  const sums = subTotals.map(
    ({ of, amount }) => html`<tr class="soft"><th scope="row">${texts.subTotals[of]}</th>
<td class="amount"><bdi>${of === 'discount' && '− '}${shown(amount)}</bdi></td></tr>`,
  )
  const more = texts.more(itemsLeft)
  return html`<table class="bill" id="items">
<caption class="unseen">${texts.items}</caption>
<tbody>${lines}${itemsLeft > 0 && html`<tr class="soft"><td colspan="2">${more}</td></tr>`}</tbody>
<tbody class="sums">${sums}</tbody>
</table>`
}

const several = (quantity: string): Html | false =>
  quantity !== '1' && html` <span class="soft digits">× ${quantity}</span>`

function shippingPart({ payment, locale, texts }: LocalisedPayment): Html | false {
  const { company, street, street2, postcodeZip, city, stateProvince, country: code } = addressOf(payment)
  const country = code && countryName(code, locale)
  const place = [postcodeZip, city].filter(Boolean).join(' ')
  const lines = [recipientOf(payment), company, street, street2, place, stateProvince, country].filter(
    Boolean,
  )
  if (!payment.showsShippingAddress || lines.length === 0) return false
  return html`<section class="shipping" id="shipping" aria-labelledby="shipping-title">
<h2 id="shipping-title">${texts.shipTo}</h2>
<address>${lines.map(line => html`<bdi>${line}</bdi><br>`)}</address>
${payment.mayChangeShippingAddress && changeable({ payment, locale, texts })}
</section>`
}

const changeable = ({ payment, locale, texts }: LocalisedPayment): Html =>
  html`<details id="shipping-change"><summary>${texts.change}</summary>
${shippingFields(payment, locale, texts)}</details>`

function buttons({ isConfirmedAtMerchant }: VisitedPayment, texts: ProviderTexts, amount: string): Html {
  const approve = isConfirmedAtMerchant ? texts.agree : texts.pay(amount)
  const button = (act: PayerAct, looks: string, label: string) =>
    html`<button class="${looks}" id="provider-${act}" name="act" value="${act}">${label}</button>`
  return html`<div class="acts">
${button('approve', 'button wide', approve)}
${button('cancel', 'button quiet wide', texts.cancel)}
</div>
<div class="asides">
${button('decline', 'link', texts.decline)}
${button('abort', 'link', texts.abort)}
</div>`
}

/** The end of the payer's visit; where there is a return address, the browser goes there by itself. */
export function endPage({ state, payment }: PayerVisit, { style, address, languages }: EndPageOptions): Html {
  const locale = localeFor(payment.preferredLanguage, ...languages)
  const texts = providerTextsIn(locale)
  const { merchantName } = shownDetailsOf(payment, texts)
  const amount = moneyIn(payment.currency, locale)(toDecimal(payment.amount, payment.currency))
  const { title, text } = texts.ends[state === 'asking' ? 'over' : state]
  const back = state === 'over' && payment.returnCallback !== '' ? payment.returnCallback : address
  return providerPage({
    locale,
    title,
    style: styleTag(style),
    head: address === undefined ? undefined : html`<meta http-equiv="refresh" content="0;url=${address}">`,
    main: html`<main class="sheet ended" id="ended" data-state="${state}">
${mark(state)}
<h1>${title}</h1>
<p class="total amount"><bdi>${amount}</bdi></p>
<p>${text}</p>
${address !== undefined && html`<p class="soft" role="status">${texts.returning}</p>`}
${
  back === undefined
    ? html`<p class="soft" id="close">${texts.close}</p>`
    : html`<p><a class="button wide" id="back" href="${back}">${texts.backTo(merchantName)}</a></p>`
}
</main>`,
  })
}

type EndPageOptions = {
  readonly style: Asset
  readonly address: string | undefined
  readonly languages: readonly string[]
}

export function unknownPage({ style, languages }: Pick<EndPageOptions, 'style' | 'languages'>): Html {
  const locale = localeFor(...languages)
  const { unknown } = providerTextsIn(locale)
  return providerPage({
    locale,
    title: unknown.title,
    style: styleTag(style),
    main: html`<main class="sheet ended" id="unknown"><h1>${unknown.title}</h1><p>${unknown.text}</p></main>`,
  })
}

/** A mark for the state, which differs by its shape, not only by colour. */
function mark(state: PayerVisitState): Html {
  const [looks, path] = marks[state]
  return html`<svg class="mark ${looks}" width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
<circle cx="28" cy="28" r="28"/><path d="${path}"/></svg>`
}

const tick = 'M18 29l7 7 14-15'
const cross = 'M20 20l16 16M36 20l-16 16'
const clock = 'M28 17v12l7 5'
const marks = {
  asking: ['', clock],
  agreed: ['good', tick],
  paid: ['good', tick],
  waiting: ['', clock],
  declined: ['bad', cross],
  cancelled: ['', cross],
  left: ['', cross],
  over: ['', clock],
} as const satisfies Record<PayerVisitState, readonly [looks: string, path: string]>

/** The frame of all pages of the provider simulator. */
function providerPage({ locale, title, style, main, head, foot }: ProviderPageContent): Html {
  const texts = providerTextsIn(locale)
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}
${style}
</head>
<body class="provider">
<header><p class="maker">${emblem}${texts.provider}</p><p class="badge">${texts.simulated}</p></header>
${main}
${foot !== undefined && html`<footer>${foot}</footer>`}
</body>
</html>`
}

type ProviderPageContent = {
  readonly locale: PageLocale
  readonly title: string
  readonly style: Html
  readonly main: Html
  readonly head?: Html | undefined
  readonly foot?: Html
}

const emblem = html`<svg class="emblem" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
<rect width="28" height="28" rx="8"/><path d="M8 18.5c0-6 4-9 12-9M8 18.5c3.5-3 7.5-3.5 12-1.5"/></svg>`
