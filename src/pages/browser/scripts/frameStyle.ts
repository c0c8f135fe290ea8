import type { FieldState, FieldStyle } from '../fields/protocol.ts'
import { propertyName, textProperties } from '../fields/textStyle.ts'

/** The look of a field's frame: that of the merchant's input, and over it what the moment asks for. */
export type FrameStyle = {
  readonly set: (situation: FieldState, style: FieldStyle) => void
  readonly setState: (situation: FrameState, isSo: boolean) => void
  readonly apply: () => void
}

/** Later ones cover earlier ones. */
const frameStates = ['placeholderShown', 'hover', 'focus'] as const
export type FrameState = (typeof frameStates)[number]

/** To be made while the input still shows. */
export function createFrameStyle(element: HTMLElement, frame: HTMLIFrameElement): FrameStyle {
  const measure = measureInput(element)
  const styles = new Map<FieldState, FieldStyle>()
  const active = new Set<FrameState>(['placeholderShown'])
  let applied = ''

  function apply(): void {
    const layers = frameStates
      .filter(moment => active.has(moment))
      .map(moment => boxStyleIn(styles.get(moment) ?? {}))
    const box: FieldStyle = Object.assign({}, boxStyleOf(element, measure), ...layers)
    const next = JSON.stringify(box)
    if (next === applied) return
    applied = next
    frame.removeAttribute('style')
    for (const [name, value] of Object.entries(box)) frame.style.setProperty(name, value)
  }
  return {
    apply: apply,
    set(situation, style) {
      styles.set(situation, style)
      apply()
    },
    setState(moment, isSo) {
      if (isSo) active.add(moment)
      else active.delete(moment)
      apply()
    },
  }
}

/** How a merchant's own input looks, so that the field in its place looks the same. */

/** Before the input is hidden: what its style leaves to the browser. */
export type InputSize = { readonly width: string; readonly height: string; readonly display: string }

export function measureInput(element: HTMLElement): InputSize {
  const style = getComputedStyle(element)
  const size = Number.parseInt(style.fontSize, 10) || 16
  const { offsetWidth, offsetHeight } = element
  // A list that has nothing in it yet leaves no room for what will be.
  const widthMin = element instanceof HTMLSelectElement ? size * 5 : 0
  return {
    width: `${Math.max(offsetWidth || size * 12, widthMin)}px`,
    height: `${offsetHeight || size * 2}px`,
    display: style.display === 'none' || style.display === 'inline' ? 'inline-block' : style.display,
  }
}

/** Of a hidden input a browser tells lengths as they were written: percentages stay what they are. */
export function boxStyleOf(element: HTMLElement, measure: InputSize): FieldStyle {
  const style = getComputedStyle(element)
  const box: Record<string, string> = {}
  for (const name of boxProperties) box[name] = style.getPropertyValue(name)
  box.display = measure.display
  box['box-sizing'] = 'border-box'
  // A frame has no line of text to align by.
  if (box['vertical-align'] === 'baseline') box['vertical-align'] = 'middle'
  box.width = outerLength(style, 'width', ['left', 'right']) ?? measure.width
  box.height = outerLength(style, 'height', ['top', 'bottom']) ?? measure.height
  return box
}

export function textStyleOf(element: HTMLElement): FieldStyle {
  const style = getComputedStyle(element)
  const text = Object.fromEntries(Array.from(textProperties, name => [name, style.getPropertyValue(name)]))
  const { backgroundColor, backgroundImage } = style
  const isPlain = backgroundColor.startsWith('rgb(') && backgroundImage === 'none'
  return isPlain ? { ...text, 'background-color': backgroundColor } : text
}

/** The part of a given style that is the frame's. */
export const boxStyleIn = (given: FieldStyle): FieldStyle =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [propertyName(name), value] as const)
      .filter(([name]) => !textProperties.has(name) && !name.startsWith('padding')),
  )

/** With padding and borders, whichever way the input counted them. */
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
