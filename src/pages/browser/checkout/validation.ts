// Validation of the checkout form.

import { passesLuhn } from '../../../standards/cardNumber.ts'
import { digitsMaxOf, likelyBrand } from '../fields/formatting.ts'
import { digitsIn, parseExpiry } from './editing.ts'
import {
  type AddressPart,
  addressParts,
  type CheckoutDemands,
  type FieldError,
  type FormField,
} from './protocol.ts'

/** What the payer typed, of the fields that the page shows. */
export type CheckoutFormValues = { readonly [field in FormField]?: string }

/** What is wrong with one field, given the others; undefined if nothing is. */
export function fieldErrorIn(
  field: FormField,
  values: CheckoutFormValues,
  demands: CheckoutDemands,
): FieldError | undefined {
  const text = (values[field] ?? '').trim()
  switch (field) {
    case 'number':
      return numberError(text)
    case 'expiry':
      return expiryError(text, demands.month)
    case 'securityCode':
      return securityCodeError(text, values.number ?? '')
    case 'nameOnCard':
      return text === '' ? 'nameMissing' : misplacedCardNumber(text)
    case 'email':
      return emailError(text, demands.email)
    default:
      return addressError(field, text, { values, demands })
  }
}

function numberError(text: string): FieldError | undefined {
  const digits = digitsIn(text)
  if (digits === '') return 'numberMissing'
  if (digits.length < numberDigitsMin) return 'numberShort'
  if (passesLuhn(digits)) return undefined
  return digits.length < Math.min(digitsMaxOf(digits), usualDigits) ? 'numberShort' : 'numberWrong'
}
/** No card that people pay with has fewer digits. */
const numberDigitsMin = 12
const usualDigits = 16

function expiryError(text: string, thisMonth: string): FieldError | undefined {
  if (text === '') return 'expiryMissing'
  const expiry = parseExpiry(text)
  if (!expiry) return 'expiryWrong'
  const month = `20${expiry.year}-${expiry.month}`
  if (month < thisMonth) return 'expiryPast'
  const yearsAhead = Number(month.slice(0, 4)) - Number(thisMonth.slice(0, 4))
  return yearsAhead > yearsAheadMax ? 'expiryWrong' : undefined
}
const yearsAheadMax = 30

/** How many digits the security code of this card has. */
export function securityCodeDigits(number: string): 3 | 4 {
  return likelyBrand(digitsIn(number)) === 'NETWORK_A' ? 4 : 3
}

function securityCodeError(text: string, number: string): FieldError | undefined {
  if (text === '') return 'codeMissing'
  const isKnown = likelyBrand(digitsIn(number)) !== undefined
  const { length } = digitsIn(text)
  return length === securityCodeDigits(number) || (!isKnown && length === 4) ? undefined : 'codeShort'
}

/** A card number in the wrong field would be stored and shown where none belongs. */
function misplacedCardNumber(text: string): FieldError | undefined {
  const runs = text.match(/\d(?:[ -]?\d){11,18}/g) ?? []
  return runs.some(run => passesLuhn(digitsIn(run))) ? 'cardNumberHere' : undefined
}

function emailError(text: string, demand: CheckoutDemands['email']): FieldError | undefined {
  if (text === '') return demand === 'MANDATORY' ? 'emailMissing' : undefined
  return /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) && text.length <= 254 ? undefined : 'emailWrong'
}

type AddressContext = { readonly values: CheckoutFormValues; readonly demands: CheckoutDemands }

function addressError(
  field: `${'billing' | 'shipping'}.${AddressPart}`,
  text: string,
  { values, demands }: AddressContext,
): FieldError | undefined {
  const isBilling = field.startsWith('billing')
  const part = addressParts.find(one => field.endsWith(`.${one}`)) ?? 'street2'
  const demand = isBilling ? demands.billing : demands.shipping
  if (text === '') {
    const country = values[isBilling ? 'billing.country' : 'shipping.country'] ?? ''
    const isNeeded = demand === 'MANDATORY' && !(part === 'postcodeZip' && hasNoPostcodes(country))
    return isNeeded ? missingErrors[part] : undefined
  }
  if (part === 'postcodeZip' && !/^[A-Za-z0-9 -]{1,10}$/.test(text)) return 'postcodeWrong'
  return misplacedCardNumber(text)
}

const missingErrors: { readonly [part in AddressPart]?: FieldError } = {
  street: 'streetMissing',
  city: 'cityMissing',
  postcodeZip: 'postcodeMissing',
  country: 'countryMissing',
}

const hasNoPostcodes = (country: string): boolean => country !== '' && withoutPostcodes.includes(country)
const withoutPostcodes =
  'ABW AGO ARE ATG BDI BEN BFA BHS BLZ BWA CAF CIV CMR COD COG COK COM CUW DJI DMA ERI FJI GHA GMB GNQ GRD ' +
  'GUY HKG JAM KIR KNA MAC MLI MRT NIU NRU PRK QAT RWA SLB SLE STP SUR SXM SYC SYR TGO TKL TLS TON TUV UGA ' +
  'VUT YEM ZWE'
