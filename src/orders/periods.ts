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
