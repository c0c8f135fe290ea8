import { isMembers } from './given.ts'

/** What stands in the page's own inputs, to be put back after the payer was away. Nothing that is secret. */
export function saveFormFields(): object {
  const fields: Record<string, unknown> = {}
  for (const control of controls()) {
    const name = nameOf(control)
    if (name !== undefined) fields[name] = contentOf(control)
  }
  return fields
}

export function restoreFormFields(kept: unknown): void {
  if (!isMembers(kept)) return
  for (const control of controls()) {
    const name = nameOf(control)
    const value = name === undefined ? undefined : kept[name]
    if (value === undefined) continue
    if (isTick(control)) control.checked = value === true
    else control.value = String(value)
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controls = (): readonly Control[] =>
  Array.from(document.querySelectorAll<Control>('input, select, textarea')).slice(0, 1_000)

const forgotten = new Set(['password', 'file', 'submit', 'button', 'reset', 'image'])

/** Radio buttons share a name: the value tells them apart. */
function nameOf(control: Control): string | undefined {
  const name = control.id || control.name
  const isKept = name !== '' && !forgotten.has(control.type) && !control.autocomplete.startsWith('cc-')
  if (!isKept) return undefined
  return control.type === 'radio' ? `${name} ${control.value}` : name
}

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const contentOf = (control: Control): string | boolean => (isTick(control) ? control.checked : control.value)
