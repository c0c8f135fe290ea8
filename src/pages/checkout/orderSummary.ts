import { type Html, html } from '../../platform/html.ts'
import { times } from './money.ts'
import type { LocalizedPage } from './told.ts'
import type { CheckoutOrderItem } from './view.ts'

/** What the payer pays for: all of it, or only what it comes to. */
export function orderSummary(page: LocalizedPage): Html {
  const { view, say } = page
  const { order, controls, operation } = view
  const items = controls.orderSummary === 'SHOW' ? order.items : []
  const charges = operation === 'PURCHASE' || operation === 'AUTHORIZE'
  const lines = subtotals(page)
  return html`<aside class="summary" aria-labelledby="order-title">
<div class="summary-head"><h2 id="order-title">${say('orderTitle')}</h2>
<p class="soft order-number">${say('orderNumber')}</p></div>
${order.description && html`<p class="description">${order.description}</p>`}
${items.length + lines.length > 0 && details(page, items, lines)}
<dl class="totals total"><div><dt>${say('total')}</dt>
<dd class="amount">${page.money(order.amount)}</dd></div>${
    view.rest &&
    html`<div id="due"><dt>${say('stillToPay')}</dt><dd class="amount">${view.rest.due}</dd></div>`
  }</dl>
${!charges && html`<p class="soft">${say('nothingCharged')}</p>`}</aside>`
}

/** On a small screen what makes up the total is folded away until the payer asks for it. */
const details = (
  page: LocalizedPage,
  items: readonly CheckoutOrderItem[],
  lines: readonly Html[],
): Html => html`<button
 type="button" id="details-toggle" class="link" aria-expanded="false" aria-controls="details">
${page.say('showDetails')}</button><div id="details">${
  items.length > 0 && html`<ul class="items">${items.map(item => itemLine(item, page))}</ul>`
}${lines.length > 0 && html`<dl class="totals">${lines}</dl>`}</div>`

function itemLine(
  { name, description, quantity, unitPrice }: CheckoutOrderItem,
  { say, money }: LocalizedPage,
): Html {
  const count =
    quantity !== '1' &&
    html`<span class="soft amount">${say('timesPrice', {
      count: quantity,
      price: money(unitPrice),
    })}</span>`
  const more = description && html`<span class="soft">${description}</span>`
  return html`<li><div><b>${name}</b>${more}${count}</div>
<span class="amount">${money(times(quantity, unitPrice))}</span></li>`
}

function subtotals({ view, say, money }: LocalizedPage): readonly Html[] {
  const { item, shipping, tax, discount } = view.order.subtotals
  const lines = [
    ['subtotal', item],
    ['shippingCost', shipping],
    ['tax', tax],
    ['discount', discount && (discount.startsWith('-') ? discount : `-${discount}`)],
  ] as const
  return lines.flatMap(([word, amount]) =>
    amount ? [html`<div><dt>${say(word)}</dt><dd class="amount">${money(amount)}</dd></div>`] : [],
  )
}
