import type { NotificationBacklog } from '../notifications/port.ts'
import type { Obligation } from '../operations/model/journal.ts'

/** Whether the database is usable for this node. */
export type StoreReadiness = {
  readonly flaw?: StoreFlaw
  /** A newer release has migrated it since this one started. */
  readonly isMigratedFurther?: boolean
}

/**
 * Why the store cannot be used now; stalled is one that commits nothing, or not in time, unfit one that takes
 * sessions but refuses what payments ask of it, starved one that has too few of them, and one whose clock was
 * moved is no sandbox's.
 */
type StoreFlaw = 'unreachable' | 'standby' | 'stalled' | 'unfit' | 'starved' | 'clockMoved'

/**
 * What waits in the database, of all nodes together. Counting stops at a bound, so that asking costs the same
 * however much there is; ages are those of what was counted.
 */
export type PendingWork = { readonly owed: OwedObligations; readonly notifications: NotificationBacklog }

/** Owed to acquirers and others about transactions, and not settled yet. */
export type OwedObligations = { readonly [kind in Obligation]: OwedObligationsOfKind }
type OwedObligationsOfKind = {
  readonly count: number
  /** Of these, what was tried so often that somebody should look; a payer may take hours over an inquiry. */
  readonly worrying: number
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
