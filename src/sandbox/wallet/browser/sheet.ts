// The sheet of the simulated wallet. A developer's browser has no wallet, so this takes the place of the
// browser's PaymentRequest for the simulated method, and leaves it as it is for all others.

/** What the sheet can be told to do, by the names of the sandbox's route. */
const outcomes = {
  approved: 'Pay',
  declined: 'Pay with a card that is declined',
  otherAmount: 'Send a token for another amount',
  outOfTime: 'Send a token of ten minutes ago',
  tampered: 'Send a token that was changed on its way',
  used: 'Send a token that has paid before',
} as const

class SimulatedRequest {
  readonly #details: PaymentDetailsInit

  constructor(details: PaymentDetailsInit) {
    this.#details = details
  }

  async canMakePayment(): Promise<boolean> {
    return true
  }

  async show() {
    const { label, amount } = this.#details.total
    const outcome = await askPayer(`${label}: ${amount.value} ${amount.currency}`)
    if (outcome === undefined) throw new DOMException('The payer closed the sheet.', 'AbortError')
    const answer = await fetch('/sandbox/wallet/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ outcome, amount: amount.value, currency: amount.currency }),
    })
    return { details: await answer.json(), complete: async () => undefined }
  }
}

/** Some browsers have none at all. */
const RealRequest = globalThis.PaymentRequest ?? class {}

globalThis.PaymentRequest = new Proxy(RealRequest, {
  construct(real, [methods, details]: [PaymentMethodData[], PaymentDetailsInit]) {
    const isSimulated = methods.some(({ data }) => data?.isSimulated === true)
    return isSimulated ? new SimulatedRequest(details) : new real(methods, details)
  },
})

/** Undefined if the payer cancels. */
function askPayer(price: string): Promise<string | undefined> {
  const dialog = document.createElement('dialog')
  Object.assign(dialog, { id: 'simulated-wallet', lang: 'en', dir: 'ltr' })
  Object.assign(dialog.style, { border: '0', borderRadius: '12px', padding: '20px', maxWidth: '340px' })
  const title = Object.assign(document.createElement('h2'), { textContent: 'Simulated wallet' })
  const text = Object.assign(document.createElement('p'), { textContent: price })
  dialog.append(title, text)
  return new Promise(resolve => {
    const end = (outcome?: string) => {
      dialog.remove()
      resolve(outcome)
    }
    for (const [outcome, label] of [...Object.entries(outcomes), [undefined, 'Cancel'] as const]) {
      const className = `button wide ${outcome === 'approved' ? '' : 'quiet'}`
      const button = Object.assign(document.createElement('button'), { textContent: label, className })
      button.type = 'button'
      button.style.marginBlockStart = '8px'
      button.addEventListener('click', () => end(outcome))
      dialog.append(button)
    }
    dialog.addEventListener('cancel', () => end())
    document.body.append(dialog)
    dialog.showModal()
  })
}
