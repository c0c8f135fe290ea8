// The HTML document of the checkout page, and of a page for an unknown session.

import { brandIcon, brandMark } from '../../platform/brandMark.ts'
import { Html, html } from '../../platform/html.ts'
import { type Asset, type InlineStyle, scriptTag, styleTag } from '../assets.ts'
import {
  type CheckoutPageData,
  type CheckoutScriptTextName,
  checkoutDeclineReasons,
  fieldErrors,
  scriptOnlyTextNames,
} from '../browser/checkout/protocol.ts'
import { directionOf, type PageLocale } from '../localisation.ts'
import {
  challengePanel,
  endPanels,
  formPanel,
  issuerNotice,
  orderSummary,
  processingPanel,
  reviewPanel,
  webAddress,
} from './panels.ts'
import type { CheckoutView } from './view.ts'
import { walletsForScript } from './walletButtons.ts'
import { wordsOf } from './words/languages.ts'
import { type LocalizedPage, localized } from './words.ts'

/** The checkout page: it contains all panels, one of which is visible. */
export function checkoutPage(view: CheckoutView, { scripts, styles }: CheckoutPageAssets): Html {
  const page = localized(view)
  const hasSummary = view.controls.orderSummary !== 'HIDE'
  const shape = `${view.isEmbedded ? 'embedded' : 'whole'}${hasSummary ? ' beside' : ''}`
  return htmlDocument(
    { locale: view.locale, title: page.text('pageTitle'), styles },
    html`<body class="${shape}">
<noscript><p class="notice bad">${page.text('scriptNeeded')}</p></noscript>
<div class="page">${shopHeader(page)}${hasSummary && orderSummary(page)}
<main id="main" data-state="${firstPanelOf(view)}">
<p id="announcer" class="unseen" role="status"></p><p id="alarm" class="unseen" role="alert"></p>
${issuerNotice(page)}
${formPanel(page)}${reviewPanel(page)}${processingPanel(page)}${challengePanel(page)}${endPanels(page)}
</main>${!view.isEmbedded && footer(page)}</div>
<script type="application/json" id="checkout-data">${scriptData(page)}</script>
${scripts.map(scriptTag)}</body>`,
  )
}

/** They are inline in the page; of the styles, the last has the last word. */
type CheckoutPageAssets = { readonly scripts: readonly Asset[]; readonly styles: readonly InlineStyle[] }

/** The panel that is visible first; the script changes it later. */
function firstPanelOf({ status }: CheckoutView): string {
  return status === 'open' ? 'form' : status === 'challenge' ? 'processing' : status
}

function shopHeader({ view, text }: LocalizedPage): Html {
  const { name } = view.merchant
  const [url, logo] = [webAddress(view.merchant.url), webAddress(view.merchant.logo)]
  const badge = view.isTest && html`<span class="badge">${text('testMode')}</span>`
  if (view.isEmbedded) return html`${badge && html`<p class="corner">${badge}</p>`}`
  const picture = logo && html`<img id="logo" src="${logo}" alt="" height="40" referrerpolicy="no-referrer">`
  const shop = html`${picture}<b>${name}</b>`
  return html`<header class="shop">
${url ? html`<a href="${url}" rel="noopener noreferrer">${shop}</a>` : html`<span>${shop}</span>`}
${badge}</header>`
}

const footer = ({ text }: LocalizedPage): Html =>
  html`<footer>${brandMark(20)}<span>${text('operatedBy')}</span></footer>`

/** For an unknown session, which may have been one: whether something was paid in it, the shop knows. */
export function unknownCheckoutPage(locale: PageLocale, options: UnknownPageOptions): Html {
  const { unknownTitle: title, unknownText: text } = wordsOf(locale)
  return noticePage(locale, { ...options, state: 'unknown', title, text })
}

/** Instead of the form, for a shop that takes no payments; a part that was paid before is given back. */
export function shopClosedPage(
  locale: PageLocale,
  { returned, shop, address, ...options }: ClosedShopOptions,
): Html {
  const { shopClosedTitle: title, shopClosedText, givenBack, goOn } = wordsOf(locale)
  const text = returned === undefined ? shopClosedText : givenBack.replace('{part}', returned)
  const label = goOn.replace('{merchant}', shop)
  const wayOn = address && html`<a class="button wide" href="${address}">${label}</a>`
  return noticePage(locale, { ...options, state: 'shopClosed', title, text, wayOn })
}

