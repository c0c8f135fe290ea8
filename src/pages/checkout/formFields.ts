// The fields of the checkout form: card, e-mail and addresses.

import { type Html, html } from '../../platform/html.ts'
import type { AddressPart, FormField, PayerAddress } from '../browser/checkout/protocol.ts'
import { countryName, countryNames, type PageLocale } from '../localisation.ts'
import { cardMark } from './icons.ts'
import type { AddressControl } from './visit.ts'
import type { LocalizedPage } from './words.ts'

/** Inputs have no names: even without the script, a browser cannot submit them by itself. */
export const cardFields = ({ text }: LocalizedPage): Html =>
  html`${field({
    id: 'number',
    label: text('number'),
    isRequired: true,
    control: attributes => html`<input ${attributes} ${digits} autocomplete="cc-number"
 placeholder="0000 0000 0000 0000">
${cardMark}`,
  })}<div class="pair">${field({
    id: 'expiry',
    label: text('expiry'),
    isRequired: true,
    control: attributes =>
      html`<input ${attributes} ${digits} autocomplete="cc-exp" placeholder="${text('expiryForm')}">`,
  })}${field({
    id: 'securityCode',
    label: text('securityCode'),
    isRequired: true,
    hint: text('codeOnBack'),
    control: attributes => html`<input ${attributes} ${digits} autocomplete="cc-csc" class="digits">`,
  })}</div>${field({
    id: 'nameOnCard',
    label: text('nameOnCard'),
    isRequired: true,
    control: attributes =>
      html`<input ${attributes} dir="auto" autocomplete="cc-name" maxlength="256" autocapitalize="words"
 spellcheck="false">`,
  })}`

/** Digits are written from left to right in every language. */
const digits = html`type="text" inputmode="numeric" dir="ltr" autocorrect="off" spellcheck="false"`

export function emailField({ view, text }: LocalizedPage): Html | false {
  const { customerEmail } = view.controls
  if (customerEmail === 'HIDE') return false
  return field({
    id: 'email',
    label: text('email'),
    isRequired: customerEmail === 'MANDATORY',
    remark: customerEmail === 'OPTIONAL' && text('optional'),
    control:
      attributes => html`<input ${attributes} type="email" inputmode="email" dir="ltr" autocomplete="email"
 maxlength="254" autocapitalize="off" spellcheck="false" value="${view.email}">`,
  })
}

/** The billing address as the merchant configured it: editable, read-only, or hidden. */
export function billingFields(page: LocalizedPage): Html | false {
  const { controls, billing } = page.view
  return addressGroup(page, { kind: 'billing', control: controls.billingAddress, given: billing })
}

export function shippingFields(page: LocalizedPage): Html | false {
  const { controls, shipping } = page.view
  return addressGroup(page, { kind: 'shipping', control: controls.shipping, given: shipping })
}

type AddressGroup = {
  readonly kind: 'billing' | 'shipping'
  readonly control: AddressControl
  readonly given: PayerAddress | undefined
}

function addressGroup(page: LocalizedPage, wanted: AddressGroup): Html | false {
  const { kind, control, given } = wanted
  const title = page.text(kind)
  if (control === 'HIDE' || (control === 'READ_ONLY' && !given)) return false
  if (control === 'READ_ONLY')
    return html`<section class="group"><h2>${title}</h2>
<p class="address">${addressLines(given ?? {}, page.view.locale).map(
      line => html`<span>${line}</span>`,
    )}</p></section>`
  const fields = html`<div class="address-fields" id="${kind}-fields">${parts(page, wanted)}</div>`
  if (control === 'OPTIONAL')
    return html`<details class="group fold"${given && html` open`}>
<summary><h2>${title} <small>${page.text('optional')}</small></h2></summary>${fields}</details>`
  return html`<fieldset class="group"><legend><h2>${title}</h2></legend>
${sameAsBilling(page, wanted)}${fields}</fieldset>`
}

/** If both addresses are mandatory, most payers have only one. */
const sameAsBilling = ({ view, text }: LocalizedPage, { kind, given }: AddressGroup) =>
  kind === 'shipping' &&
  view.controls.billingAddress === 'MANDATORY' &&
  html`<label class="choice"><input type="checkbox" id="same-address"${!given && html` checked`}>
${text('sameAsBilling')}</label>`

const parts = (
  page: LocalizedPage,
  wanted: AddressGroup,
): Html => html`${part(page, wanted, 'street')}${part(page, wanted, 'street2')}
<div class="pair narrow-first">${part(page, wanted, 'postcodeZip')}${part(page, wanted, 'city')}</div>
${part(page, wanted, 'stateProvince')}${part(page, wanted, 'country')}`

function part(page: LocalizedPage, { kind, control, given }: AddressGroup, name: AddressPart): Html {
  const isNeeded = control === 'MANDATORY' && name !== 'street2' && name !== 'stateProvince'
  const { token, lengthMax } = traits[name]
  const autocomplete = html`autocomplete="${kind} ${token}"`
  return field({
    id: `${kind}.${name}`,
    label: page.text(name),
    isRequired: isNeeded,
    // If all parts are optional, only the title says so.
    remark: !isNeeded && control === 'MANDATORY' && page.text('optional'),
    control: attributes =>
      name === 'country'
        ? html`<select ${attributes} ${autocomplete}>${countryOptions(page, given?.country)}</select>`
        : html`<input ${attributes} dir="auto" ${autocomplete} maxlength="${lengthMax}"
 value="${given?.[name]}">`,
  })
}

const traits = {
  street: { token: 'address-line1', lengthMax: 100 },
  street2: { token: 'address-line2', lengthMax: 100 },
  city: { token: 'address-level2', lengthMax: 100 },
  stateProvince: { token: 'address-level1', lengthMax: 20 },
  postcodeZip: { token: 'postal-code', lengthMax: 10 },
  country: { token: 'country', lengthMax: 3 },
} as const satisfies Record<AddressPart, { readonly token: string; readonly lengthMax: number }>

const countryOptions = ({ view, text }: LocalizedPage, chosen: string | undefined): Html =>
  html`<option value="">${text('chooseCountry')}</option>${countryNames(view.locale).map(
    ({ code, name }) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
  )}`

/** An address as on an envelope; formats of single countries are not considered. */
export function addressLines(address: PayerAddress, locale: PageLocale): readonly string[] {
  const { street, street2, city, stateProvince, postcodeZip, country } = address
  const place = [postcodeZip, city].filter(Boolean).join(' ')
  const name = country && countryName(country, locale)
  return [street, street2, place, stateProvince, name].flatMap(line => (line ? [line] : []))
}

/** A field with its label, and below it a line for a hint or an error. */
const field = ({
  id,
  label,
  isRequired,
  remark,
  hint = '',
  control,
}: FieldMarkup): Html => html`<div class="field">
<label for="${id}">${label}${remark && html` <small>${remark}</small>`}</label>
<div class="control">${control(
  html`id="${id}" aria-describedby="${id}-note"${isRequired && html` required`}`,
)}</div>
<p class="note" id="${id}-note">${hint}</p></div>`

type FieldMarkup = {
  readonly id: FormField
  readonly label: string
  readonly isRequired: boolean
  /** Shown next to the label of an optional field. */
  readonly remark?: string | false
  /** Shown in the line for errors, so that the layout does not move. */
  readonly hint?: string
  /** The input itself needs the attributes that `control` gives it. */
  readonly control: (attributes: Html) => Html
}
