// The ports of risk assessment: the rules that hold now, and the payments that wait for a review.

import type { Owner } from '../orders/merchant.ts'
import type { CompiledRules } from './assess.ts'
import type { RiskListing } from './facts.ts'

/** The rules as this node knows them: a change is known everywhere within about a second. */
export interface RiskRules {
  /** Undefined where no rule is about this merchant: nothing is assessed, and nothing read or written. */
  rulesFor(merchantId: string): CompiledRules | undefined
}

/** What rules look up, as it is now. */
export interface RiskLists {
  /** The lists of a merchant; without one, those of the gateway. */
  listingFor(merchantId?: string): RiskListing
  /** By the operator's ranges of issuers. */
  issuerCountryOf(digits: string): string | undefined
}

/**
 * The queue of payments that wait for a review. It may have one that does not: it is expected before the
 * outcome that says so is committed, and the order itself says how it stands.
 */
export interface RiskReviews {
  expect(payment: ReviewedPayment): Promise<void>
  /** Oldest first, after the key of the last one of a page before. */
  waiting(
    owner: Owner,
    wanted: { readonly after?: ReviewKey; readonly limit: number },
  ): Promise<readonly WaitingReview[]>
  settle(payment: ReviewedPayment): Promise<void>
}

export type ReviewedPayment = Owner & { readonly orderId: string; readonly transactionId: string }
export type ReviewKey = {
  readonly orderId: string
  readonly transactionId: string
  /** Since when it waits, in microseconds. */
  readonly sinceUs: string
}
/** One that is old and still not to be reviewed never will be. */
export type WaitingReview = ReviewKey & { readonly isOld: boolean }
