// How the script of the wallets tells that of the page what a wallet has sent: they are two scripts, so that
// pages without wallets do not have the other.

export type WalletAnswered = {
  readonly name: string
  readonly details: unknown
  /** What the wallet's sheet shows last. */
  readonly onAnswer: (outcome: PaymentComplete) => void
}

export function announceWallet(detail: WalletAnswered): void {
  document.dispatchEvent(new CustomEvent(eventName, { detail }))
}

export function onWallet(pay: (answered: WalletAnswered) => void): void {
  document.addEventListener(eventName, event => {
    if (event instanceof CustomEvent) pay(event.detail)
  })
}

const eventName = 'wallet-answered'
