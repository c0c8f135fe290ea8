import { referral } from '../../contract/operations/followUp.ts'
import { whyNotAdmitted } from '../../orders/admission.ts'
import { invalid } from '../../orders/rejection.ts'
import { stateOf } from '../../orders/status.ts'
import { cardOf } from '../followUps/followUp.ts'
import { concludeAmount } from '../model/conclude.ts'
import type { AcquirerFlow } from '../model/flow.ts'
import { verdictOnAttempts } from './attempts.ts'
import { refusedByCustom } from './orderFields.ts'
import { refusedByLoss } from './rest.ts'
import { refusedByState } from './state.ts'

/** Submits the attempt that was referred to the issuer once more, with the code the issuer gave. */
export const referralFlow: AcquirerFlow<typeof referral> = {
  operation: referral,
  startsOrder: false,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: false },

  plan(request, past) {
    const refusal = refusedByState(past, 'REFERRAL') ?? refusedByCustom(past, request.order)
    if (refusal) return refusal
    const { transactions } = past
    const referred = transactions.findLast(({ type }) => type === 'AUTHORIZATION' || type === 'PAYMENT')
    if (referred?.gatewayCode !== 'REFERRED')
      return invalid('apiOperation', whyNotAdmitted(stateOf(transactions), 'REFERRAL'), 'REFERRAL')
    const lost = refusedByLoss(past, referred, 'REFERRAL')
    if (lost) return lost
    const { type, amount, currency } = referred
    const card = cardOf(transactions, referred)
    const verdict = verdictOnAttempts(past)
    if (verdict) return { type, amount, currency, verdict, cardOf: card }
    const verb = type === 'PAYMENT' ? 'pay' : 'authorize'
    const { authorizationCode } = request.transaction
    const ask = { verb, amount, currency, acceptPartialAmount: false, authorizationCode } as const
    return { type, amount, currency, ask, cardOf: card }
  },

  conclude: concludeAmount,
}
