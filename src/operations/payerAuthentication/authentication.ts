// The flows of INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER (EMV 3-D Secure).

import type { AskedCard } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { RequestOf } from '../../contract/kit/operation.ts'
import { authenticatePayer, initiateAuthentication } from '../../contract/operations/payerAuthentication.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { PriorAuthentication } from '../../threeDSecure/port.ts'
import type { ConsultingFlow, ConsultQuestion, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { shownMerchant } from '../model/shownMerchant.ts'
import { askedCard, withoutCard } from '../payments/card.ts'
import {
  amountDue,
  paysRemainder,
  refusedByCurrency,
  refusedByOrder,
  refusedByState,
} from '../payments/orderRules.ts'
import { authenticatedCardHash, isOfCard } from '../payments/payerProof.ts'
import { judgeEnrolment, judgePayer, notSupported, unavailable } from './authenticationUpdate.ts'
import { earlierMethodRun } from './earlierMethodRun.ts'
import { priorAuthenticationIn } from './priorAuthentication.ts'

/** Asks the scheme whether the card takes part, without any interaction with the payer. */
export const initiateAuthenticationFlow: ConsultingFlow<typeof initiateAuthentication> = {
  operation: initiateAuthentication,
  startsOrder: true,
  asks: 'authenticator',
  typeWhileBusy: () => 'AUTHENTICATION',

  plan(request, context) {
    const refusal =
      refusedByState(context, 'INITIATE_AUTHENTICATION') ??
      refusedByCurrency(context, request) ??
      refusedByOrder(context, request)
    if (refusal) return refusal
    const { channel = 'PAYER_BROWSER' } = request.authentication ?? {}
    if (channel === 'PAYER_APP') return noApps
    const { amount: given, currency } = request.order
    const amount = given === undefined ? 0n : amountDue(context, given, currency)
    if (isRejection(amount)) return amount
    const movement = { type: 'AUTHENTICATION', amount, currency } as const
    const card = askedCard(request)
    if (!card) return withoutCard(request)
    // Only the second generation of 3-D Secure is supported here.
    const accepted = request.authentication?.acceptVersions
    if (accepted !== undefined && !accepted.includes('3DS2'))
      return { ...movement, verdict: notSupported, card }
    const prior = priorAuthenticationIn(context.referenced ?? [], hashOf(card, context))
    return {
      ...{ ...movement, consult: { verb: 'enrolment', channel }, card },
      ...(prior && { consulted: { prior } }),
    }
  },

  judge: judgeEnrolment,
  afterCrash: () => unavailable('TIMED_OUT'),
}

const hashOf = ({ number }: AskedCard, { cardHash }: PlanContext): string | undefined =>
  cardHash?.(number).toString('base64')

/** What an app's own 3-D Secure software would send along has no fields in this API. */
const noApps: Rejection = invalid(
  'authentication.channel',
  'Payers are authenticated in their browser, also from apps: open the page there, as PAYER_BROWSER.',
  'PAYER_APP',
)

type Request = RequestOf<typeof authenticatePayer>

/** Asks the issuer to authenticate the payer: it decides at once, or requires a challenge. */
export const authenticatePayerFlow: ConsultingFlow<typeof authenticatePayer> = {
  operation: authenticatePayer,
  startsOrder: false,
  asks: 'authenticator',
  continues: 'INITIATE_AUTHENTICATION',
  typeWhileBusy: () => 'AUTHENTICATION',

  plan(request, context) {
    const { continued } = context
    const refusal =
      refusedByState(context, 'AUTHENTICATE_PAYER') ??
      refusedByBeginning(context) ??
      refusedByCurrency(context, request) ??
      refusedByCard(request, context)
    if (refusal || !continued) return refusal ?? notInitiated
    const { currency } = request.order
    const amount = amountDue(context, request.order.amount, currency)
    if (isRejection(amount)) return amount
    const movement = { type: 'AUTHENTICATION', amount, currency } as const
    if (continued.authenticationStatus === 'AUTHENTICATION_NOT_SUPPORTED')
      return { ...movement, verdict: notSupported, cardOf: continued.id }
    const asked = paysRemainder(context) ? forRemainder(request, amount) : request
    const prior = priorOf(context, continued)
    const methodRun = earlierMethodRun(request.device, context)
    const consult = {
      ...consultOf(asked, continued, { amount, profile: context.profile }),
      ...(prior && { prior }),
      ...(methodRun !== undefined && { earlierMethodRun: methodRun }),
    }
    return { ...movement, consult, cardOf: continued.id, ...(prior && { consulted: { prior } }) }
  },

  judge: judgePayer,
  afterCrash: () => unavailable('TIMED_OUT'),
}

/** By the order that this request names, or else by that of the first one. */
const priorOf = ({ referenced }: PlanContext, first: RecordedTransaction): PriorAuthentication | undefined =>
  referenced
    ? priorAuthenticationIn(referenced, authenticatedCardHash(first))
    : first.outcome?.consulted?.prior

const notInitiated: Rejection = invalid(
  'apiOperation',
  'A payer is authenticated after INITIATE_AUTHENTICATION with the same ids.',
  'AUTHENTICATE_PAYER',
)

/**
 * A payer's browser may continue only an authentication that began with its own session, and learns nothing
 * about others.
 */
function refusedByBeginning({ continued, sessionId }: PlanContext): Rejection | undefined {
  if (!continued) return notInitiated
  if (sessionId !== undefined && continued.request.fields.session?.id !== sessionId) return notInitiated
  const status = continued.authenticationStatus
  if (status === 'AUTHENTICATION_AVAILABLE' || status === 'AUTHENTICATION_NOT_SUPPORTED') return undefined
  const why = 'Initiating it did not find that authentication is available; initiate another one.'
  return invalid('apiOperation', why, 'AUTHENTICATE_PAYER')
}

/** Both requests must be about the same card. */
function refusedByCard(request: Request, context: PlanContext): Rejection | undefined {
  const given = askedCard(request)?.number
  if (given === undefined || !context.continued || isOfCard(context.continued, given, context))
    return undefined
  const why = 'It must be the card that authentication was initiated with.'
  return invalid('sourceOfFunds.provided.card.number', why)
}

function consultOf(
  request: Request,
  { outcome, request: first }: RecordedTransaction,
  { amount, profile }: Pick<PlanContext, 'profile'> & { readonly amount: bigint },
) {
  const { serverTransactionId, authenticatorMemory: memory, methodToken } = outcome?.consulted ?? {}
  const { channel = 'PAYER_BROWSER', purpose = 'PAYMENT_TRANSACTION' } = {
    ...first.fields.authentication,
    ...request.authentication,
  }
  const asked = {
    verb: 'authenticate',
    serverTransactionId: String(serverTransactionId),
    amount,
    currency: request.order.currency,
    channel,
    purpose,
    particulars: { ...particularsOf(request), ...shownMerchant(profile, request.order) },
  } as const satisfies ConsultQuestion
  return {
    ...asked,
    ...(memory !== undefined && { memory }),
    ...(methodToken !== undefined && { methodToken }),
  }
}

/** The fields that schemes take into account, without those of the card. */
function particularsOf({ sourceOfFunds: _, session: __, apiOperation: ___, ...fields }: Request): Content {
  return fields
}

/** The request with the amount that is to be paid now. */
function forRemainder({ order, ...fields }: Request, amount: bigint): Request {
  return { ...fields, order: { ...order, amount: toDecimal(amount, order.currency) } }
}
