import type { PageLocale } from '../../pages/checkout/view.ts'
import { type Html, html } from '../../platform/html.ts'
import { providerTextsIn } from './words.ts'

/** What all pages of the sandbox's provider have around them. */
export function providerPage({ locale, title, style, main, head, foot }: ProviderPageContent): Html {
  const words = providerTextsIn(locale)
  return html`<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}
${style}
</head>
<body class="provider">
<header><p class="maker">${emblem}${words.provider}</p><p class="badge">${words.simulated}</p></header>
${main}
${foot !== undefined && html`<footer>${foot}</footer>`}
</body>
</html>`
}

export type ProviderPageContent = {
  readonly locale: PageLocale
  readonly title: string
  readonly style: Html
  readonly main: Html
  readonly head?: Html | undefined
  readonly foot?: Html
}

const emblem = html`<svg class="emblem" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
<rect width="28" height="28" rx="8"/><path d="M8 18.5c0-6 4-9 12-9M8 18.5c3.5-3 7.5-3.5 12-1.5"/></svg>`
