import type { HttpReply, RouteCall, RouteHandler } from '../../http/transport/handler.ts'
import { invalid, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { actNamed, type PayerVisits } from './desk.ts'
import { payerActs } from './providerCase.ts'

export type ProviderRouteDependencies = {
  readonly visits: PayerVisits
  /** The interaction of a browser payment; undefined where there is none under these ids. */
  readonly find: (...ids: NamedTransaction) => Promise<{ readonly interactionId: string } | undefined>
  /** The payer's visit is over: lets the gateway hear what came of it. */
  readonly settle: (...ids: NamedTransaction) => Promise<void>
  /** The same, and the payer is back at the merchant, as by the address the provider sends browsers to. */
  readonly returned?: (token: string) => Promise<unknown>
}

export type NamedTransaction = readonly [merchantId: string, orderId: string, transactionId: string]

/** Acts as the payer without a browser: `open` opens the page, the others also decide there. */
export function payerHandler({
  visits: desk,
  find,
  settle,
  returned,
}: ProviderRouteDependencies): RouteHandler {
  return async ({ params, body }: RouteCall): Promise<HttpReply | Rejection> => {
    const { act, ...strangers } = body ?? {}
    const [stranger] = Object.keys(strangers)
    if (stranger !== undefined) return unsupported(stranger)
    if (act === undefined || act === null) return missing('act')
    const decided = actNamed(act)
    if (!decided && act !== 'open')
      return invalid('act', `It must be one of ${['open', ...payerActs].join(', ')}.`)
    const { merchantId = '', orderid = '', transactionid = '' } = params
    const ids = [merchantId, orderid, transactionid] as const
    const { interactionId } = (await find(...ids)) ?? {}
    if (interactionId === undefined) return noPayment
    const visit = decided ? await desk.act(interactionId, { act: decided }) : await desk.open(interactionId)
    if (!visit) return noPayment
    const token = /\/pay\/return\/([\w-]+)$/.exec(visit.payment.returnCallback)?.[1]
    if (visit.state !== 'asking') await (returned && token !== undefined ? returned(token) : settle(...ids))
    return { status: 200, body: { interactionId, state: visit.state } }
  }
}

const noPayment = invalid('transactionid', 'No browser payment is open under these ids.')
