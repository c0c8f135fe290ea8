// The issuer's pages in the payer's browser: plain markup that works in a frame of another origin, without
// cookies and, where a payer is there to press a button, without scripts.

import { type Html, html } from '../platform/html.ts'
import type { ShownPurchase } from './transactions.ts'

type ChallengePage = {
  readonly shown: ShownPurchase
  readonly action: string
  readonly id: string
  readonly isWrong: boolean
}

/** A code to type in, and beside it every other end: their ids stay. */
const buttons = [
  ['Y', 'Success (Y)'],
  ['N', 'Failed (N)'],
  ['cancelled', 'Cancel'],
  ['U', 'Unable (U)'],
  ['R', 'Rejected (R)'],
  ['timedOut', 'Time over'],
] as const

export function challengePage({ shown, action, id, isWrong }: ChallengePage, correctCode: string): string {
  const { merchant, amount, currency, card } = shown
  const choices = buttons.map(
    ([end, label]) =>
      html`<button id="outcome-${end}" name="outcome" value="${end}" formnovalidate>${label}</button>\n`,
  )
  const body = html`<form id="challenge" method="post" action="${action}">
<h1 id="title">Your bank (test)</h1>
<dl>
<dt>Merchant</dt><dd id="merchant">${merchant}</dd>
<dt>Amount</dt><dd id="amount">${amount} ${currency}</dd>
<dt>Card</dt><dd id="card">${card}</dd>
</dl>
${isWrong && html`<p id="wrong" role="alert">This code is wrong. Try again.</p>`}
<p id="advice">The code is ${correctCode}. No money moves here.</p>
<input type="hidden" name="challenge" value="${id}">
<label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10">
<button id="answer">Confirm</button>
<p>Or choose what comes of it:</p>
${choices}</form>`
  return documentOf('Your bank (test)', body)
}

type PostingPage = { readonly address: string; readonly fields: Readonly<Record<string, string>> }

/** Posts by itself; without scripts a button does. */
export function postingPage({ address, fields }: PostingPage): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  )
  const body = html`<form id="onward" method="post" action="${address}">
${inputs}<noscript><button id="continue">Continue</button></noscript>
</form>
<script>document.getElementById('onward').submit()</script>`
  return documentOf('One moment', body)
}

export const noticePage = (title: string, words: string): string =>
  documentOf(title, html`<h1 id="title">${title}</h1>\n<p id="notice">${words}</p>`)

const documentOf = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem; max-width: 30rem }
dt { color: #555 }
dd { margin: 0 0 .5rem }
button, input { font: inherit; padding: .4rem .8rem; margin: .2rem 0 }
#wrong { color: #a00 }
</style>
</head>
<body>
${body}
</body>
</html>
`.markup
