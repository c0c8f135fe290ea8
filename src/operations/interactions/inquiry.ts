import { type Content, isObject } from '../../contract/kit/content.ts'
import { browserPaymentLifeMs, challengeLifeMs } from '../../orders/periods.ts'
import type { ConsultedAnswer, ConsultedAsk } from '../model/consulting.ts'
import { valueIn } from '../model/documents.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { sendConsult } from '../pipeline/consult.ts'
import type { Pipeline } from '../pipeline/execution.ts'

export type InteractionInquiry = { readonly ask: ConsultedAsk; readonly answer: ConsultedAnswer }

/** Asks the other side how far the payer has come; when the payer's time is over, for the last time. */
export async function inquireOpenStep(
  pipeline: Pipeline,
  {
    key,
    order,
    step,
  }: { readonly key: OrderKey; readonly order: LoadedOrder; readonly step: RecordedTransaction },
): Promise<InteractionInquiry> {
  const isOver = order.loadedAtMs >= endsAtMs(step)
  const ask = askAbout(key, step, isOver)
  const answer = await sendConsult(pipeline, ask)
  const isAbandoned = ask.verb === 'challenge' && answer.outcome === 'undecided' && isOver
  return { ask, answer: isAbandoned ? abandoned(step) : answer }
}

function askAbout(
  { merchantId, orderId }: OrderKey,
  step: RecordedTransaction,
  isOver: boolean,
): ConsultedAsk {
  const { id: transactionId, type, amount, currency, request, outcome = '{}' } = step
  const subject = { merchantId, orderId, transactionId }
  const { serverTransactionId, acsTransactionId, interactionId } = contentIn(outcome, 'consulted')
  if (type === 'AUTHENTICATION')
    return {
      ...subject,
      verb: 'challenge',
      serverTransactionId: String(serverTransactionId),
      acsTransactionId: String(acsTransactionId),
    }
  const { reference } = contentIn(request, 'order')
  return {
    ...subject,
    verb: 'progress',
    amount,
    currency,
    operation: type === 'PAYMENT' ? 'PAY' : 'AUTHORIZE',
    interactionId: String(interactionId),
    ...(typeof reference === 'string' && { reference }),
    isOver,
  }
}

/** Who came back and agreed has left it to the merchant, from then on. */
export function endsAtMs({ type, startedAtMs, outcome = '{}' }: RecordedTransaction): number {
  if (type === 'AUTHENTICATION') return startedAtMs + challengeLifeMs
  const { interaction } = contentIn(outcome, 'browserPayment')
  const { timeReturned } = isObject(interaction) ? interaction : {}
  const sinceMs = typeof timeReturned === 'string' ? Date.parse(timeReturned) : startedAtMs
  return sinceMs + browserPaymentLifeMs
}

/** As an issuer would say it whose payer did not answer in time. */
function abandoned({ outcome = '{}' }: RecordedTransaction): ConsultedAnswer {
  const { '3ds2': ids } = contentIn(outcome, 'authentication')
  const { acsTransactionId, dsTransactionId, protocolVersion } = isObject(ids) ? ids : {}
  return {
    outcome: 'judged',
    transactionStatus: 'N',
    statusReasonCode: '14',
    acsTransactionId: String(acsTransactionId),
    dsTransactionId: String(dsTransactionId),
    protocolVersion: String(protocolVersion),
  }
}

function contentIn(document: string, group: string): Content {
  const value = valueIn(document, group)
  return isObject(value) ? value : {}
}
