import { likelyBrand } from '../fields/brands.ts'
import type { CheckoutFormValues } from './checks.ts'
import { pageData } from './data.ts'
import { digitsIn } from './editing.ts'
import { parseExpiry } from './expiry.ts'
import { brandName, inputOf, readFormValues } from './fields.ts'
import { requiredElement } from './page.ts'
import {
  addressParts,
  type CheckoutSubmission,
  type PayerAddress,
  type PayerBrowser,
  type PayerChallengeWindow,
} from './protocol.ts'

/** Everything that was typed, in the shape the gateway takes; it was judged before. */
export function readSubmission(): CheckoutSubmission {
  const values = readFormValues()
  const { month = '', year = '' } = parseExpiry(values.expiry ?? '') ?? {}
  const billing = addressOf('billing', values)
  const shipping = isSameAddress() ? billing : addressOf('shipping', values)
  return {
    card: {
      number: digitsIn(values.number ?? ''),
      expiryMonth: month,
      expiryYear: year,
      ...(values.securityCode && { securityCode: values.securityCode }),
      ...(values.nameOnCard && { nameOnCard: values.nameOnCard }),
    },
    ...(billing && { billing }),
    ...(shipping && { shipping }),
    ...(values.email && { email: values.email }),
    browser: readBrowser(),
  }
}

/** The card as it may be shown: the network and the last four digits. */
export function maskedCard(): string {
  const digits = digitsIn(readFormValues().number ?? '')
  const brand = likelyBrand(digits)
  return `${brand ? `${brandName(brand)} ` : ''}•••• ${digits.slice(-4)}`
}

export function isSameAddress(): boolean {
  const box = document.getElementById('same-address')
  return box instanceof HTMLInputElement && box.checked
}

/** The lines of an address as typed, the country by its name. */
export function addressLines(kind: 'billing' | 'shipping'): readonly string[] {
  const { street, street2, city, stateProvince, postcodeZip, country } =
    addressOf(kind, readFormValues()) ?? {}
  const list = inputOf(`${kind}.country`)
  const name = country && list instanceof HTMLSelectElement && list.selectedOptions[0]?.text
  const place = [postcodeZip, city].filter(Boolean).join(' ')
  return [street, street2, place, stateProvince, name].flatMap(line => (line ? [line] : []))
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
    // No browser that can show this page runs Java.
    javaEnabled: false,
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
