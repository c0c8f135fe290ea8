import type { Rejection } from '../../orders/rejection.ts'
import type { PostedForm } from '../../pages/threeDSecure/betweenPages.ts'

/** The simulated card issuer as far as its pages know it: what browsers post, and where they go next. */
export interface Issuer {
  looked(methodData: string): PostedForm | undefined
  challenge(challengeRequest: string): Promise<Question | undefined>
  decide(challengeId: string, outcome: string): Promise<PostedForm | 'noSuchOutcome' | undefined>
  decideFor(payment: ChallengedPayment, outcome: string): Promise<string | undefined>
}

export type Question =
  | { readonly state: 'open'; readonly id: string; readonly shown: ShownPayment }
  | { readonly state: 'over'; readonly posting: PostedForm }

export type ShownPayment = {
  readonly merchantName: string
  readonly amount: string
  readonly currency: string
  readonly maskedCard: string
}

export type ChallengedPayment = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** The same for the first 3-D Secure, where everything passes through the browser. */
export interface LegacyIssuer {
  question(paReq: string): ShownPayment | undefined
  answer(
    paReq: string,
    outcome: string,
    back: { readonly termUrl: string; readonly merchantData: string },
  ): PostedForm | 'noSuchOutcome' | 'noAddress' | undefined
}

/** What happens to the next payers, in the order it was put here. */
export interface AuthenticationScriptShelf {
  add(script: unknown): Rejection | undefined
  /** What is left, as it may be shown: a card number is masked. */
  list(): readonly object[]
  clear(): void
}
