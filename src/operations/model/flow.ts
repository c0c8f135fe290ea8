// What an operation has to declare: its flow (plan, then conclude or judge), what a plan is made from, and
// what a plan may ask.

import type {
  AcquirerAnswer,
  AskedCard,
  FollowUpAsk,
  PaymentAsk,
  ReceivedAnswer,
} from '../../acquirers/port.ts'
import type { Operation, RequestOf } from '../../contract/kit/operation.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import type { Profile } from '../../orders/merchant.ts'
import type { OrderPeriods } from '../../orders/periods.ts'
import type { Rejection } from '../../orders/rejection.ts'
import type { AuthenticationStatus, Transaction, TransactionType } from '../../orders/transaction.ts'
import type {
  ProviderAnswer,
  ProviderAsk,
  ProviderConfirmAsk,
  ProviderInitiateAsk,
} from '../../providers/port.ts'
import type {
  AuthenticatorAnswer,
  AuthenticatorAsk,
  EnrolmentAsk,
  PayerAuthenticationAsk,
  RegisteredLegacyEnrolment,
} from '../../threeDSecure/port.ts'
import type { PayerCallbackKind } from './counterparties.ts'
import type { ConsultedFacts, OutcomeContents } from './documents.ts'
import type { Obligation, RecordedTransaction } from './journal.ts'
import type { PaymentRemainder } from './partialPayments.ts'

/**
 * What makes one operation that asks the acquirer different from another: `plan` decides what to ask (or
 * refuses), `conclude` what an answer means. Both are pure functions; the pipeline does the rest.
 */
export interface AcquirerFlow<O extends Operation = Operation> {
  readonly operation: O
  /** Whether it may begin a new order: then it is planned on a new order first, without loading anything. */
  readonly startsOrder: boolean
  /** What is owed when it is unknown what the acquirer did. */
  readonly whenUnknown: UnknownOutcomePolicy
  plan(request: RequestOf<O>, context: PlanContext): Plan | Rejection
  /** The type of its transaction where nothing could be planned, because the order is busy. */
  typeWhileBusy(request: RequestOf<O>, context: PlanContext): TransactionType
  /** UNKNOWN where the answer approves something else than was asked for. */
  conclude(asked: AskedAmount, answer: DefiniteAnswer): ConcludedResult
}

/**
 * An operation that consults another counterparty than the acquirer: a 3-D Secure server or a payment
 * provider. `judge` decides on its first answer, on what the payer's browser reports and on later inquiries.
 */
export interface ConsultingFlow<O extends Operation = Operation> {
  readonly operation: O
  readonly startsOrder: boolean
  /** Which counterparty is asked; where it is not connected, the operation is not available. */
  readonly asks: 'authenticator' | 'provider'
  /** The operation whose transaction this one continues, under the same ids. */
  readonly continues?: string
  plan(
    request: RequestOf<O>,
    context: PlanContext,
  ): (PlannedMovement & (ConsultingPlan | DecidedPlan)) | Rejection
  /** The type of its transaction where nothing could be planned, because the order is busy. */
  typeWhileBusy(request: RequestOf<O>, context: PlanContext): TransactionType
  judge(update: CounterpartyUpdate): ConsultedConclusion
  /**
   * The question of a recorded step once more, for a counterparty that still waits for it: it never arrived.
   * Absent where that cannot be, or where nothing may be asked twice.
   */
  askAgain?(step: RecordedTransaction, first: RecordedTransaction): RepeatedQuestion
  /**
   * What is recorded for a node that crashed after it may have asked, given the outcome recorded before and
   * the trace of the intent.
   */
  afterCrash(before: EarlierOutcome, trace: string | undefined): ConsultedConclusion
}

export const isConsulting = (flow: object): flow is ConsultingFlow => 'judge' in flow

/** What `plan` may know: the order it acts on (nothing for a new one), the profile and the caller. */
export type PlanContext = {
  readonly currency?: string
  readonly amount?: bigint
  readonly transactions: readonly RecordedTransaction[]
  /** The journal's clock; absent for a new order, which has nothing that could have expired. */
  readonly nowMs?: number
  readonly profile: Profile
  /** How long authorizations live, and when batches are closed, where that is set. */
  readonly periods?: OrderPeriods | undefined
  /** The transaction that already has this request's id, where the operation continues it. */
  readonly continued?: RecordedTransaction
  /** The session that authenticated a payer's browser, where it is not the merchant who calls. */
  readonly sessionId?: string
  /** A keyed hash, to distinguish cards whose masked numbers are equal. */
  readonly cardHash?: (number: string) => Buffer
  /** The result of the enrollment check that the request names. */
  readonly enrolment?: RegisteredLegacyEnrolment
  /** The number of the card that a terminal encrypted. */
  readonly numberRead?: string
  /** The transactions of the earlier order that the request names. */
  readonly referenced?: readonly RecordedTransaction[]
  /** Set by a checkout page, which lets the payer pay what a bank did not approve. */
  readonly remainder?: PaymentRemainder
}

