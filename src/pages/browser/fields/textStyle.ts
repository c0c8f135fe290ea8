// The styles of a hosted field that a merchant's page may set. Properties of the text apply to the input
// inside the field's frame, all others to the frame itself (see scripts/frameStyle.ts).

import type { FieldState, FieldStyle } from './protocol.ts'

/** The properties that apply inside the field. */
export const textProperties: ReadonlySet<string> = new Set([
  'caret-color',
  'color',
  'color-scheme',
  'direction',
  'font-family',
  'font-feature-settings',
  'font-size',
  'font-stretch',
  'font-style',
  'font-variant',
  'font-weight',
  'letter-spacing',
  'line-height',
  'padding-bottom',
  'padding-left',
  'padding-right',
  'padding-top',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-shadow',
  'text-transform',
  'word-spacing',
])

/** The frame has the same background; here it lets contrast checkers see that the text is readable. */
const fieldProperties: ReadonlySet<string> = new Set([...textProperties, 'background-color'])

const placeholderProperties: ReadonlySet<string> = new Set([...textProperties, 'opacity'])

/** As CSS writes it: `borderColor` is `border-color`. */
export const propertyName = (name: string): string =>
  name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).toLowerCase()

/**
 * Only properties of text, and no value that could fetch something or begin another declaration: the page
 * around the field is not the gateway's.
 */
export function safeTextStyle(
  style: FieldStyle,
  isPlaceholder = false,
): readonly (readonly [string, string])[] {
  const allowed = isPlaceholder ? placeholderProperties : fieldProperties
  return Object.entries(style)
    .map(([name, value]) => [propertyName(name), value.trim()] as const)
    .filter(([name, value]) => allowed.has(name) && value.length <= valueMax && safeValue.test(value))
}

const valueMax = 300
/** Words, numbers, colours, quoted families and functions of numbers; no address, escape or braces. */
const safeValue = /^(?!.*(?:url|src|image|expression|attr|var|env)\s*\()[\w\s.,%#'"()+\-*/!]*$/i

/** Applies the merchant's text style to the input; each state has one rule, which is replaced as a whole. */
export function applyTextStyle(state: FieldState, style: FieldStyle): void {
  const rule = ruleOf(state)
  if (!rule) return
  while (rule.style.length > 0) rule.style.removeProperty(rule.style.item(0))
  for (const [name, value] of safeTextStyle(style, state === 'placeholder')) {
    rule.style.setProperty(name, value)
    if (name === 'color-scheme') document.documentElement.style.setProperty(name, value)
  }
}

/** Later ones win. */
const selectors = {
  always: '#field',
  placeholderShown: '#field:placeholder-shown',
  placeholder: '#field::placeholder',
  hover: '#field:hover',
  focus: '#field:focus',
} as const satisfies Record<FieldState, string>

let rules: ReadonlyMap<string, CSSStyleRule> | undefined

function ruleOf(state: FieldState): CSSStyleRule | undefined {
  rules ??= new Map(insertRules())
  return rules.get(state)
}

function insertRules(): readonly (readonly [string, CSSStyleRule])[] {
  const sheet = document.styleSheets[0]
  if (!sheet) return []
  return Object.entries(selectors).flatMap(([state, selector]) => {
    const rule = sheet.cssRules[sheet.insertRule(`${selector}{}`, sheet.cssRules.length)]
    return rule instanceof CSSStyleRule ? [[state, rule] as const] : []
  })
}
