// The HTTP routes of the hosted checkout page.

import type { OriginCheck, Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import type { Rejection } from '../../orders/rejection.ts'
import type { Html } from '../../platform/html.ts'
import { bundledScript, bundledStyle } from '../assets.ts'
import { brandStyle, fontStyle } from '../brandStyle.ts'
import { languagesIn, localeFor } from '../localisation.ts'
import { frameAncestors, isOwnOrigin } from '../origins.ts'
import { pageReply } from '../reply.ts'
import { readActBody } from './actBody.ts'
import { acts, type CheckoutAct } from './acts.ts'
import { cancelledState } from './checkoutState.ts'
import { inWordsOfPage } from './earlierPage.ts'
import { type ClosedShopOptions, checkoutPage, shopClosedPage, unknownCheckoutPage } from './page.ts'
import { isShopClosed, progressOf } from './progress.ts'
import { savedCardsView, stateAfterSaving } from './savedCards.ts'
import { type CheckoutView, merchantNameOf, viewOf } from './view.ts'
import { type CheckoutDependencies, type CheckoutVisit, openVisit } from './visit.ts'

const pagePath = '/checkout/pay/{sessionId}'

/** The hosted checkout page, and the requests that it makes. */
export function checkoutRoutes(dependencies: CheckoutDependencies): readonly Route[] {
  const open = { under: 'root', access: 'public' } as const
  const query = ['from', 'embedded']
  return [
    { ...open, method: 'GET', path: pagePath, query, handler: call => showPage(dependencies, call) },
    ...Object.entries(acts).map(([name, act]) => ({
      ...open,
      method: 'POST' as const,
      path: `${pagePath}/${name}`,
      query,
      checkOrigin: checkOrigin(dependencies),
      handler: (call: RouteCall) => runAct(dependencies, call, act),
    })),
  ]
}

async function showPage(dependencies: CheckoutDependencies, call: RouteCall): Promise<HttpReply> {
  const { acceptsGzip } = call
  const { isTest } = dependencies
  const plain = await bundledStyle('pages/browser/checkout/checkout.css')
  const visit = await openVisit(dependencies, call)
  if (!visit) {
    const markup = unknownCheckoutPage(localeFor(...languagesIn(call.acceptLanguage)), {
      ...{ styles: [plain], isTest },
    })
    return pageReply({ markup, status: 404, styles: [plain], images: ['data:'], acceptsGzip })
  }
  const { brandColor, font: fontName } = visit.profile
  const font = fontName === '' ? undefined : dependencies.brandFiles?.fontNamed(fontName)
  const styles = [
    ...[plain, ...(brandColor === '' ? [] : [brandStyle(brandColor)])],
    ...(font === undefined ? [] : [fontStyle(font)]),
  ]
  const fonts = font === undefined ? [] : ["'self'"]
  const progress = await progressOf(dependencies, visit)
  if (isShopClosed(visit, progress)) {
    const markup = closedShop(visit, { styles, isTest, returned: progress.returned })
    return pageReply({
      ...{ markup, styles, fonts, images: ['data:'], acceptsGzip },
      ...(visit.embedder !== undefined && { frameAncestors: ancestorsOf(dependencies, visit) }),
    })
  }
  const { accept: acceptHeaders } = call
  const shown = viewOf(dependencies, visit, progress)
  const savedCards = shown.status === 'open' ? await savedCardsView(dependencies, visit) : undefined
  const view = {
    ...shown,
    ...(savedCards && { savedCards }),
    ...(acceptHeaders !== undefined && { acceptHeaders }),
  }
  const scripts = await scriptsOf(dependencies, view)
  const issuers = issuersOf(dependencies)
  return pageReply({
    markup: checkoutPage(view, { scripts, styles }),
    scripts,
    styles,
    fonts,
    frames: issuers,
    delegatesPayment: true,
    forms: issuers,
    images: imagesOf(view),
    connects: 'self',
    ...(visit.embedder !== undefined && { frameAncestors: ancestorsOf(dependencies, visit) }),
    acceptsGzip,
  })
}

/** Instead of the form. A page within the shop's own leads nowhere: the shop is around it. */
function closedShop(visit: CheckoutVisit, shown: Omit<ClosedShopOptions, 'shop' | 'address'>): Html {
  const address = visit.embedder === undefined ? cancelledState(visit, {}).address : undefined
  return shopClosedPage(visit.locale, { ...shown, shop: merchantNameOf(visit), address })
}

/** Icons of the page; the shop's picture; marks of networks, from the gateway itself. */
const imagesOf = ({ merchant: { logo }, cardMarks }: CheckoutView): readonly string[] => [
  ...['data:', ...(logo === undefined ? [] : [logo])],
  ...(Object.keys(cardMarks).length === 0 ? [] : ["'self'"]),
]
/** A page without wallets has no script for them. The simulated wallet comes before what asks for wallets. */
function scriptsOf({ simulatedWallet }: CheckoutDependencies, { wallets }: CheckoutView) {
  const main = bundledScript('pages/browser/checkout/main.ts')
  if (wallets.length === 0) return Promise.all([main])
  const simulated = simulatedWallet ? [simulatedWallet()] : []
  return Promise.all([main, ...simulated, bundledScript('pages/browser/checkout/wallets.ts')])
}

/** Any issuer may show its page in a frame; in the sandbox the issuer is this machine. */
const issuersOf = ({ origin, isSandbox }: CheckoutDependencies): readonly string[] => [
  "'self'",
  'https:',
  origin(),
  ...(isSandbox ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
]

const ancestorsOf = ({ isSandbox }: CheckoutDependencies, { profile }: CheckoutVisit): readonly string[] =>
  frameAncestors(profile, isSandbox)

/** Requests from other origins are refused, although they would need the session's id. */
const checkOrigin =
  (dependencies: CheckoutDependencies): OriginCheck =>
  (origin, page) => {
    if (origin === undefined || isOwnOrigin(origin, dependencies.origin(), dependencies.isSandbox))
      return undefined
    if (page?.isOwn()) dependencies.onElsewhere?.(origin, page.params.sessionId ?? '')
    return fromElsewhere
  }

async function runAct(
  dependencies: CheckoutDependencies,
  call: RouteCall,
  act: CheckoutAct,
): Promise<HttpReply | Rejection> {
  const visit = await openVisit(dependencies, call)
  if (!visit) return unknownCheckout
  const { userAgent, accept, acceptLanguage, source, body = {} } = call
  const client = { userAgent, accept, acceptLanguage, source }
  const asked = readActBody(body)
  const state = await act(dependencies, visit, { body: asked, client })
  const saved = await stateAfterSaving(dependencies, visit, state)
  return { status: 200, body: inWordsOfPage(asked, visit, saved) }
}

const fromElsewhere: Rejection = {
  kind: 'rejection',
  cause: 'REQUEST_REJECTED',
  explanation: 'Only the checkout page itself may ask this.',
}

/** The API's error, but with status 404, by which the page's script stops asking. */
const unknownCheckout: HttpReply = {
  status: 404,
  body: { error: { cause: 'INVALID_REQUEST', explanation: 'There is no such checkout.' }, result: 'ERROR' },
}
