import { verify } from '../../contract/operations/payment.ts'
import { toMinor } from '../../orders/money.ts'
import { concludeWhole } from '../model/conclude.ts'
import type { AcquirerFlow } from '../model/flow.ts'
import { verdictOnAttempts } from './attempts.ts'
import { askedCard, askedOfPayer, verdictOnReading, withoutCard } from './funds.ts'
import { refusedByOrder } from './orderFields.ts'
import { refusedByProof, verdictOnProof } from './payerProof.ts'
import { benefitsOf, presentedBy } from './presented.ts'
import { provenBy } from './provenPayer.ts'
import { refusedByCurrency, refusedByState } from './state.ts'
import { refusedByTerminal } from './terminal.ts'

/** A question that moves nothing: the order's amount is for assessing risk, and stays here (spec 2.3). */
export const verifyFlow: AcquirerFlow<typeof verify> = {
  operation: verify,
  startsOrder: true,
  whenUnknown: { keepsOrderBusy: false },

  plan(request, past) {
    const refusal =
      refusedByState(past, 'VERIFY') ??
      refusedByCurrency(past, request) ??
      refusedByOrder(past, request) ??
      refusedByTerminal(request, past) ??
      refusedByProof(request, past)
    if (refusal) return refusal
    const { amount, currency } = request.order
    const orderAmount = amount === undefined ? 0n : toMinor(amount, currency)
    const { proof, asked: proven } = provenBy(request, past)
    const movement = {
      type: 'VERIFICATION',
      amount: 0n,
      currency,
      orderAmount,
      ...(proof && { proof }),
    } as const
    const card = askedCard(request)
    const verdict =
      verdictOnAttempts(past) ?? verdictOnReading(request) ?? verdictOnProof(request, past, { card })
    if (verdict) return { ...movement, verdict, ...(card && { card }) }
    if (!card) return withoutCard(request)
    const asked = { verb: 'verify', amount: 0n, currency, card, acceptPartialAmount: false } as const
    const account = { ...presentedBy(request), ...benefitsOf(request) }
    return { ...movement, ask: { ...asked, ...askedOfPayer(request), ...proven, ...account } }
  },

  conclude: (_, answer) => concludeWhole(answer),
}
