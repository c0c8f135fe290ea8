import { type Html, html } from '../../platform/html.ts'
import type { FormField } from '../browser/checkout/protocol.ts'

export type FieldMarkup = {
  readonly id: FormField
  readonly label: string
  readonly isRequired: boolean
  /** Said beside the label of a field that may stay empty. */
  readonly remark?: string | false
  /** Stands where later an error may stand, so that nothing moves. */
  readonly hint?: string
  /** The input itself needs the attributes that `control` gives it. */
  readonly control: (attributes: Html) => Html
}

/** A field with its label, and below it a line that says what is expected, or what is wrong. */
export const field = ({
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
