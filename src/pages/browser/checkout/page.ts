import type { CheckoutEnding, CheckoutPageData } from './protocol.ts'

/** Written into the page by the gateway itself. */
export const pageData: CheckoutPageData = JSON.parse(
  requiredElement('checkout-data', HTMLElement).textContent ?? '',
)
export const texts = pageData.words

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

/** What an embedded page tells the page around it. */
export type EmbedderMessage =
  | ({ readonly tollgate: 'complete' | 'cancel' | 'timeout' } & CheckoutEnding)
  | { readonly tollgate: 'error'; readonly cause: string }
  | { readonly tollgate: 'resize'; readonly height: number }

/** Told to one origin only: the one that the gateway checked. */
export function notifyEmbedder(message: EmbedderMessage): void {
  if (pageData.isEmbedded && pageData.embedder && window.parent !== window)
    window.parent.postMessage(message, pageData.embedder)
}

/** The frame grows and shrinks with what is in it. */
export function observeHeight(onSize: (height: number) => void): void {
  let last = 0
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height !== last) onSize(height)
    last = height
  })
  observer.observe(document.body)
}
