/** Elements of the page by their ids. */
export const byId = (id: string): HTMLElement | null => document.getElementById(id)

export function requiredElement<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${id}`)
}

export const panels = [
  ...(['form', 'review', 'processing', 'challenge'] as const),
  ...(['done', 'part', 'cancelled', 'expired'] as const),
] as const
export type CheckoutPanel = (typeof panels)[number]

export function shownPanel(): CheckoutPanel {
  return panels.find(panel => byId(`panel-${panel}`)?.hidden === false) ?? 'form'
}

/** Shows one panel instead of another; whoever cannot see that lands on its title. */
export function showPanel(wanted: CheckoutPanel): void {
  if (shownPanel() === wanted) return
  for (const panel of panels) {
    const section = byId(`panel-${panel}`)
    if (section) section.hidden = panel !== wanted
  }
  requiredElement('main', HTMLElement).dataset.state = wanted
  byId(`panel-${wanted}`)?.querySelector('h1')?.focus()
  window.scrollTo(0, 0)
}

/** The page that is loaded next knows by the fragment why it is. */
export function markOrderChanged(): void {
  location.hash = orderChangedMark
}

/** Whether this page stands for one that showed another order. Told once. */
export function consumeOrderChangedMark(): boolean {
  if (location.hash !== orderChangedMark) return false
  history.replaceState(null, '', location.pathname + location.search)
  return true
}
const orderChangedMark = '#order-changed'

/** For those who listen: calmly, or at once. Emptied first, or the same sentence would be silent twice. */
export function announce(sentence: string, urgency: 'announcer' | 'alarm' = 'announcer'): void {
  const place = requiredElement(urgency, HTMLElement)
  place.textContent = ''
  setTimeout(() => {
    place.textContent = sentence
  }, 50)
}

/** Waits for a button; the page has it from the start. */
export function onClick(id: string, act: () => void): void {
  byId(id)?.addEventListener('click', act)
}
