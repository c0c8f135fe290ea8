import type { CheckoutForm } from './form.ts'
import { announce, byId, notifyEmbedder, pageData, shownPanel, showPanel, texts } from './page.ts'
import { type CheckoutEnding, type CheckoutState, fillPlaceholders } from './protocol.ts'
import { maskedCard } from './submission.ts'

const messageOfEnd = { done: 'complete', part: 'complete', cancelled: 'cancel', expired: 'timeout' } as const
type EndStep = keyof typeof messageOfEnd

export const isEndState = (
  state: CheckoutState,
): state is Extract<CheckoutState, { readonly step: EndStep }> => state.step in messageOfEnd

export const hasEnded = (): boolean => shownPanel() in messageOfEnd

/** Nothing that was typed stays. An embedded page only tells; a page of its own leads back to the shop. */
export function showEnd(form: CheckoutForm, how: EndStep, ending: CheckoutEnding & EndTexts): void {
  const { address, resultIndicator, sessionVersion, paid, returned, sentence } = ending
  if (how === 'done') fillReceipt()
  if (paid !== undefined) setPanelText('panel-part', texts.partText, paid)
  if (returned !== undefined) setPanelText(`panel-${how}`, texts.givenBack, returned)
  if (sentence !== undefined) setPanelText(`panel-${how}`, sentence)
  form.clear()
  byId('due')?.remove()
  showPanel(how)
  announce(byId(`panel-${how}`)?.querySelector('h1')?.textContent ?? '')
  notifyEmbedder({
    tollgate: messageOfEnd[how],
    ...(resultIndicator && { resultIndicator }),
    ...(sessionVersion && { sessionVersion }),
    ...(address && { address }),
  })
  if (address && !pageData.isEmbedded && isWebAddress(address)) leaveTo(how, address)
}

type EndTexts = {
  /** What is told of money, as people write it. */
  readonly paid?: string
  readonly returned?: string
  /** Instead of what the page would say. */
  readonly sentence?: string
}

function setPanelText(panel: string, sentence: string, part = ''): void {
  const text = byId(panel)?.querySelector('p')
  if (text) text.textContent = fillPlaceholders(sentence, { part })
}

function leaveTo(how: EndStep, address: string): void {
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
  const card = maskedCard()
  // Whoever paid with several cards is not told that it was one.
  if (!place || !/\d{4}$/.test(card) || pageData.due !== undefined) return
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
