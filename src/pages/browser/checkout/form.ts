// The checkout form: its fields, buttons, and the notice above it.

import { clearCard, inputOf, showFieldError, startFields, validateAll } from './fields.ts'
import {
  announce,
  byId,
  dismissAlarm,
  notifyEmbedder,
  onClick,
  pageData,
  requiredElement,
  showPanel,
  texts,
} from './page.ts'
import {
  type CheckoutDeclineReason,
  type CheckoutFormError,
  type FormField,
  fillPlaceholders,
} from './protocol.ts'
import { clearConsent, dropChosenCard, startSavedCards } from './savedCards.ts'
import { fillReview, isSameAddress } from './submission.ts'

/** What the flow of a payment needs of the form. */
export type CheckoutForm = {
  /** `pay` is called when everything is filled in and, if there is a review, confirmed. */
  onReady(pay: () => void): void
  setBusy(isBusy: boolean): void
  showError(error: CheckoutFormError, attemptsLeft: number): void
  /** For example with the connection; the payer may try again. */
  showProblem(text: string): void
  /** Draws attention to what was approved so far and what is still due. */
  showRemainder(): void
  clear(): void
}

export function startForm(): CheckoutForm {
  startFields()
  startSavedCards()
  startToggles()
  requiredElement('pay', HTMLButtonElement).disabled = false
  setBusy(false)
  onClick('change', () => showPanel('form'))
  clearWhenLeft()
  return {
    onReady,
    setBusy,
    showError,
    showProblem,
    showRemainder,
    clear,
  }
}

function clear(): void {
  clearCard()
  clearConsent()
}

/** Browsers may restore what the form held; until somebody touches it, that may be another person's card. */
function clearWhenLeft(): void {
  addEventListener('pagehide', clear)
  let isTouched = false
  requiredElement('form', HTMLFormElement).addEventListener('focusin', () => {
    isTouched = true
  })
  addEventListener('pageshow', () => {
    if (!isTouched) clear()
  })
}

function onReady(pay: () => void): void {
  requiredElement('form', HTMLFormElement).addEventListener('submit', event => {
    event.preventDefault()
    if (isBusyNow()) return
    const invalid = validateAll()
    if (invalid.length > 0) showInvalidFields(invalid)
    else reviewOrPay(pay)
  })
  onClick('confirm', () => isBusyNow() || pay())
}

function reviewOrPay(pay: () => void): void {
  resetNotice()
  if (!pageData.hasReview) {
    pay()
    return
  }
  fillReview()
  showPanel('review')
}

const payButtons = ['pay', 'confirm'] as const
const otherButtons = ['cancel', 'cancel-review', 'change']

const isBusyNow = (): boolean => requiredElement('pay', HTMLButtonElement).classList.contains('busy')

/** The buttons keep their size and place, and say that the payment is being processed. */
function setBusy(isBusy: boolean): void {
  for (const id of payButtons) showBusy(byId(id), isBusy)
  for (const id of otherButtons) {
    const button = byId(id)
    if (button instanceof HTMLButtonElement) button.disabled = isBusy
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('#wallets button'))
    button.disabled = isBusy
  requiredElement('fields', HTMLFieldSetElement).disabled = isBusy || isLocked
  if (!isBusy) return
  showNotice('plain', texts.processingText)
  announce(`${texts.processing} ${texts.processingText}`)
}

function showBusy(button: HTMLElement | null, isBusy: boolean): void {
  const label = button?.querySelector('.label')
  if (!button || !label) return
  button.dataset.label ??= label.textContent ?? ''
  button.classList.toggle('busy', isBusy)
  button.setAttribute('aria-disabled', String(isBusy || isLocked))
  label.textContent = isBusy ? texts.processing : button.dataset.label
}

let isLocked = false

function showError({ reason, field }: CheckoutFormError, attemptsLeft: number): void {
  if (reason === 'invalid') {
    showNotAccepted(field)
    return
  }
  if (reason === 'tooManyAttempts' || attemptsLeft === 0) lock()
  if (reason === 'savedCardGone') dropChosenCard()
  showProblem(declineText(reason, attemptsLeft))
  if (reason !== 'securityCode') return
  showFieldError('securityCode', texts.securityCodeWrong)
  focusField('securityCode')
}

