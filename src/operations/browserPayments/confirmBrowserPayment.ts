import { type Content, isObject } from '../../contract/kit/content.ts'
import type { RequestOf } from '../../contract/kit/operation.ts'
import { confirmBrowserPayment } from '../../contract/operations/browserPayment.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'
import { browserPaymentLifeMs } from '../../orders/periods.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { ConsultingFlow } from '../model/consulting.ts'
import { valueIn } from '../model/documents.ts'
import type { PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { figuresSaidBy, refusedBeside, refusedByDecimals } from '../payments/figures.ts'
import { refusedByCustom } from '../payments/orderFields.ts'
import { refusedByCurrency, refusedByState } from '../payments/state.ts'
import { judgeConfirmation, notConfirmed } from './browserPaymentNews.ts'

type Request = RequestOf<typeof confirmBrowserPayment>

/** Executes what the payer agreed to at the provider. Amount and items may be others by now. */
export const confirmBrowserPaymentFlow: ConsultingFlow<typeof confirmBrowserPayment> = {
  operation: confirmBrowserPayment,
  startsOrder: false,
  asks: 'provider',
  continues: 'INITIATE_BROWSER_PAYMENT',

  plan(request, past) {
    const { continued } = past
    const refusal =
      refusedByState(past, 'CONFIRM_BROWSER_PAYMENT') ??
      refusedByProgress(past) ??
      refusedByCurrency(past, { ...(request.order && { order: request.order }) }) ??
      refusedByCustom(past, request.order) ??
      (continued && refusedByAgreed(request, continued))
    if (refusal || !continued) return refusal ?? refused('No browser payment was initiated with these ids.')
    const { currency, type } = continued
    const given = request.order?.amount
    const amount = given === undefined ? continued.amount : toMinor(given, currency)
    const reference = request.order?.reference ?? said(continued.request, 'order').reference
    return {
      ...{ type, amount, currency },
      consult: {
        verb: 'confirm',
        ...{ amount, currency },
        operation: type === 'PAYMENT' ? 'PAY' : 'AUTHORIZE',
        interactionId: String(said(continued.outcome, 'consulted').interactionId),
        ...(typeof reference === 'string' && { reference }),
        particulars: request.order ? { order: request.order } : {},
      },
    }
  },

  judge: judgeConfirmation,
  afterCrash: notConfirmed,
}

function refusedByProgress({ continued, nowMs = 0 }: PlanContext): Rejection | undefined {
  if (!continued) return refused('No browser payment was initiated with these ids.')
  const { interaction } = said(continued.outcome, 'browserPayment')
  const { status, timeReturned } = isObject(interaction) ? interaction : {}
  if (status === 'COMPLETED') return refused('This browser payment has ended.')
  const confirmation = valueIn(continued.request, 'browserPayment', 'providerA', 'paymentConfirmation')
  if (confirmation !== 'CONFIRM_AT_MERCHANT') return refused('The payer confirms at the provider.')
  if (status !== 'RETURNED_TO_MERCHANT') return refused('The payer has not come back yet.')
  const endsAtMs = Date.parse(String(timeReturned)) + browserPaymentLifeMs
  if (nowMs < endsAtMs) return undefined
  return refused(`What the payer agreed to could be confirmed until ${new Date(endsAtMs).toISOString()}.`)
}

/** Amount and sub-totals may change, and are held against those that the payer agreed to. */
function refusedByAgreed(request: Request, continued: RecordedTransaction): Rejection | undefined {
  const { amount, currency } = continued
  const asking = { operation: confirmBrowserPayment, request }
  const agreed = { ...figuresSaidBy([continued]), amount: toDecimal(amount, currency), currency }
  return refusedByDecimals(asking, currency) ?? refusedBeside(asking, agreed)
}

const refused = (why: string): Rejection => invalid('apiOperation', why, 'CONFIRM_BROWSER_PAYMENT')

function said(document: RecordedTransaction['outcome'], group: string): Content {
  const value = valueIn(document ?? '{}', group)
  return isObject(value) ? value : {}
}
