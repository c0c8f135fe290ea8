// Deleting orders out of files that were read back: those of a new file, and those that earlier files have
// and that are here still.

import { auditEntryOf } from '../context.ts'
import { BrokenArchive } from './archiveFile.ts'
import { type ArchiveWork, isLeft, keepLease, type PreparedArchive } from './archiveWork.ts'
import { createInParts } from './inParts.ts'
import { readBack } from './knownFile.ts'
import type { ArchivedVersion, KnownArchive } from './port.ts'

export type FinishedArchive = {
  readonly archiveNo: number
  readonly fileName: string
  readonly orders: number
  /** Of its orders, how many are deleted here; the others have changed since, or were left. */
  readonly archived: number
}

/** So many are locked together, for some milliseconds each. */
const deletedAtOnce = 25
const lookedForAtOnce = 500

/** It is done with whatever is left: that is for later runs, out of the same file. */
export async function deleteWritten(work: ArchiveWork, archive: PreparedArchive): Promise<FinishedArchive> {
  const { store, wanted, left } = work
  const { archiveNo, written } = archive
  let archived = archive.archivedBefore
  const inParts = createInParts(deletedAtOnce)
  for await (const part of inParts(archive.versions, some => store.archives.deleteOrders(archive, some))) {
    if (part.state === 'done') {
      archived += part.result.filter(({ isArchived }) => isArchived).length
      wanted.report?.('deleted', archived)
    } else for (const { orderId } of part.some) left[part.state].add(orderId)
    await keepLease(work, archive)
  }
  const details = { archive: archiveNo, archived, left: written.orders - archived }
  const entry = auditEntryOf(work, 'archive.delete', work.merchant, details)
  await store.archives.recordDone(archive, { ...work.run, archived }, entry)
  return { archiveNo, fileName: written.fileName, orders: written.orders, archived }
}

/**
 * An archive that is done, taken up again for the orders that it has as they are here still: so no other file
 * has them. Undefined where there are none; where its file cannot be relied on, another will have them; and
 * while another archive is being written.
 */
export async function takenUpAgain(
  work: ArchiveWork,
  known: KnownArchive,
): Promise<PreparedArchive | undefined> {
  if (!known.written) return undefined
  const { archives } = work.store
  const versions: ArchivedVersion[] = []
  const inFile = await versionsIn(work, known)
  for (let done = 0; done < inFile.length; done += lookedForAtOnce) {
    const here = await archives.stillHere(known, inFile.slice(done, done + lookedForAtOnce))
    versions.push(...here.filter(({ orderId }) => !isLeft(work, orderId)))
  }
  if (versions.length === 0 || !(await archives.takeUp(known, work.run))) return undefined
  return { ...known, written: known.written, versions, archivedBefore: known.archived ?? 0 }
}

async function versionsIn(work: ArchiveWork, known: KnownArchive): Promise<readonly ArchivedVersion[]> {
  if (!known.written) return []
  try {
    return (await readBack(work, known, known.written)).versions
  } catch (error) {
    if (error instanceof BrokenArchive) return []
    throw error
  }
}
