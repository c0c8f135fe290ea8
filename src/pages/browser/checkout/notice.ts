import { texts } from './data.ts'
import { inputOf } from './fields.ts'
import { announce, requiredElement } from './page.ts'
import type { FormField } from './protocol.ts'

/** The place above the form is always there: it says what went wrong, or that all is well. */
export function showNotice(kind: 'plain' | 'bad', ...content: readonly (string | Node)[]): HTMLElement {
  const notice = requiredElement('notice', HTMLElement)
  notice.classList.toggle('bad', kind === 'bad')
  requiredElement('notice-text', HTMLElement).replaceChildren(...content)
  return notice
}

export const resetNotice = (): HTMLElement => showNotice('plain', texts.encrypted)

/** Names what is wrong, each name a way to its field; the payer starts at the first. */
export function showInvalidFields(fields: readonly FormField[]): void {
  const names = fields.map(field => ({ field, name: labelOf(field) }))
  const links = names.flatMap(({ field, name }, index) => [index === 0 ? ' ' : ', ', linkTo(field, name)])
  showNotice('bad', texts.checkFields, ...links)
  announce(`${texts.checkFields} ${names.map(({ name }) => name).join(', ')}`, 'alarm')
  const [first] = fields
  if (first) focusField(first)
}

export function focusField(field: FormField): void {
  const input = inputOf(field)
  const fold = input?.closest('details')
  if (fold) fold.open = true
  input?.focus()
}

function linkTo(field: FormField, name: string): HTMLElement {
  const link = document.createElement('a')
  link.href = `#${field}`
  link.textContent = name
  link.addEventListener('click', event => {
    event.preventDefault()
    focusField(field)
  })
  return link
}

function labelOf(field: FormField): string {
  return inputOf(field)?.labels?.[0]?.firstChild?.textContent?.trim() ?? field
}
