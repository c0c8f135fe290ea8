import { initiateAuthentication } from '../../contract/operations/payerAuthentication.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { ConsultingFlow } from '../model/consulting.ts'
import { askedCard, withoutCard } from '../payments/funds.ts'
import { refusedByOrder } from '../payments/orderFields.ts'
import { amountDue } from '../payments/rest.ts'
import { refusedByCurrency, refusedByState } from '../payments/state.ts'
import { judgeEnrolment, notSupported, unavailable } from './authenticationNews.ts'

/** Asks the scheme whether the card takes part; the payer notices nothing of it. */
export const initiateAuthenticationFlow: ConsultingFlow<typeof initiateAuthentication> = {
  operation: initiateAuthentication,
  startsOrder: true,
  asks: 'authenticator',

  plan(request, past) {
    const refusal =
      refusedByState(past, 'INITIATE_AUTHENTICATION') ??
      refusedByCurrency(past, request) ??
      refusedByOrder(past, request)
    if (refusal) return refusal
    const { amount: given, currency } = request.order
    const amount = given === undefined ? 0n : amountDue(past, given, currency)
    if (isRejection(amount)) return amount
    const movement = { type: 'AUTHENTICATION', amount, currency } as const
    const card = askedCard(request)
    if (!card) return withoutCard(request)
    // Only the second generation is spoken here.
    const accepted = request.authentication?.acceptVersions
    if (accepted !== undefined && !accepted.includes('3DS2'))
      return { ...movement, verdict: notSupported, card }
    return { ...movement, consult: { verb: 'enrolment' }, card }
  },

  judge: judgeEnrolment,
  afterCrash: () => unavailable('TIMED_OUT'),
}
