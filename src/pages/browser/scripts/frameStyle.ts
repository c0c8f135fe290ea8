// The style of a field's frame: that of the merchant's input, and on top of it what the page has set for the
// states that the field is in.

import type { FieldState, FieldStyle } from '../fields/protocol.ts'
import { propertyName, textProperties } from '../fields/textStyle.ts'

type FrameStyle = {
  readonly set: (state: FieldState, style: FieldStyle) => void
  readonly setState: (state: FrameState, isActive: boolean) => void
  readonly apply: () => void
}

/** Later ones override earlier ones. */
const frameStates = ['placeholderShown', 'hover', 'focus'] as const
type FrameState = (typeof frameStates)[number]

/** Must be called while the input is still visible. */
export function createFrameStyle(element: HTMLElement, frame: HTMLIFrameElement): FrameStyle {
  const size = measureInput(element)
  const styles = new Map<FieldState, FieldStyle>()
  const active = new Set<FrameState>(['placeholderShown'])
  let applied = ''

  function apply(): void {
    const layers = frameStates
      .filter(state => active.has(state))
      .map(state => boxStyleIn(styles.get(state) ?? {}))
    const box: FieldStyle = Object.assign({}, boxStyleOf(element, size), ...layers)
    const next = JSON.stringify(box)
    if (next === applied) return
    applied = next
    frame.removeAttribute('style')
    for (const [name, value] of Object.entries(box)) frame.style.setProperty(name, value)
  }
  return {
    apply,
    set(state, style) {
      styles.set(state, style)
      apply()
    },
    setState(state, isActive) {
      if (isActive) active.add(state)
      else active.delete(state)
      apply()
    },
  }
}

/** Measured before the input is hidden: what its style leaves to the browser. */
type InputSize = { readonly width: string; readonly height: string; readonly display: string }

function measureInput(element: HTMLElement): InputSize {
  const style = getComputedStyle(element)
  const fontSize = Number.parseInt(style.fontSize, 10) || 16
  const { offsetWidth, offsetHeight } = element
  // A list without options yet has no room for them.
  const widthMin = element instanceof HTMLSelectElement ? fontSize * 5 : 0
  return {
    width: `${Math.max(offsetWidth || fontSize * 12, widthMin)}px`,
    height: `${offsetHeight || fontSize * 2}px`,
    display: style.display === 'none' || style.display === 'inline' ? 'inline-block' : style.display,
  }
}

/** For a hidden input, browsers compute lengths as they were written: percentages stay percentages. */
function boxStyleOf(element: HTMLElement, size: InputSize): FieldStyle {
  const style = getComputedStyle(element)
  const box: Record<string, string> = {}
  for (const name of boxProperties) box[name] = style.getPropertyValue(name)
  box.display = size.display
  box['box-sizing'] = 'border-box'
  // A frame has no baseline to align by.
  if (box['vertical-align'] === 'baseline') box['vertical-align'] = 'middle'
  box.width = outerLength(style, 'width', ['left', 'right']) ?? size.width
  box.height = outerLength(style, 'height', ['top', 'bottom']) ?? size.height
  return box
}

export function textStyleOf(element: HTMLElement): FieldStyle {
  const style = getComputedStyle(element)
  const text = Object.fromEntries(Array.from(textProperties, name => [name, style.getPropertyValue(name)]))
  const { backgroundColor, backgroundImage } = style
  const isPlain = backgroundColor.startsWith('rgb(') && backgroundImage === 'none'
  return isPlain ? { ...text, 'background-color': backgroundColor } : text
}

/** The part of a style that applies to the frame. */
const boxStyleIn = (given: FieldStyle): FieldStyle =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [propertyName(name), value] as const)
      .filter(([name]) => !textProperties.has(name) && !name.startsWith('padding')),
  )

/** Including padding and borders, whatever the input's box-sizing. */
function outerLength(style: CSSStyleDeclaration, side: 'width' | 'height', ends: readonly string[]) {
  const length = style.getPropertyValue(side)
  if (length === 'auto' || length === '') return undefined
  if (style.boxSizing === 'border-box') return length
  const parts = ends.flatMap(end => [`padding-${end}`, `border-${end}-width`])
  return `calc(${[length, ...parts.map(name => style.getPropertyValue(name))].join(' + ')})`
}

const sides = ['top', 'right', 'bottom', 'left']
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right']
const boxProperties = [
  ...sides,
  ...sides.map(side => `margin-${side}`),
  ...sides.flatMap(side => ['width', 'style', 'color'].map(part => `border-${side}-${part}`)),
  ...corners.map(corner => `border-${corner}-radius`),
  ...['width', 'height'].flatMap(side => [`min-${side}`, `max-${side}`]),
  ...['color', 'image', 'position', 'size', 'repeat', 'origin', 'clip'].map(part => `background-${part}`),
  ...['grow', 'shrink', 'basis'].map(part => `flex-${part}`),
  ...['row-start', 'row-end', 'column-start', 'column-end'].map(part => `grid-${part}`),
  'align-self',
  'box-shadow',
  'clear',
  'float',
  'justify-self',
  'opacity',
  'order',
  'position',
  'transition',
  'vertical-align',
  'z-index',
]
