import { type Html, html } from '../../platform/html.ts'
import { field } from './field.ts'
import { markOf } from './icons.ts'
import type { LocalizedPage } from './told.ts'

/** Inputs have no names: whatever happens to the script, no browser can send them anywhere by itself. */
export const cardFields = ({ say }: LocalizedPage): Html =>
  html`${field({
    id: 'number',
    label: say('number'),
    isRequired: true,
    control: attributes => html`<input ${attributes} ${digits} autocomplete="cc-number"
 placeholder="0000 0000 0000 0000">
${markOf('brand-mark')}`,
  })}<div class="pair">${field({
    id: 'expiry',
    label: say('expiry'),
    isRequired: true,
    control: attributes =>
      html`<input ${attributes} ${digits} autocomplete="cc-exp" placeholder="${say('expiryForm')}">`,
  })}${field({
    id: 'securityCode',
    label: say('securityCode'),
    isRequired: true,
    hint: say('codeOnBack'),
    control: attributes => html`<input ${attributes} ${digits} autocomplete="cc-csc" class="digits">`,
  })}</div>${field({
    id: 'nameOnCard',
    label: say('nameOnCard'),
    isRequired: true,
    control: attributes =>
      html`<input ${attributes} dir="auto" autocomplete="cc-name" maxlength="256" autocapitalize="words"
 spellcheck="false">`,
  })}`

/** Digits run from left to right in every language. */
const digits = html`type="text" inputmode="numeric" dir="ltr" autocorrect="off" spellcheck="false"`

export function emailField({ view, say }: LocalizedPage): Html | false {
  const { customerEmail } = view.controls
  if (customerEmail === 'HIDE') return false
  return field({
    id: 'email',
    label: say('email'),
    isRequired: customerEmail === 'MANDATORY',
    remark: customerEmail === 'OPTIONAL' && say('optional'),
    control:
      attributes => html`<input ${attributes} type="email" inputmode="email" dir="ltr" autocomplete="email"
 maxlength="254" autocapitalize="off" spellcheck="false" value="${view.email}">`,
  })
}
