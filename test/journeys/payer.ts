import { expect } from 'vitest'
import { checkoutProtocol } from '../../src/pages/browser/checkout/protocol.ts'
import { cardThat } from './cardholder.ts'
import type { Body, CallOptions, Client } from './client.ts'
import { newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

/** A gateway in this process, or one of its own. */
type CalledGateway = Pick<Client, 'call'>

/** A payer whom a merchant has sent to the checkout page, and what they do there. */
export async function openCheckout(gateway: CalledGateway, interaction: object = {}, more: object = {}) {
  const order = { id: newOrder(), amount: '10.00', currency: 'USD', ...Object(valueAt(more, 'order')) }
  const made = await gateway.call('POST', 'session', {
    apiOperation: 'INITIATE_CHECKOUT',
    ...more,
    interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/back', ...interaction },
    order,
  })
  expect(made.status).toBe(201)
  const sessionId = String(valueAt(made.body, 'session.id'))
  return { order: order.id, ...payerAt(gateway, sessionId), indicator: String(made.body.successIndicator) }
}

/** The payer whose checkout page is that of a session. */
export function payerAt(gateway: CalledGateway, sessionId: string) {
  const path = `/checkout/pay/${sessionId}`
  const act = async (name: string, body: object = {}, options: Acting = {}): Promise<Body> => {
    const { at = gateway, query = '', ...others } = options
    const answer = await at.call(
      'POST',
      `${path}/${name}${query}`,
      { protocol: checkoutProtocol, ...body },
      { authorization: null, ...others },
    )
    return answer.status === 200 ? answer.body : { status: answer.status }
  }
  const pay = (card: Typed = {}, body: object = {}, options?: Acting) =>
    act('submit', { card: typed(card), browser, ...body }, options)
  return { sessionId, path, act, pay }
}

type Acting = CallOptions & { readonly at?: CalledGateway; readonly query?: string }
type Typed = { readonly number?: string; readonly expiry?: string; readonly securityCode?: string }

/** By default, a card whose issuer asks for no challenge. */
function typed({ number = cardThat.isKnown, expiry = '01/39', securityCode = '100' }: Typed) {
  const [expiryMonth, expiryYear] = expiry.split('/')
  return { number, expiryMonth, expiryYear, securityCode, nameOnCard: 'A Payer' }
}

const browser = {
  colorDepth: 24,
  screenHeight: 900,
  screenWidth: 1440,
  javaEnabled: false,
  language: 'en-GB',
  timeZone: -60,
  challengeWindowSize: '500_X_600',
}
