import type { RouteCall, RouteHandler } from '../../http/transport/handler.ts'
import { invalid, isRejection } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'
import { randomHex } from '../../platform/ids.ts'
import { shopActs } from './acts.ts'
import { readActValues } from './asked.ts'
import { type DemoExchange, maskSecrets } from './browser/exchange.ts'
import { createSuccessIndicators, type SuccessIndicators } from './indicators.ts'

/** The server of the demo shop: a merchant like any other, who happens to tell the page all it does. */
export function createDemoShop(parts: DemoShopOptions): RouteHandler {
  const shop: DemoShop = {
    ...parts,
    indicators: createSuccessIndicators(),
    newOrder: flow => `demo-${flow}-${randomHex(6)}`,
  }
  return async ({ params, body = {} }: RouteCall) => {
    const act = shopActs.get(params.act ?? '')
    if (act === undefined) return invalid('act', 'The demo shop does not do that.', params.act)
    const asked = readActValues(body, act)
    if (isRejection(asked)) return asked
    const exchanges: DemoExchange[] = []
    const told = await act.run({ shop, call: recording(shop, exchanges) }, asked)
    return { status: 200, body: { ...told, answer: maskSecrets(told.answer), exchanges } }
  }
}

export type DemoShopOptions = {
  readonly call: GatewayCall
  readonly merchantId: string
  /** Where browsers reach the gateway, without a slash at the end. */
  readonly origin: () => string
  /** The gateway's certificate, where nobody else vouches for it. */
  readonly certificatePath?: string | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** Calls the gateway as the merchant, whose password stays behind it. The path is whole: `/api/rest/…`. */
export type GatewayCall = (
  method: GatewayCallMethod,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>

const methods = ['GET', 'PUT', 'POST'] as const
export type GatewayCallMethod = (typeof methods)[number]

export type DemoShop = DemoShopOptions & {
  readonly indicators: SuccessIndicators
  readonly newOrder: (flow: string) => string
}

/** One act of the page at the shop. */
export type ShopActContext = {
  readonly shop: DemoShop
  /** Calls the gateway at a place below the merchant's path, and answers its body. */
  readonly call: (title: string, place: `${GatewayCallMethod} /${string}`, body?: object) => Promise<unknown>
}

/** Whatever the shop asks and hears is written down, without its secrets. */
function recording({ call, merchantId, clock }: DemoShop, exchanges: DemoExchange[]): ShopActContext['call'] {
  return async (title, place, request) => {
    const method = methods.find(known => place.startsWith(known)) ?? 'GET'
    const below = place.slice(method.length + 1)
    const path = `/api/rest/version/100/merchant/${merchantId}${below}`
    const began = clock.monotonicMs()
    const { status, body } = await call(method, path, request)
    const ms = Math.round(clock.monotonicMs() - began)
    const asked = request === undefined ? {} : { request: maskSecrets(request) }
    exchanges.push({ title, by: 'server', method, path, ...asked, status, answer: maskSecrets(body), ms })
    return body
  }
}
