import type { CardBrand } from '../../../standards/cardBrands.ts'
import { brandLikely } from '../fields/brands.ts'
import { codeDigits, type Fault, faultIn, type Typed } from './checks.ts'
import { data, words } from './data.ts'
import { digitsIn, type Edit, type Edited, editedCode, editedNumber } from './editing.ts'
import { editedExpiry, expiryIn, expiryText } from './expiry.ts'
import { byId } from './page.ts'
import { addressParts, type FormField } from './protocol.ts'
import { filled } from './sentence.ts'

type Input = HTMLInputElement | HTMLSelectElement

/** The fields that the page has, in the order in which it shows them. */
export const inputs: readonly (readonly [FormField, Input])[] = [
  ...document.querySelectorAll<Input>('#fields input[id], #fields select'),
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

export const inputOf = (field: FormField): Input | undefined => inputs.find(([name]) => name === field)?.[1]

/** What stands in the fields. Those of an address that is the same as another are left out. */
export function typed(): Typed {
  return Object.fromEntries(inputs.filter(isAsked).map(([field, input]) => [field, input.value.trim()]))
}

const isAsked = ([, input]: readonly [FormField, Input]): boolean => !input.closest('#fields [hidden]')

/** Fields help while they are typed into, and are judged when the payer leaves them. */
export function startFields(): void {
  const number = editable('number', editedNumber)
  number?.addEventListener('input', showBrand)
  editable('expiry', editedExpiry)?.addEventListener('blur', shortenYear)
  editable('securityCode', editedCode)
  for (const [field, input] of inputs) {
    input.addEventListener('blur', () => input.value.trim() !== '' && judge(field))
    input.addEventListener('input', () => isMarked(input) && !faultOf(field) && mark(field))
  }
}

/** Every field that is wrong, each with its fault shown. */
export function judgeAll(): readonly FormField[] {
  return inputs.filter(isAsked).flatMap(([field]) => (judge(field) ? [field] : []))
}

const faultOf = (field: FormField): Fault | undefined => faultIn(field, typed(), data.demands)

function judge(field: FormField): Fault | undefined {
  const fault = faultOf(field)
  mark(field, fault && filled(words[fault], { count: codeDigits(inputOf('number')?.value ?? '') }))
  return fault
}

/** Says below a field what is wrong with it, or again what is expected. */
export function mark(field: FormField, sentence?: string): void {
  const note = byId(`${field}-note`)
  const input = inputOf(field)
  if (!note || !input) return
  note.dataset.hint ??= note.textContent ?? ''
  note.textContent = sentence ?? note.dataset.hint
  note.classList.toggle('error', sentence !== undefined)
  if (sentence === undefined) input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

const isMarked = (input: Input): boolean => input.hasAttribute('aria-invalid')

function editable(field: FormField, edited: (edit: Edit) => Edited): HTMLInputElement | undefined {
  const input = inputOf(field)
  if (!(input instanceof HTMLInputElement)) return undefined
  let before = ''
  const edit = (event: Event) => {
    const kind = event instanceof InputEvent ? event.inputType : ''
    if (event instanceof InputEvent && event.isComposing) return
    const { value: text } = input
    const caret = input.selectionStart ?? text.length
    const direction = kind.endsWith('Forward') ? 'forward' : 'backward'
    const result = edited({ text, caret, before, ...(kind.startsWith('delete') && { deletes: direction }) })
    before = result.text
    if (result.text === text) return
    input.value = result.text
    if (document.activeElement === input) input.setSelectionRange(result.caret, result.caret)
  }
  for (const event of ['input', 'change', 'compositionend']) input.addEventListener(event, edit)
  return input
}

function shortenYear({ target }: Event): void {
  const expiry = target instanceof HTMLInputElement && expiryIn(target.value)
  if (expiry) target.value = expiryText(expiry)
}

let brandShown: CardBrand | undefined

/** The network by its mark and name, and what its security code looks like. */
function showBrand(): void {
  const number = inputOf('number')?.value ?? ''
  const brand = brandLikely(digitsIn(number))
  if (brand === brandShown) return
  brandShown = brand
  byId('brand-mark')?.setAttribute('href', `#mark-${brand ?? 'UNKNOWN'}`)
  hint('number', brand ? brandName(brand) : '')
  hint('securityCode', codeDigits(number) === 4 ? words.codeOnFront : words.codeOnBack)
}

export const brandName = (brand: CardBrand): string =>
  brand.replace(/^NETWORK_/, 'Network ').replace('LOCAL_BRAND_ONLY', '')

function hint(field: FormField, text: string): void {
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
    mark(field)
  }
  showBrand()
}
