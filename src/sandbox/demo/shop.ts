import { versions } from '../../contract/kit/versions.ts'
import type { RouteCall, RouteHandler } from '../../http/api/routes.ts'
import { invalid, isRejection, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import type { Clock } from '../../platform/clock.ts'
import { randomHex } from '../../platform/ids.ts'
import { type DemoExchange, maskSecrets, textAt } from './browser/exchange.ts'

/** The server of the demo shop: a merchant's server that shows the page every request it makes. */
export function createDemoShop(options: DemoShopOptions): RouteHandler {
  const shop: DemoShop = {
    ...options,
    indicators: createSuccessIndicators(),
    newOrder: flow => `demo-${flow}-${randomHex(6)}`,
  }
  return async ({ params, body = {} }: RouteCall) => {
    const act = shopActs.get(params.act ?? '')
    if (act === undefined) return invalid('act', 'The demo shop does not do that.', params.act)
    const asked = readActValues(body, act)
    if (isRejection(asked)) return asked
    const exchanges: DemoExchange[] = []
    const shopAnswer = await act.run({ shop, call: recording(shop, exchanges) }, asked)
    return { status: 200, body: { ...shopAnswer, answer: maskSecrets(shopAnswer.answer), exchanges } }
  }
}

export type DemoShopOptions = {
  readonly call: GatewayCall
  readonly merchantId: string
  /** Where browsers reach the gateway, without a slash at the end. */
  readonly origin: () => string
  /** The gateway's certificate, where it is self-signed. */
  readonly certificatePath?: string | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** Calls the gateway as the merchant; it has the password. The path is complete: `/api/rest/…`. */
type GatewayCall = (
  method: GatewayCallMethod,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>

const methods = ['GET', 'PUT', 'POST'] as const
type GatewayCallMethod = (typeof methods)[number]

type DemoShop = DemoShopOptions & {
  readonly indicators: SuccessIndicators
  readonly newOrder: (flow: string) => string
}

/** What one act of the page can use. */
type ShopActContext = {
  readonly shop: DemoShop
  /** Calls the gateway at a path below the merchant's, and returns the response body. */
  readonly call: (title: string, place: `${GatewayCallMethod} /${string}`, body?: object) => Promise<unknown>
}

/** Records every request and response, with secrets masked. */
function recording({ call, merchantId, clock }: DemoShop, exchanges: DemoExchange[]): ShopActContext['call'] {
  return async (title, place, request) => {
    const method = methods.find(known => place.startsWith(known)) ?? 'GET'
    const below = place.slice(method.length + 1)
    const path = `/api/rest/version/${versions.last}/merchant/${merchantId}${below}`
    const began = clock.monotonicMs()
    const { status, body } = await call(method, path, request)
    const ms = Math.round(clock.monotonicMs() - began)
    const asked = request === undefined ? {} : { request: maskSecrets(request) }
    exchanges.push({ title, by: 'server', method, path, ...asked, status, answer: maskSecrets(body), ms })
    return body
  }
}

/** One call of the page to the shop's server: the fields it takes, and what the server then does. */
type ShopAct = ShopActFields & {
  readonly run: (visit: ShopActContext, asked: ShopActValues) => Promise<ShopAnswer>
}

/** What the page gets back, besides the recorded requests. */
type ShopAnswer = {
  readonly order?: string
  readonly session?: string
  /** Where the payer goes next. */
  readonly address?: string
  /** The response of the gateway that decides the next step. */
  readonly answer?: unknown
  readonly comparison?: IndicatorComparison
}

const shopActs: ReadonlyMap<string, ShopAct> = new Map<string, ShopAct>([
  ['createCheckout', { needs: ['flow'], run: createCheckout }],
  ['createSession', { needs: [], run: createSession }],
  ['pay', { needs: ['order', 'session'], run: pay }],
  ['capture', { needs: ['order'], run: capture }],
  ['initiateBrowserPayment', { needs: ['arrangement', 'reference'], run: initiateBrowserPayment }],
  ['confirm', { needs: ['order', 'delivery'], run: confirm }],
  ['retrieve', { needs: ['order'], takes: ['resultIndicator'], run: retrieve }],
  ['explain', { needs: ['order', 'transaction'], run: explain }],
])

async function createCheckout({ shop, call }: ShopActContext, { flow }: ShopActValues): Promise<ShopAnswer> {
  const order = shop.newOrder(flow)
  const home = `${shop.origin()}/demo?flow=${flow}&order=${order}`
  const answer = await call('Open a checkout session', 'POST /session', {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: {
      operation: 'PURCHASE',
      merchant: { name: shopName },
      returnUrl: home,
      cancelUrl: `${home}&ending=cancelled`,
      timeoutUrl: `${home}&ending=timeout`,
      displayControl: { billingAddress: 'HIDE', customerEmail: 'HIDE', paymentConfirmation: 'HIDE' },
    },
    order: { id: order, ...basket() },
  })
  const successIndicator = textAt(answer, 'successIndicator')
  if (successIndicator !== undefined) shop.indicators.keep(order, successIndicator)
  return { order, ...sessionOf(answer) }
}

/** Enough authentications for a visitor who tries a few cards. */
const authenticationLimit = 25

async function createSession({ shop, call }: ShopActContext): Promise<ShopAnswer> {
  const order = shop.newOrder('fields')
  const answer = await call('Open a session', 'POST /session', { session: { authenticationLimit } })
  const { session } = sessionOf(answer)
  if (session === undefined) return { order }
  const { amount, currency } = basket()
  const filled = await call('Put the order and its price into it', `PUT /session/${session}`, {
    order: { id: order, amount, currency },
  })
  return { order, ...(textAt(filled, 'result') === 'SUCCESS' && { session }) }
}

async function pay({ call }: ShopActContext, { order, session }: ShopActValues): Promise<ShopAnswer> {
  const answer = await call('Authorize', `PUT ${transactionPath(order, 'pay-1')}`, {
    apiOperation: 'AUTHORIZE',
    authentication: { transactionId: 'auth-1' },
    order: basket(),
    session: { id: session },
    sourceOfFunds: { type: 'CARD' },
  })
  return { answer }
}

async function capture({ call }: ShopActContext, { order }: ShopActValues): Promise<ShopAnswer> {
  const answer = await call('Capture', `PUT ${transactionPath(order, 'capture-1')}`, {
    apiOperation: 'CAPTURE',
    transaction: { amount: product.total, currency: product.currency },
  })
  return { answer }
}

async function initiateBrowserPayment(
  { shop, call }: ShopActContext,
  asked: ShopActValues,
): Promise<ShopAnswer> {
  const order = shop.newOrder('browser')
  const returnUrl = `${shop.origin()}/demo?flow=browser&order=${order}`
  const { arrangement, reference } = asked
  const isProviderA = arrangement !== 'redirect'
  const paymentConfirmation = arrangement === 'merchant' ? 'CONFIRM_AT_MERCHANT' : 'CONFIRM_AT_PROVIDER'
  const answer = await call('Initiate the browser payment', `PUT ${transactionPath(order, '1')}`, {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation: 'PAY',
      returnUrl,
      ...(isProviderA && { providerA: { paymentConfirmation } }),
    },
    order: { ...basket(), ...(reference !== '' && { reference }) },
    sourceOfFunds: { type: isProviderA ? 'PROVIDER_A' : 'BROWSER_PAYMENT' },
  })
  const address = addressOf(answer)
  return { order, answer, ...(address !== undefined && { address }) }
}

/** Provider A's own script would take the interactionId; in the sandbox it is part of the page's address. */
function addressOf(answer: unknown): string | undefined {
  const interactionId = textAt(answer, 'browserPayment', 'providerA', 'interactionId')
  if (interactionId !== undefined) return `/sandbox/provider/${encodeURIComponent(interactionId)}`
  return textAt(answer, 'browserPayment', 'redirectUrl')
}

async function confirm({ call }: ShopActContext, { order, delivery }: ShopActValues): Promise<ShopAnswer> {
  const answer = await call('Confirm the browser payment', `PUT ${transactionPath(order, '1')}`, {
    apiOperation: 'CONFIRM_BROWSER_PAYMENT',
    order: basket(delivery === 'express' ? 'express' : 'standard'),
  })
  return { answer }
}

async function retrieve(
  { shop, call }: ShopActContext,
  { order, resultIndicator }: ShopActValues,
): Promise<ShopAnswer> {
  const answer = await call('Ask what became of the order', `GET /order/${order}`)
  if (resultIndicator === '') return { answer }
  return { answer, comparison: shop.indicators.compare(order, resultIndicator) }
}

async function explain({ call }: ShopActContext, { order, transaction }: ShopActValues): Promise<ShopAnswer> {
  const answer = await call('Have it explained', `GET ${transactionPath(order, transaction)}/explain`)
  return { answer }
}

const transactionPath = (order: string, transaction: string) =>
  `/order/${order}/transaction/${encodeURIComponent(transaction)}` as const

function sessionOf(answer: unknown): { readonly session?: string } {
  const session = textAt(answer, 'session', 'id')
  return session === undefined ? {} : { session }
}

/** What the demo shop sells. Prices are decimal texts, as in the API. */
export const product = {
  name: 'Morning cup',
  description: 'Stoneware, thrown by hand, 300 ml',
  price: '18.00',
  shipping: '4.00',
  total: '22.00',
  /** Where the merchant confirms, the payer may still choose another delivery. */
  expressShipping: '9.00',
  expressTotal: '27.00',
  currency: 'USD',
} as const

export const shopName = 'The Demo Pottery'

type DemoDelivery = 'standard' | 'express'

/** The order group of every payment in the demo. */
function basket(delivery: DemoDelivery = 'standard') {
  const isExpress = delivery === 'express'
  return {
    amount: isExpress ? product.expressTotal : product.total,
    currency: product.currency,
    description: product.description,
    item: [{ name: product.name, quantity: '1', unitPrice: product.price }],
    itemAmount: product.price,
    shippingAndHandlingAmount: isExpress ? product.expressShipping : product.shipping,
  }
}

/** What the demo page may send to its server; an absent field is an empty text. */
type ShopActValues = Readonly<Record<ShopActField, string>>
type ShopActField = keyof typeof fieldForms

/** Only orders of the demo, so that no other order can be reached through it. */
const fieldForms = {
  arrangement: /^(?:redirect|providerA|merchant)$/,
  delivery: /^(?:standard|express)$/,
  flow: /^(?:checkout|embedded)$/,
  order: /^demo-(?:checkout|embedded|fields|browser)-[0-9a-f]{12}$/,
  reference: /^(?:[A-Z-]{1,30}(?:\.FAIL[A-Z_]{1,40})?)?$/,
  resultIndicator: /^[\w-]{0,64}$/,
  session: /^SESSION[0-9A-Z]{24}$/,
  transaction: /^[\w-]{1,40}$/,
} as const satisfies Record<string, RegExp>

const noValues: ShopActValues = {
  arrangement: '',
  delivery: '',
  flow: '',
  order: '',
  reference: '',
  resultIndicator: '',
  session: '',
  transaction: '',
}

export function readActValues(body: object, { needs, takes = [] }: ShopActFields): ShopActValues | Rejection {
  const given: Readonly<Record<string, unknown>> = { ...body }
  const stranger = Object.keys(given).find(name => ![...needs, ...takes].some(known => known === name))
  if (stranger !== undefined) return unsupported(stranger)
  const asked = { ...noValues }
  for (const name of [...needs, ...takes]) {
    const value = given[name]
    if (value === undefined && takes.includes(name)) continue
    if (value === undefined || value === null) return missing(name)
    if (typeof value !== 'string' || !fieldForms[name].test(value))
      return invalid(name, 'The demo page sends other values.')
    asked[name] = value
  }
  return asked
}

type ShopActFields = {
  readonly needs: readonly ShopActField[]
  readonly takes?: readonly ShopActField[]
}

/**
 * What a shop's database would hold: the successIndicator of each checkout, to compare with what the payer's
 * browser brings back. The demo keeps the last thousand in memory.
 */
type SuccessIndicators = {
  readonly keep: (orderId: string, successIndicator: string) => void
  readonly compare: (orderId: string, resultIndicator: string) => IndicatorComparison
}

/** `forgotten`: the process was restarted since, or another one opened the checkout. */
type IndicatorComparison = 'same' | 'different' | 'forgotten'

function createSuccessIndicators(): SuccessIndicators {
  const kept = new BoundedMap<string, string>(keptMax)
  return {
    keep(orderId, successIndicator) {
      kept.set(orderId, successIndicator)
    },
    compare(orderId, resultIndicator) {
      const successIndicator = kept.get(orderId)
      if (successIndicator === undefined) return 'forgotten'
      return successIndicator === resultIndicator ? 'same' : 'different'
    },
  }
}

const keptMax = 1_000
