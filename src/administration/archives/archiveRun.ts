// Archiving closed orders whose merchant's term is over: write a file, read it back, record it, and only then
// delete what is in it, some orders at a time. Whoever comes after a crash goes on where it ended.

import { randomUUID } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import { UseRefusal } from '../../platform/errors.ts'
import type { KnownMerchant } from '../port.ts'
import type { ArchiveDependencies, ArchiveWork, WantedRun } from './archiveWork.ts'
import { deleteWritten, type FinishedArchive, takenUpAgain } from './deletedArchive.ts'
import type { ArchiveRun } from './port.ts'
import { hasCandidate, hasLine, writtenArchive } from './writtenArchive.ts'

export type RunReport = {
  readonly archives: readonly FinishedArchive[]
  /** Orders that were left, because the database takes too long for each of them by itself. */
  readonly tooLong: readonly string[]
  /** How many were not tried, because so many before them were left. */
  readonly notTried: number
  /** Another run is at it. */
  readonly isBusy: boolean
}

const leaseMs = 120_000

export async function archiveAll(
  dependencies: ArchiveDependencies,
  merchant: KnownMerchant,
  wanted: WantedRun,
): Promise<RunReport> {
  await requireFolder(wanted.folder)
  const run: ArchiveRun = { runId: randomUUID(), leaseMs }
  const left = { tooLong: new Set<string>(), notTried: new Set<string>() }
  const work: ArchiveWork = { ...dependencies, merchant, wanted, run, left }
  const archives: FinishedArchive[] = []
  const isBusy = !(await finishBegun(work, archives)) || !(await archiveNew(work, archives))
  return { archives, tooLong: [...left.tooLong], notTried: left.notTried.size, isBusy }
}

const hasTerm = ({ merchant }: ArchiveWork): boolean => merchant.profile.retentionDays > 0

/** What earlier runs have written and not deleted. False where another run is at it. */
async function finishBegun(work: ArchiveWork, finished: FinishedArchive[]): Promise<boolean> {
  const begun = await work.store.archives.partlyArchived(work.merchant)
  if (begun.some(({ state }) => state === 'WRITTEN') && (await finishNext(work, finished)) === 'busy')
    return false
  const done = begun.filter(({ state }) => state === 'DONE')
  if (done.length === 0 || !hasTerm(work) || !(await hasCandidate(work))) return true
  for (const known of done) {
    const archive = await takenUpAgain(work, known)
    if (archive) finished.push(await deleteWritten(work, archive))
  }
  return true
}

/** File after file, until nothing is left to do. False where another run is at it. */
async function archiveNew(work: ArchiveWork, finished: FinishedArchive[]): Promise<boolean> {
  while (hasTerm(work) && (await hasLine(work))) {
    const next = await finishNext(work, finished)
    if (next !== 'finished') return next === 'nothing'
  }
  return true
}

/** The archive that was begun, or a new one. */
async function finishNext(
  work: ArchiveWork,
  finished: FinishedArchive[],
): Promise<'busy' | 'finished' | 'nothing'> {
  const { archives } = work.store
  const claimed = await archives.claim(work.merchant, { ...work.run, actor: work.actor })
  if (!claimed) return 'busy'
  const archive = await writtenArchive(work, claimed)
  if (!archive) {
    await archives.release(claimed, work.run)
    return 'nothing'
  }
  finished.push(await deleteWritten(work, archive))
  return 'finished'
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
