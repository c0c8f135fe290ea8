import type { ShopActFields, ShopActValues } from './asked.ts'
import { basket, product, shopName } from './basket.ts'
import { textAt } from './browser/exchange.ts'
import type { IndicatorComparison } from './indicators.ts'
import type { ShopActContext } from './shop.ts'

/** One step of a flow: what the page has to tell, and what the shop's server then does at the gateway. */
export type ShopAct = ShopActFields & {
  readonly run: (visit: ShopActContext, asked: ShopActValues) => Promise<ShopAnswer>
}

/** What the page needs to go on, beside the requests it shows. */
export type ShopAnswer = {
  readonly order?: string
  readonly session?: string
  /** Where the payer goes next. */
  readonly address?: string
  /** The answer of the gateway that decides how to go on. */
  readonly answer?: unknown
  readonly comparison?: IndicatorComparison
}

export const shopActs: ReadonlyMap<string, ShopAct> = new Map<string, ShopAct>([
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

/** Provider A has a script of its own, which takes the interactionId; in the sandbox its page is told so. */
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
