// What the payer typed, as the gateway takes it and as the review shows it.

import { likelyBrand } from '../fields/formatting.ts'
import { hasJava } from '../java.ts'
import { digitsIn, parseExpiry } from './editing.ts'
import { cardNameOf, inputOf, readFormValues } from './fields.ts'
import { byId, pageData, requiredElement, texts } from './page.ts'
import {
  addressParts,
  type CheckoutSubmission,
  fillPlaceholders,
  type PayerAddress,
  type PayerBrowser,
  type PayerChallengeWindow,
} from './protocol.ts'
import { agreesToSaving, chosenCard } from './savedCards.ts'
import type { CheckoutFormValues } from './validation.ts'

/** Body of `submit`; the values were validated before. */
export function readSubmission(): CheckoutSubmission {
  const values = readFormValues()
  const billing = addressOf('billing', values)
  const shipping = isSameAddress() ? billing : addressOf('shipping', values)
  return {
    ...cardToPayWith(values),
    ...(billing && { billing }),
    ...(shipping && { shipping }),
    ...(values.email && { email: values.email }),
    browser: readBrowser(),
  }
}

type CardToPayWith = Pick<CheckoutSubmission, 'card' | 'savedCard' | 'save'>

/** The saved card that is chosen, or the typed one. */
function cardToPayWith({
  number = '',
  expiry = '',
  securityCode,
  nameOnCard,
}: CheckoutFormValues): CardToPayWith {
  const code = securityCode ? { securityCode } : {}
  const savedCard = chosenCard()?.value
  if (savedCard !== undefined) return { card: code, savedCard }
  const { month = '', year = '' } = parseExpiry(expiry) ?? {}
  const typed = { number: digitsIn(number), expiryMonth: month, expiryYear: year, ...code }
  return {
    card: { ...typed, ...(nameOnCard && { nameOnCard }) },
    ...(agreesToSaving() && { save: true }),
  }
}

/** The card as it may be shown: its name, if it has one for payers, and the last four digits. */
export function maskedCard(): string {
  const saved = chosenCard()?.dataset.card
  if (saved !== undefined) return saved
  const digits = digitsIn(readFormValues().number ?? '')
  return `${cardNameOf(likelyBrand(digits))} •••• ${digits.slice(-4)}`.trim()
}

export function isSameAddress(): boolean {
  const box = document.getElementById('same-address')
  return box instanceof HTMLInputElement && box.checked
}

/** The lines of an address as typed, the country by its name. */
function addressLines(kind: 'billing' | 'shipping'): readonly string[] {
  const { street, street2, city, stateProvince, postcodeZip, country } =
    addressOf(kind, readFormValues()) ?? {}
  const list = inputOf(`${kind}.country`)
  const name = country && list instanceof HTMLSelectElement && list.selectedOptions[0]?.text
  const town = [postcodeZip, city].filter(Boolean).join(' ')
  return [street, street2, town, stateProvince, name].flatMap(line => (line ? [line] : []))
}

function addressOf(kind: 'billing' | 'shipping', values: CheckoutFormValues): PayerAddress | undefined {
  const parts = addressParts.flatMap(part => {
    const value = values[`${kind}.${part}`]
    return value ? [[part, value] as const] : []
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

function readBrowser(): PayerBrowser {
  return {
    colorDepth: screen.colorDepth,
    screenHeight: screen.height,
    screenWidth: screen.width,
    javaEnabled: hasJava(),
    javaScriptEnabled: true,
    ...(pageData.acceptHeaders !== undefined && { acceptHeaders: pageData.acceptHeaders }),
    language: navigator.language,
    timeZone: new Date(performance.timeOrigin).getTimezoneOffset(),
    challengeWindowSize: challengeWindowSize(requiredElement('main', HTMLElement).clientWidth),
  }
}

function challengeWindowSize(width: number): PayerChallengeWindow {
  if (width >= 500) return '500_X_600'
  if (width >= 390) return '390_X_400'
  return pageData.isEmbedded ? '250_X_400' : 'FULL_SCREEN'
}

/** Fills the review panel; of the card it shows only what may be shown. */
export function fillReview(): void {
  const { expiry = chosenCard()?.dataset.expiry ?? '', nameOnCard = '', email = '' } = readFormValues()
  showLines('card', [maskedCard()])
  showLines('nameOnCard', [nameOnCard])
  showLines('email', [email])
  if (pageData.demands.billing !== 'READ_ONLY') showLines('billing', addressLines('billing'))
  if (pageData.demands.shipping !== 'READ_ONLY')
    showLines('shipping', addressLines(isSameAddress() ? 'billing' : 'shipping'))
  const expires = byId('review-expiry')
  if (expires) expires.textContent = fillPlaceholders(texts.expires, { expiry: `\u2066${expiry}\u2069` })
}

function showLines(name: string, lines: readonly string[]): void {
  const cell = byId(`review-${name}`)
  const row = cell?.closest('div')
  if (!cell || !row) return
  cell.replaceChildren(...lines.map(lineOf))
  row.hidden = lines.join('') === ''
}

function lineOf(text: string): HTMLElement {
  const line = document.createElement('span')
  line.append(Object.assign(document.createElement('bdi'), { textContent: text }))
  return line
}
