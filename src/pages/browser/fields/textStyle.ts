import type { FieldStyle } from './protocol.ts'

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
