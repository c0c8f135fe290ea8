import type { AcquirerAnswer, AskedCard, FollowUpAsk, PaymentAsk } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { Operation, RequestOf } from '../../contract/kit/operation.ts'
import type { Profile } from '../../orders/merchant.ts'
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
import type { Obligation, RecordedTransaction } from './journal.ts'
import type { CheckoutRemainder } from './partialPayments.ts'

/** The decisions that make one operation different from another. All are pure. */
export interface AcquirerFlow<O extends Operation = Operation> {
  readonly operation: O
  /** May begin a new order: then it is planned against that first, without a look at the store. */
  readonly startsOrder: boolean
  /** What follows when nobody knows what the acquirer did. */
  readonly whenUnknown: UnknownOutcomePolicy
  plan(request: RequestOf<O>, past: PlanContext): Plan | Rejection
  /** UNKNOWN where the answer is to something else than was asked for. */
  conclude(asked: AskedAmount, answer: DefiniteAnswer): ConcludedResult
}

/**
 * An operation that asks somebody else than the acquirer: who authenticates payers, or where they pay. What
 * they say first, what the payer's browser brings and what is inquired about later are judged alike.
 */
export interface ConsultingFlow<O extends Operation = Operation> {
  readonly operation: O
  readonly startsOrder: boolean
  /** Who is asked: without them, nothing is begun. */
  readonly asks: 'authenticator' | 'provider'
  /** The operation whose transaction this one takes further, under the same ids. */
  readonly continues?: string
  plan(
    request: RequestOf<O>,
    past: PlanContext,
  ): (PlannedMovement & (ConsultingPlan | DecidedPlan)) | Rejection
  judge(news: CounterpartyUpdate): ConsultedConclusion
  /** What is recorded for a node that died after it may have asked, upon what was answered before. */
  afterCrash(before: Content): ConsultedConclusion
}

export const isConsulting = (flow: object): flow is ConsultingFlow => 'judge' in flow

/** What an operation may know of the order it acts on; nothing of it for a new one. */
export type PlanContext = {
  readonly currency?: string
  readonly amount?: bigint
  readonly transactions: readonly RecordedTransaction[]
  /** The journal's clock; absent for a new order, which has nothing that could have expired. */
  readonly nowMs?: number
  readonly profile: Profile
  /** The transaction that has this request's id already, where it may be taken further. */
  readonly continued?: RecordedTransaction
  /** The session by which a payer's browser proved itself, where no merchant asks. */
  readonly sessionId?: string
  /** Tells cards apart that look alike when masked. */
  readonly cardHash?: (number: string) => Buffer
  /** What the enrollment check came to that the request names. */
  readonly enrolment?: RegisteredLegacyEnrolment
  /** Of the card that a terminal sealed. */
  readonly numberRead?: string
  /** Where a checkout page finishes what banks approve only a part of. */
  readonly remainder?: CheckoutRemainder
}

export type Plan = PlannedMovement & (AskingPlan | ConsultingPlan | DecidedPlan)

export type PlannedMovement = {
  readonly type: TransactionType
  readonly amount: bigint
  readonly currency: string
  /** What the order is for, where that is another amount than this transaction's. */
  readonly orderAmount?: bigint
  readonly targetId?: string
  /** What the answer shows of the authentication that it relies on. */
  readonly proof?: Content
  /** What the order's captures and refunds may exceed their bounds by from now on, in minor units. */
  readonly excess?: bigint
}

/** What is asked of the acquirer; on whose behalf, the pipeline adds. */
export type AskingPlan = {
  readonly ask: Cardless<PaymentAsk> | Cardless<FollowUpAsk>
  /** The transaction of this order whose card a follow-up is about: the pipeline adds that card. */
  readonly cardOf?: string
}
type Cardless<A> = Omit<A, 'card' | 'cell' | 'merchantId' | 'orderId' | 'transactionId'> & {
  readonly card?: AskedCard
}

/** Decided by the gateway itself: it is recorded, and nobody is asked. */
export type DecidedPlan = {
  readonly verdict: GatewayDecision
  readonly card?: AskedCard
  /** As of one that asks: whose card it would have been about. */
  readonly cardOf?: string
}

/** By which rule, where its code does not tell: for explain. */
export type GatewayDecision = ConcludedResult & { readonly rule?: string }

/** What an approval is held against. */
export type AskedAmount = {
  readonly amount: bigint
  /** Whether less than the amount is welcome. */
  readonly acceptsPart: boolean
}

/** An answer that tells something. */
export type DefiniteAnswer = Exclude<AcquirerAnswer, { outcome: 'silent' | 'unknown' | 'noOriginal' }>

export type ConcludedResult = Pick<Transaction, 'approvedAmount' | 'gatewayCode' | 'result'>

/**
 * Requests are reversed, advices are repeated: an original is never sent twice. A question without effect is
 * simply forgotten.
 */
export type UnknownOutcomePolicy = {
  readonly obligation?: Exclude<Obligation, 'inquiry' | 'rest'>
  readonly keepsOrderBusy: boolean
}

export type ConsultingPlan = {
  readonly consult: ConsultQuestion
  readonly card?: AskedCard
  /** The transaction of this order whose card it is about, where the request brings none. */
  readonly cardOf?: string
}

/** What is asked; on whose behalf, about which card and where the payer comes back to, the pipeline adds. */
export type ConsultQuestion =
  | Pick<EnrolmentAsk, 'verb'>
  | (Omit<
      PayerAuthenticationAsk,
      Added | 'cardNumber' | 'expiry' | 'challengeCallback' | 'methodCompletion'
    > & {
      /** The address that the issuer's frame was to come to; none when it did not want to look. */
      readonly methodToken?: string
    })
  | Omit<ProviderInitiateAsk, Added | 'returnCallback'>
  | Omit<ProviderConfirmAsk, Added>
type Added = 'merchantId' | 'orderId' | 'transactionId'

export type ConsultedAsk = AuthenticatorAsk | ProviderAsk
export type ConsultedAnswer = AuthenticatorAnswer | ProviderAnswer

/** What came to be known about a transaction, at once or later. */
export type CounterpartyUpdate = {
  /** Nothing where only the payer was seen. */
  readonly answer?: ConsultedAnswer
  /** The request as it was recorded. */
  readonly request: Content
  /** What is to be paid, in minor units. */
  readonly amount: bigint
  /** What was answered about it before; nothing the first time. */
  readonly before: Content
  readonly nowMs: number
  /** Issued with the first question, by purpose. */
  readonly tokens: CallbackTokens
  readonly origin: string
  /** Where the payer's browser was seen. */
  readonly seen?: 'redirected' | 'returned' | undefined
}
export type CallbackTokens = { readonly [purpose in 'method' | 'challenge' | 'redirect' | 'return']?: string }

/** What is made of it, and what the answer says beyond that. */
export type ConsultedConclusion = ConcludedResult & {
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
  readonly responsePatch: Content
  /** An approval as an acquirer would give it. */
  readonly answer?: AcquirerAnswer
  readonly obligation?: Obligation
  readonly keepsOrderBusy?: boolean
}
