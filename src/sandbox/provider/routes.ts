import type { Route, RouteCall, RouteHandler } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { invalid, missing, type Rejection } from '../../orders/rejection.ts'
import { unknownField } from '../../orders/unknownField.ts'
import { bundledStyle } from '../../pages/assets.ts'
import { languagesIn } from '../../pages/localisation.ts'
import { pageReply, redirectReply } from '../../pages/reply.ts'
import { endPage, paymentPage, unknownPage } from '../../providerHost/payerPages.ts'
import { actNamed, type PayerVisit, payerActs, wayBack } from '../../providerHost/payerVisit.ts'
import { changedAddress } from '../../providerHost/shownPayment.ts'
import type { PayerVisits } from './payerVisits.ts'

/** The provider simulator's page, and a call of the control API that acts as the payer without a browser. */
export function providerSimulatorRoutes(options: ProviderRouteOptions): readonly Route[] {
  const page = { under: 'root', access: 'public', path: '/sandbox/provider/{interactionId}' } as const
  return [
    { ...page, method: 'GET', query: ['outcome'], handler: call => showPage(options.visits, call) },
    { ...page, method: 'POST', reads: 'form', handler: call => receiveDecision(options.visits, call) },
    {
      under: 'root',
      access: 'local',
      method: 'POST',
      path: '/sandbox/merchants/{merchantId}/orders/{orderid}/transactions/{transactionid}/payer',
      handler: payerHandler(options),
    },
  ]
}

type ProviderRouteOptions = {
  readonly visits: PayerVisits
  /** The interaction of a browser payment; undefined where there is none under these ids. */
  readonly find: (...ids: NamedTransaction) => Promise<{ readonly interactionId: string } | undefined>
  /** Has the gateway ask the provider how the visit ended. */
  readonly settle: (...ids: NamedTransaction) => Promise<void>
  /** The same, and the payer is back at the merchant: as when the browser opens the return address. */
  readonly returned?: (token: string) => Promise<unknown>
}

type NamedTransaction = readonly [merchantId: string, orderId: string, transactionId: string]

/** `?outcome=` decides without asking. A payer who comes back after the decision is redirected at once. */
async function showPage(visits: PayerVisits, call: RouteCall): Promise<HttpReply | Rejection> {
  const { outcome } = call.query
  const act = actNamed(outcome)
  if (outcome !== undefined && !act)
    return invalid('outcome', `It must be one of ${payerActs.join(', ')}.`, outcome)
  const id = idOf(call)
  const visit = act ? await visits.act(id, { act }) : await visits.open(id)
  const address = visit && wayBack(visit)
  return address === undefined ? pageOf(call, visit) : redirectReply(address)
}

/**
 * Answered with a page that sends the browser on: a redirect would count as the form's target, and the
 * content security policy of this page allows forms no other target.
 */
async function receiveDecision(visits: PayerVisits, call: RouteCall): Promise<HttpReply> {
  const id = idOf(call)
  const visit = await visits.open(id)
  const act = actNamed(call.body?.act)
  if (!act || visit?.state !== 'asking') return pageOf(call, visit)
  const shippingAddress = act === 'approve' ? changedAddress(visit.payment, call.body ?? {}) : undefined
  return pageOf(call, await visits.act(id, { act, ...(shippingAddress && { shippingAddress }) }))
}

const idOf = ({ params }: RouteCall): string => params.interactionId ?? ''

async function pageOf(call: RouteCall, visit: PayerVisit | undefined): Promise<HttpReply> {
  const { acceptsGzip } = call
  const style = await bundledStyle('pages/browser/provider/provider.css')
  const page = { styles: [style], acceptsGzip }
  const languages = languagesIn(call.acceptLanguage)
  if (!visit) return pageReply({ ...page, markup: unknownPage({ style, languages }), status: 404 })
  if (visit.state !== 'asking')
    return pageReply({ ...page, markup: endPage(visit, { style, languages, address: wayBack(visit) }) })
  const markup = paymentPage(visit.payment, { style, languages, action: `/sandbox/provider/${idOf(call)}` })
  return pageReply({ ...page, markup, forms: ["'self'"] })
}

/** Acts as the payer without a browser: `open` opens the page, the others also decide there. */
export function payerHandler({ visits, find, settle, returned }: ProviderRouteOptions): RouteHandler {
  return async ({ params, body }: RouteCall): Promise<HttpReply | Rejection> => {
    const { act, ...strangers } = body ?? {}
    const [stranger] = Object.keys(strangers)
    if (stranger !== undefined) return unknownField('', stranger, ['act'])
    if (act === undefined || act === null) return missing('act')
    const decided = actNamed(act)
    if (!decided && act !== 'open')
      return invalid('act', `It must be one of ${['open', ...payerActs].join(', ')}.`)
    const { merchantId = '', orderid = '', transactionid = '' } = params
    const ids = [merchantId, orderid, transactionid] as const
    const { interactionId } = (await find(...ids)) ?? {}
    if (interactionId === undefined) return noPayment
    const visit = decided
      ? await visits.act(interactionId, { act: decided })
      : await visits.open(interactionId)
    if (!visit) return noPayment
    const token = /\/pay\/return\/([\w-]+)$/.exec(visit.payment.returnCallback)?.[1]
    if (visit.state !== 'asking') await (returned && token !== undefined ? returned(token) : settle(...ids))
    return { status: 200, body: { interactionId, state: visit.state } }
  }
}

const noPayment = invalid('transactionid', 'No browser payment is open under these ids.')
