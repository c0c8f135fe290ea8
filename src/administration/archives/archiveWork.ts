// What a run over the orders of one merchant works with, and what it leaves.

import { StartRefusal } from '../../platform/errors.ts'
import type { AdministrationDependencies } from '../context.ts'
import type { KnownMerchant } from '../port.ts'
import type { SealArchive } from './archiveFile.ts'
import type {
  ArchivedVersion,
  ArchiveKey,
  ArchiveRun,
  ArchivingStore,
  ClaimedArchive,
  WrittenArchive,
} from './port.ts'

export type ArchiveDependencies = AdministrationDependencies & {
  readonly store: ArchivingStore
  readonly sealArchive: SealArchive
}

export type WantedRun = {
  readonly folder: string
  /** Called while it works. */
  readonly report?: (what: 'written' | 'deleted', orders: number) => void
  /** How many orders a file has at most; 10,000 unless told. */
  readonly ordersMax?: number
}

export type ArchiveWork = ArchiveDependencies & {
  readonly merchant: KnownMerchant
  readonly run: ArchiveRun
  readonly wanted: WantedRun
  readonly left: LeftOrders
}

/** What this run leaves for the next one, and why. */
export type LeftOrders = { readonly tooLong: Set<string>; readonly notTried: Set<string> }

export const isLeft = ({ left }: ArchiveWork, orderId: string): boolean =>
  left.tooLong.has(orderId) || left.notTried.has(orderId)

/** An archive whose file was read back, and which of its orders are to be deleted. */
export type PreparedArchive = ClaimedArchive & {
  readonly written: WrittenArchive
  readonly versions: readonly ArchivedVersion[]
  /** How many of its others are deleted already. */
  readonly archivedBefore: number
}

export async function keepLease({ store, run }: ArchiveWork, archive: ArchiveKey): Promise<void> {
  if (!(await store.archives.renew(archive, run))) throw takenOver(archive)
}

export const takenOver = ({ archiveNo }: ArchiveKey): StartRefusal =>
  new StartRefusal(`Another run has taken over archive ${archiveNo}: nothing is lost.`)
