import type { Answer, AskedBilling, AskedCard } from '../acquirers/port.ts'
import type { RequestOf } from '../contract/kit/operation.ts'
import { authorize } from '../contract/operations/authorize.ts'
import { admits, whyNotAdmitted } from '../orders/admission.ts'
import { toMinor } from '../orders/money.ts'
import { invalid, type Rejection } from '../orders/rejection.ts'
import { stateOf } from '../orders/status.ts'
import type { Concluded, Flow, Plan } from './flow.ts'

type Request = RequestOf<typeof authorize>

export const authorizeFlow: Flow<typeof authorize> = {
  operation: authorize,
  startsOrder: true,

  plan(request, past) {
    const state = stateOf(past.transactions)
    if (!admits(state, 'AUTHORIZE'))
      return invalid('apiOperation', whyNotAdmitted(state, 'AUTHORIZE'), 'AUTHORIZE')
    const { order } = request
    if (past.currency !== undefined && past.currency !== order.currency)
      return invalid('order.currency', `The order is in ${past.currency}.`, order.currency)
    const card = askedCard(request)
    if (!card) return withoutCard(request)
    const amount = toMinor(order.amount, order.currency)
    return {
      type: 'AUTHORIZATION',
      amount,
      currency: order.currency,
      ask: {
        verb: 'authorize',
        amount,
        currency: order.currency,
        card,
        acceptPartialAmount: order.acceptPartialAmount ?? false,
        ...askedOfPayer(request),
      },
    }
  },

  conclude: concludeFunds,
}

/** This release asks with the number of a card given in the request, and says so rather than guess. */
function withoutCard({ referenceOrderId }: Request): Rejection {
  if (referenceOrderId === undefined)
    return invalid('sourceOfFunds', 'This release authorizes payments by card number only.')
  return invalid('referenceOrderId', 'This release takes no card from an earlier order.', referenceOrderId)
}

/** What an answer about funds means for the transaction that asked. */
function concludeFunds({ amount }: Plan, answer: Answer): Concluded {
  switch (answer.outcome) {
    case 'approved': {
      const isPartial = answer.amount < amount
      return {
        result: 'SUCCESS',
        gatewayCode: answer.gatewayCode,
        ...(isPartial && { approvedAmount: answer.amount }),
      }
    }
    case 'declined':
      return { result: 'FAILURE', gatewayCode: answer.gatewayCode }
    case 'pending':
      return { result: 'PENDING', gatewayCode: 'PENDING' }
    case 'unknown':
      return { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' }
    case 'silent':
      return { result: 'FAILURE', gatewayCode: 'TIMED_OUT' }
  }
}

function askedCard({ sourceOfFunds }: Request): AskedCard | undefined {
  const card = sourceOfFunds?.provided?.card
  if (card?.number === undefined) return undefined
  return {
    number: card.number,
    ...(card.expiry && { expiry: { month: Number(card.expiry.month), year: Number(card.expiry.year) } }),
    ...(card.securityCode !== undefined && { securityCode: card.securityCode }),
    ...(card.nameOnCard !== undefined && { nameOnCard: card.nameOnCard }),
  }
}

/** What the issuer can compare with what it knows of the payer. */
function askedOfPayer({ billing, customer }: Request) {
  return {
    ...{}, // as in merged
    ...(billing?.address && { billing: askedBilling(billing.address) }),
    ...(customer?.email !== undefined && { customerEmail: customer.email }),
    ...(customer?.phone !== undefined && { customerPhone: customer.phone }),
  }
}

const askedBilling = ({ street, postcodeZip }: AskedBilling): AskedBilling => ({
  ...{},
  ...(street !== undefined && { street }),
  ...(postcodeZip !== undefined && { postcodeZip }),
})
