// Saved cards in the checkout form: choosing one of them, removing one, and the consent to save another.

import { inputOf, setHint, showFieldError } from './fields.ts'
import { announce, byId, onClick, texts } from './page.ts'
import type { FormField } from './protocol.ts'

const radios = (): readonly HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('#saved-cards input'),
]

/** The saved card that is chosen; undefined if another one is to be typed. */
export const chosenCard = (): HTMLInputElement | undefined =>
  radios().find(({ checked, value }) => checked && value !== '')

/** Whether the payer agrees that the typed card is saved. */
export const agreesToSaving = (): boolean => consentBox()?.checked === true && !chosenCard()

function consentBox(): HTMLInputElement | undefined {
  const box = byId('save-card')
  return box instanceof HTMLInputElement ? box : undefined
}

export function startSavedCards(): void {
  byId('saved-cards')?.addEventListener('change', showChosen)
  for (const button of document.querySelectorAll<HTMLButtonElement>('.saved-card button'))
    button.addEventListener('click', () => askToRemove(button))
  onClick('keep-card', () => dialog()?.close())
  showChosen()
}

/** What is typed of a card that is not chosen stays; a security code belongs to one card alone. */
function showChosen(): void {
  const chosen = chosenCard()
  const isCodeNeeded = !chosen || byId('saved-cards')?.dataset.needsCode !== undefined
  for (const field of ['number', 'expiry', 'nameOnCard'] as const) showField(field, !chosen)
  showField('securityCode', isCodeNeeded)
  const consent = byId('save-card-box')
  if (consent) consent.hidden = chosen !== undefined
  if (!byId('saved-cards')) return
  const code = inputOf('securityCode')
  if (code) code.value = ''
  showFieldError('securityCode')
  setHint('securityCode', chosen?.dataset.longCode === undefined ? texts.codeOnBack : texts.codeOnFront)
}

function showField(field: FormField, isShown: boolean): void {
  const part = inputOf(field)?.closest<HTMLElement>('.field')
  if (part) part.hidden = !isShown
}

/** Nothing stays of what the payer agreed to for a card that is cleared. */
export function clearConsent(): void {
  const box = consentBox()
  if (box) box.checked = false
}

let asked: HTMLButtonElement | undefined

function dialog(): HTMLDialogElement | undefined {
  const found = byId('removal')
  return found instanceof HTMLDialogElement ? found : undefined
}

function askToRemove(button: HTMLButtonElement): void {
  asked = button
  const title = byId('removal-title')
  if (title) title.textContent = button.dataset.title ?? ''
  dialog()?.showModal()
}

/** `remove` is called with the id of the card when the payer has confirmed. */
export function onRemoval(remove: (savedCard: string) => void): void {
  onClick('remove-card', () => {
    dialog()?.close()
    if (asked) remove(asked.value)
  })
}

/** After the gateway has removed it. */
export function showRemoved(): void {
  if (!asked) return
  announce(asked.dataset.removed ?? '')
  dropCard(asked.value)
  radios()
    .find(({ checked }) => checked)
    ?.focus()
}

/** The chosen card was removed elsewhere. */
export function dropChosenCard(): void {
  const chosen = chosenCard()
  if (chosen) dropCard(chosen.value)
}

/** The next one is chosen in its place; after the last one there is nothing to choose from. */
function dropCard(id: string): void {
  const gone = radios().find(({ value }) => value === id)
  gone?.closest('.saved-card')?.remove()
  const rest = radios()
  const next = rest.find(({ checked }) => checked) ?? rest.find(({ disabled }) => !disabled)
  if (next) next.checked = true
  showChosen()
  const choice = byId('saved-cards')
  if (choice) choice.hidden = rest.length === 1
}
