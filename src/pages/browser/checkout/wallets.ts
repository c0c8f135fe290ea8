// The buttons of wallets: shown where the browser has the wallet (W3C Payment Request). What the wallet sends
// goes to the flow of the page, and from there to the gateway. Nobody else's script is loaded.

import { byId, pageData } from './page.ts'
import type { CheckoutWallets } from './protocol.ts'
import { announceWallet } from './walletEvent.ts'

type PageWallet = CheckoutWallets['offered'][number]

async function offer(page: CheckoutWallets, wallet: PageWallet): Promise<void> {
  const button = byId(`wallet-${wallet.name}`)
  if (!button || !(await isThere(page, wallet))) return
  button.hidden = false
  const all = byId('wallets')
  if (all) all.hidden = false
  button.addEventListener('click', () => void pay(page, wallet))
}

/** A browser without wallets, or one that refuses to ask, has none. */
async function isThere(page: CheckoutWallets, wallet: PageWallet): Promise<boolean> {
  try {
    return await requestOf(page, wallet).canMakePayment()
  } catch {
    return false
  }
}

/** A request is good for one showing. */
function requestOf(page: CheckoutWallets, { method, methodData }: PageWallet): PaymentRequest {
  const amount = { value: page.amount, currency: page.currency }
  return new PaymentRequest([{ supportedMethods: method, data: methodData }], {
    total: { label: page.shop, amount },
  })
}

async function pay(page: CheckoutWallets, wallet: PageWallet): Promise<void> {
  let response: PaymentResponse
  try {
    response = await requestOf(page, wallet).show()
  } catch {
    // The payer closed the sheet: the page is as it was.
    return
  }
  announceWallet({
    name: wallet.name,
    details: response.details,
    onAnswer: outcome => void response.complete(outcome).catch(() => undefined),
  })
}

const { wallets } = pageData
if (wallets && pageData.status === 'open') for (const wallet of wallets.offered) void offer(wallets, wallet)
