// Archiving closed orders whose merchant's term is over: write a file, read it back, record it, and only then
// delete what is in it, some orders at a time. Whoever comes after a crash goes on where it ended.

import { randomUUID } from 'node:crypto'
import { access, constants, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { systemClock } from '../../platform/clock.ts'
import { errorCode, StartRefusal, UseRefusal } from '../../platform/errors.ts'
import { type AdministrationDependencies, auditEntryOf, withMerchant } from '../context.ts'
import type { KnownMerchant } from '../port.ts'
import {
  type ArchivedOrder,
  BrokenArchive,
  type ReadArchive,
  readArchive,
  type SealArchive,
  writeArchive,
} from './archiveFile.ts'
import { createInParts } from './inParts.ts'
import {
  type ArchivedVersion,
  type ArchiveRecords,
  type ArchiveRun,
  type ArchivingStore,
  type ClaimedArchive,
  type KnownArchive,
  TookTooLong,
} from './port.ts'

export interface ArchiveAdministration {
  /** Archives what can be: file after file, until nothing is left to do. */
  run(merchantId: string, wanted: WantedRun): Promise<RunReport | Rejection>
  /** Reads a file whole and holds it against what is kept here. */
  verify(archive: KnownArchive, folder: string): Promise<ArchiveVerdict>
  /** Everything that was recorded about an order, from the file that it is in. */
  read(merchantId: string, orderId: string, folder: string): Promise<FoundOrderLine | Rejection>
  list(wanted: { readonly merchantId?: string; readonly limit: number }): Promise<readonly KnownArchive[]>
}

type WantedRun = {
  readonly folder: string
  /** Called while it works. */
  readonly report?: (what: 'written' | 'deleted', orders: number) => void
  /** How many orders a file has at most; 10,000 unless told. */
  readonly ordersMax?: number
}

export type RunReport = {
  readonly archives: readonly FinishedArchive[]
  /** Orders that were left, because the database takes too long for each of them by itself. */
  readonly tooLong: readonly string[]
  /** Another run is at it. */
  readonly isBusy: boolean
}
export type FinishedArchive = {
  readonly archiveNo: number
  readonly fileName: string
  readonly orders: number
  /** Of its orders, how many are deleted here; the others have changed since, or were left. */
  readonly archived: number
}

export type ArchiveVerdict =
  | { readonly isWhole: true; readonly archive: ReadArchive; readonly archived: number }
  | { readonly isWhole: false; readonly why: string }

export type FoundOrderLine = { readonly archive: KnownArchive; readonly line: string }

export type ArchiveDependencies = AdministrationDependencies & {
  readonly store: ArchivingStore
  readonly sealArchive: SealArchive
}

const leaseMs = 120_000
const standardOrdersMax = 10_000
const readAtOnce = 100
/** So many are locked together, for some milliseconds each. */
const deletedAtOnce = 25

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

type ArchiveWork = ArchiveDependencies & {
  readonly merchant: KnownMerchant
  readonly run: ArchiveRun
  readonly wanted: WantedRun
  /** Orders that this run leaves. */
  readonly tooLong: Set<string>
}

async function archiveAll(
  dependencies: ArchiveDependencies,
  merchant: KnownMerchant,
  wanted: WantedRun,
): Promise<RunReport> {
  await requireFolder(wanted.folder)
  const run: ArchiveRun = { runId: randomUUID(), leaseMs }
  const work: ArchiveWork = { ...dependencies, merchant, wanted, run, tooLong: new Set() }
  const { archives } = dependencies.store
  const finished: FinishedArchive[] = []
  const report = (isBusy: boolean): RunReport => ({ archives: finished, tooLong: [...work.tooLong], isBusy })
  for (;;) {
    const isDue = merchant.profile.retentionDays > 0 && (await hasCandidate(work))
    const [newest] = await archives.list({ merchantId: merchant.merchantId, limit: 1 })
    if (!isDue && newest?.state !== 'WRITTEN') return report(false)
    const claimed = await archives.claim(merchant, { ...work.run, actor: dependencies.actor })
    if (!claimed) return report(true)
    const archive = await writtenArchive(work, claimed)
    if (!archive) {
      await archives.release(claimed, run)
      return report(false)
    }
    const deleted = await deleteWritten(work, archive)
    finished.push(deleted.finished)
    for (const orderId of deleted.tooLong) work.tooLong.add(orderId)
    // The next run deletes what is in this file, and writes no other of it. An order that is left there once
    // more keeps the others of the merchant no longer.
    if (deleted.tooLong.length > 0 && !claimed.written) {
      await archives.release(claimed, run)
      return report(false)
    }
    await recordDone(work, archive, deleted.finished.archived)
  }
}

async function requireFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )
  if (!isFolder)
    throw new UseRefusal(`There is no folder ${folder}: make it, where the files are to be kept.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new UseRefusal(`Nothing can be written into ${folder}.`)
  })
}

async function hasCandidate(work: ArchiveWork): Promise<boolean> {
  for await (const _ of candidatesOf(work)) return true
  return false
}

/** The ids of orders that can be archived now, some at a time: fewer where the database takes too long. */
async function* candidatesOf({ store, merchant, tooLong }: ArchiveWork): AsyncGenerator<readonly string[]> {
  let limit = readAtOnce
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const wanted = { limit, ...(after !== undefined && { after }) }
    const page = await store.archives.candidates(merchant, wanted).catch(error => {
      if (!(error instanceof TookTooLong) || limit === 1) throw error
      limit = Math.ceil(limit / 2)
      return undefined
    })
    if (!page) continue
    const orderIds = page.orderIds.filter(orderId => !tooLong.has(orderId))
    if (orderIds.length > 0) yield orderIds
    after = page.next
    isLast = after === undefined
  }
}

type PreparedArchive = ClaimedArchive &
  Required<Pick<ClaimedArchive, 'written'>> & {
    readonly versions: readonly ArchivedVersion[]
  }

/** The archive with its file read back and recorded; undefined where there was nothing to write. */
async function writtenArchive(
  work: ArchiveWork,
  claimed: ClaimedArchive,
): Promise<PreparedArchive | undefined> {
  const { store, wanted, run, merchant } = work
  if (claimed.written) {
    const { versions } = await readBack(work, claimed, claimed.written.fileName, claimed.written.digest)
    return { ...claimed, written: claimed.written, versions }
  }
  const fileName = `${merchant.merchantId}-${claimed.archiveNo}-${run.runId.slice(0, 8)}.ndjson.gz`
  const began = systemClock.now().toISOString()
  await writeArchive(join(wanted.folder, fileName), {
    header: { merchantId: merchant.merchantId, archiveNo: claimed.archiveNo, began },
    seal: work.sealArchive,
    lines: linesOf(work, claimed),
  })
  const { versions, digest } = await readBack(work, claimed, fileName).catch(async error => {
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
  if (!isOurs)
    throw new StartRefusal(`Another run has taken over archive ${claimed.archiveNo}: nothing is lost.`)
  return { ...claimed, written, versions }
}

async function* linesOf(work: ArchiveWork, claimed: ClaimedArchive): AsyncGenerator<string> {
  const { wanted } = work
  const { ordersMax = standardOrdersMax, report = () => undefined } = wanted
  let orders = 0
  try {
    for await (const lines of partsOfLines(work, claimed, () => ordersMax - orders)) {
      yield* lines
      orders += lines.length
      report('written', orders)
      if (orders >= ordersMax) return
    }
  } catch (error) {
    // What came before is archived: a file ends where the database is too slow for the next.
    if (!(error instanceof TookTooLong) || orders === 0) throw error
  }
}

async function* partsOfLines(
  work: ArchiveWork,
  claimed: ClaimedArchive,
  room: () => number,
): AsyncGenerator<readonly string[]> {
  const { store, merchant, run } = work
  const inParts = createInParts(readAtOnce)
  for await (const orderIds of candidatesOf(work)) {
    const taken = orderIds.slice(0, room())
    for await (const { some, result } of inParts(taken, ids => store.archives.lines(merchant, ids))) {
      if (result) yield result
      else for (const orderId of some) work.tooLong.add(orderId)
      if (!(await store.archives.renew(claimed, run)))
        throw new StartRefusal(`Another run has taken over archive ${claimed.archiveNo}: nothing is lost.`)
    }
  }
}

/** What is deleted later is what the file says, not what was meant to be in it. */
async function readBack(work: ArchiveWork, claimed: ClaimedArchive, fileName: string, digest?: Buffer) {
  const versions: ArchivedVersion[] = []
  const read = await readKnown(work, join(work.wanted.folder, fileName), claimed, ({ order_id, version }) => {
    versions.push({ orderId: order_id, version })
  })
  if (digest && !digest.equals(read.digest))
    throw new BrokenArchive(`${fileName} is not the file that was recorded.`)
  return { versions, digest: read.digest }
}

async function readKnown(
  { sealArchive }: Pick<ArchiveDependencies, 'sealArchive'>,
  path: string,
  { merchantId, archiveNo }: Pick<ClaimedArchive, 'merchantId' | 'archiveNo'>,
  each: (order: ArchivedOrder) => void,
): Promise<ReadArchive> {
  const read = await readArchive(path, sealArchive, each).catch(error => {
    if (errorCode(error) !== 'ENOENT' && errorCode(error?.cause) !== 'ENOENT') throw error
    throw new BrokenArchive(`There is no file ${path}.`)
  })
  if (read.header.merchantId !== merchantId || read.header.archiveNo !== archiveNo)
    throw new BrokenArchive(`${path} is another archive.`)
  return read
}

type DeletedArchive = { readonly finished: FinishedArchive; readonly tooLong: readonly string[] }

async function deleteWritten(work: ArchiveWork, archive: PreparedArchive): Promise<DeletedArchive> {
  const { store, wanted, run } = work
  const { archiveNo, versions, written } = archive
  const tooLong: string[] = []
  let archived = 0
  const inParts = createInParts(deletedAtOnce)
  const deleting = inParts(versions, some => store.archives.deleteOrders(archive, some))
  for await (const { some, result } of deleting) {
    if (result) {
      archived += result.filter(({ isArchived }) => isArchived).length
      wanted.report?.('deleted', archived)
    } else tooLong.push(...some.map(({ orderId }) => orderId))
    if (!(await store.archives.renew(archive, run)))
      throw new StartRefusal(`Another run has taken over archive ${archiveNo}: nothing is lost.`)
  }
  return { finished: { archiveNo, fileName: written.fileName, orders: written.orders, archived }, tooLong }
}

async function recordDone(work: ArchiveWork, archive: PreparedArchive, archived: number): Promise<void> {
  const details = { archive: archive.archiveNo, archived, left: archive.versions.length - archived }
  const entry = auditEntryOf(work, 'archive.delete', work.merchant, details)
  await work.store.archives.recordDone(archive, archived, entry)
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
