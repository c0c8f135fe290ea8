// Small pages with a message: inside issuers' frames, for refused requests, and for redirects to a provider.

import type { HttpReply } from '../http/transport/reply.ts'
import { type Html, html } from '../platform/html.ts'
import { type Asset, bundledScript, bundledStyle, scriptTag, styleTag } from './assets.ts'
import { pageReply } from './reply.ts'

/** The options of all these replies. */
export type NoticeOptions = { readonly acceptsGzip: boolean; readonly isTest: boolean }

/** A page with one sentence; `word` is posted as a message to the page around its frame. */
export async function frameNoticeReply(
  notice: FrameNotice,
  { acceptsGzip, isTest }: NoticeOptions,
): Promise<HttpReply> {
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/threeDSecure/notifyParent.ts'),
    frameStyle(),
  ])
  const { status, title, sentence, word } = notice
  const body = html`<main>${testBadge(isTest)}<h1>${title}</h1><p>${sentence}</p></main>`
  const markup = noticeDocument(title, style, {
    body: word === undefined ? html`<body>${body}</body>` : bodyWithMessage(word, body, script),
  })
  const scripts = word === undefined ? [] : [script]
  return pageReply({
    markup,
    acceptsGzip,
    status,
    scripts,
    styles: [style],
    frameAncestors: anyFrameAncestors,
  })
}

export type FrameNotice = {
  readonly status: number
  readonly title: string
  readonly sentence: string
  readonly word?: 'tollgate:looked' | 'tollgate:challenged'
}

const bodyWithMessage = (word: string, body: Html, script: Asset): Html =>
  html`<body data-word="${word}">${body}${scriptTag(script)}</body>`

/** A page that submits a form automatically, and shows a button if scripts do not run. */
export async function postedFormReply(
  form: PostedForm,
  { acceptsGzip, isTest }: NoticeOptions,
): Promise<HttpReply> {
  const { address, fields } = form
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/threeDSecure/submitForm.ts'),
    frameStyle(),
  ])
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const markup = noticeDocument('One moment', style, {
    body: html`<body><main><form method="post" action="${address}">${inputs}
${testBadge(isTest)}
<p class="wait" role="status"><span class="spinner" aria-hidden="true"></span>One moment, please.</p>
<noscript><p>This step is done. Please continue.</p></noscript>
<button id="continue" class="button">Continue</button></form></main>${scriptTag(script)}</body>`,
  })
  return pageReply({
    ...{ markup, acceptsGzip, scripts: [script], styles: [style] },
    frameAncestors: anyFrameAncestors,
    // Browsers apply this policy to redirects of the form's receiver, too, and merchants' pages may redirect.
    forms: [address, 'https:'],
  })
}

/** A form that the browser submits to the next page. */
export type PostedForm = { readonly address: string; readonly fields: Readonly<Record<string, string>> }

/**
 * These pages are shown in frames of merchants' pages, whose origins the gateway need not know; they have
 * nothing that clickjacking could misuse.
 */
export const anyFrameAncestors = ["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'] as const

export function noticeDocument(title: string, style: Asset, { body }: { readonly body: Html }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${styleTag(style)}
</head>
${body}
</html>`
}

const frameStyle = () => bundledStyle('pages/browser/threeDSecure/between.css')

/** The page for a request that the public listener refuses: it contains only public information. */
export function refusalPage(
  { status, explanation, supportCode }: ShownRefusal,
  isTest: boolean,
): Promise<HttpReply> {
  const words = wordsOf(status)
  const { title, sentence } = words
  const details = [
    words === unread && explanation,
    supportCode !== undefined && `Support code: ${supportCode}`,
  ].filter(text => typeof text === 'string')
  return frameNoticeReply(
    { status, title, sentence: [sentence, ...details].join(' ') },
    { acceptsGzip: false, isTest },
  )
}

type ShownRefusal = { readonly status: number; readonly explanation?: string; readonly supportCode?: string }
type RefusalWords = { readonly title: string; readonly sentence: string }

function wordsOf(status: number): RefusalWords {
  return known.get(status) ?? (status >= 500 ? failed : unread)
}

const unread: RefusalWords = {
  title: 'This page cannot be shown',
  sentence: 'Something in its address, or in what was sent to it, is not right. Go back to the shop.',
}
const failed: RefusalWords = {
  title: 'Something went wrong here',
  sentence:
    'It is not your doing. The shop knows how your payment stands; go back there before you pay again.',
}
const busy: RefusalWords = {
  title: 'One moment, please',
  sentence: 'We cannot go on just now, and nothing was done. Wait a little, then load this page again.',
}
const known: ReadonlyMap<number, RefusalWords> = new Map([
  [
    403,
    {
      title: 'This page is not for you',
      sentence: 'It cannot be opened from here, or not from the page you came from.',
    },
  ],
  [
    404,
    {
      title: 'There is no such page',
      sentence: 'Its address has expired, or part of it is missing. The shop knows how your payment stands.',
    },
  ],
  [
    405,
    {
      title: 'This page cannot be loaded again',
      sentence: 'The step it belongs to is over. Go back to the shop to see how your payment stands.',
    },
  ],
  [429, busy],
  [503, busy],
])

export async function shopNoticeReply(
  notice: ShopNotice,
  { acceptsGzip, isTest }: NoticeOptions,
): Promise<HttpReply> {
  const style = await bundledStyle('pages/browser/provider/provider.css')
  const markup = noticePage(notice, { style: styleTag(style), isTest })
  return pageReply({ markup, status: notice.status, styles: [style], acceptsGzip })
}

/** A page with one sentence, and a link to the shop if its address is known. */
export type ShopNotice = {
  readonly id: string
  readonly status: number
  readonly title: string
  readonly text: string
  /** The address of the shop. */
  readonly address?: string
}

function noticePage({ id, title, text, address }: ShopNotice, { style, isTest }: ShopNoticeOptions): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${style}
</head>
<body class="gateway">
<main class="sheet ended" id="notice" data-notice="${id}">
${isTest && html`<p>${testBadge(isTest)}</p>`}<h1>${title}</h1>
<p>${text}</p>
${address !== undefined && linkToShop(address)}
</main>
</body>
</html>`
}

type ShopNoticeOptions = { readonly style: Html; readonly isTest: boolean }

const linkToShop = (address: string): Html =>
  html`<p><a class="button wide" id="back" href="${address}">Back to the shop</a></p>`

/** Shows the payer that no money moves. */
const testBadge = (isTest: boolean): Html | false => isTest && html`<span class="badge">Test mode</span>`
