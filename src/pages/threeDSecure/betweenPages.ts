import type { HttpReply } from '../../http/transport/handler.ts'
import { type Html, html } from '../../platform/html.ts'
import { type Asset, bundledScript, bundledStyle, scriptTag, styleTag } from '../assets.ts'
import { pageReply } from '../reply.ts'
import { type NoticeOptions, testBadge } from '../testBadge.ts'

/** A page that posts a form on its way by itself, and shows a button where scripts do not run. */
export async function postedFormReply(
  posting: PostedForm,
  { acceptsGzip, isTest }: NoticeOptions,
): Promise<HttpReply> {
  const { address, fields } = posting
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/threeDSecure/submitForm.ts'),
    betweenStyle(),
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
    // Browsers hold a form to this also where its receiver redirects it, and merchants' pages may do so.
    forms: [address, 'https:'],
  })
}

/** A page that says where things stand; `word` is told to the page around it. */
export async function frameNoticeReply(
  notice: FrameNotice,
  { acceptsGzip, isTest }: NoticeOptions,
): Promise<HttpReply> {
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/threeDSecure/notifyParent.ts'),
    betweenStyle(),
  ])
  const { status, title, sentence, word } = notice
  const body = html`<main>${testBadge(isTest)}<h1>${title}</h1><p>${sentence}</p></main>`
  const markup = noticeDocument(title, style, {
    body: word === undefined ? html`<body>${body}</body>` : telling(word, body, script),
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

/**
 * These pages stand in frames of merchants' pages, whose origins the gateway need not know; there is nothing
 * on them that a stolen click could do harm with.
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

const betweenStyle = () => bundledStyle('pages/browser/threeDSecure/between.css')

const telling = (word: string, body: Html, script: Asset): Html =>
  html`<body data-word="${word}">${body}${scriptTag(script)}</body>`

/** A form that the browser posts on its way. */
export type PostedForm = { readonly address: string; readonly fields: Readonly<Record<string, string>> }