function showNotAccepted(field: FormField | undefined): void {
  if (!field) {
    showProblem(texts.notAccepted)
    return
  }
  showFieldError(field, texts.notAccepted)
  showInvalidFields([field])
}

function declineText(reason: CheckoutDeclineReason, attemptsLeft: number): string {
  // A later release may have reasons that this page has no words for.
  const text = texts[reason === 'securityCode' ? 'securityCodeWrong' : reason] ?? texts.tryLater
  const isScarce = attemptsLeft > 0 && attemptsLeft <= attemptsToMention
  return isScarce ? `${text} ${fillPlaceholders(texts.attemptsLeft, { count: attemptsLeft })}` : text
}
const attemptsToMention = 3

function showProblem(text: string): void {
  announce(text, 'alarm')
  showNotice('bad', text).focus()
}

function showRemainder(): void {
  const remainder = requiredElement('rest', HTMLElement)
  announce(remainder.innerText, 'alarm')
  remainder.focus()
}

/** Nothing is left to do here: the way back to the shop takes the place of the form. */
function lock(): void {
  isLocked = true
  notifyEmbedder({ tollgate: 'error', cause: 'tooManyAttempts' })
  requiredElement('fields', HTMLFieldSetElement).disabled = true
  requiredElement('pay', HTMLButtonElement).disabled = true
  requiredElement('form', HTMLFormElement).hidden = true
  byId('wallets')?.remove()
  const wayBack = requiredElement('cancel', HTMLButtonElement)
  wayBack.className = 'button wide'
  // The time that is left is of no use any more.
  wayBack.nextElementSibling?.remove()
  wayBack.textContent = byId('panel-cancelled')?.querySelector('a')?.textContent ?? wayBack.textContent
}

function startToggles(): void {
  const toggle = byId('details-toggle')
  toggle?.addEventListener('click', () => {
    const isOpen = toggle.getAttribute('aria-expanded') !== 'true'
    toggle.setAttribute('aria-expanded', String(isOpen))
    toggle.textContent = isOpen ? texts.hideDetails : texts.showDetails
  })
  const same = byId('same-address')
  const fields = byId('shipping-fields')
  const update = () => {
    if (fields && same) fields.hidden = isSameAddress()
  }
  same?.addEventListener('change', update)
  update()
}

/**
 * The notice above the form is always there: it says what went wrong, or that the connection is encrypted.
 */
function showNotice(kind: 'plain' | 'bad', ...content: readonly (string | Node)[]): HTMLElement {
  if (kind === 'plain') dismissAlarm()
  const notice = requiredElement('notice', HTMLElement)
  notice.classList.toggle('bad', kind === 'bad')
  requiredElement('notice-text', HTMLElement).replaceChildren(...content)
  return notice
}

const resetNotice = (): HTMLElement => showNotice('plain', texts.encrypted)

/** Names the invalid fields, each with a link to it, and moves the focus to the first. */
function showInvalidFields(fields: readonly FormField[]): void {
  const names = fields.map(field => ({ field, name: labelOf(field) }))
  const links = names.flatMap(({ field, name }, index) => [index === 0 ? ' ' : ', ', linkTo(field, name)])
  showNotice('bad', texts.checkFields, ...links)
  announce(`${texts.checkFields} ${names.map(({ name }) => name).join(', ')}`, 'alarm')
  const [first] = fields
  if (first) focusField(first)
}

function focusField(field: FormField): void {
  const input = inputOf(field)
  const fold = input?.closest('details')
  if (fold) fold.open = true
  input?.focus()
}

function linkTo(field: FormField, name: string): HTMLElement {
  const link = document.createElement('a')
  link.href = `#${field}`
  link.textContent = name
  link.addEventListener('click', event => {
    event.preventDefault()
    focusField(field)
  })
  return link
}

function labelOf(field: FormField): string {
  return inputOf(field)?.labels?.[0]?.firstChild?.textContent?.trim() ?? field
}
