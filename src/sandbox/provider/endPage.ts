import { toDecimal } from '../../orders/money.ts'
import { type Asset, styleTag } from '../../pages/assets.ts'
import { moneyIn } from '../../pages/checkout/money.ts'
import { localeFor } from '../../pages/checkout/view.ts'
import { type Html, html } from '../../platform/html.ts'
import type { PayerVisit, PayerVisitState } from './desk.ts'
import { shownDetailsOf } from './particulars.ts'
import { providerPage } from './providerFrame.ts'
import { providerTextsIn } from './words.ts'

/** The payer's visit is over; where there is a way back, the browser takes it by itself. */
export function endPage({ state, payment }: PayerVisit, { style, address, languages }: EndPageOptions): Html {
  const locale = localeFor(payment.preferredLanguage, ...languages)
  const words = providerTextsIn(locale)
  const { merchantName } = shownDetailsOf(payment)
  const amount = moneyIn(payment.currency, locale)(toDecimal(payment.amount, payment.currency))
  const { title, text } = words.ends[state === 'asking' ? 'over' : state]
  const back = state === 'over' && payment.returnCallback !== '' ? payment.returnCallback : address
  return providerPage({
    locale,
    title,
    style: styleTag(style),
    head: address === undefined ? undefined : html`<meta http-equiv="refresh" content="0;url=${address}">`,
    main: html`<main class="sheet ended" id="ended" data-state="${state}">
${mark(state)}
<h1>${title}</h1>
<p class="total amount"><bdi>${amount}</bdi></p>
<p>${text}</p>
${address !== undefined && html`<p class="soft" role="status">${words.returning}</p>`}
${
  back === undefined
    ? html`<p class="soft" id="close">${words.close}</p>`
    : html`<p><a class="button wide" id="back" href="${back}">${words.backTo(merchantName)}</a></p>`
}
</main>`,
  })
}

export type EndPageOptions = {
  readonly style: Asset
  readonly address: string | undefined
  readonly languages: readonly string[]
}

export function unknownPage({ style, languages }: Pick<EndPageOptions, 'style' | 'languages'>): Html {
  const locale = localeFor(...languages)
  const { unknown } = providerTextsIn(locale)
  return providerPage({
    locale,
    title: unknown.title,
    style: styleTag(style),
    main: html`<main class="sheet ended" id="unknown"><h1>${unknown.title}</h1><p>${unknown.text}</p></main>`,
  })
}

/** Good, bad, or neither: never by colour alone. */
function mark(state: PayerVisitState): Html {
  const [looks, path] = marks[state]
  return html`<svg class="mark ${looks}" width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
<circle cx="28" cy="28" r="28"/><path d="${path}"/></svg>`
}

const tick = 'M18 29l7 7 14-15'
const cross = 'M20 20l16 16M36 20l-16 16'
const clock = 'M28 17v12l7 5'
const marks = {
  asking: ['', clock],
  agreed: ['good', tick],
  paid: ['good', tick],
  waiting: ['', clock],
  declined: ['bad', cross],
  cancelled: ['', cross],
  left: ['', cross],
  over: ['', clock],
} as const satisfies Record<PayerVisitState, readonly [looks: string, path: string]>
