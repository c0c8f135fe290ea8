// What operators do with archives: making them, holding their files against what is kept here, and reading
// them.

import { join } from 'node:path'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { withMerchant } from '../context.ts'
import { type ArchivedOrder, BrokenArchive, type ReadArchive, readArchive } from './archiveFile.ts'
import { archiveAll, type RunReport } from './archiveRun.ts'
import type { ArchiveDependencies, WantedRun } from './archiveWork.ts'
import { readKnown } from './knownFile.ts'
import type { ArchiveRecords, KnownArchive } from './port.ts'

export interface ArchiveAdministration {
  /** Archives what can be: file after file, until nothing is left to do. */
  run(merchantId: string, wanted: WantedRun): Promise<RunReport | Rejection>
  /** Reads a file whole and holds it against what is kept here. */
  verify(archive: KnownArchive, folder: string): Promise<ArchiveVerdict>
  /** Everything that was recorded about an order, from the file that it is in. */
  read(merchantId: string, orderId: string, folder: string): Promise<FoundOrderLine | Rejection>
  list(wanted: { readonly merchantId?: string; readonly limit: number }): Promise<readonly KnownArchive[]>
}

export type ArchiveVerdict =
  | { readonly isWhole: true; readonly archive: ReadArchive; readonly archived: number }
  | { readonly isWhole: false; readonly why: string }

export type FoundOrderLine = { readonly archive: KnownArchive; readonly line: string }

export function createArchiveAdministration(dependencies: ArchiveDependencies): ArchiveAdministration {
  const { archives } = dependencies.store
  return {
    run: (merchantId, wanted) =>
      withMerchant(dependencies, merchantId, merchant => archiveAll(dependencies, merchant, wanted)),
    verify: (archive, folder) => verdictOn(dependencies, archive, folder),
    read: (merchantId, orderId, folder) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const archive = await archives.archiveOf(merchant, orderId)
        if (!archive?.written) return invalid('orderId', 'No archive has this order.', orderId)
        const path = join(folder, archive.written.fileName)
        let found: string | undefined
        await readArchive(path, dependencies.sealArchive, (order, line) => {
          if (order.order_id === orderId) found = line
        })
        return found === undefined
          ? invalid('orderId', `It is not in ${archive.written.fileName}.`, orderId)
          : { archive, line: found }
      }),
    list: wanted => archives.list(wanted),
  }
}

const heldAtOnce = 500

/** Whole, the one that was recorded, and with the totals that are kept here of each order that it has. */
async function verdictOn(
  dependencies: ArchiveDependencies,
  archive: KnownArchive,
  folder: string,
): Promise<ArchiveVerdict> {
  if (!archive.written) return { isWhole: false, why: 'It is not written yet.' }
  const { fileName, digest } = archive.written
  const orders: ArchivedOrder[] = []
  try {
    const read = await readKnown(
      dependencies,
      join(folder, fileName),
      archive,
      order => void orders.push(order),
    )
    if (!digest.equals(read.digest)) return { isWhole: false, why: 'It is not the file that was recorded.' }
    const held = await holdTotals(dependencies.store.archives, archive, orders)
    if ('why' in held) return { isWhole: false, why: held.why }
    if (archive.state === 'DONE' && held.archived !== archive.archived)
      return {
        isWhole: false,
        why: `${held.archived} orders are archived there, and ${archive.archived} were.`,
      }
    return { isWhole: true, archive: read, archived: held.archived }
  } catch (error) {
    if (error instanceof BrokenArchive) return { isWhole: false, why: error.message }
    throw error
  }
}

async function holdTotals(
  archives: ArchiveRecords,
  archive: KnownArchive,
  orders: readonly ArchivedOrder[],
): Promise<{ readonly archived: number } | { readonly why: string }> {
  const money = ['currency', 'authorized', 'captured', 'refunded'] as const
  let archived = 0
  for (let done = 0; done < orders.length; done += heldAtOnce) {
    const some = new Map(orders.slice(done, done + heldAtOnce).map(order => [order.order_id, order]))
    for (const kept of await archives.keptTotals(archive, [...some.keys()])) {
      const told = some.get(kept.orderId)
      if (money.some(name => told?.[name] !== kept[name]))
        return { why: `The totals of order ${kept.orderId} differ from those that are kept.` }
      archived += 1
    }
  }
  return { archived }
}