export type ClosedShopOptions = UnknownPageOptions & {
  readonly returned: string | undefined
  readonly shop: string
  /** Where the shop awaits payers who paid nothing. */
  readonly address?: string | undefined
}

type NoticeText = {
  readonly state: string
  readonly title: string
  readonly text: string
  readonly wayOn?: Html | '' | undefined
}

function noticePage(
  locale: PageLocale,
  { styles, isTest, state, title, text, wayOn }: UnknownPageOptions & NoticeText,
): Html {
  const badge = isTest && html`<p class="corner"><span class="badge">${wordsOf(locale).testMode}</span></p>`
  return htmlDocument(
    { locale, title, styles },
    html`<body class="whole"><div class="page">
${badge}<main id="main" data-state="${state}"><section class="panel end"><h1>${title}</h1>
<p>${text}</p>${wayOn}</section></main></div></body>`,
  )
}

type UnknownPageOptions = Pick<CheckoutPageAssets, 'styles'> & { readonly isTest: boolean }
type DocumentHead = Pick<CheckoutPageAssets, 'styles'> & {
  readonly locale: PageLocale
  readonly title: string
}

const htmlDocument = ({ locale, title, styles }: DocumentHead, body: Html): Html => html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no"><meta name="robots" content="noindex">
<title>${title}</title>${brandIcon()}
${styles.map(styleTag)}</head>${body}</html>
`

/** The data of the page's script, as JSON that cannot end its script element. */
function scriptData({ view, text }: LocalizedPage): Html {
  const { controls, lastDecline, embedder, rest, receipt } = view
  const data: Omit<CheckoutPageData, 'words'> & { readonly words: Readonly<Record<string, string>> } = {
    status: view.status,
    demands: {
      month: view.month,
      email: controls.customerEmail,
      billing: controls.billingAddress,
      shipping: controls.shipping,
    },
    secondsLeft: view.secondsLeft,
    lostAfterMs: view.lostAfterMs,
    attemptsLeft: view.attemptsLeft,
    terms: view.terms,
    ...(hasAny(view.cardNames) && { cardNames: view.cardNames }),
    ...(hasAny(view.cardMarks) && { cardMarks: view.cardMarks }),
    ...(lastDecline && { lastDecline }),
    ...(rest && { due: rest.due }),
    ...(receipt && { receipt }),
    hasReview: controls.paymentConfirmation === 'SHOW',
    isEmbedded: view.isEmbedded,
    ...(view.acceptHeaders !== undefined && { acceptHeaders: view.acceptHeaders }),
    gateway: view.gateway,
    ...(embedder && { embedder }),
    ...(view.wallets.length > 0 && { wallets: walletsForScript(view) }),
    words: Object.fromEntries(scriptWords.map(word => [word, wordFor(word, { view, text })])),
  }
  return new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))
}

const hasAny = (byNetwork: object): boolean => Object.keys(byNetwork).length > 0

/** Some texts say that nothing was charged: they are replaced after a partial payment. */
function wordFor(word: CheckoutScriptTextName, { view, text }: Pick<LocalizedPage, 'text' | 'view'>): string {
  const { rest, returned, elsewhere, lastDecline } = view
  const given = returned ?? rest?.taken ?? elsewhere
  if (word === 'authenticationCancelled' && given !== undefined) return text('restCancelled')
  if (word === 'interrupted' && given !== undefined) return text('restInterrupted')
  if (word === 'tooManyAttempts' && given !== undefined) return text('tooManyGivenBack', { part: given })
  if (returned === undefined) return text(word)
  // An amount that is reversed while the page is open is filled in by the script.
  return word === 'givenBack' && lastDecline === word ? text(word, { part: returned }) : text(word)
}

const scriptWords: readonly CheckoutScriptTextName[] = [
  ...fieldErrors,
  ...checkoutDeclineReasons.map(reason => (reason === 'securityCode' ? 'securityCodeWrong' : reason)),
  ...scriptOnlyTextNames,
]
