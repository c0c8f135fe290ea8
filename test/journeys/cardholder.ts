import { expect } from 'vitest'
import { type Form, formOn } from './browser.ts'
import type { Answer, CallOptions, Client } from './client.ts'
import type { TestGateway } from './gateway.ts'
import { device, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

/** Cards of the sandbox by what their issuers do (spec 15). */
export const cardThat = {
  isChallenged: '2223000000000007',
  isLookedAtAndChallenged: '5123450000000008',
  isKnown: '5555555555000018',
  isLookedAtAndKnown: '5123456789012346',
  isAttempted: '5500005555555559',
  isRejected: '5506900140100503',
  isUnavailable: '5123459999998221',
  isExempt: '5000000000000000005',
  isNotEnrolled: '4508750015741019',
} as const

export type Cardholder = {
  readonly orderId: string
  initiate(more?: object, options?: CallOptions): Promise<Answer>
  authenticate(more?: object, options?: CallOptions): Promise<Answer>
  /** Both steps, one after the other. */
  begin(more?: object): Promise<Answer>
  /** PAY, unless it says otherwise, with the authentication as its proof. */
  pay(more?: object, options?: CallOptions): Promise<Answer>
  /** Answers the challenge without a browser. */
  decide(outcome: string, at?: Client): Promise<Answer>
  /** The authentication as it is now. */
  shown(options?: CallOptions): Promise<Answer>
}

const order = { amount: '10.00', currency: 'USD' }

/** A payer with a card, on an order of their own; the authentication is transaction `auth`. */
export function cardholder(
  gateway: Client,
  number: string = cardThat.isKnown,
  orderId = newOrder(),
): Cardholder {
  const put = (id: string, body: object, options?: CallOptions) =>
    gateway.call('PUT', `order/${orderId}/transaction/${id}`, body, options)
  const sourceOfFunds = fundsOf({ number })
  const initiate: Cardholder['initiate'] = (more, { transaction = 'auth', ...options } = {}) =>
    put(
      transaction,
      {
        apiOperation: 'INITIATE_AUTHENTICATION',
        authentication: { channel: 'PAYER_BROWSER' },
        order,
        sourceOfFunds,
        ...more,
      },
      options,
    )
  const authenticate: Cardholder['authenticate'] = (more, { transaction = 'auth', ...options } = {}) =>
    put(transaction, { apiOperation: 'AUTHENTICATE_PAYER', order, device, ...more }, options)
  return {
    orderId,
    initiate,
    authenticate,
    async begin(more) {
      const initiated = await initiate()
      expect(initiated.status, initiated.text).toBe(201)
      return authenticate(more)
    },
    pay: (more, { transaction = 'pay', ...options } = {}) =>
      put(
        transaction,
        {
          apiOperation: 'PAY',
          order,
          sourceOfFunds,
          authentication: { transactionId: 'auth' },
          ...more,
        },
        options,
      ),
    decide: (outcome, at = gateway) =>
      at.call(
        'POST',
        `/sandbox/merchants/TESTMERCHANT/orders/${orderId}/transactions/auth/challenge`,
        { outcome },
        { authorization: null },
      ),
    shown: options => gateway.retrieve(orderId, { transaction: 'auth', ...options }),
  }
}

/** The members of a response that the table of Authenticate Payer names. */
export const told = ({ body }: Answer) => ({
  result: body.result,
  gatewayCode: valueAt(body, 'response.gatewayCode'),
  recommendation: valueAt(body, 'response.gatewayRecommendation'),
  authenticationStatus: valueAt(body, 'transaction.authenticationStatus'),
})

/** The form in the excerpt that the merchant puts into its page. */
export function formIn({ body, text }: Answer): Form {
  const form = formOn(String(valueAt(body, 'authentication.redirect.html')), 'https://shop.example/')
  if (!form) throw new Error(`There is no form in ${text}`)
  return form
}

/** Moves the clock of gateway, issuer and provider; what is due by then has happened. */
export const later = (gateway: Pick<TestGateway, 'call'>, duration: string): Promise<Answer> =>
  gateway.call('POST', '/sandbox/clock', { advance: duration })

/** Everything that is told of a transaction. */
export async function explanation(gateway: TestGateway, orderId: string, id: string): Promise<Answer> {
  const answer = await gateway.call('GET', `order/${orderId}/transaction/${id}/explain`)
  expect(answer.status, answer.text).toBe(200)
  return answer
}

export type Step = Readonly<Record<string, unknown>>

/** The story of a transaction, step by step. */
export async function explained(gateway: TestGateway, orderId: string, id: string): Promise<readonly Step[]> {
  const { body } = await explanation(gateway, orderId, id)
  return Array.isArray(body.steps) ? body.steps : []
}
