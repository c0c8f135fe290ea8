// The checkout page as its parts use it: the data in its markup, its elements and panels, announcements for
// screen readers, and messages to the page that embeds it.

import { type CheckoutEnding, type CheckoutPageData, checkoutEndSteps } from './protocol.ts'

/** Written into the page by the gateway. */
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

const panels = [...(['form', 'review', 'processing', 'challenge'] as const), ...checkoutEndSteps] as const
type CheckoutPanel = (typeof panels)[number]

export function shownPanel(): CheckoutPanel {
  return panels.find(panel => byId(`panel-${panel}`)?.hidden === false) ?? 'form'
}

/** Shows one panel instead of another, and moves the focus to its title for screen readers. */
export function showPanel(wanted: CheckoutPanel): void {
  if (shownPanel() === wanted) return
  dismissAlarm()
  for (const panel of panels) {
    const section = byId(`panel-${panel}`)
    if (section) section.hidden = panel !== wanted
  }
  requiredElement('main', HTMLElement).dataset.state = wanted
  byId(`panel-${wanted}`)?.querySelector('h1')?.focus()
  window.scrollTo(0, 0)
}

/** Shows what the issuer wants the payer to read, until the payment has come to another state. */
export function showIssuerNotice(words: string | undefined): void {
  const notice = requiredElement('issuer-notice', HTMLElement)
  const shown = requiredElement('issuer-words', HTMLElement)
  if (words !== undefined && shown.textContent !== words) shown.textContent = words
  notice.hidden = words === undefined
}

/** Marks the address, so that the page knows after its reload that the order was changed. */
export function markOrderChanged(): void {
  location.hash = orderChangedMark
}

/** Whether this page was reloaded because the order was changed. True once: the mark is removed. */
export function consumeOrderChangedMark(): boolean {
  if (location.hash !== orderChangedMark) return false
  history.replaceState(null, '', location.pathname + location.search)
  return true
}
const orderChangedMark = '#order-changed'

/** For screen readers, politely or at once. Emptied first: the same text again would not be read out. */
export function announce(text: string, urgency: AnnouncedIn = 'announcer'): void {
  const region = emptied(urgency)
  aboutToBeRead[urgency] = setTimeout(() => {
    region.textContent = text
  }, 50)
}

/** What went wrong before is no longer so: who walks through the page by ear must not find it again. */
export function dismissAlarm(): void {
  emptied('alarm')
}

function emptied(name: AnnouncedIn): HTMLElement {
  clearTimeout(aboutToBeRead[name])
  const region = requiredElement(name, HTMLElement)
  region.textContent = ''
  return region
}

type AnnouncedIn = 'announcer' | 'alarm'
const aboutToBeRead: Partial<Record<AnnouncedIn, ReturnType<typeof setTimeout>>> = {}

export function onClick(id: string, action: () => void): void {
  byId(id)?.addEventListener('click', action)
}

/** From an embedded checkout page to the page around it. */
type EmbedderMessage =
  | ({ readonly tollgate: 'complete' | 'cancel' | 'timeout' } & CheckoutEnding)
  | { readonly tollgate: 'error'; readonly cause: string }
  | { readonly tollgate: 'resize'; readonly height: number }

/** Sent to one origin only: the one that the gateway checked. */
export function notifyEmbedder(message: EmbedderMessage): void {
  if (pageData.isEmbedded && pageData.embedder && window.parent !== window)
    window.parent.postMessage(message, pageData.embedder)
}

/** For the frame around the page, which takes the height of its content. */
export function observeHeight(onChange: (height: number) => void): void {
  let last = 0
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height !== last) onChange(height)
    last = height
  })
  observer.observe(document.body)
}
