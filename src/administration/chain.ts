import { createHmac } from 'node:crypto'
import type { Digest, Link } from './port.ts'

/**
 * Each entry's digest is over the entry and the digest before it, under a key that is not in the table: who
 * changes the table cannot make the rest fit again. As JSON, so that no two entries are the same text.
 */
export function chainWith(key: Buffer): Digest {
  return ({ entryNo, at, actor, action, merchantId, details }, before) => {
    const parts = [entryNo, at, actor, action, merchantId, details, before?.toString('hex') ?? null]
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  }
}

export type Verdict = Intact | Broken

/** What is noted of it elsewhere shows later whether anything was cut off behind. */
export type Intact = { readonly isIntact: true; readonly entries: number; readonly last?: Noted }

export type Broken = {
  readonly isIntact: false
  /** How many before it are as they were written. */
  readonly entries: number
  /** The first one that is not. */
  readonly entryNo: number
  readonly why: string
}

/** One entry and its digest, in hexadecimal. */
export type Noted = { readonly entryNo: number; readonly digest: string }

export type VerifyOptions = {
  /** What was written down elsewhere after earlier looks. */
  readonly noted?: readonly Noted[]
  /** How many entries were looked at so far. */
  readonly onProgress?: (entries: number) => void
}

/** Entries are numbered from 1 without gaps, each chained to the one before; what is not so is named. */
export async function verifyChain(
  pages: AsyncIterable<readonly Link[]>,
  digest: Digest,
  { noted = [], onProgress }: VerifyOptions = {},
): Promise<Verdict> {
  let last: Link | undefined
  for await (const page of pages) {
    for (const link of page) {
      const broken = judge(link, last, digest) ?? judgeNoted(link, noted)
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

const notedOf = ({ entryNo, digest }: Pick<Link, 'entryNo' | 'digest'>): Noted => ({
  entryNo,
  digest: digest.toString('hex'),
})

function judge(link: Link, last: Link | undefined, digest: Digest): Broken | undefined {
  const entries = last?.entryNo ?? 0
  const expected = entries + 1
  const broken = (entryNo: number, why: string): Broken => ({ isIntact: false, entries, entryNo, why })
  if (link.entryNo > expected) return broken(expected, `Entry ${expected} is missing.`)
  if (link.entryNo < expected) return broken(link.entryNo, `There is an entry ${link.entryNo} too many.`)
  if (digest(link, last?.digest).equals(link.digest)) return undefined
  return broken(expected, `Entry ${expected} is not what was written.`)
}

/** Whoever cuts entries off and lets new ones follow leaves a chain without a flaw; the note tells. */
function judgeNoted({ entryNo, digest }: Link, noted: readonly Noted[]): Broken | undefined {
  const hex = digest.toString('hex')
  if (noted.every(one => one.entryNo !== entryNo || one.digest.toLowerCase() === hex)) return undefined
  const why = `Entry ${entryNo} is not the one that was noted: the log was cut off at or before it.`
  return { isIntact: false, entries: entryNo - 1, entryNo, why }
}
