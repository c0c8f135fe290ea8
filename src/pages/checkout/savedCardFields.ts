// Saved cards in the checkout form: the choice among them, the box that saves the typed card, and the
// question before one is removed.

import { type Html, html } from '../../platform/html.ts'
import { cardMark } from './icons.ts'
import type { SavedCardsView, SavedCardView } from './savedCards.ts'
import type { LocalizedPage } from './words.ts'

/** One of the saved cards, or another one. The first that can be used is chosen. */
export function savedCardChoice(page: LocalizedPage): Html | false {
  const { cards = [], needsCode } = page.view.savedCards ?? {}
  if (cards.length === 0) return false
  const first = cards.find(({ isExpired }) => !isExpired)
  return html`<fieldset class="saved-cards" id="saved-cards"${needsCode && html` data-needs-code`}>
<legend><h2>${page.text('chooseCard')}</h2></legend>
${cards.map(card => savedCardLine(page, card, card === first))}
<label class="choice"><input type="radio" name="saved-card" autocomplete="off"
 value=""${!first && html` checked`}>
${page.text('otherCard')}</label></fieldset>`
}

function savedCardLine({ view, text }: LocalizedPage, shown: SavedCardView, isChosen: boolean): Html {
  const { id, brand, digits, expiry = '', isExpired } = shown
  const card = `${view.cardNames[brand] ?? text('card')} •••• ${digits}`
  const longCode = brand === 'NETWORK_A' && html` data-long-code`
  const state = html`${isExpired && html` disabled`}${isChosen && html` checked`}`
  const validity = isExpired ? text('expiryPast') : text('expires', { expiry: `\u2066${expiry}\u2069` })
  return html`<div class="saved-card">
<label class="choice"><input type="radio" name="saved-card" autocomplete="off"
 value="${id}" data-card="${card}" data-expiry="${expiry}"${longCode}${state}>
${markOf(view, brand)}<span><bdi class="digits">${card}</bdi>
<span class="soft">${expiry !== '' && validity}</span></span></label>
<button type="button" class="link" value="${id}" aria-label="${text('removeNamed', { card })}"
 data-title="${text('removeTitle', { card })}" data-removed="${text('cardRemoved', { card })}">
${text('removeCard')}</button></div>`
}

/** The operator's picture of the network, if there is one; the card's name is beside it. */
function markOf({ cardMarks }: LocalizedPage['view'], brand: SavedCardView['brand']): Html {
  const address = cardMarks[brand]
  return address === undefined
    ? cardMark
    : html`<img class="mark" src="${address}" alt="" width="36" height="25">`
}

/** Not ticked, nor by a browser that remembers: saving a card is the payer's own decision. */
export function saveCardBox({ view: { savedCards }, text }: LocalizedPage): Html | false {
  if (!savedCards) return false
  if (savedCards.isFull) return fullNote(savedCards, text)
  return html`<div class="save-card" id="save-card-box"><label class="choice"><input type="checkbox"
 id="save-card" autocomplete="off" aria-describedby="save-card-note">${text('saveCard')}</label>
<p class="soft" id="save-card-note">${text('saveCardNote')}</p></div>`
}

const fullNote = ({ cards }: SavedCardsView, text: LocalizedPage['text']): Html =>
  html`<p class="soft save-card" id="save-card-box">${text('savedCardsFull', {
    count: String(cards.length),
  })}</p>`

/** The script fills in the title and opens it. */
export const removalDialog = ({ view, text }: LocalizedPage): Html | false =>
  (view.savedCards?.cards.length ?? 0) > 0 &&
  html`<dialog id="removal" aria-labelledby="removal-title"><h2 id="removal-title"></h2>
<p>${text('removeText')}</p>
<button type="button" class="button wide" id="remove-card">${text('removeCard')}</button>
<button type="button" class="button quiet wide" id="keep-card" autofocus>
${text('keepCard')}</button></dialog>`
