import type { Owner } from '../../orders/merchant.ts'
import type { NewAuditEntry } from '../port.ts'

/** A merchant on its way from its cell to another; the run tells one command from another. */
export type MerchantMove = Owner & { readonly to: number; readonly runId: string }

/**
 * The steps of a move. Each is a commit of its own and may be repeated; after any of them the command may be
 * killed, and the next one begins again.
 */
export interface MoveStore {
  /** What the command has to know before it begins. */
  prospect(merchant: Owner, to: number): Promise<MoveProspect>
  /** From now on nodes look after the other cell, too, once they have noticed. */
  announce(merchantId: string, to: number): Promise<void>
  /**
   * From now on nothing of the merchant is begun, for so long at most. Undefined where another move of it is
   * under way, or it does not live in that cell.
   */
  close(move: MerchantMove, limitMs: number): Promise<ClosedMerchant | undefined>
  /** What has to end before its rows can be moved; what is not seen in it was begun before the close. */
  underWay(move: MerchantMove, closed: ClosedMerchant): Promise<WorkUnderWay>
  /**
   * Moves its rows, in one commit with the audit entry. Undefined where the move was called off before.
   * Behind, and nothing is moved, where something happened since that search and figures have to take in.
   */
  carry(move: MerchantMove, wanted: WantedCarrying): Promise<CarriedRows | 'behind' | undefined>
  /** Whatever came of the carrying whose answer was lost. */
  isCarried(move: MerchantMove): Promise<boolean>
  /** The merchant stays where it is. Idempotent. */
  callOff(move: MerchantMove): Promise<void>
  /** What was written down in other cells while the rows were on their way; gives how many rows. */
  gather(owner: Owner): Promise<number>
}

export type MoveProspect = {
  /** Nodes of a release that does not know of moves. */
  readonly olderNodes: number
  readonly hasUnfinishedArchive: boolean
  /** Whether nodes look after the other cell already. */
  readonly isKnownCell: boolean
}

/** Transactions of the database from this number on know that it is closed. */
export type ClosedMerchant = { readonly knownFrom: string }

export type WorkUnderWay = {
  /** Statements that began before the merchant was closed may still be running. */
  readonly isSettled: boolean
  /** Transactions that were begun and not closed yet. */
  readonly open: number
  /** Changes that are no notifications yet. */
  readonly untaken: number
  /** Whether search and figures have taken in all of its notifications. */
  readonly isTakenIn: boolean
}

export type WantedCarrying = {
  /** It ends by then, or nothing is moved. */
  readonly limitMs: number
  readonly entry: (rows: CarriedRows) => NewAuditEntry
}

export type CarriedRows = { readonly orders: number; readonly rows: number }
