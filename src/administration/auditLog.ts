// The audit log: listing its entries, adding to it, and verifying the chain of their digests.

import { createHmac } from 'node:crypto'
import { invalid, type Rejection } from '../orders/rejection.ts'
import type { AdministrationDependencies } from './context.ts'
import type { AuditAction, AuditEntry, ChainedEntry, EntryDigest, NewAuditEntry } from './port.ts'

export interface AuditAdministration {
  /** Newest first. */
  list(wanted?: WantedAuditEntries): Promise<readonly AuditEntry[] | Rejection>
  /** Whether the log is unchanged; if not, which entry is the first that was changed. */
  verify(options?: VerifyChainOptions): Promise<ChainVerification>
  /** Adds an entry about something done elsewhere, in the name of the same operator. */
  note(action: AuditAction, details: NewAuditEntry['details'], merchantId?: string): Promise<void>
}

type WantedAuditEntries = {
  readonly merchantId?: string
  /** Only entries with a lower number. */
  readonly before?: number
  readonly limit?: number
}

export function createAuditAdministration({
  store,
  digest,
  actor,
}: AdministrationDependencies): AuditAdministration {
  return {
    async list({ limit = listUsual, ...wanted } = {}) {
      if (!Number.isInteger(limit) || limit < 1 || limit > listMax)
        return invalid('limit', `It must be a whole number from 1 to ${listMax}.`)
      return store.audit({ ...wanted, limit })
    },
    verify: options => verifyChain(store.chain(), digest, options),
    note: (action, details, merchantId) =>
      store.note({ actor, action, details, ...(merchantId !== undefined && { merchantId }) }),
  }
}

const listUsual = 50
const listMax = 1_000

/**
 * Each entry's digest covers the entry and the digest before it, under a key that is not in the table:
 * someone who changes the table cannot recompute the rest. It is computed over JSON, so that two different
 * entries never give the same text.
 */
export function createEntryDigest(key: Buffer): EntryDigest {
  return ({ entryNo, at, actor, action, merchantId, details }, before) => {
    const parts = [entryNo, at, actor, action, merchantId, details, before?.toString('hex') ?? null]
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  }
}

export type ChainVerification = IntactChain | BrokenChain

/** A copy of its end, kept elsewhere, shows later whether entries were cut off. */
export type IntactChain = { readonly isIntact: true; readonly entries: number; readonly last?: NotedEntry }

export type BrokenChain = {
  readonly isIntact: false
  /** How many entries before it are unchanged. */
  readonly entries: number
  /** The first entry that was changed. */
  readonly entryNo: number
  readonly why: string
}

/** One entry and its digest, in hexadecimal. */
export type NotedEntry = { readonly entryNo: number; readonly digest: string }

export type VerifyChainOptions = {
  /** Ends of the log that were kept elsewhere after earlier verifications. */
  readonly noted?: readonly NotedEntry[]
  /** Called with the number of entries verified so far. */
  readonly onProgress?: (entries: number) => void
}

/**
 * Entries are numbered from 1 without gaps, each chained to the one before; the first that is not is
 * reported.
 */
export async function verifyChain(
  pages: AsyncIterable<readonly ChainedEntry[]>,
  digest: EntryDigest,
  { noted = [], onProgress }: VerifyChainOptions = {},
): Promise<ChainVerification> {
  let last: ChainedEntry | undefined
  for await (const page of pages) {
    for (const link of page) {
      const broken = checkEntry(link, last, digest) ?? checkNoted(link, noted)
      if (broken) return broken
      last = link
    }
    onProgress?.(last?.entryNo ?? 0)
  }
  const entries = last?.entryNo ?? 0
  const furthest = noted.reduce((most, { entryNo }) => Math.max(most, entryNo), 0)
  if (furthest > entries) {
    const why =
      `The log ends before entry ${furthest}, which was noted: it was cut off behind, or an older copy was ` +
      'put back.'
    return { isIntact: false, entries, entryNo: entries + 1, why }
  }
  return { isIntact: true, entries, ...(last && { last: notedOf(last) }) }
}

const notedOf = ({ entryNo, digest }: Pick<ChainedEntry, 'entryNo' | 'digest'>): NotedEntry => ({
  entryNo,
  digest: digest.toString('hex'),
})

function checkEntry(
  link: ChainedEntry,
  last: ChainedEntry | undefined,
  digest: EntryDigest,
): BrokenChain | undefined {
  const entries = last?.entryNo ?? 0
  const expected = entries + 1
  const broken = (entryNo: number, why: string): BrokenChain => ({ isIntact: false, entries, entryNo, why })
  if (link.entryNo > expected) return broken(expected, `Entry ${expected} is missing.`)
  if (link.entryNo < expected) return broken(link.entryNo, `There is an entry ${link.entryNo} too many.`)
  if (digest(link, last?.digest).equals(link.digest)) return undefined
  return broken(expected, `Entry ${expected} is not what was written.`)
}

/** When entries are cut off and new ones appended, the chain itself has no flaw; the kept end reveals it. */
function checkNoted(
  { entryNo, digest }: ChainedEntry,
  noted: readonly NotedEntry[],
): BrokenChain | undefined {
  const hex = digest.toString('hex')
  if (noted.every(one => one.entryNo !== entryNo || one.digest.toLowerCase() === hex)) return undefined
  const why = `Entry ${entryNo} is not the one that was noted: the log was cut off at or before it.`
  return { isIntact: false, entries: entryNo - 1, entryNo, why }
}
