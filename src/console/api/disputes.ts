// Chargebacks, reversals of them, and fees, which operators enter.

import { oneOf, text } from '../../contract/kit/scalars.ts'
import { optional, required } from '../../contract/kit/vocabulary.ts'
import { merchantCall } from './call.ts'

export type EnteredTransaction = {
  readonly kind: 'recorded' | 'replayed' | 'waiting'
  readonly result: string
  readonly gatewayCode?: string
  readonly status?: string
  /** What is charged back of the order now. */
  readonly chargeback?: { readonly amount: string; readonly currency: string }
}

export const enteredOperations = ['ENTER_CHARGEBACK', 'ENTER_FEE'] as const

export const disputeCalls = {
  enterTransaction: merchantCall<EnteredTransaction>()(
    'disputes.enter',
    {
      orderId: required(text(1, 40), 'The order.'),
      transactionId: required(text(1, 40), 'Made once for each form: what is sent twice is done once.'),
      operation: required(oneOf(...enteredOperations), 'What is entered.'),
      amount: required(text(1, 20), 'How much.'),
      currency: required(text(1, 3), "The order's currency."),
      targetTransactionId: optional(
        text(1, 40),
        'The capture or payment that was charged back, or the chargeback that was reversed.',
      ),
      reference: optional(text(1, 40), "The acquirer's case."),
      merchantNote: optional(text(1, 250), 'A note.'),
    },
    { needsStepUp: true },
  ),
}
