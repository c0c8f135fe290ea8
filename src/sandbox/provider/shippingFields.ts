import { countryNames } from '../../pages/checkout/countryNames.ts'
import type { PageLocale } from '../../pages/checkout/view.ts'
import { type Html, html } from '../../platform/html.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import type { VisitedPayment } from './desk.ts'
import { addressOf } from './particulars.ts'
import type { ProviderTexts } from './words.ts'

/** The address as fields, of which the payer may change any. */
export function shippingFields(payment: VisitedPayment, locale: PageLocale, words: ProviderTexts): Html {
  const address = addressOf(payment)
  const field = (name: ShippingFieldName) => {
    const { length, autocomplete } = fields[name]
    const value = address[name] ?? ''
    const control =
      name === 'country'
        ? html`<select id="shipping-country" name="country">${countries(value, locale)}</select>`
        : html`<input id="shipping-${name}" name="${name}" value="${value}" maxlength="${length}"
autocomplete="shipping ${autocomplete}">`
    return html`<div class="field"><label for="shipping-${name}">${words.address[name]}</label>
${control}</div>`
  }
  return html`<div class="fields">${shippingFieldNames.map(field)}</div>`
}

/** None may be chosen, too; a code that is no country's stays as it came. */
function countries(chosen: string, locale: PageLocale): readonly Html[] {
  const names = countryNames(locale)
  const known = names.some(({ code }) => code === chosen)
  const strangers = ['', ...(known || chosen === '' ? [] : [chosen])].map(code => ({ code, name: code }))
  return [...strangers, ...names].map(({ code, name }) =>
    code === chosen
      ? html`<option value="${code}" selected>${name}</option>`
      : html`<option value="${code}">${name}</option>`,
  )
}

/** What the payer typed, where that is allowed and differs; cut where a field has an end. */
export function changedAddress(
  payment: VisitedPayment,
  typed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> | undefined {
  if (!payment.showsShippingAddress || !payment.mayChangeShippingAddress) return undefined
  const known = addressOf(payment)
  const address: Record<string, string> = known.company === undefined ? {} : { company: known.company }
  let isChanged = false
  for (const name of shippingFieldNames) {
    const given = typed[name]
    const isTaken = typeof given === 'string' && !holdsCardData(given)
    const value = isTaken ? given.trim().slice(0, fields[name].length) : (known[name] ?? '')
    if (value !== '') address[name] = value
    isChanged ||= value !== (known[name] ?? '')
  }
  return isChanged ? address : undefined
}

export const shippingFieldNames = [
  'street',
  'street2',
  'postcodeZip',
  'city',
  'stateProvince',
  'country',
] as const
export type ShippingFieldName = (typeof shippingFieldNames)[number]

const fields = {
  street: { length: 100, autocomplete: 'address-line1' },
  street2: { length: 100, autocomplete: 'address-line2' },
  postcodeZip: { length: 10, autocomplete: 'postal-code' },
  city: { length: 100, autocomplete: 'address-level2' },
  stateProvince: { length: 20, autocomplete: 'address-level1' },
  country: { length: 3, autocomplete: 'off' },
} as const satisfies Record<ShippingFieldName, { readonly length: number; readonly autocomplete: string }>
