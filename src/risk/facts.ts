// What a risk rule may know of a payment.

import type { AssessedOperation, AuthenticationOutcome, ListKind, VelocityKey } from './rule.ts'

export type RiskFacts = {
  readonly operation: AssessedOperation
  /** In minor units: of the order, where the transaction moves none. */
  readonly amount: bigint
  readonly currency: string
  /** What counters add up, where it is not the amount: of a raised authorization, by how much. */
  readonly addedAmount?: bigint | undefined
  /** As many leading digits as are known: six of a payment in the past. Absent where no card pays. */
  readonly cardDigits?: string | undefined
  /** Whether those are all of its digits. */
  readonly isWholeNumber?: boolean
  readonly billingCountry?: string | undefined
  readonly shippingCountry?: string | undefined
  /** Where it is: by the operator's ranges of issuers. */
  readonly issuerCountry?: string | undefined
  readonly ipAddress?: string | undefined
  readonly authentication: AuthenticationOutcome
  /** As lists hold them: hashed, or in lower case. */
  readonly listed: { readonly [kind in ListKind]?: string | undefined }
  /** Keyed hashes of what attempts are counted by. */
  readonly counted: { readonly [by in VelocityKey]?: string | undefined }
  /** By the journal's clock; unknown until the transaction is begun. */
  readonly atMs?: number | undefined
  /** By the names of counters, with this attempt; unknown until the transaction is begun. */
  readonly counts?: ReadonlyMap<string, VelocityCount> | undefined
  /** What the issuer said; unknown until the acquirer has answered. */
  readonly answer?: { readonly avs?: string | undefined; readonly securityCode?: string | undefined }
}

/** How often, and for how much in all, within the window of a counter. */
export type VelocityCount = { readonly attempts: number; readonly amount: bigint }

/** Lists of one scope. */
export type RiskListing = (list: string, kind: ListKind, value: string) => boolean
