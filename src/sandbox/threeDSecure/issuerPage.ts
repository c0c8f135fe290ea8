import type { HttpReply } from '../../http/transport/handler.ts'
import { bundledStyle } from '../../pages/assets.ts'
import { pageReply } from '../../pages/reply.ts'
import { anyFrameAncestors, noticeDocument } from '../../pages/threeDSecure/betweenPages.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ChallengedPayment } from './issuer.ts'

/** What a payer can do at the issuer's page; the outcome's word is part of the button's id. */
export type IssuerPageChoice = { readonly outcome: string; readonly label: string }

export type IssuerPageContent = {
  readonly shown: ChallengedPayment
  /** Where the form goes, and what goes with it. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly choices: readonly IssuerPageChoice[]
}

/**
 * Everything is a child of the one form and has an id that stays: #merchant, #amount, #card and #outcome-…,
 * so that tests of merchants find their way without knowing this page.
 */
export async function issuerReply(question: IssuerPageContent, acceptsGzip: boolean): Promise<HttpReply> {
  const { shown, action, fields, choices } = question
  const { merchantName, amount, currency, maskedCard } = shown
  const style = await bundledStyle('pages/browser/threeDSecure/issuer.css')
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const buttons = choices.map(buttonOf)
  const body = html`<body><main><form id="challenge" method="post" action="${action}">
<h1 id="title">Your bank (simulated)</h1>
<span class="name">Merchant</span><span id="merchant" class="value">${merchantName}</span>
<span class="name">Amount</span><span id="amount" class="value">${amount} ${currency}</span>
<span class="name">Card</span><span id="card" class="value">${maskedCard}</span>
<p id="advice" class="advice">A real bank would ask for a code now. Here you choose what comes of it.</p>
${inputs}${buttons}
</form></main></body>`
  return pageReply({
    markup: noticeDocument('Your bank (simulated)', style, { body }),
    styles: [style],
    frameAncestors: anyFrameAncestors,
    forms: ["'self'"],
    acceptsGzip,
  })
}

function buttonOf({ outcome, label }: IssuerPageChoice, index: number): Html {
  const look = index === 0 ? 'button' : 'button quiet'
  return html`
<button id="outcome-${outcome}" class="${look}" name="outcome" value="${outcome}">${label}</button>`
}

export const challengeChoices: readonly IssuerPageChoice[] = [
  { outcome: 'Y', label: 'Success (Y)' },
  { outcome: 'N', label: 'Failed (N)' },
  { outcome: 'cancelled', label: 'Cancel' },
  { outcome: 'U', label: 'Unable (U)' },
  { outcome: 'R', label: 'Rejected (R)' },
]

export const legacyChoices: readonly IssuerPageChoice[] = [
  { outcome: 'Y', label: 'Success (Y)' },
  { outcome: 'A', label: 'Attempted (A)' },
  { outcome: 'N', label: 'Failed (N)' },
  { outcome: 'U', label: 'Unable (U)' },
]
