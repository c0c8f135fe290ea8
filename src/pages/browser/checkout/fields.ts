// The inputs of the checkout form: formatted while typing, validated when left.

import type { CardBrand } from '../../../standards/cardBrands.ts'
import { likelyBrand } from '../fields/formatting.ts'
import {
  digitsIn,
  expiryText,
  type FieldEdit,
  type FormattedField,
  formatCardNumber,
  formatExpiry,
  formatSecurityCode,
  parseExpiry,
} from './editing.ts'
import { byId, pageData, texts } from './page.ts'
import { addressParts, type FieldError, type FormField, fillPlaceholders } from './protocol.ts'
import { type CheckoutFormValues, fieldErrorIn, securityCodeDigits } from './validation.ts'

type FormInput = HTMLInputElement | HTMLSelectElement

/** Those that the page has, in the order in which it shows them. */
const formInputs: readonly (readonly [FormField, FormInput])[] = [
  ...document.querySelectorAll<FormInput>('#fields input[id], #fields select'),
].flatMap(input => {
  const field = formFields().find(name => name === input.id)
  return field ? [[field, input] as const] : []
})

function formFields(): readonly FormField[] {
  return [
    ...(['number', 'expiry', 'securityCode', 'nameOnCard', 'email'] as const),
    ...addressParts.map(part => `billing.${part}` as const),
    ...addressParts.map(part => `shipping.${part}` as const),
  ]
}

export const inputOf = (field: FormField): FormInput | undefined =>
  formInputs.find(([name]) => name === field)?.[1]

/** The values of the visible inputs: a shipping address that is the same as the billing address is hidden. */
export function readFormValues(): CheckoutFormValues {
  return Object.fromEntries(formInputs.filter(isVisible).map(([field, input]) => [field, input.value.trim()]))
}

const isVisible = ([, input]: readonly [FormField, FormInput]): boolean => !input.closest('#fields [hidden]')

export function startFields(): void {
  const number = formatOnInput('number', formatCardNumber)
  number?.addEventListener('input', showBrand)
  formatOnInput('expiry', formatExpiry)?.addEventListener('blur', shortenYear)
  formatOnInput('securityCode', formatSecurityCode)
  for (const [field, input] of formInputs) {
    input.addEventListener('blur', () => input.value.trim() !== '' && validate(field))
    input.addEventListener('input', () => isShownInvalid(input) && !errorOf(field) && showFieldError(field))
  }
}

/** Shows the error of every invalid field, and returns those fields. */
export function validateAll(): readonly FormField[] {
  return formInputs.filter(isVisible).flatMap(([field]) => (validate(field) ? [field] : []))
}

const errorOf = (field: FormField): FieldError | undefined =>
  fieldErrorIn(field, readFormValues(), pageData.demands)

function validate(field: FormField): FieldError | undefined {
  const error = errorOf(field)
  showFieldError(
    field,
    error && fillPlaceholders(texts[error], { count: securityCodeDigits(inputOf('number')?.value ?? '') }),
  )
  return error
}

/** Below the field; without a text, the hint is shown again. */
export function showFieldError(field: FormField, text?: string): void {
  const note = byId(`${field}-note`)
  const input = inputOf(field)
  if (!note || !input) return
  note.dataset.hint ??= note.textContent ?? ''
  note.textContent = text ?? note.dataset.hint
  note.classList.toggle('error', text !== undefined)
  if (text === undefined) input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

const isShownInvalid = (input: FormInput): boolean => input.hasAttribute('aria-invalid')

function formatOnInput(
  field: FormField,
  format: (edit: FieldEdit) => FormattedField,
): HTMLInputElement | undefined {
  const input = inputOf(field)
  if (!(input instanceof HTMLInputElement)) return undefined
  let before = ''
  const update = (event: Event) => {
    const kind = event instanceof InputEvent ? event.inputType : ''
    if (event instanceof InputEvent && event.isComposing) return
    const { value: text } = input
    const caret = input.selectionStart ?? text.length
    const direction = kind.endsWith('Forward') ? 'forward' : 'backward'
    const result = format({ text, caret, before, ...(kind.startsWith('delete') && { deletes: direction }) })
    before = result.text
    if (result.text === text) return
    input.value = result.text
    if (document.activeElement === input) input.setSelectionRange(result.caret, result.caret)
  }
  for (const event of ['input', 'change', 'compositionend']) input.addEventListener(event, update)
  return input
}

function shortenYear({ target }: Event): void {
  const expiry = target instanceof HTMLInputElement && parseExpiry(target.value)
  if (expiry) target.value = expiryText(expiry)
}

let brandShown: CardBrand | undefined

/** The network's name, if it has one for payers, and where its security code is printed. */
function showBrand(): void {
  const number = inputOf('number')?.value ?? ''
  const brand = likelyBrand(digitsIn(number))
  if (brand === brandShown) return
  brandShown = brand
  setHint('number', cardNameOf(brand))
  showMark(brand)
  setHint('securityCode', securityCodeDigits(number) === 4 ? texts.codeOnFront : texts.codeOnBack)
}

/** The operator's picture of the network, at the end of the field; its name is told below. */
function showMark(brand: CardBrand | undefined): void {
  const address = brand && pageData.cardMarks?.[brand]
  const input = inputOf('number')
  if (!input) return
  input.classList.toggle('marked', address !== undefined)
  input.style.backgroundImage = address === undefined ? '' : `url("${address}")`
}

/** What the operator calls cards of this network; empty where nobody has named it. */
export const cardNameOf = (brand: CardBrand | undefined): string =>
  (brand && pageData.cardNames?.[brand]) ?? ''

export function setHint(field: FormField, text: string): void {
  const note = byId(`${field}-note`)
  if (!note) return
  note.dataset.hint = text
  if (!note.classList.contains('error')) note.textContent = text
}

/** After the card was used, or when the page is left. */
export function clearCard(): void {
  for (const field of ['number', 'expiry', 'securityCode', 'nameOnCard'] as const) {
    const input = inputOf(field)
    if (!input) continue
    input.value = ''
    showFieldError(field)
  }
  showBrand()
}