export type Plan = PlannedMovement & (AskingPlan | ConsultingPlan | DecidedPlan)

export type PlannedMovement = {
  readonly type: TransactionType
  readonly amount: bigint
  readonly currency: string
  /** What the order is for, where that is another amount than this transaction's. */
  readonly orderAmount?: bigint
  readonly targetId?: string
  /** What the response shows of the authentication that this payment relies on. */
  readonly proof?: TransactionRecord
  /** What is recorded of that authentication for later steps. */
  readonly consulted?: ConsultedFacts
  /** What the order's captures and refunds may exceed their bounds by from now on, in minor units. */
  readonly excess?: bigint
}

/** What is asked of the acquirer; the pipeline adds merchant, order and transaction. */
export type AskingPlan = {
  readonly ask: Cardless<PaymentAsk> | Cardless<FollowUpAsk>
  /** The transaction of this order whose card a follow-up is about: the pipeline adds that card. */
  readonly cardOf?: string
}
type Cardless<A> = Omit<A, 'card' | 'cell' | 'merchantId' | 'orderId' | 'transactionId'> & {
  readonly card?: AskedCard
}

/** Decided by the gateway itself: recorded without asking anybody. */
type DecidedPlan = {
  readonly verdict: GatewayDecision
  readonly card?: AskedCard
  /** The transaction whose card it would have been about. */
  readonly cardOf?: string
}

/** With the rule that decided, where the gateway code does not make it clear; shown by explain. */
export type GatewayDecision = ConcludedResult & { readonly rule?: string }

/** What an approval is compared with. */
export type AskedAmount = {
  readonly amount: bigint
  /** Whether a partial approval is accepted. */
  readonly acceptsPart: boolean
}

/** An answer that decides the outcome. */
export type DefiniteAnswer = Exclude<ReceivedAnswer, { outcome: 'unknown' | 'noOriginal' }>

export type ConcludedResult = Pick<Transaction, 'approvedAmount' | 'gatewayCode' | 'result'>

/**
 * What is owed to the acquirer when the outcome is unknown. Requests are reversed, advices are repeated: an
 * original is never sent twice. A question that moves no money owes nothing.
 */
type UnknownOutcomePolicy = {
  readonly obligation?: Exclude<Obligation, 'inquiry' | 'rest'>
  readonly keepsOrderBusy: boolean
}

type ConsultingPlan = {
  readonly consult: ConsultQuestion
  readonly card?: AskedCard
  /** The transaction of this order whose card it is about, where the request brings none. */
  readonly cardOf?: string
}

/** What is asked; the pipeline adds merchant, order, transaction, card and callback addresses. */
export type ConsultQuestion =
  | Pick<EnrolmentAsk, 'verb' | 'channel'>
  | (Omit<
      PayerAuthenticationAsk,
      Added | 'cardNumber' | 'expiry' | 'cardholderName' | 'challengeCallback' | 'methodCompletion'
    > & {
      /** The callback token of the issuer's method frame; none when the issuer uses no such frame. */
      readonly methodToken?: string
    })
  | (Omit<ProviderInitiateAsk, Added | 'returnCallback' | 'noticeCallback' | 'trace'> & {
      /** The field of the request that named the kind. */
      readonly kindField: string
    })
  | RepeatedQuestion
type RepeatedQuestion = Omit<ProviderConfirmAsk, Added>
type Added = 'cell' | 'merchantId' | 'orderId' | 'transactionId'

export type ConsultedAsk = AuthenticatorAsk | ProviderAsk
export type ConsultedAnswer = AuthenticatorAnswer | ProviderAnswer

/** New information about a transaction: the first answer, an inquiry's answer, or the payer's browser. */
export type CounterpartyUpdate = {
  /** Absent where only the payer's browser called. */
  readonly answer?: ConsultedAnswer
  /** The request as it is shown: with what it has from its order, or from the first request under its id. */
  readonly request: TransactionRecord
  /** What is to be paid, in minor units. */
  readonly amount: bigint
  readonly before: EarlierOutcome
  /** As the counterparty assigned it, where it assigns. */
  readonly trace?: string | undefined
  readonly nowMs: number
  /** The callback tokens that were issued with the first question, by purpose. */
  readonly tokens: CallbackTokens
  readonly origin: string
  /** Which callback the payer's browser called, if it did. */
  readonly seen?: 'redirected' | 'returned' | undefined
}
/** The outcome recorded before; without fields the first time. */
export type EarlierOutcome = Pick<OutcomeContents, 'consulted' | 'fields'>

export type CallbackTokens = { readonly [purpose in PayerCallbackKind]?: string }

/** The result that follows, and what it adds to the response. */
export type ConsultedConclusion = ConcludedResult & {
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
  readonly responsePatch: TransactionRecord
  readonly consulted?: ConsultedFacts | undefined
  /** An approval as an acquirer would give it. */
  readonly answer?: AcquirerAnswer
  readonly obligation?: Obligation
  readonly keepsOrderBusy?: boolean
}
