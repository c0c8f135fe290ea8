// Browser payments in the scripted pipeline: a payer who was sent to the provider, and what it may answer.

import type { Content } from '../../../src/contract/kit/content.ts'
import { isRejection } from '../../../src/orders/rejection.ts'
import type { ProviderAnswer } from '../../../src/providers/port.ts'
import { answerWith, key, scriptedPipeline } from './scriptedPipeline.ts'

export const started = {
  outcome: 'started',
  interactionId: 'I1',
  pageUrl: 'https://provider.example/I1',
} as const satisfies ProviderAnswer
export const approved = (amount = 1000n): ProviderAnswer => {
  const ask = {
    verb: 'pay',
    amount,
    currency: 'USD',
    merchantId: 'M',
    orderId: 'O',
    transactionId: 'b',
  } as const
  const answer = answerWith('approved', { ...ask, card: { number: '' }, acceptPartialAmount: false })
  if (answer.outcome !== 'approved') throw new Error('not approved')
  return answer
}
export const declined = (gatewayCode: 'CANCELLED' | 'ABORTED' | 'DECLINED' | 'REFERRED'): ProviderAnswer => ({
  outcome: 'declined',
  gatewayCode,
  acquirerCode: '05',
  acquirerMessage: 'NO',
})

export const initiating = (more: Content = {}, type = 'BROWSER_PAYMENT'): Content => ({
  order: { amount: '10.00', currency: 'USD', reference: 'R' },
  sourceOfFunds: { type },
  browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back', ...more },
})

/** A payer who is at the provider, and what is around them. */
export async function initiated(more: Content = {}, type = 'BROWSER_PAYMENT') {
  const world = scriptedPipeline()
  world.others.provisions.push(started)
  await world.submit('b', 'INITIATE_BROWSER_PAYMENT', initiating(more, type))
  const shown = async () => {
    const found = await world.gateway.retrieveTransaction(key, 'b')
    if (isRejection(found)) throw new Error('not there')
    return found
  }
  const asked = world.others.asks.at(0)
  const returnToken = asked && 'returnCallback' in asked ? asked.returnCallback.split('/').at(-1) : undefined
  return { ...world, shown, returnToken: returnToken ?? '' }
}
export const tokenIn = (address: unknown): string => String(address).split('/').at(-1) ?? ''

export const atMerchant = { providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } }
