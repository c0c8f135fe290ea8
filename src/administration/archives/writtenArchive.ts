// Writing the file of an archive: orders that can be archived now, as lines, some at a time.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { auditEntryOf } from '../context.ts'
import { writeArchive } from './archiveFile.ts'
import { type ArchiveWork, isLeft, keepLease, type PreparedArchive, takenOver } from './archiveWork.ts'
import { createInParts } from './inParts.ts'
import { readBack } from './knownFile.ts'
import { type ClaimedArchive, TookTooLong } from './port.ts'

const standardOrdersMax = 10_000
const readAtOnce = 100

export async function hasCandidate(work: ArchiveWork): Promise<boolean> {
  for await (const _ of candidatesOf(work)) return true
  return false
}

/** Asked before an archive is begun: while one is begun and has nothing, no earlier one is taken up. */
export async function hasLine(work: ArchiveWork): Promise<boolean> {
  for await (const lines of partsOfLines(work, { atOnce: 1 })) if (lines.length > 0) return true
  return false
}

/** The ids of orders that can be archived now, some at a time: fewer where the database takes too long. */
async function* candidatesOf(work: ArchiveWork): AsyncGenerator<readonly string[]> {
  let limit = readAtOnce
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const wanted = { limit, ...(after !== undefined && { after }) }
    const page = await work.store.archives.candidates(work.merchant, wanted).catch(error => {
      if (!(error instanceof TookTooLong) || limit === 1) throw error
      limit = Math.ceil(limit / 2)
      return undefined
    })
    if (!page) continue
    const orderIds = page.orderIds.filter(orderId => !isLeft(work, orderId))
    if (orderIds.length > 0) yield orderIds
    after = page.next
    isLast = after === undefined
  }
}

/** The archive with its file read back and recorded; undefined where there was nothing to write. */
export async function writtenArchive(
  work: ArchiveWork,
  claimed: ClaimedArchive,
): Promise<PreparedArchive | undefined> {
  const { store, wanted, run, merchant } = work
  if (claimed.written) {
    const { versions } = await readBack(work, claimed, claimed.written)
    return { ...claimed, written: claimed.written, versions, archivedBefore: 0 }
  }
  const fileName = `${merchant.merchantId}-${claimed.archiveNo}-${run.runId.slice(0, 8)}.ndjson.gz`
  const began = systemClock.now().toISOString()
  await writeArchive(join(wanted.folder, fileName), {
    header: { merchantId: merchant.merchantId, archiveNo: claimed.archiveNo, began },
    seal: work.sealArchive,
    lines: linesOf(work, claimed),
  })
  const { versions, digest } = await readBack(work, claimed, { fileName }).catch(async error => {
    // Nothing knows of it: the next run would leave another beside it.
    await rm(join(wanted.folder, fileName), { force: true })
    throw error
  })
  if (versions.length === 0) {
    await rm(join(wanted.folder, fileName))
    return undefined
  }
  const written = { fileName, digest, orders: versions.length }
  const details = {
    archive: claimed.archiveNo,
    file: fileName,
    orders: written.orders,
    sha256: digest.toString('hex'),
  }
  const entry = auditEntryOf(work, 'archive.write', merchant, details)
  const isOurs = await store.archives.recordWritten(claimed, { ...run, ...written }, entry)
  if (!isOurs) throw takenOver(claimed)
  return { ...claimed, written, versions, archivedBefore: 0 }
}

async function* linesOf(work: ArchiveWork, claimed: ClaimedArchive): AsyncGenerator<string> {
  const { ordersMax = standardOrdersMax, report = () => undefined } = work.wanted
  let orders = 0
  try {
    const wanted = { atOnce: readAtOnce, claimed, room: () => ordersMax - orders }
    for await (const lines of partsOfLines(work, wanted)) {
      yield* lines
      orders += lines.length
      report('written', orders)
      if (orders >= ordersMax) return
    }
  } catch (error) {
    // What came before is archived: a file ends where the database is too slow to find the next.
    if (!(error instanceof TookTooLong) || orders === 0) throw error
  }
}

type WantedLines = {
  readonly atOnce: number
  readonly claimed?: ClaimedArchive
  readonly room?: () => number
}

async function* partsOfLines(
  work: ArchiveWork,
  { atOnce, claimed, room }: WantedLines,
): AsyncGenerator<readonly string[]> {
  const { store, merchant, left } = work
  const inParts = createInParts(atOnce)
  for await (const orderIds of candidatesOf(work)) {
    const taken = orderIds.slice(0, room?.())
    for await (const part of inParts(taken, ids => store.archives.lines(merchant, ids))) {
      if (part.state === 'done') yield part.result
      else for (const orderId of part.some) left[part.state].add(orderId)
      if (claimed) await keepLease(work, claimed)
    }
  }
}
