import type { Owner } from '../../orders/merchant.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { AdministrationStore, NewAuditEntry } from '../port.ts'

/** What operators can change, and the archives of orders whose term is over. */
export type ArchivingStore = AdministrationStore & { readonly archives: ArchiveRecords }

/** The database gave up on so many orders at once; nothing was done with any of them. */
export class TookTooLong extends StoreUnavailable {}

/** What is recorded of archives, and the orders that they are made of. */
export interface ArchiveRecords {
  /**
   * The archive of the merchant that is not done, or a new one, leased to this run. Undefined while another
   * run is at it.
   */
  claim(owner: Owner, run: ArchiveRun & { readonly actor: string }): Promise<ClaimedArchive | undefined>
  /** False where another run has taken it over. */
  renew(archive: ArchiveKey, run: ArchiveRun): Promise<boolean>
  /** For the next run. */
  release(archive: ArchiveKey, run: ArchiveRun): Promise<void>
  /** Orders that were made before the merchant's term began, oldest first, as far as they can be archived. */
  candidates(owner: Owner, wanted: { readonly after?: string; readonly limit: number }): Promise<Candidates>
  /** Everything recorded about each, as a line of the file. */
  lines(owner: Owner, orderIds: readonly string[]): Promise<readonly string[]>
  /** The file is whole: from now on its orders may be deleted. False where another run has taken it over. */
  recordWritten(
    archive: ArchiveKey,
    written: ArchiveRun & WrittenArchive,
    entry: NewAuditEntry,
  ): Promise<boolean>
  /** Deletes the rows of orders that are as they were written; what was deleted before counts, too. */
  deleteOrders(archive: ArchiveKey, orders: readonly ArchivedVersion[]): Promise<readonly DeletedOrder[]>
  /** How many of its orders are deleted; said by a run that is at it no more, it means nothing. */
  recordDone(
    archive: ArchiveKey,
    done: ArchiveRun & { readonly archived: number },
    entry: NewAuditEntry,
  ): Promise<void>
  /** The oldest first: those that are written, and those that are done while not all of their orders are. */
  partlyArchived(owner: Owner): Promise<readonly KnownArchive[]>
  /** Those that are not archived, not changed since the archive was begun, and not told again. */
  stillHere(archive: ArchiveKey, orders: readonly ArchivedVersion[]): Promise<readonly ArchivedVersion[]>
  /** One that is done is written again, and leased to this run. False while another is, or has been at it. */
  takeUp(archive: KnownArchive, run: ArchiveRun): Promise<boolean>
  /** The newest first. */
  list(wanted: { readonly merchantId?: string; readonly limit: number }): Promise<readonly KnownArchive[]>
  /** The archive that an order is in. */
  archiveOf(owner: Owner, orderId: string): Promise<KnownArchive | undefined>
  /** What is left here of orders in an archive: only of those that it has in truth. */
  keptTotals(archive: ArchiveKey, orderIds: readonly string[]): Promise<readonly KeptTotals[]>
}

export type ArchiveRun = { readonly runId: string; readonly leaseMs: number }
export type ArchiveKey = Owner & { readonly archiveNo: number }
export type WrittenArchive = { readonly fileName: string; readonly digest: Buffer; readonly orders: number }
/** With what was written, where a run before came so far. */
export type ClaimedArchive = ArchiveKey & { readonly written?: WrittenArchive }

export type Candidates = { readonly orderIds: readonly string[]; readonly next?: string }

export type ArchivedVersion = { readonly orderId: string; readonly version: string }
export type DeletedOrder = { readonly orderId: string; readonly isArchived: boolean }

export type KnownArchive = ArchiveKey & {
  readonly state: ArchiveState
  readonly beganAtMs: number
  readonly beganBy: string
  readonly written?: WrittenArchive
  /** How many of its orders are deleted here; the others changed, and are here still. */
  readonly archived?: number
}
export const archiveStates = ['WRITING', 'WRITTEN', 'DONE'] as const
export type ArchiveState = (typeof archiveStates)[number]

/** In minor units. */
export type KeptTotals = {
  readonly orderId: string
  readonly currency: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}
