// Small pages with a message: inside issuers' frames, for refused requests, and for redirects to a provider.

import type { RouteCall } from '../http/api/routes.ts'
import type { HttpReply } from '../http/transport/reply.ts'
import { type Html, html } from '../platform/html.ts'
import { type Asset, bundledScript, bundledStyle, scriptTag, styleTag } from './assets.ts'
import { fillPlaceholders } from './browser/checkout/protocol.ts'
import { wordsOf } from './checkout/words/languages.ts'
import { directionOf, languagesIn, localeFor, type PageLocale } from './localisation.ts'
import type { NoticeText, NoticeWords } from './noticeWords/english.ts'
import { noticeWordsIn } from './noticeWords.ts'
import { pageReply } from './reply.ts'

/** The options of all these replies. */
export type NoticeOptions = {
  readonly acceptsGzip: boolean
  readonly isTest: boolean
  readonly locale: PageLocale
}

/** In the language that the merchant named for the payer, if any; otherwise in the browser's. */
export const noticeOptions = (
  { acceptsGzip, acceptLanguage }: Pick<RouteCall, 'acceptLanguage' | 'acceptsGzip'>,
  isTest: boolean,
  language?: string,
): NoticeOptions => ({
  acceptsGzip,
  isTest,
  locale: localeFor(language, ...languagesIn(acceptLanguage)),
})

/** A page with one sentence; `word` is posted as a message to the page around its frame. */
export async function frameNoticeReply(notice: FrameNotice, options: NoticeOptions): Promise<HttpReply> {
  const { acceptsGzip } = options
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/threeDSecure/notifyParent.ts'),
    frameStyle(),
  ])
  const { status, of, word, details = [] } = notice
  const { title, text } = typeof of === 'string' ? noticeWordsIn(options.locale)[of] : of
  const body = html`<main>${testBadge(options)}<h1>${title}</h1><p>${text}</p>${details}</main>`
  const markup = noticeDocument(
    { title, style, locale: options.locale },
    {
      body: word === undefined ? html`<body>${body}</body>` : bodyWithMessage(word, body, script),
    },
  )
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
  /** What it says: by its name, in the payer's language; or in these words. */
  readonly of: NoticeName | NoticeText
  readonly details?: readonly Html[]
  readonly word?: 'tollgate:looked' | 'tollgate:challenged'
}

/** The names of the texts that have a title. */
type NoticeName = {
  [Name in keyof NoticeWords]: NoticeWords[Name] extends NoticeText ? Name : never
}[keyof NoticeWords]

const bodyWithMessage = (word: string, body: Html, script: Asset): Html =>
  html`<body data-word="${word}">${body}${scriptTag(script)}</body>`

/** A page that submits a form automatically, and shows a button if scripts do not run. */
export async function postedFormReply(form: PostedForm, options: NoticeOptions): Promise<HttpReply> {
  const { acceptsGzip, locale } = options
  const { address, fields } = form
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/threeDSecure/submitForm.ts'),
    frameStyle(),
  ])
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const { oneMoment, stepDone } = noticeWordsIn(locale)
  const markup = noticeDocument(
    { title: oneMoment.title, style, locale },
    {
      body: html`<body><main><form method="post" action="${address}">${inputs}
${testBadge(options)}
<p class="wait" role="status"><span class="spinner" aria-hidden="true"></span>${oneMoment.text}</p>
<noscript><p>${stepDone.text}</p></noscript>
<button id="continue" class="button">${stepDone.title}</button></form></main>${scriptTag(script)}</body>`,
    },
  )
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

export function noticeDocument(
  { title, style, locale }: NoticeHead,
  { body }: { readonly body: Html },
): Html {
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
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

type NoticeHead = { readonly title: string; readonly style: Asset; readonly locale: PageLocale }

const frameStyle = () => bundledStyle('pages/browser/threeDSecure/between.css')

/** The page for a request that the public listener refuses: it contains only public information. */
export function refusalPage(
  { status, explanation, supportCode, acceptLanguage }: ShownRefusal,
  isTest: boolean,
): Promise<HttpReply> {
  const options = noticeOptions({ acceptsGzip: false, acceptLanguage }, isTest)
  const words = noticeWordsIn(options.locale)
  const of = noticeOfStatus(status)
  // Explanations are the API's: always English.
  const why = of === 'unread' && explanation !== undefined && html`<p lang="en" dir="ltr">${explanation}</p>`
  const code =
    supportCode !== undefined &&
    html`<p>${fillPlaceholders(words.supportCode, { code: `\u2068${supportCode}\u2069` })}</p>`
  return frameNoticeReply({ status, of, details: [why, code].filter(part => part !== false) }, options)
}

type ShownRefusal = {
  readonly status: number
  readonly explanation?: string
  readonly supportCode?: string
  readonly acceptLanguage?: string | undefined
}

const noticeOfStatus = (status: number): NoticeName =>
  noticesOfStatus.get(status) ?? (status >= 500 ? 'failed' : 'unread')

const noticesOfStatus: ReadonlyMap<number, NoticeName> = new Map([
  [403, 'forbidden'],
  [404, 'absent'],
  [405, 'stepOver'],
  [429, 'busy'],
  [503, 'busy'],
])

export async function shopNoticeReply(notice: ShopNotice, options: NoticeOptions): Promise<HttpReply> {
  const style = await bundledStyle('pages/browser/provider/provider.css')
  const { acceptsGzip } = options
  const markup = shopNoticePage(notice, style, options)
  return pageReply({ markup, status: notice.status, styles: [style], acceptsGzip })
}

/** A page with one sentence, and a link to the shop if its address is known. */
export type ShopNotice = {
  readonly of: NoticeName
  readonly status: number
  /** The address of the shop. */
  readonly address?: string
}

function shopNoticePage({ of, address }: ShopNotice, style: Asset, options: NoticeOptions): Html {
  const words = noticeWordsIn(options.locale)
  const { title, text } = words[of]
  const badge = options.isTest && html`<p>${testBadge(options)}</p>`
  const link =
    address !== undefined &&
    html`<p><a class="button wide" id="back" href="${address}">${words.backToShop}</a></p>`
  return noticeDocument(
    { title, style, locale: options.locale },
    {
      body: html`<body class="gateway">
<main class="sheet ended" id="notice" data-notice="${of}">
${badge}<h1>${title}</h1>
<p>${text}</p>
${link}
</main>
</body>`,
    },
  )
}

/** Shows the payer that no money moves. */
const testBadge = ({ isTest, locale }: NoticeOptions): Html | false =>
  isTest && html`<span class="badge">${wordsOf(locale).testMode}</span>`
