import { data, words } from './data.ts'
import { tellEmbedder } from './embedder.ts'
import { clearCard, judgeAll, mark, startFields } from './fields.ts'
import { calmNotice, focusField, showNotice, showWrongFields } from './notice.ts'
import { announce, byId, existing, onPress, showPanel } from './page.ts'
import type { DeclineReason, FormError, FormField } from './protocol.ts'
import { fillReview } from './review.ts'
import { filled } from './sentence.ts'
import { isSameAddress } from './submission.ts'

/** What the flow of a payment needs of the form. */
export type Form = {
  /** Called when everything is filled in and, where wanted, looked over. */
  onReady(act: () => void): void
  setBusy(isBusy: boolean): void
  showError(error: FormError, attemptsLeft: number): void
  /** Says something about the connection; the payer may try again. */
  showTrouble(sentence: string): void
  /** Says what was taken so far, and what is due. */
  showRest(): void
  clear(): void
}

export function startForm(): Form {
  startFields()
  startFolds()
  existing('pay', HTMLButtonElement).disabled = false
  setBusy(false)
  onPress('change', () => showPanel('form'))
  forgetWhenLeft()
  return { onReady, setBusy, showError, showTrouble, showRest, clear: clearCard }
}

/** Browsers may put back what a page held when it was left: until the payer is here, it is not theirs. */
function forgetWhenLeft(): void {
  addEventListener('pagehide', clearCard)
  let isTouched = false
  existing('form', HTMLFormElement).addEventListener('focusin', () => {
    isTouched = true
  })
  addEventListener('pageshow', () => {
    if (!isTouched) clearCard()
  })
}

function onReady(act: () => void): void {
  existing('form', HTMLFormElement).addEventListener('submit', event => {
    event.preventDefault()
    if (isBusyNow()) return
    const wrong = judgeAll()
    if (wrong.length > 0) showWrongFields(wrong)
    else goOn(act)
  })
  onPress('confirm', () => isBusyNow() || act())
}

function goOn(pay: () => void): void {
  calmNotice()
  if (!data.hasReview) {
    pay()
    return
  }
  fillReview()
  showPanel('review')
}

const buttons = ['pay', 'confirm'] as const
const others = ['cancel', 'cancel-review', 'change']

const isBusyNow = (): boolean => existing('pay', HTMLButtonElement).classList.contains('busy')

/** Nothing moves: the buttons keep their place and say that something happens. */
function setBusy(isBusy: boolean): void {
  for (const id of buttons) showBusy(byId(id), isBusy)
  for (const id of others) {
    const button = byId(id)
    if (button instanceof HTMLButtonElement) button.disabled = isBusy
  }
  existing('fields', HTMLFieldSetElement).disabled = isBusy || isLocked
  if (!isBusy) return
  showNotice('plain', words.processingText)
  announce(`${words.processing} ${words.processingText}`)
}

function showBusy(button: HTMLElement | null, isBusy: boolean): void {
  const label = button?.querySelector('.label')
  if (!button || !label) return
  button.dataset.label ??= label.textContent ?? ''
  button.classList.toggle('busy', isBusy)
  button.setAttribute('aria-disabled', String(isBusy || isLocked))
  label.textContent = isBusy ? words.processing : button.dataset.label
}

let isLocked = false

function showError({ reason, field }: FormError, attemptsLeft: number): void {
  if (reason === 'invalid') {
    showNotAccepted(field)
    return
  }
  if (reason === 'tooManyAttempts' || attemptsLeft === 0) lock()
  showTrouble(declineSentence(reason, attemptsLeft))
  if (reason !== 'securityCode') return
  mark('securityCode', words.securityCodeWrong)
  focusField('securityCode')
}

function showNotAccepted(field: FormField | undefined): void {
  if (!field) {
    showTrouble(words.notAccepted)
    return
  }
  mark(field, words.notAccepted)
  showWrongFields([field])
}

function declineSentence(reason: DeclineReason, attemptsLeft: number): string {
  const sentence = words[reason === 'securityCode' ? 'securityCodeWrong' : reason]
  const isScarce = attemptsLeft > 0 && attemptsLeft <= attemptsToMention
  return isScarce ? `${sentence} ${filled(words.attemptsLeft, { count: attemptsLeft })}` : sentence
}
const attemptsToMention = 3

function showTrouble(sentence: string): void {
  announce(sentence, 'alarm')
  showNotice('bad', sentence).focus()
}

function showRest(): void {
  const place = existing('rest', HTMLElement)
  announce(place.innerText, 'alarm')
  place.focus()
}

function lock(): void {
  isLocked = true
  tellEmbedder({ tollgate: 'error', cause: 'tooManyAttempts' })
  existing('fields', HTMLFieldSetElement).disabled = true
  existing('pay', HTMLButtonElement).disabled = true
}

function startFolds(): void {
  const toggle = byId('details-toggle')
  toggle?.addEventListener('click', () => {
    const isOpen = toggle.getAttribute('aria-expanded') !== 'true'
    toggle.setAttribute('aria-expanded', String(isOpen))
    toggle.textContent = isOpen ? words.hideDetails : words.showDetails
  })
  const same = byId('same-address')
  const fields = byId('shipping-fields')
  const follow = () => {
    if (fields && same) fields.hidden = isSameAddress()
  }
  same?.addEventListener('change', follow)
  follow()
}
