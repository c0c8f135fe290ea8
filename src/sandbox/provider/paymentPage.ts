import { toDecimal } from '../../orders/money.ts'
import { type Asset, styleTag } from '../../pages/assets.ts'
import { countryName } from '../../pages/checkout/countryNames.ts'
import { moneyIn, times } from '../../pages/checkout/money.ts'
import { localeFor, type PageLocale } from '../../pages/checkout/view.ts'
import { type Html, html } from '../../platform/html.ts'
import type { VisitedPayment } from './desk.ts'
import { addressOf, recipientOf, type ShownPaymentDetails, shownDetailsOf } from './particulars.ts'
import type { PayerAct } from './providerCase.ts'
import { providerPage } from './providerFrame.ts'
import { shippingFields } from './shippingFields.ts'
import { type ProviderTexts, providerTextsIn } from './words.ts'

/** Where the payer is asked. Plain forms: it works without any script. */
export function paymentPage(
  payment: VisitedPayment,
  { style, interactionId, languages }: PaymentPageOptions,
): Html {
  const locale = localeFor(payment.preferredLanguage, ...languages)
  const words = providerTextsIn(locale)
  const particulars = shownDetailsOf(payment)
  const amount = moneyIn(payment.currency, locale)(toDecimal(payment.amount, payment.currency))
  const { merchantName, description } = particulars
  const lead = payment.isConfirmedAtMerchant ? words.agreeLead : words.payLead
  return providerPage({
    locale,
    title: `${words.payTo(merchantName)}: ${amount}`,
    style: styleTag(style),
    main: html`<main class="sheet" id="payment">
<h1><span class="unseen">${words.payTo('')}</span><bdi id="merchant">${merchantName}</bdi></h1>
<p class="total amount" id="amount"><bdi>${amount}</bdi></p>
${description !== undefined && html`<p class="soft" id="description"><bdi>${description}</bdi></p>`}
${bill(particulars, { payment, locale, words })}
<form id="provider-form" method="post" action="/sandbox/provider/${interactionId}">
${shippingPart({ payment, locale, words })}
<p class="soft lead">${lead}</p>
${buttons(payment, words, amount)}
</form>
</main>`,
    foot: html`<p>${words.sandbox}</p>
<p>${words.order} <bdi id="order">${payment.orderId}</bdi></p>`,
  })
}

export type PaymentPageOptions = {
  readonly style: Asset
  readonly interactionId: string
  /** Of the browser, where the merchant has not said. */
  readonly languages: readonly string[]
}
type LocalisedPayment = {
  readonly payment: VisitedPayment
  readonly locale: PageLocale
  readonly words: ProviderTexts
}

function bill(
  { items, itemsLeft, subTotals }: ShownPaymentDetails,
  { payment, locale, words }: LocalisedPayment,
): Html | false {
  if (items.length + subTotals.length === 0) return false
  const shown = moneyIn(payment.currency, locale)
  const lines = items.map(
    ({ name, quantity, unitPrice }) =>
      html`<tr><th scope="row"><bdi>${name}</bdi>${several(quantity)}</th>
<td class="amount"><bdi>${shown(times(quantity, unitPrice))}</bdi></td></tr>`,
  )
  const sums = subTotals.map(
    ({ of, amount }) => html`<tr class="soft"><th scope="row">${words.subTotals[of]}</th>
<td class="amount"><bdi>${of === 'discount' && '− '}${shown(amount)}</bdi></td></tr>`,
  )
  const more = words.more(itemsLeft)
  return html`<table class="bill" id="items">
<caption class="unseen">${words.items}</caption>
<tbody>${lines}${itemsLeft > 0 && html`<tr class="soft"><td colspan="2">${more}</td></tr>`}</tbody>
<tbody class="sums">${sums}</tbody>
</table>`
}

const several = (quantity: string): Html | false =>
  quantity !== '1' && html` <span class="soft digits">× ${quantity}</span>`

function shippingPart({ payment, locale, words }: LocalisedPayment): Html | false {
  const { company, street, street2, postcodeZip, city, stateProvince, country: code } = addressOf(payment)
  const country = code && countryName(code, locale)
  const place = [postcodeZip, city].filter(Boolean).join(' ')
  const lines = [recipientOf(payment), company, street, street2, place, stateProvince, country].filter(
    Boolean,
  )
  if (!payment.showsShippingAddress || lines.length === 0) return false
  return html`<section class="shipping" id="shipping" aria-labelledby="shipping-title">
<h2 id="shipping-title">${words.shipTo}</h2>
<address>${lines.map(line => html`<bdi>${line}</bdi><br>`)}</address>
${payment.mayChangeShippingAddress && changeable({ payment, locale, words })}
</section>`
}

const changeable = ({ payment, locale, words }: LocalisedPayment): Html =>
  html`<details id="shipping-change"><summary>${words.change}</summary>
${shippingFields(payment, locale, words)}</details>`

function buttons({ isConfirmedAtMerchant }: VisitedPayment, words: ProviderTexts, amount: string): Html {
  const approve = isConfirmedAtMerchant ? words.agree : words.pay(amount)
  const button = (act: PayerAct, looks: string, label: string) =>
    html`<button class="${looks}" id="provider-${act}" name="act" value="${act}">${label}</button>`
  return html`<div class="acts">
${button('approve', 'button wide', approve)}
${button('cancel', 'button quiet wide', words.cancel)}
</div>
<div class="asides">
${button('decline', 'link', words.decline)}
${button('abort', 'link', words.abort)}
</div>`
}
