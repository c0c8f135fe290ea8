import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, mergeContent, onlyKnownFields } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import type { TransactionSubmission } from '../../operations/requests/prepare.ts'
import { attemptsMax, transactionIds } from './attempts.ts'
import { groupAt, valueAt } from './fieldPaths.ts'
import type { CheckoutOperation } from './view.ts'
import type { CheckoutVisit } from './visit.ts'

/** What the gateway is asked to do for a try after it has begun. */
export type AttemptOperation = 'authenticate' | 'pay'

/**
 * How a try begins: with what this payer filled in. Two who begin the same try with different cards cannot
 * both do so, which is why nothing is taken from the session here.
 */
export function beginning(visit: CheckoutVisit, number: number, values: Content): TransactionSubmission {
  const apiOperation = 'INITIATE_AUTHENTICATION'
  const shape = requestAt(operationNamed(apiOperation), visit.session.stored.apiVersion)
  const { session: _, correlationId: __, ...said } = withoutCode(onlyKnownFields(shape, values))
  const { authentication } = transactionIds(visit.session.key.sessionId, number)
  const more = { authentication: { acceptVersions: '3DS2', ...purposeOf(visit) } }
  return submissionOf(visit, authentication, { ...mergeContent(said, more), apiOperation })
}

/** Only the payment needs the security code. */
function withoutCode({ sourceOfFunds, ...values }: Content): Content {
  const { securityCode: _, ...card } = groupAt({ sourceOfFunds }, 'sourceOfFunds', 'provided', 'card')
  return { ...values, sourceOfFunds: { type: 'CARD', provided: { card } } }
}

/**
 * What follows is about the card that the session holds by now, so the request is the same whoever sends it:
 * a second tab gets the answer of the first.
 */
export function following(
  visit: CheckoutVisit,
  number: number,
  { step, isProven }: Following,
): TransactionSubmission {
  const ids = transactionIds(visit.session.key.sessionId, number)
  // Of this version of the session and no other: what the merchant changes meanwhile is looked at first.
  const pinned = { session: { version: visit.session.stored.version } }
  if (step === 'authenticate')
    return submissionOf(visit, ids.authentication, {
      ...pinned,
      apiOperation: 'AUTHENTICATE_PAYER',
      // Where a challenge ends is the gateway's own affair: no address is named, least of all the payer's.
      authentication: purposeOf(visit),
    })
  return submissionOf(visit, ids.payment, {
    ...pinned,
    apiOperation: payments[visit.operation],
    ...partsWelcome(visit, number),
    ...(isProven && { authentication: { transactionId: ids.authentication } }),
  })
}

/**
 * Whoever is told of success has paid all of it. Only a merchant whose profile says that it collects the
 * rest, or lets the payer pay it here, may welcome a part; for all others a bank that approves one has done
 * something else than it was asked to. So has one at the last try, after which no rest could be paid.
 */
function partsWelcome(visit: CheckoutVisit, number: number): Content {
  const { operation, profile } = visit
  if (operation !== 'PURCHASE' && operation !== 'AUTHORIZE') return {}
  if (profile.partialPaymentsAtCheckout === 'KEEP') return {}
  return { order: { acceptPartialAmount: finishes(visit) && number < attemptsMax } }
}

/**
 * Whether the payer pays here what a bank left of the amount. Not where it is only held: what follows a hold
 * is about one card, and all of it.
 */
export function finishes({ operation, profile, session }: CheckoutVisit): boolean {
  if (operation !== 'PURCHASE' || profile.partialPaymentsAtCheckout !== 'FINISH') return false
  return valueAt(session.contents.values, 'order', 'acceptPartialAmount') !== false
}

type Following = { readonly step: AttemptOperation; readonly isProven: boolean }

function submissionOf(
  { key, session }: CheckoutVisit,
  transactionId: string,
  { apiOperation, ...said }: Content & { readonly apiOperation: string },
): TransactionSubmission {
  return {
    operation: operationNamed(apiOperation),
    version: session.stored.apiVersion,
    orderId: key.orderId,
    transactionId,
    body: mergeContent(withoutOrderId(said), { apiOperation, session: { id: session.key.sessionId } }),
  }
}

/** A checkout knows its order by name; to the API that is the path. */
function withoutOrderId({ order, ...said }: Content): Content {
  if (order === undefined) return said
  const { id: _, ...ordered } = groupAt({ order }, 'order')
  return { ...said, order: ordered }
}

/** A page that only takes the card asks the gateway for nothing. */
const payments = {
  AUTHORIZE: 'AUTHORIZE',
  NONE: '',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
} as const satisfies Record<CheckoutOperation, string>

const purposeOf = ({ operation }: CheckoutVisit) => ({
  channel: 'PAYER_BROWSER',
  purpose: operation === 'VERIFY' ? 'ADD_CARD' : 'PAYMENT_TRANSACTION',
})
