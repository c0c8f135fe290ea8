import type { Situation, Style } from '../fields/protocol.ts'
import { boxOf, boxPart, measured } from './mirror.ts'
import type { OwnInput } from './replacement.ts'

/** The look of a field's frame: that of the merchant's input, and over it what the moment asks for. */
export type Coat = {
  readonly wear: (situation: Situation, style: Style) => void
  readonly become: (situation: Moment, isSo: boolean) => void
  readonly repaint: () => void
}

/** Later ones cover earlier ones. */
const moments = ['placeholderShown', 'hover', 'focus'] as const
export type Moment = (typeof moments)[number]

/** To be made while the input still shows. */
export function createCoat(element: OwnInput, frame: HTMLIFrameElement): Coat {
  const measure = measured(element)
  const worn = new Map<Situation, Style>()
  const now = new Set<Moment>(['placeholderShown'])
  let painted = ''

  function repaint(): void {
    const layers = moments.filter(moment => now.has(moment)).map(moment => boxPart(worn.get(moment) ?? {}))
    const box: Style = Object.assign({}, boxOf(element, measure), ...layers)
    const next = JSON.stringify(box)
    if (next === painted) return
    painted = next
    frame.removeAttribute('style')
    for (const [name, value] of Object.entries(box)) frame.style.setProperty(name, value)
  }
  return {
    repaint,
    wear(situation, style) {
      worn.set(situation, style)
      repaint()
    },
    become(moment, isSo) {
      if (isSo) now.add(moment)
      else now.delete(moment)
      repaint()
    },
  }
}
