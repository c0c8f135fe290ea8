import type { Content } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { cardBrands } from '../../standards/cardBrands.ts'
import { currencies } from '../../standards/currencies.ts'
import { availableFlows } from '../flows.ts'
import { type AccountDependencies, type AccountRequest, resolveAccountRequest } from './accountCall.ts'

/** What a merchant can ask for, and what its payers may pay with. */
export async function paymentOptions(
  parts: AccountDependencies,
  operation: Operation,
  call: AccountRequest,
): Promise<Content | Rejection> {
  const found = await resolveAccountRequest(parts, operation, call)
  if ('finding' in found) return rejectionOf(found.finding)
  return { result: 'SUCCESS', merchant: call.owner.merchantId, ...options }
}

const brands = cardBrands.filter(brand => brand.startsWith('NETWORK_'))

/** By the name of the operation, and by that under which it is offered. */
const offered = [
  ['AUTHORIZE', 'AUTHORIZE'],
  ['PAY', 'PURCHASE'],
  ['VERIFY', 'VERIFY'],
] as const

/** The same for every merchant of this release; an answer shows what its version has a place for. */
const options: Content = {
  supportedPaymentOperations: offered
    .filter(([flow]) => availableFlows.includes(flow))
    .map(([, supportedPaymentOperation]) => ({ supportedPaymentOperation })),
  transactionMode: 'AUTHORIZE_CAPTURE',
  paymentTypes: {
    card: {
      cardTypes: brands.map(cardType => ({ cardType })),
      currencies: currencies.map(currency => ({ currency })),
    },
    // No provider to send the payer to.
    browserPayment: [],
  },
}
