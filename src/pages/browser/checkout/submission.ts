import { brandLikely } from '../fields/brands.ts'
import type { Typed } from './checks.ts'
import { data } from './data.ts'
import { digitsIn } from './editing.ts'
import { expiryIn } from './expiry.ts'
import { brandName, inputOf, typed } from './fields.ts'
import { existing } from './page.ts'
import {
  type Address,
  addressParts,
  type Browser,
  type ChallengeWindowSize,
  type Submission,
} from './protocol.ts'

/** Everything that was typed, in the shape the gateway takes; it was judged before. */
export function submission(): Submission {
  const values = typed()
  const { month = '', year = '' } = expiryIn(values.expiry ?? '') ?? {}
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
    browser: browser(),
  }
}

/** The card as it may be shown: the network and the last four digits. */
export function shownCard(): string {
  const digits = digitsIn(typed().number ?? '')
  const brand = brandLikely(digits)
  return `${brand ? `${brandName(brand)} ` : ''}•••• ${digits.slice(-4)}`
}

export function isSameAddress(): boolean {
  const box = document.getElementById('same-address')
  return box instanceof HTMLInputElement && box.checked
}

/** The lines of an address as typed, the country by its name. */
export function addressLines(kind: 'billing' | 'shipping'): readonly string[] {
  const { street, street2, city, stateProvince, postcodeZip, country } = addressOf(kind, typed()) ?? {}
  const list = inputOf(`${kind}.country`)
  const name = country && list instanceof HTMLSelectElement && list.selectedOptions[0]?.text
  const place = [postcodeZip, city].filter(Boolean).join(' ')
  return [street, street2, place, stateProvince, name].flatMap(line => (line ? [line] : []))
}

function addressOf(kind: 'billing' | 'shipping', values: Typed): Address | undefined {
  const parts = addressParts.flatMap(part => {
    const value = values[`${kind}.${part}`]
    return value ? [[part, value] as const] : []
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

function browser(): Browser {
  return {
    colorDepth: screen.colorDepth,
    screenHeight: screen.height,
    screenWidth: screen.width,
    // No browser that can show this page runs Java.
    javaEnabled: false,
    language: navigator.language,
    timeZone: new Date(performance.timeOrigin).getTimezoneOffset(),
    challengeWindowSize: challengeWindowSize(existing('main', HTMLElement).clientWidth),
  }
}

function challengeWindowSize(width: number): ChallengeWindowSize {
  if (width >= 500) return '500_X_600'
  if (width >= 390) return '390_X_400'
  return data.isEmbedded ? '250_X_400' : 'FULL_SCREEN'
}
