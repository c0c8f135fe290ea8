import { expect } from 'vitest'
import { type Page, submit, visit } from './browser.ts'
import type { Answer, Body, CallOptions } from './client.ts'
import type { TestGateway } from './gateway.ts'
import { newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

export const returnUrl = 'https://shop.example/back'

type Wishes = {
  /** The reference that controls the provider simulator (spec 15). */
  readonly reference?: string
  readonly operation?: 'AUTHORIZE' | 'PAY'
  readonly type?: 'BROWSER_PAYMENT' | 'PROVIDER_A' | 'PROVIDER_B'
  readonly paymentConfirmation?: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER'
  readonly orderId?: string
  readonly id?: string
}

export type Shopper = {
  readonly orderId: string
  initiate(more?: object, options?: CallOptions): Promise<Answer>
  confirm(more?: object, options?: CallOptions): Promise<Answer>
  /** Any other operation on the order. */
  call(id: string, body: object, options?: CallOptions): Promise<Answer>
  /** Acts at the provider without a browser. */
  act(act: string, at?: TestGateway): Promise<Answer>
  shown(options?: CallOptions): Promise<Answer>
}

/** Somebody who pays at a payment provider; the payment is transaction `buy`. */
export function shopper(gateway: TestGateway, wishes: Wishes = {}): Shopper {
  const { orderId = newOrder(), id = 'buy', reference, operation = 'PAY' } = wishes
  const { type = 'BROWSER_PAYMENT', paymentConfirmation } = wishes
  const call: Shopper['call'] = (transactionId, body, options) =>
    gateway.call('PUT', `order/${orderId}/transaction/${transactionId}`, body, options)
  return {
    orderId,
    call,
    async initiate(more, options) {
      const answer = await call(
        id,
        {
          apiOperation: 'INITIATE_BROWSER_PAYMENT',
          browserPayment: {
            operation,
            ...(type !== 'PROVIDER_A' && { returnUrl }),
            ...(paymentConfirmation && { providerA: { paymentConfirmation } }),
          },
          order: { amount: '10.00', currency: 'USD', ...(reference !== undefined && { reference }) },
          sourceOfFunds: { type },
          ...more,
        },
        options,
      )
      return answer
    },
    confirm: (more, options) => call(id, { apiOperation: 'CONFIRM_BROWSER_PAYMENT', ...more }, options),
    act: (act, at = gateway) =>
      at.call(
        'POST',
        `/sandbox/merchants/TESTMERCHANT/orders/${orderId}/transactions/${id}/payer`,
        { act },
        { authorization: null },
      ),
    shown: options => gateway.retrieve(orderId, { transaction: id, ...options }),
  }
}

/** Its state, in three words. */
export const stage = ({ body }: { readonly body: Body }): string =>
  ['result', 'response.gatewayCode', 'browserPayment.interaction.status']
    .map(path => String(valueAt(body, path)))
    .join(' ')

export const open = 'SUCCESS SUBMITTED INITIATED'
export const away = 'SUCCESS SUBMITTED REDIRECTED_TO_PROVIDER'
export const back = 'SUCCESS SUBMITTED RETURNED_TO_MERCHANT'
export const paid = 'SUCCESS APPROVED COMPLETED'
export const endedAs = (code: string): string => `FAILURE ${code} COMPLETED`

/** The browser opens the address it was given, and is at the provider's page. */
export async function goThere(answer: Answer): Promise<{ readonly address: string; readonly page: Page }> {
  const sent = await visit(String(valueAt(answer.body, 'browserPayment.redirectUrl')))
  expect(sent.status).toBe(303)
  const address = sent.leadsTo ?? ''
  return { address, page: await visit(address) }
}

/** What the payer does there; answers where the provider sends the browser then. */
export async function decideThere(address: string, act: string): Promise<string> {
  const { status, leadsTo = '' } = await submit({ address, fields: {} }, { act })
  expect(status).toBe(200)
  expect(leadsTo).toContain('/pay/return/')
  return leadsTo
}

/** As the acquirer has it. */
export async function booked(gateway: TestGateway, orderId: string) {
  const { body } = await gateway.call('GET', `/sandbox/acquirer/books?orderId=${orderId}`)
  const entries: readonly Body[] = Array.isArray(body.entries) ? body.entries : []
  return entries.map(
    ({ transactionId, kind, amount, state }) => `${transactionId} ${kind} ${amount} ${state}`,
  )
}
