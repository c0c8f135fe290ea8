import { brandLikely } from '../fields/brands.ts'
import { data, words } from './data.ts'
import { digitsIn } from './editing.ts'
import { typed } from './fields.ts'
import { byId } from './page.ts'
import { filled } from './sentence.ts'
import { addressLines, isSameAddress, shownCard } from './submission.ts'

/** Shows what was typed, of the card only what may be shown. */
export function fillReview(): void {
  const { number = '', expiry = '', nameOnCard = '', email = '' } = typed()
  byId('review-mark')?.setAttribute('href', `#mark-${brandLikely(digitsIn(number)) ?? 'UNKNOWN'}`)
  show('card', [shownCard()])
  show('nameOnCard', [nameOnCard])
  show('email', [email])
  if (data.demands.billing !== 'READ_ONLY') show('billing', addressLines('billing'))
  if (data.demands.shipping !== 'READ_ONLY')
    show('shipping', addressLines(isSameAddress() ? 'billing' : 'shipping'))
  const expires = byId('review-expiry')
  if (expires) expires.textContent = filled(words.expires, { expiry: `\u2066${expiry}\u2069` })
}

function show(name: string, lines: readonly string[]): void {
  const place = byId(`review-${name}`)
  const row = place?.closest('div')
  if (!place || !row) return
  place.replaceChildren(...lines.map(lineOf))
  row.hidden = lines.join('') === ''
}

function lineOf(text: string): HTMLElement {
  const line = document.createElement('span')
  line.textContent = text
  return line
}
