import { data, words } from './data.ts'
import { tellEmbedder } from './embedder.ts'
import type { Form } from './form.ts'
import { announce, byId, shownPanel, showPanel } from './page.ts'
import type { CheckoutState, Ending } from './protocol.ts'
import { filled } from './sentence.ts'
import { shownCard } from './submission.ts'

const messages = { done: 'complete', part: 'complete', cancelled: 'cancel', expired: 'timeout' } as const
type End = keyof typeof messages

export const isEnd = (state: CheckoutState): state is Extract<CheckoutState, { readonly step: End }> =>
  state.step in messages

export const hasEnded = (): boolean => shownPanel() in messages

/** Nothing that was typed stays. An embedded page only tells; a page of its own leads back to the shop. */
export function end(form: Form, how: End, ending: Ending & Told): void {
  const { address, resultIndicator, sessionVersion, paid, returned, sentence } = ending
  if (how === 'done') fillReceipt()
  if (paid !== undefined) tell('panel-part', words.partText, paid)
  if (returned !== undefined) tell(`panel-${how}`, words.givenBack, returned)
  if (sentence !== undefined) tell(`panel-${how}`, sentence)
  form.clear()
  byId('due')?.remove()
  showPanel(how)
  announce(byId(`panel-${how}`)?.querySelector('h1')?.textContent ?? '')
  tellEmbedder({
    tollgate: messages[how],
    ...(resultIndicator && { resultIndicator }),
    ...(sessionVersion && { sessionVersion }),
    ...(address && { address }),
  })
  if (address && !data.isEmbedded && isWebAddress(address)) goOn(how, address)
}

type Told = {
  /** What is told of money, as people write it. */
  readonly paid?: string
  readonly returned?: string
  /** Instead of what the page would say. */
  readonly sentence?: string
}

function tell(panel: string, sentence: string, part = ''): void {
  const text = byId(panel)?.querySelector('p')
  if (text) text.textContent = filled(sentence, { part })
}

function goOn(how: End, address: string): void {
  const panel = byId(`panel-${how}`)
  const link = panel?.querySelector('a')
  for (const hint of panel?.querySelectorAll('p') ?? []) {
    if (hint.classList.contains('going')) hint.hidden = false
    if (hint.classList.contains('close')) hint.hidden = true
  }
  if (link) {
    link.href = address
    link.hidden = false
  }
  // The way back in the browser must not lead to a form that was paid.
  location.replace(address)
}

function fillReceipt(): void {
  const place = byId('receipt-card')
  const card = shownCard()
  // Whoever paid with several cards is not told that it was one.
  if (!place || !/\d{4}$/.test(card) || data.due !== undefined) return
  place.textContent = card
  const row = place.closest('div')
  if (row) row.hidden = false
}

/** Never a script or a file, whatever the address says. */
function isWebAddress(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address, location.href).protocol)
  } catch {
    return false
  }
}
