import { hash } from 'node:crypto'
import type { PageLocale } from '../pages/localisation.ts'
import { countryNames } from '../pages/localisation.ts'
import { type Html, html } from '../platform/html.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import type { ProviderTexts } from './payerTexts/providerTexts.ts'
import type { VisitedPayment } from './payerVisit.ts'

/** What the payer is shown about the payment, as the merchant sent it: any of it may be missing. */
export type ShownPaymentDetails = {
  readonly merchantName: string
  readonly description?: string
  readonly items: readonly ShownItem[]
  /** How many items are not shown. */
  readonly itemsLeft: number
  readonly subTotals: readonly ShownSubTotal[]
}

type ShownItem = { readonly name: string; readonly quantity: string; readonly unitPrice: string }
type ShownSubTotal = { readonly of: keyof typeof subTotalPaths; readonly amount: string }

const itemsShown = 20

export function shownDetailsOf({ particulars }: VisitedPayment, texts: ProviderTexts): ShownPaymentDetails {
  const order = partOf(particulars, 'order')
  const items = partOf(order, 'item')
  const list: readonly unknown[] = Array.isArray(items) ? items : []
  const description = textAt(order, 'description')
  return {
    merchantName: textAt(particulars, 'merchant', 'name') ?? texts.shop,
    ...(description !== undefined && { description }),
    items: list.slice(0, itemsShown).map(item => ({
      name: textAt(item, 'name') ?? '',
      quantity: textAt(item, 'quantity') ?? '1',
      unitPrice: textAt(item, 'unitPrice') ?? '',
    })),
    itemsLeft: Math.max(0, list.length - itemsShown),
    subTotals: subTotalNames.flatMap(of => {
      const amount = textAt(order, ...subTotalPaths[of])
      return amount === undefined || !/[1-9]/.test(amount) ? [] : [{ of, amount }]
    }),
  }
}

export function recipientOf({ particulars }: VisitedPayment): string {
  const contact = partOf(partOf(particulars, 'shipping'), 'contact')
  return [textAt(contact, 'firstName'), textAt(contact, 'lastName')].filter(Boolean).join(' ')
}

/** The payer's account with the provider: the same for everything that one person pays. */
export function payerAccount(
  payment: Pick<VisitedPayment, 'merchantId' | 'orderId' | 'particulars'>,
): string {
  const { merchantId, orderId, particulars } = payment
  const owner = textAt(particulars, 'customer', 'email')?.toLowerCase() ?? `${merchantId}\n${orderId}`
  return `PAYER-${hash('sha256', owner, 'hex').slice(0, 9).toUpperCase()}`
}

export function addressOf({ particulars }: VisitedPayment): Readonly<Record<string, string>> {
  const address = partOf(partOf(particulars, 'shipping'), 'address')
  const lines: Record<string, string> = {}
  for (const name of addressNames) {
    const line = textAt(address, name)
    if (line !== undefined) lines[name] = line
  }
  return lines
}

const addressNames = [
  'company',
  'street',
  'street2',
  'postcodeZip',
  'city',
  'stateProvince',
  'country',
] as const

const subTotalPaths = {
  items: ['itemAmount'],
  shipping: ['shippingAndHandlingAmount'],
  tax: ['taxAmount'],
  discount: ['discount', 'amount'],
} as const
const subTotalNames = ['items', 'shipping', 'tax', 'discount'] as const

function partOf(group: unknown, name: string): unknown {
  if (typeof group !== 'object' || group === null || !Object.hasOwn(group, name)) return undefined
  return Object.entries(group).find(([key]) => key === name)?.[1]
}

/** JSON numbers that are not in their shortest form come as an object with their text. */
function textAt(group: unknown, ...path: readonly string[]): string | undefined {
  const value = path.reduce(partOf, group)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object')
    return typeof partOf(value, 'text') === 'string' ? textAt(value, 'text') : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The shipping address as form fields. */
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

/** With an empty choice; an unknown country code stays as the merchant sent it. */
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

/** The address that the payer typed, where that is allowed and it differs; cut to the fields' lengths. */
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

const shippingFieldNames = ['street', 'street2', 'postcodeZip', 'city', 'stateProvince', 'country'] as const
type ShippingFieldName = (typeof shippingFieldNames)[number]

const fields = {
  street: { length: 100, autocomplete: 'address-line1' },
  street2: { length: 100, autocomplete: 'address-line2' },
  postcodeZip: { length: 10, autocomplete: 'postal-code' },
  city: { length: 100, autocomplete: 'address-level2' },
  stateProvince: { length: 20, autocomplete: 'address-level1' },
  country: { length: 3, autocomplete: 'off' },
} as const satisfies Record<ShippingFieldName, { readonly length: number; readonly autocomplete: string }>
