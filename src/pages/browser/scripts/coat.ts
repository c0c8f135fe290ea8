import type { FieldState, FieldStyle } from '../fields/protocol.ts'
import { boxStyleIn, boxStyleOf, measureInput } from './mirror.ts'
import type { MerchantInput } from './replacement.ts'

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
export function createFrameStyle(element: MerchantInput, frame: HTMLIFrameElement): FrameStyle {
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
