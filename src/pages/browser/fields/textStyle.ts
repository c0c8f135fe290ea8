import type { FieldState, FieldStyle } from './protocol.ts'

/** Properties of text: they dress what is typed inside the field. All others dress the frame around it. */
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

/** The frame has the same behind it: who looks at the field alone sees that its text can be read. */
const fieldProperties: ReadonlySet<string> = new Set([...textProperties, 'background-color'])

const placeholderProperties: ReadonlySet<string> = new Set([...textProperties, 'opacity'])

/** `borderColor` and `border-color` are the same. */
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

/** Puts the merchant's text style on what is typed; each situation has one rule, replaced whole. */
export function applyTextStyle(situation: FieldState, style: FieldStyle): void {
  const rule = ruleOf(situation)
  if (!rule) return
  while (rule.style.length > 0) rule.style.removeProperty(rule.style.item(0))
  for (const [name, value] of safeTextStyle(style, situation === 'placeholder')) {
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

function ruleOf(situation: FieldState): CSSStyleRule | undefined {
  rules ??= new Map(newRules())
  return rules.get(situation)
}

function newRules(): readonly (readonly [string, CSSStyleRule])[] {
  const sheet = document.styleSheets[0]
  if (!sheet) return []
  return Object.entries(selectors).flatMap(([situation, selector]) => {
    const rule = sheet.cssRules[sheet.insertRule(`${selector}{}`, sheet.cssRules.length)]
    return rule instanceof CSSStyleRule ? [[situation, rule] as const] : []
  })
}
