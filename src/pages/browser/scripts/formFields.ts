import { isMembers } from './given.ts'

/** What stands in the page's own inputs, to be put back after the payer was away. Nothing that is secret. */
export function saveFormFields(): object {
  const fields: Record<string, unknown> = {}
  for (const control of pageControls()) {
    const name = savedName(control)
    if (name !== undefined) fields[name] = contentOf(control)
  }
  return fields
}

export function restoreFormFields(kept: unknown): void {
  if (!isMembers(kept)) return
  for (const control of pageControls()) {
    const name = savedName(control)
    const value = name === undefined ? undefined : kept[name]
    if (value === undefined) continue
    if (isCheckable(control)) control.checked = value === true
    else control.value = String(value)
  }
}

type PageControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const pageControls = (): readonly PageControl[] =>
  Array.from(document.querySelectorAll<PageControl>('input, select, textarea')).slice(0, 1_000)

const neverSaved = new Set(['password', 'file', 'submit', 'button', 'reset', 'image'])

/** Radio buttons share a name: the value tells them apart. */
function savedName(control: PageControl): string | undefined {
  const name = control.id || control.name
  const isKept = name !== '' && !neverSaved.has(control.type) && !control.autocomplete.startsWith('cc-')
  if (!isKept) return undefined
  return control.type === 'radio' ? `${name} ${control.value}` : name
}

const isCheckable = (control: PageControl): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const contentOf = (control: PageControl): string | boolean =>
  isCheckable(control) ? control.checked : control.value
