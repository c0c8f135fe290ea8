import type { HttpReply } from '../../http/transport/handler.ts'
import { type Html, html } from '../../platform/html.ts'
import { bundledStyle, styleTag } from '../assets.ts'
import { pageReply } from '../reply.ts'
import { type NoticeOptions, testBadge } from '../testBadge.ts'

/** One thing to know, and at most one way on. */
export type ShopNotice = {
  readonly id: string
  readonly status: number
  readonly title: string
  readonly text: string
  /** Where the shop is. */
  readonly address?: string
}

export async function shopNoticeReply(
  notice: ShopNotice,
  { acceptsGzip, isTest }: NoticeOptions,
): Promise<HttpReply> {
  const style = await bundledStyle('pages/browser/provider/provider.css')
  const markup = noticePage(notice, { style: styleTag(style), isTest })
  return pageReply({ markup, status: notice.status, styles: [style], acceptsGzip })
}

function noticePage({ id, title, text, address }: ShopNotice, { style, isTest }: Dress): Html {
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
${address !== undefined && wayBack(address)}
</main>
</body>
</html>`
}

type Dress = { readonly style: Html; readonly isTest: boolean }

const wayBack = (address: string): Html =>
  html`<p><a class="button wide" id="back" href="${address}">Back to the shop</a></p>`
