import type { FieldDisplay } from '../fields/roles.ts'

/** A merchant's own input, while a field of the gateway stands in its place. */
export type MerchantInput = HTMLInputElement | HTMLSelectElement

export const isMerchantInput = (element: Element | null): element is MerchantInput =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

/** How the field is to show itself in its place. */
export function displayOf(element: MerchantInput): FieldDisplay {
  if (element instanceof HTMLSelectElement) return 'list'
  return element.type === 'password' ? 'hidden' : 'text'
}

/**
 * Nobody types into it any more, no form waits for it, and what it held is no concern of ours. Pages mark
 * such inputs as read-only and style sheets grey those out; the field in its place is for writing.
 */
export function hideInput(element: MerchantInput): () => void {
  const { required } = element
  const { display } = element.style
  const wasReadOnly = element instanceof HTMLInputElement && element.readOnly
  element.style.setProperty('display', 'none', 'important')
  element.required = false
  if (element instanceof HTMLInputElement) {
    element.readOnly = false
    element.value = ''
  }
  return () => {
    element.required = required
    if (wasReadOnly) element.readOnly = true
    element.style.display = display
  }
}

/** As assistive technology would call it. */
export function accessibleName(element: MerchantInput): string {
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
  const texts = [
    labelledBy.map(id => document.getElementById(id)?.textContent ?? '').join(' '),
    element.getAttribute('aria-label'),
    Array.from(element.labels ?? [], label => label.textContent ?? '').join(' '),
    element.title,
  ]
  const name = texts.map(text => (text ?? '').replace(/\s+/g, ' ').trim()).find(text => text !== '')
  return (name ?? '').slice(0, 200)
}

export const placeholderOf = (element: MerchantInput): string =>
  element instanceof HTMLInputElement ? element.placeholder : ''

/** Whoever clicks the label means the field. */
export function followLabels(element: MerchantInput, focus: () => void): () => void {
  const labels = Array.from(element.labels ?? [])
  for (const label of labels) label.addEventListener('click', focus)
  return () => {
    for (const label of labels) label.removeEventListener('click', focus)
  }
}
