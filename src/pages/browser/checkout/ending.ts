// The end of a checkout: the last panel, the message to the embedding page, the way back to the shop.

import type { CheckoutForm } from './form.ts'
import { announce, byId, notifyEmbedder, pageData, shownPanel, showPanel, texts } from './page.ts'
import {
  type CheckoutEnding,
  type CheckoutEndStep,
  type CheckoutState,
  fillPlaceholders,
  isSettledBefore,
  type ShownReceipt,
} from './protocol.ts'
import { maskedCard } from './submission.ts'

/** The steps that end a checkout, and the message each sends to the page around. */
const messageOfEnd = {
  done: 'complete',
  part: 'complete',
  paidBefore: 'complete',
  refundedBefore: 'complete',
  cancelledBefore: 'complete',
  cancelled: 'cancel',
  expired: 'timeout',
} as const satisfies Record<CheckoutEndStep, string>

export const isEndState = (
  state: CheckoutState,
): state is Extract<CheckoutState, { readonly step: CheckoutEndStep }> => state.step in messageOfEnd

export const hasEnded = (): boolean => shownPanel() in messageOfEnd

/** Clears the form. An embedded page only sends a message; a page of its own redirects to the shop. */
export function showEnd(form: CheckoutForm, step: CheckoutEndStep, ending: CheckoutEnding & EndTexts): void {
  const { receipt, paid, returned, text, issuerNotice, isCardSaved } = ending
  if (step === 'done') fillReceipt(receipt ?? typedReceipt())
  if (paid !== undefined) setPanelText('panel-part', texts.partText, paid)
  if (returned !== undefined) setPanelText(`panel-${step}`, texts.givenBack, returned)
  if (text !== undefined) setPanelText(`panel-${step}`, text)
  if (isCardSaved) showSaved(step)
  form.clear()
  byId('due')?.remove()
  showPanel(step)
  announce(byId(`panel-${step}`)?.querySelector('h1')?.textContent ?? '')
  // What is news must be read: the way back is there at once, but nobody is sent on it before.
  if (issuerNotice === undefined && !isSettledBefore(step)) goOn(step, ending)
  else {
    showWayBack(step, ending)
    setTimeout(() => goOn(step, ending), readingMs)
  }
}

/** As long as reading the longest notice of an issuer takes: 128 characters. */
const readingMs = 8_000

function goOn(step: CheckoutEndStep, ending: CheckoutEnding): void {
  const { address, resultIndicator, sessionVersion } = ending
  notifyEmbedder({
    tollgate: messageOfEnd[step],
    ...(resultIndicator && { resultIndicator }),
    ...(sessionVersion && { sessionVersion }),
    ...(address && { address }),
  })
  // The back button must not lead to a form that was paid.
  if (showWayBack(step, ending)) location.replace(ending.address ?? '')
  else if (step === 'done' && !pageData.isEmbedded) offerPrint()
}

/** A page that is loaded when all is paid has the same receipt as the page that paid. */
export function showReceipt(): void {
  if (pageData.receipt) fillReceipt(pageData.receipt)
  if (!pageData.isEmbedded) offerPrint()
}

type EndTexts = {
  readonly receipt?: ShownReceipt
  /** Amounts, formatted for display. */
  readonly paid?: string
  readonly returned?: string
  /** Replaces the text of the panel. */
  readonly text?: string
  readonly issuerNotice?: string
  readonly isCardSaved?: true
}

function setPanelText(panel: string, text: string, part = ''): void {
  const paragraph = byId(panel)?.querySelector('p')
  if (paragraph) paragraph.textContent = fillPlaceholders(text, { part })
}

function showSaved(step: CheckoutEndStep): void {
  const note = byId(`panel-${step}`)?.querySelector<HTMLElement>('.card-saved')
  if (note) note.hidden = false
}

/** The link to the shop. False if there is no address, or the page around leads the payer on. */
function showWayBack(step: CheckoutEndStep, { address }: CheckoutEnding): boolean {
  if (!address || pageData.isEmbedded || !isWebAddress(address)) return false
  const panel = byId(`panel-${step}`)
  const link = panel?.querySelector('a')
  for (const hint of panel?.querySelectorAll('p') ?? []) {
    if (hint.classList.contains('going')) hint.hidden = false
    if (hint.classList.contains('close')) hint.hidden = true
  }
  if (link) {
    link.href = address
    link.hidden = false
  }
  return true
}

function fillReceipt({ card, paidAt }: ShownReceipt): void {
  if (card !== undefined) fillFact('receipt-card', card)
  const day = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  fillFact('receipt-date', paidAt === undefined ? day.format() : day.format(new Date(paidAt)))
}

/** Of a card that was only stored. */
function typedReceipt(): ShownReceipt {
  const card = maskedCard()
  return /\d{4}$/.test(card) ? { card } : {}
}

function fillFact(id: string, text: string): void {
  const cell = byId(id)
  const row = cell?.closest('div')
  if (!cell || !row) return
  cell.textContent = text
  row.hidden = false
}

/** For payers whom nobody sends on: the shop has no page that thanks them. */
function offerPrint(): void {
  const button = byId('print')
  if (!button) return
  button.addEventListener('click', () => print())
  button.hidden = false
}

/** Never a javascript: or file: address. */
function isWebAddress(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address, location.href).protocol)
  } catch {
    return false
  }
}
