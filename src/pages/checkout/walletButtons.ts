// Buttons of wallets on the checkout page: their markup, and what the script needs of them.

import { type Html, html } from '../../platform/html.ts'
import type { CheckoutWallets } from '../browser/checkout/protocol.ts'
import type { CheckoutView } from './view.ts'
import type { LocalizedPage } from './words.ts'

/** Hidden until the browser says that the payer has the wallet. */
export function walletButtons({ view: { wallets }, text }: LocalizedPage): Html | false {
  if (wallets.length === 0) return false
  return html`<div id="wallets" hidden>${wallets.map(
    ({ name, label }) =>
      html`<button type="button" class="button wide wallet" id="wallet-${name}" hidden>
<span class="label">${text('payWith', { wallet: label })}</span></button>`,
  )}<p class="soft or"><span>${text('orByCard')}</span></p></div>`
}

export function walletsForScript({ wallets, merchant, order }: CheckoutView): CheckoutWallets {
  return {
    shop: merchant.name,
    amount: order.amount,
    currency: order.currency,
    offered: wallets.map(({ name, method, methodData }) => ({ name, method, methodData })),
  }
}
