// What an adapter's answers mean: for a payment at the provider's page, and for what follows it.

import { hash } from 'node:crypto'
import type { AcquirerAnswer, AcquirerApproval } from '../../acquirers/port.ts'
import { toMinor } from '../../orders/money.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import type { ProviderAnswer } from '../port.ts'
import type { AdapterError, ProtocolAnswer } from '../protocol/declaration.ts'

/** Who was asked, for what the merchant is shown. */
export type AnswerContext = {
  readonly provider: string
  readonly merchantName: string
  readonly currency: string
  readonly at: Date
}

/** A payment as its state is now; `open` is undecided except in the answer to `start`. */
export function paymentAnswer(answer: ProtocolAnswer, context: AnswerContext): ProviderAnswer {
  const account = answer.accountId === undefined ? {} : { accountId: answer.accountId }
  switch (answer.state) {
    case 'open':
      return { outcome: 'undecided', ...account }
    case 'processing':
      return { outcome: 'undecided', isPayerDone: true, ...account }
    case 'agreed':
      return { outcome: 'agreed', ...account }
    case 'approved':
      return {
        outcome: 'approved',
        gatewayCode: 'APPROVED',
        // What was taken in another currency is never what was asked for: it will be undone.
        amount: takenIn(answer, context) ?? 0n,
        ...approvalOf(answer, context),
        ...detailsOf(answer),
        ...account,
      }
    case 'declined':
      return { outcome: 'declined', gatewayCode: answer.code ?? 'DECLINED', ...detailsOf(answer), ...account }
    case 'cancelled':
      return { outcome: 'declined', gatewayCode: 'ABORTED', ...detailsOf(answer), ...account }
  }
}

/** A capture or a refund as its state is now. */
export function partAnswer(answer: ProtocolAnswer, context: AnswerContext): AcquirerAnswer {
  const details = detailsOf(answer)
  switch (answer.state) {
    case 'approved': {
      const amount = takenIn(answer, context)
      if (amount === undefined) return { outcome: 'unknown', ...details }
      const approval = approvalOf(answer, context)
      return { outcome: 'approved', gatewayCode: 'APPROVED', amount, ...approval, ...details }
    }
    case 'declined':
      return { outcome: 'declined', gatewayCode: answer.code ?? 'DECLINED', ...details }
    case 'cancelled':
      return { outcome: 'declined', gatewayCode: 'ABORTED', ...details }
    default:
      return { outcome: 'pending', ...details }
  }
}

/**
 * What became of a cancel. A payment that was declined cannot charge anybody either. A part may be beyond
 * undoing; a payment as a whole never is, so one that is still approved has not been cancelled yet. A part of
 * another amount than was asked for must not count as what was asked for: it stays owed, and people look.
 */
export function cancelAnswer(
  answer: ProtocolAnswer,
  { amount, isPart, ...context }: AnswerContext & { readonly amount: bigint; readonly isPart: boolean },
): AcquirerAnswer {
  const details = detailsOf(answer)
  switch (answer.state) {
    case 'cancelled':
    case 'declined':
      return {
        outcome: 'approved',
        gatewayCode: 'APPROVED',
        amount,
        ...approvalOf(answer, context),
        ...details,
      }
    case 'approved':
      return isPart && takenIn(answer, context) === amount
        ? { outcome: 'declined', gatewayCode: 'DECLINED', ...details, stands: true }
        : { outcome: 'pending', ...details }
    default:
      return { outcome: 'pending', ...details }
  }
}

/** The adapter did nothing, and says that it never will. */
export function refusedAnswer({ code, explanation }: AdapterError) {
  const gatewayCode: GatewayCode = code === 'NOT_SUPPORTED' ? 'NOT_SUPPORTED' : 'UNSPECIFIED_FAILURE'
  return {
    outcome: 'declined',
    gatewayCode,
    acquirerCode: code,
    acquirerMessage: wordsOf(explanation),
  } as const
}

/** In minor units; undefined where it is of another currency. */
function takenIn({ amount, currency }: ProtocolAnswer, wanted: AnswerContext): bigint | undefined {
  return amount === undefined || currency !== wanted.currency ? undefined : toMinor(amount, currency)
}

const detailsOf = ({ state, code, message }: ProtocolAnswer) => ({
  acquirerCode: code ?? state.toUpperCase(),
  acquirerMessage: wordsOf(message ?? ''),
})

/** As merchants are promised the acquirer's words: 255 characters of ASCII. */
const wordsOf = (text: string): string => text.replace(/[^ -~]/gu, '?').slice(0, 255)

/**
 * Approved transactions have a code of six letters and digits, a receipt of twelve digits and a trace number
 * of six (spec 2.12). Where the provider has none of that form, it is derived from the ids: always the same.
 */
function approvalOf(answer: ProtocolAnswer, { provider, merchantName, at }: AnswerContext): AcquirerApproval {
  const { authorizationCode = '', receipt = '', providerPaymentId, paymentId, captureId, refundId } = answer
  const [day = ''] = at.toISOString().split('T')
  const digest = hash('sha256', [paymentId, captureId, refundId].join(' '), 'buffer')
  return {
    authorizationCode: /^[0-9A-Z]{6}$/.test(authorizationCode)
      ? authorizationCode
      : digest.readUIntBE(0, 6).toString(36).toUpperCase().padStart(6, '0').slice(-6),
    receipt: /^\d{1,12}$/.test(receipt) ? receipt.padStart(12, '0') : digits(digest.readUIntBE(6, 6), 12),
    acquirer: {
      id: provider,
      merchantId: merchantName,
      batch: Number(day.replaceAll('-', '')),
      date: day.slice(5).replace('-', ''),
      timeZone: '+0000',
      transactionId: providerPaymentId ?? paymentId,
    },
    authorizationResponse: { stan: digits(digest.readUIntBE(12, 4), 6) },
  }
}

const digits = (value: number, length: number): string => String(value % 10 ** length).padStart(length, '0')
