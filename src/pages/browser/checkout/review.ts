import { likelyBrand } from '../fields/brands.ts'
import { pageData, texts } from './data.ts'
import { digitsIn } from './editing.ts'
import { readFormValues } from './fields.ts'
import { byId } from './page.ts'
import { fillPlaceholders } from './sentence.ts'
import { addressLines, isSameAddress, maskedCard } from './submission.ts'

/** Shows what was typed, of the card only what may be shown. */
export function fillReview(): void {
  const { number = '', expiry = '', nameOnCard = '', email = '' } = readFormValues()
  byId('review-mark')?.setAttribute('href', `#mark-${likelyBrand(digitsIn(number)) ?? 'UNKNOWN'}`)
  showLines('card', [maskedCard()])
  showLines('nameOnCard', [nameOnCard])
  showLines('email', [email])
  if (pageData.demands.billing !== 'READ_ONLY') showLines('billing', addressLines('billing'))
  if (pageData.demands.shipping !== 'READ_ONLY')
    showLines('shipping', addressLines(isSameAddress() ? 'billing' : 'shipping'))
  const expires = byId('review-expiry')
  if (expires) expires.textContent = fillPlaceholders(texts.expires, { expiry: `\u2066${expiry}\u2069` })
}

function showLines(name: string, lines: readonly string[]): void {
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
