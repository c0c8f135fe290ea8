import type { FieldState, FieldStyle } from './protocol.ts'
import { safeTextStyle } from './textStyle.ts'

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
