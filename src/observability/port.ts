import type { ReconciliationWarnings } from '../acquirers/reconciliation/port.ts'
import type { NotificationBacklog } from '../notifications/port.ts'
import type { Obligation } from '../operations/model/journal.ts'

/** Whether the database is usable for this node. */
export type StoreReadiness = {
  readonly flaw?: StoreFlaw
  /** A newer release has migrated it since this one started. */
  readonly isMigratedFurther?: boolean
  /** Cells of which the server is away, where there are several; the others can be used. */
  readonly awayCells?: readonly number[]
}

/**
 * Why the store cannot be used now. Stalled: it commits nothing, or not in time. Unfit: it accepts sessions
 * but refuses the statements of payments. Starved: it has too few sessions. A clock that was moved is a flaw
 * outside of a sandbox.
 */
type StoreFlaw = 'unreachable' | 'standby' | 'stalled' | 'unfit' | 'starved' | 'clockMoved'

/**
 * Work that waits in the database, of all nodes together. Counting stops at a bound, so that the query costs
 * the same however much there is; ages are those of the counted rows.
 */
export type PendingWork = {
  readonly owed: OwedObligations
  readonly notifications: NotificationBacklog
  /** Receipts by e-mail that wait longer than payments take. */
  readonly receiptsWaiting: number
  /** The age of the oldest change that search and figures have not taken in. */
  readonly searchLagMs: number
  /** Owed over links that this node does not have: nothing of it can be sent from here. */
  readonly stranded: readonly OwedOverLink[]
  /** Where there are links to acquirers whose totals are compared. */
  readonly reconciliation?: ReconciliationWarnings
}

/** Obligations towards acquirers and others about transactions that are not settled yet. */
export type OwedObligations = { readonly [kind in Obligation]: OwedObligationsOfKind }
type OwedObligationsOfKind = {
  readonly count: number
  /**
   * How many of these were tried so often that an operator should look; a payer may take hours over an
   * inquiry.
   */
  readonly worrying: number
  readonly oldestMs: number
}

/** What is owed over one link to an acquirer. */
export type OwedOverLink = {
  readonly link: string
  /** Counting stops at a bound. */
  readonly count: number
  readonly oldestMs: number
}

/** Sessions of one pool. */
export type PoolUse = {
  readonly name: string
  readonly used: number
  readonly idle: number
  /** Statements that wait for a session. */
  readonly waiting: number
}
