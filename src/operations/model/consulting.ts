import type { AcquirerAnswer, AskedCard } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { Operation, RequestOf } from '../../contract/kit/operation.ts'
import type { Rejection } from '../../orders/rejection.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import type {
  PaymentProvider,
  ProviderAnswer,
  ProviderAsk,
  ProviderConfirmAsk,
  ProviderInitiateAsk,
} from '../../providers/port.ts'
import type {
  Authenticator,
  AuthenticatorAnswer,
  AuthenticatorAsk,
  EnrolmentAsk,
  LegacyEnrolmentRegister,
  PayerAuthenticationAsk,
} from '../../threeDSecure/port.ts'
import type { PayerCallbacks } from './callbacks.ts'
import type { ConcludedResult, DecidedPlan, PlanContext, PlannedMovement } from './flow.ts'
import type { Obligation } from './journal.ts'

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

/** Who else can be asked, and how payers find back. */
export type Counterparties = {
  readonly authenticator: Authenticator
  readonly enrolments: LegacyEnrolmentRegister
  readonly provider: PaymentProvider
  readonly callbacks: PayerCallbacks
  /** Under which address payers' browsers reach this gateway. */
  readonly origin: () => string
}

export const isConsulting = (flow: object): flow is ConsultingFlow => 'judge' in flow
