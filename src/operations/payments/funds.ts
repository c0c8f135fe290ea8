import type { AskedBilling, AskedCard, PaymentAsk } from '../../acquirers/port.ts'
import type { RequestOf } from '../../contract/kit/operation.ts'
import type { authorize } from '../../contract/operations/payment.ts'
import { invalid, missing, type Rejection } from '../../orders/rejection.ts'
import type { GatewayDecision } from '../model/flow.ts'

type Authorize = RequestOf<typeof authorize>
type Funded = Pick<Authorize, 'referenceOrderId' | 'sourceOfFunds'>

/** The card that a request, with all that was merged into it, names by number. */
export function askedCard({ sourceOfFunds }: Funded): AskedCard | undefined {
  const { card, giftCard } = sourceOfFunds?.provided ?? {}
  if (card?.number !== undefined)
    return {
      number: card.number,
      ...(card.expiry && { expiry: { month: Number(card.expiry.month), year: Number(card.expiry.year) } }),
      ...(card.securityCode !== undefined && { securityCode: card.securityCode }),
      ...(card.nameOnCard !== undefined && { nameOnCard: card.nameOnCard }),
    }
  if (giftCard?.number === undefined) return undefined
  return { number: giftCard.number, ...(giftCard.pin !== undefined && { pin: giftCard.pin }) }
}

/** Accounts that this release cannot ask about: it says so rather than guess. */
export function withoutCard({ referenceOrderId, sourceOfFunds }: Funded): Rejection {
  const card = sourceOfFunds?.provided?.card
  if (card?.p2pe?.encryptionState === 'INVALID')
    return invalid('sourceOfFunds.provided.card.p2pe.encryptionState', 'There is no card then.')
  if (card) return missing('sourceOfFunds.provided.card.number')
  if (referenceOrderId !== undefined)
    return invalid('referenceOrderId', 'That order has no card that could be used.', referenceOrderId)
  if (sourceOfFunds === undefined) return missing('sourceOfFunds')
  // Benefits are paid with a card.
  if (sourceOfFunds.provided?.ebt) return missing('sourceOfFunds.provided.card.number')
  return invalid('sourceOfFunds', 'This release takes cards and gift cards only.')
}

type Enciphered = { readonly encryptionState?: string }
type Read = {
  readonly sourceOfFunds?: {
    readonly provided?: { readonly card?: { readonly p2pe?: Enciphered; readonly pin?: Enciphered } }
  }
}

/** A terminal that says its own encryption failed has read nothing that could be trusted (spec 7, rule 3). */
export function verdictOnReading({ sourceOfFunds }: Read): GatewayDecision | undefined {
  const { p2pe, pin } = sourceOfFunds?.provided?.card ?? {}
  const declined = { result: 'FAILURE', gatewayCode: 'DECLINED' } as const
  if (p2pe?.encryptionState === 'INVALID') return { ...declined, rule: 'P2PE_ENCRYPTION_INVALID' }
  return pin?.encryptionState === 'INVALID' ? { ...declined, rule: 'PIN_ENCRYPTION_INVALID' } : undefined
}

/** What the issuer can compare with what it knows of the payer. */
export function askedOfPayer({
  billing,
  customer,
}: Pick<Authorize, 'billing' | 'customer'>): Pick<PaymentAsk, 'billing' | 'customerEmail' | 'customerPhone'> {
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
