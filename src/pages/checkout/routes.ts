import type { OriginCheck, Route } from '../../http/api/routes.ts'
import type { HttpReply, RouteCall } from '../../http/transport/handler.ts'
import type { Rejection } from '../../orders/rejection.ts'
import { bundledScript, bundledStyle } from '../assets.ts'
import { languagesIn } from '../localisation.ts'
import { frameAncestors, isOwnOrigin } from '../origins.ts'
import { pageReply } from '../reply.ts'
import { acts, type CheckoutAct } from './acts.ts'
import { checkoutPage, unknownCheckoutPage } from './page.ts'
import { checkoutStateOf, progressOf } from './standing.ts'
import { localeFor, viewOf } from './view.ts'
import { type CheckoutDependencies, type CheckoutVisit, openVisit } from './visit.ts'

export type { CheckoutDependencies } from './visit.ts'

const pagePath = '/checkout/pay/{sessionId}'

/** The hosted checkout page, and what it asks its server. */
export function checkoutRoutes(parts: CheckoutDependencies): readonly Route[] {
  const open = { under: 'root', access: 'public' } as const
  const query = ['from', 'embedded']
  return [
    { ...open, method: 'GET', path: pagePath, query, handler: call => showPage(parts, call) },
    ...Object.entries(acts).map(([act, perform]) => ({
      ...open,
      method: 'POST' as const,
      path: `${pagePath}/${act}`,
      query,
      judgeOrigin: judgeOrigin(parts),
      handler: (call: RouteCall) => performAct(parts, call, perform),
    })),
  ]
}

async function showPage(parts: CheckoutDependencies, call: RouteCall): Promise<HttpReply> {
  const { acceptsGzip } = call
  const style = await bundledStyle('pages/browser/checkout/checkout.css')
  const visit = await openVisit(parts, call)
  if (!visit) {
    const markup = unknownCheckoutPage(localeFor(...languagesIn(call.acceptLanguage)), {
      style,
      isTest: parts.isTest,
    })
    return pageReply({ markup, status: 404, styles: [style], images: ['data:'], acceptsGzip })
  }
  const script = await bundledScript('pages/browser/checkout/main.ts')
  const standing = await progressOf(parts, visit)
  const view = viewOf(parts, visit, { ...standing, state: checkoutStateOf(visit, standing) })
  const issuers = issuersOf(parts)
  return pageReply({
    markup: checkoutPage(view, { script, style }),
    scripts: [script],
    styles: [style],
    frames: issuers,
    forms: issuers,
    images: ['data:', ...(view.merchant.logo === undefined ? [] : [view.merchant.logo])],
    connects: 'self',
    ...(visit.embedder !== undefined && { frameAncestors: ancestorsOf(parts, visit) }),
    acceptsGzip,
  })
}

/** Any bank may want to see the payer in a frame; in the sandbox the bank is this machine. */
const issuersOf = ({ origin, isSandbox }: CheckoutDependencies): readonly string[] => [
  "'self'",
  'https:',
  origin(),
  ...(isSandbox ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
]

const ancestorsOf = ({ isSandbox }: CheckoutDependencies, { profile }: CheckoutVisit): readonly string[] =>
  frameAncestors(profile, isSandbox)

/** No page but ours is heard, though it would have to know the session's name. */
const judgeOrigin =
  (parts: CheckoutDependencies): OriginCheck =>
  (origin, page) => {
    if (origin === undefined || isOwnOrigin(origin, parts.origin())) return undefined
    if (page?.isOwn()) parts.onElsewhere?.(origin, page.params.sessionId ?? '')
    return fromElsewhere
  }

async function performAct(
  parts: CheckoutDependencies,
  call: RouteCall,
  perform: CheckoutAct,
): Promise<HttpReply | Rejection> {
  const visit = await openVisit(parts, call)
  if (!visit) return unknownCheckout
  const { userAgent, accept, source, body = {} } = call
  const circumstances = { userAgent, accept, source }
  return { status: 200, body: await perform(parts, visit, { body, circumstances }) }
}

const fromElsewhere: Rejection = {
  kind: 'rejection',
  cause: 'REQUEST_REJECTED',
  explanation: 'Only the checkout page itself may ask this.',
}

/** As the API says it, but not found: the page knows by this that there is nothing left to ask. */
const unknownCheckout: HttpReply = {
  status: 404,
  body: { error: { cause: 'INVALID_REQUEST', explanation: 'There is no such checkout.' }, result: 'ERROR' },
}
