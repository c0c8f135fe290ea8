/** How long things last, by the clock that transactions are begun by. */
export type Periods = {
  /** An authorization that nobody updated since. */
  readonly authorizationDays: number
  /** Until the acquirer's batch is closed, and what is in it can no longer be voided. */
  readonly settlementHours: number
}

export const periods: Periods = { authorizationDays: 7, settlementHours: 24 }

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** What a payer agreed to at a provider waits so long for the merchant, and a page there for the payer. */
export const browserPaymentLifeMs = 3 * hourMs
/** A payer who has not answered the issuer by then will not. */
export const challengeLifeMs = hourMs / 6
