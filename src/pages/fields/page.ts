// The HTML page inside the frame of one hosted field.

import { type Html, html } from '../../platform/html.ts'
import { type Asset, scriptTag, styleTag } from '../assets.ts'
import { type FieldDisplay, type FieldRole, fieldTraits } from '../browser/fields/roles.ts'
import { directionOf, type PageLocale } from '../localisation.ts'
import { fieldNameIn } from './fieldNames.ts'

/** The data of one field. All of it is in the page, so it contains no secrets. */
export type FieldView = {
  readonly role: FieldRole
  readonly guise: FieldDisplay
  readonly locale: PageLocale
  /** The checked origin of the merchant's page: the only one with which the field exchanges messages. */
  readonly origin: string
  /** Which of the page's forms the field belongs to. */
  readonly form: string
  readonly merchantId: string
  readonly version: number
  /** See `earliestMonth`, by the gateway's clock: the payer's may be wrong. */
  readonly month: string
  /** Whether the field is marked as a test. */
  readonly isTest: boolean
}

/** The page inside the frame of one field: an input and nothing else. */
export function fieldPage(view: FieldView, assets: { readonly script: Asset; readonly style: Asset }): Html {
  const { role, locale, origin, form, merchantId, version, month } = view
  // Only the number is marked: every form has one.
  const mark = view.isTest && role === 'number' && html`<span id="test">TEST</span>`
  const name = fieldNameIn(locale, role)
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="format-detection" content="telephone=no">
<title>${name}</title>
${styleTag(assets.style)}
</head>
<body data-role="${role}" data-form="${form}" data-origin="${origin}" data-month="${month}"
 data-merchant="${merchantId}" data-version="${version}">
<form autocomplete="on" novalidate>${control(view, name)}${mark}</form>
<div id="message" class="unseen" aria-live="polite"></div>
${scriptTag(assets.script)}
</body>
</html>`
}

function control({ role, guise, month }: FieldView, name: string): Html {
  const { autocomplete, isNumeric, lengthMax } = fieldTraits[role]
  if (guise === 'list' && (role === 'expiryMonth' || role === 'expiryYear')) {
    return html`<select id="field" name="${role}" autocomplete="${autocomplete}" aria-label="${name}"
 aria-describedby="message"><option value=""></option>${choices(role, month).map(optionOf)}</select>`
  }
  return html`<input id="field" name="${role}" type="text" autocomplete="${autocomplete}"
 dir="${isNumeric ? 'ltr' : 'auto'}" inputmode="${isNumeric ? 'numeric' : 'text'}" maxlength="${lengthMax}"
 aria-label="${name}"
 aria-describedby="message test" autocorrect="off" autocapitalize="${isNumeric ? 'off' : 'words'}"
 spellcheck="false"${guise === 'hidden' && html` class="hidden"`}>`
}

const optionOf = (choice: string): Html => html`<option value="${choice}">${choice}</option>`

/** Months with two digits; years from the current one on. */
function choices(role: 'expiryMonth' | 'expiryYear', month: string): readonly string[] {
  const first = role === 'expiryMonth' ? 1 : Number(month.slice(2, 4))
  const count = role === 'expiryMonth' ? 12 : 21
  return Array.from({ length: count }, (_, index) => String((first + index) % 100).padStart(2, '0'))
}
