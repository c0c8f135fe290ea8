// The letter with a receipt: what the printed one says, in the payer's language, as text and as markup.

import { createHash } from 'node:crypto'
import { type Html, html } from '../../platform/html.ts'
import { successes } from '../checkout/panels.ts'
import { textsFor } from '../checkout/words.ts'
import { directionOf, type PageLocale } from '../localisation.ts'
import type { PromisedReceipt, ReceiptKey } from './port.ts'

/** A receipt whose payment was made. */
export type PaidReceipt = PromisedReceipt & {
  readonly operation: 'PURCHASE' | 'AUTHORIZE'
  readonly paidAt: Date
  /** As `paidCard` has it; absent: there were several. */
  readonly card?: string
  /** Whether no money moved. */
  readonly isTest: boolean
}

type WrittenReceipt = { readonly subject: string; readonly text: string; readonly html: string }

export function writeReceipt(receipt: PaidReceipt): WrittenReceipt {
  const { locale, operation, isTest } = receipt
  const { text } = textsOf(receipt)
  const [title, explanation] = successes[operation]
  const mark = isTest ? [text('testMode')] : []
  const facts = receiptFacts(receipt)
  const subject = withoutIsolation([...mark, text('pageTitle')].join(': '))
  const lines = [...mark, text(title), text(explanation), '', ...facts.map(fact => fact.join(': '))]
  const page = { locale, subject, mark, title: text(title), explanation: text(explanation), facts }
  return { subject, text: `${lines.join('\n')}\n`, html: pageOf(page).markup }
}

type ReceiptFact = readonly [label: string, value: string]

/** What the printed receipt has, in its order. */
function receiptFacts(receipt: PaidReceipt): readonly ReceiptFact[] {
  const { shopName, orderId, paidAt, card, amount, locale } = receipt
  const { text, money } = textsOf(receipt)
  return [
    [text('merchant'), shopName],
    [text('order'), orderId],
    [text('paidOn'), dateIn(locale).format(paidAt)],
    ...(card === undefined ? [] : [[text('card'), card] as const]),
    [text('amount'), money(amount)],
  ]
}

const textsOf = ({ locale, shopName, orderId, amount, currency }: PaidReceipt) =>
  textsFor({ locale, merchant: { name: shopName }, order: { id: orderId, amount, currency } })

/** A browser knows its payer's time zone, a letter does not: so it says which it means. */
const dateIn = (locale: PageLocale): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  })

/** Mail programs show subjects by themselves, and some show the marks. */
const withoutIsolation = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

type LetterPage = {
  readonly locale: PageLocale
  readonly subject: string
  readonly mark: readonly string[]
  readonly title: string
  readonly explanation: string
  readonly facts: readonly ReceiptFact[]
}

/** Nothing is loaded from anywhere; styles are where all mail programs read them. */
const pageOf = ({
  locale,
  subject,
  mark,
  title,
  explanation,
  facts,
}: LetterPage): Html => html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${subject}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:480px;margin:0 auto">${mark.map(text => html`<p><b>${text}</b></p>`)}
<h1 style="font-size:22px;margin:0 0 8px">${title}</h1><p style="margin:0 0 16px">${explanation}</p>
<table role="presentation" style="border-collapse:collapse;width:100%">${facts.map(
  ([label, value]) => html`
<tr><td style="${cell};opacity:.75">${label}</td>
<td style="${cell};text-align:end"><bdi>${value}</bdi></td></tr>`,
)}
</table></div></body></html>
`

const cell = 'padding:8px 0;border-top:1px solid #8888;vertical-align:top'

/** The same for each sending of the same receipt, and no other. It reveals nothing. */
export function messageIdOf({ merchantId, orderId, checkout }: ReceiptKey, from: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([merchantId, orderId, checkout]))
    .digest('hex')
  return `receipt.${digest.slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}`
}
