import { type Html, html } from '../../platform/html.ts'
import type { AddressPart, PayerAddress } from '../browser/checkout/protocol.ts'
import { countryName, countryNames } from './countryNames.ts'
import { field } from './field.ts'
import type { LocalizedPage } from './told.ts'
import type { AddressControl, PageLocale } from './view.ts'

/** The billing address as the merchant wants it: asked for, only shown, or neither. */
export function billingFields(page: LocalizedPage): Html | false {
  const { controls, billing } = page.view
  return group(page, { kind: 'billing', control: controls.billingAddress, given: billing })
}

export function shippingFields(page: LocalizedPage): Html | false {
  const { controls, shipping } = page.view
  return group(page, { kind: 'shipping', control: controls.shipping, given: shipping })
}

type Group = {
  readonly kind: 'billing' | 'shipping'
  readonly control: AddressControl
  readonly given: PayerAddress | undefined
}

function group(page: LocalizedPage, wanted: Group): Html | false {
  const { kind, control, given } = wanted
  const title = page.say(kind)
  if (control === 'HIDE' || (control === 'READ_ONLY' && !given)) return false
  if (control === 'READ_ONLY')
    return html`<section class="group"><h2>${title}</h2>
<p class="address">${addressLines(given ?? {}, page.view.locale).map(
      line => html`<span>${line}</span>`,
    )}</p></section>`
  const fields = html`<div class="address-fields" id="${kind}-fields">${parts(page, wanted)}</div>`
  if (control === 'OPTIONAL')
    return html`<details class="group fold"${given && html` open`}>
<summary><h2>${title} <small>${page.say('optional')}</small></h2></summary>${fields}</details>`
  return html`<fieldset class="group"><legend><h2>${title}</h2></legend>
${sameAsBilling(page, wanted)}${fields}</fieldset>`
}

/** Whoever must give both addresses seldom has two. */
const sameAsBilling = ({ view, say }: LocalizedPage, { kind, given }: Group) =>
  kind === 'shipping' &&
  view.controls.billingAddress === 'MANDATORY' &&
  html`<label class="choice"><input type="checkbox" id="same-address"${!given && html` checked`}>
${say('sameAsBilling')}</label>`

/** An address as it is written on an envelope, as well as that goes without knowing every country's way. */
export function addressLines(address: PayerAddress, locale: PageLocale): readonly string[] {
  const { street, street2, city, stateProvince, postcodeZip, country } = address
  const place = [postcodeZip, city].filter(Boolean).join(' ')
  const name = country && countryName(country, locale)
  return [street, street2, place, stateProvince, name].flatMap(line => (line ? [line] : []))
}

const parts = (
  page: LocalizedPage,
  wanted: Group,
): Html => html`${part(page, wanted, 'street')}${part(page, wanted, 'street2')}
<div class="pair narrow-first">${part(page, wanted, 'postcodeZip')}${part(page, wanted, 'city')}</div>
${part(page, wanted, 'stateProvince')}${part(page, wanted, 'country')}`

function part(page: LocalizedPage, { kind, control, given }: Group, name: AddressPart): Html {
  const isNeeded = control === 'MANDATORY' && name !== 'street2' && name !== 'stateProvince'
  const { token, lengthMax } = traits[name]
  const autocomplete = html`autocomplete="${kind} ${token}"`
  return field({
    id: `${kind}.${name}`,
    label: page.say(name),
    isRequired: isNeeded,
    // Where all may stay empty, it is said once, at the title.
    remark: !isNeeded && control === 'MANDATORY' && page.say('optional'),
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

const countryOptions = ({ view, say }: LocalizedPage, chosen: string | undefined): Html =>
  html`<option value="">${say('chooseCountry')}</option>${countryNames(view.locale).map(
    ({ code, name }) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
  )}`
