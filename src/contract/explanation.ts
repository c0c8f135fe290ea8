// The answer of explain: everything recorded about one transaction. It is the same at every version of the
// API, and the explain command shows it as text.

import type { Content } from './kit/content.ts'
import type { OrderRecord, TransactionRecord } from './model.ts'

export type Explanation = {
  /** No money moves. */
  readonly mode?: 'TEST'
  readonly merchant: string
  readonly order: Pick<OrderRecord, 'id' | 'status'>
  readonly transaction: NonNullable<TransactionRecord['transaction']>
  readonly operation: string
  readonly version: string
  readonly result: string
  readonly gatewayCode: string
  readonly decidedBy: ExplainedDecider
  readonly request: TransactionRecord
  readonly values: ExplainedValues
  readonly rules: readonly ExplainedRule[]
  readonly totals: { readonly before: OrderStateRecord; readonly after?: OrderStateRecord }
  readonly owed?: ExplainedObligation
  readonly authentication?: ExplainedAuthentication
  /** What happened, oldest first. */
  readonly steps: readonly ExplainedStep[]
}

/** Who settled it as it is now. */
export type ExplainedDecider =
  | 'ACQUIRER'
  | 'GATEWAY'
  | 'ISSUER'
  | 'NOBODY_YET'
  | 'OPERATOR'
  | 'PAYER'
  | 'PROVIDER'
  | 'RECOVERY'

/** The origin of values that are not in the request itself. */
export type ExplainedValues = {
  readonly taken?: Readonly<Record<string, string>>
  readonly cardOfTransaction?: string
  readonly groupsOfOrder?: readonly string[]
  /** Fields that are stored, but neither forwarded nor shown. */
  readonly leftOut?: readonly string[]
  readonly defaults: Content
  readonly derived: Content
}

export type ExplainedRule = {
  readonly rule: string
  readonly verdict: string
  /** For the rule about the status of the order. */
  readonly status?: string
  readonly operation?: string
  /** Whether anybody was asked. */
  readonly sent?: false
  /** For risk rules: whose it is, what it recommends, and what it looked at. */
  readonly owner?: string
  readonly name?: string
  readonly stage?: string
  readonly recommendation?: string
  readonly score?: number
  readonly saw?: string
  /** It is only watched: it changes no answer. */
  readonly shadow?: true
}

/** Status and totals of an order. */
export type OrderStateRecord = {
  readonly status?: string | undefined
  readonly totalAuthorizedAmount?: string | undefined
  readonly totalCapturedAmount?: string | undefined
  readonly totalRefundedAmount?: string | undefined
  /** Absent where nothing was charged back. */
  readonly chargebackAmount?: string | undefined
}

export type ExplainedObligation = {
  readonly obligation: string
  readonly status: string
  readonly attempts: number
  readonly lastAttemptTime?: string
}

/** How a payer was authenticated at a directory server, and on whose word. */
export type ExplainedAuthentication = {
  readonly directoryServer: string
  readonly protocolVersion: string
  readonly serverTransactionId: string
  readonly dsTransactionId?: string
  readonly acsTransactionId?: string
  readonly status?: ExplainedCode
  readonly reason?: ExplainedCode
  /** How a challenge ended that did not come to its end. */
  readonly challengeCancel?: ExplainedCode
  /** ISSUER: it said so. NOBODY: what follows from its silence. NOBODY_YET: it is not over. */
  readonly saidBy: 'ISSUER' | 'NOBODY' | 'NOBODY_YET'
  /** The message that it is known from, or what its absence was taken for. */
  readonly knownFrom?: string
  /** What else the issuer said, under the protocol's names. */
  readonly evidence?: Readonly<Record<string, string>>
  /** The earlier authentication that the issuer was reminded of. */
  readonly prior?: Content
}

export type ExplainedCode = { readonly code: string; readonly meaning: string }

/** One event, and the facts about it. */
export type ExplainedStep = Content & { readonly step: ExplainedStepName; readonly time: string }

export type ExplainedStepName =
  | 'ACQUIRER_ASKED'
  | 'ADVICE_ATTEMPTED'
  | 'ANSWERED'
  | 'BROWSER_RETURNED'
  | 'INQUIRY_ATTEMPTED'
  | 'ISSUER_ASKED'
  | 'LATE_ANSWER'
  | 'LINK_CHOSEN'
  | 'MESSAGE_RECEIVED'
  | 'MESSAGE_SENT'
  | 'NOTIFICATION_ATTEMPTED'
  | 'NOTIFICATION_DUE'
  | 'PAYER_WENT_ON'
  | 'PROVIDER_ASKED'
  | 'RECEIPT'
  | 'RECEIVED'
  | 'REST_AWAITED'
  | 'REVIEWED'
  | 'REVERSAL_ATTEMPTED'
  | 'SETTLED_BY_OPERATOR'
  | 'SETTLED_BY_RECOVERY'
  | 'SETTLED_BY_RESULT'
