// The books of the acquirer host: everything that it approved or undid. They change by lines only, so that
// the journal of these lines, read again, gives the same books.

import { BoundedMap } from '../platform/boundedMap.ts'
import { type BookTotals, createTotals, type TotalsFilter } from './hostTotals.ts'

export type HostBooks = {
  /** The entry that a message with this identity made. */
  byIdentity(identity: string): HostEntry | undefined
  /** The entry that original data name, byte for byte. */
  byOriginalData(terminal: string, originalData: string): HostEntry | undefined
  byNumber(entryNo: number): HostEntry | undefined
  /** What was posted under a retrieval reference, oldest first. */
  byReference(acceptor: string, reference: string): readonly HostEntry[]
  /** Whether a reversal came for these original data before what they name. */
  isReversedEarly(originalData: string): boolean
  post(posting: HostPosting): HostEntry
  /** What was pending is approved. */
  settle(entryNo: number, atMs: number): void
  /** Remembers the reversal of something that has not come. */
  reverseEarly(originalData: string): void
  businessDate(): string
  /** Begins another business date, and tells which. */
  cutOver(): string
  totals(filter?: TotalsFilter): BookTotals
  /** Oldest first; what was forgotten is in the journal only. */
  entries(): Iterable<HostEntry>
  size(): { readonly entries: number; readonly forgotten: number }
}

export const entryKindsOfHost = [
  ...(['hold', 'sale', 'refund', 'capture'] as const),
  ...(['increase', 'decrease', 'void', 'reversal'] as const),
] as const
export type HostEntryKind = (typeof entryKindsOfHost)[number]

export type HostPosting = {
  readonly kind: HostEntryKind
  readonly atMs: number
  /** What a repeat of the message is recognised by. */
  readonly identity: string
  /** The original data that name it. */
  readonly originalData: string
  readonly type: string
  readonly institution: string
  readonly acceptor: string
  readonly terminal: string
  readonly traceNumber: string
  /** MMDDhhmmss of the message. */
  readonly transmitted: string
  readonly reference: string
  /** In minor units: of a decrease what remains, of what undoes what it undid. */
  readonly amount: bigint
  readonly asked: bigint
  /** Three digits of ISO 4217. */
  readonly currency: string
  readonly authorizationCode: string
  readonly responseCode: string
  readonly isPending?: boolean
  /** The entry it acts on. */
  readonly of?: number | undefined
  /** Of a capture: no more will be captured. */
  readonly isLast?: boolean
  /** YYYYMMDD; that of the books unless it is given. */
  readonly businessDate?: string
}

/** A class, so that all entries have one shape: there are many of them. */
export class HostEntry {
  readonly entryNo: number
  readonly businessDate: string
  readonly kind: HostEntryKind
  readonly atMs: number
  readonly identity: string
  readonly originalData: string
  readonly type: string
  readonly institution: string
  readonly acceptor: string
  readonly terminal: string
  readonly traceNumber: string
  readonly transmitted: string
  readonly reference: string
  readonly amount: bigint
  readonly asked: bigint
  readonly currency: string
  readonly authorizationCode: string
  readonly responseCode: string
  readonly of: number | undefined
  readonly isLast: boolean
  state: 'posted' | 'pending' | 'undone'
  /** Of a hold: with what was added and taken back, and how much of it was captured. */
  authorized: bigint
  captured = 0n
  /** Of what acts on a hold: how much was authorized before. */
  readonly before: bigint | undefined

  constructor(entryNo: number, posting: HostPosting, businessDate: string, before: bigint | undefined) {
    this.entryNo = entryNo
    this.businessDate = businessDate
    this.kind = posting.kind
    this.atMs = posting.atMs
    this.identity = posting.identity
    this.originalData = posting.originalData
    this.type = posting.type
    this.institution = posting.institution
    this.acceptor = posting.acceptor
    this.terminal = posting.terminal
    this.traceNumber = posting.traceNumber
    this.transmitted = posting.transmitted
    this.reference = posting.reference
    this.amount = posting.amount
    this.asked = posting.asked
    this.currency = posting.currency
    this.authorizationCode = posting.authorizationCode
    this.responseCode = posting.responseCode
    this.of = posting.of
    this.isLast = posting.isLast === true
    this.state = posting.isPending ? 'pending' : 'posted'
    this.authorized = posting.kind === 'hold' ? posting.amount : 0n
    this.before = before
  }
}

/** One line of the journal. */
export type BookLine =
  | { readonly line: 'post'; readonly entryNo: number; readonly posting: HostPosting }
  | { readonly line: 'settle'; readonly entryNo: number; readonly atMs: number }
  | { readonly line: 'early'; readonly originalData: string }
  | { readonly line: 'date'; readonly businessDate: string }

export type HostBooksOptions = {
  /** YYYYMMDD, unless a line says another. */
  readonly businessDate: string
  /** Lines of earlier runs. */
  readonly lines?: Iterable<BookLine>
  readonly write?: (line: BookLine) => void
  /** So many entries are kept in memory. */
  readonly entriesMax?: number
}

const usualEntriesMax = 500_000
const earlyReversalsMax = 100_000

export function createHostBooks(options: HostBooksOptions): HostBooks {
  const books = new Books(options)
  for (const line of options.lines ?? []) books.apply(line)
  const write = (line: BookLine) => {
    books.apply(line)
    options.write?.(line)
  }
  return {
    byIdentity: identity => books.identities.get(identity),
    byOriginalData: (terminal, originalData) => books.names.get(nameOf({ terminal, originalData })),
    byNumber: entryNo => books.entries.get(entryNo),
    byReference: (acceptor, reference) => listOf(books.references.get(`${acceptor}\0${reference}`)),
    isReversedEarly: originalData => books.early.size > 0 && books.early.has(originalData),
    post(posting) {
      const entryNo = books.lastNo + 1
      write({ line: 'post', entryNo, posting })
      const entry = books.entries.get(entryNo)
      if (entry === undefined) throw new Error('An entry was posted and is not in the books')
      return entry
    },
    settle: (entryNo, atMs) => write({ line: 'settle', entryNo, atMs }),
    reverseEarly: originalData => write({ line: 'early', originalData }),
    businessDate: () => books.businessDate,
    cutOver() {
      write({ line: 'date', businessDate: dayAfter(books.businessDate) })
      return books.businessDate
    },
    totals: filter => books.totals.sum(filter),
    entries: () => books.entries.values(),
    size: () => ({ entries: books.entries.size, forgotten: books.forgotten }),
  }
}

class Books {
  readonly entries = new Map<number, HostEntry>()
  readonly identities = new Map<string, HostEntry>()
  readonly names = new Map<string, HostEntry>()
  /** One entry, or several: most references have one. */
  readonly references = new Map<string, HostEntry | readonly HostEntry[]>()
  readonly early: BoundedMap<string, true>
  readonly totals = createTotals()
  readonly #entriesMax: number
  businessDate: string
  lastNo = 0
  forgotten = 0

  constructor({ businessDate, entriesMax = usualEntriesMax }: HostBooksOptions) {
    this.businessDate = businessDate
    this.#entriesMax = entriesMax
    this.early = new BoundedMap(earlyReversalsMax)
  }

  apply(line: BookLine): void {
    switch (line.line) {
      case 'post':
        this.#post(line.entryNo, line.posting)
        break
      case 'settle':
        this.#settle(line.entryNo)
        break
      case 'early':
        this.early.set(line.originalData, true)
        break
      case 'date':
        this.businessDate = line.businessDate
    }
  }

  #post(entryNo: number, posting: HostPosting): void {
    const acted = posting.of === undefined ? undefined : this.entries.get(posting.of)
    const entry = new HostEntry(
      entryNo,
      posting,
      posting.businessDate ?? this.businessDate,
      acted?.authorized,
    )
    this.lastNo = entryNo
    this.#keep(entry)
    if (entry.state === 'posted') this.#count(entry, acted)
  }

  #settle(entryNo: number): void {
    const entry = this.entries.get(entryNo)
    if (entry?.state !== 'pending') return
    entry.state = 'posted'
    this.#count(entry, entry.of === undefined ? undefined : this.entries.get(entry.of))
  }

  /** What an entry does to another one, and to the totals. */
  #count(entry: HostEntry, acted: HostEntry | undefined): void {
    this.totals.add(entry)
    if (acted === undefined) return
    switch (entry.kind) {
      case 'capture':
        acted.captured += entry.amount
        // What is left of a hold is released with its last capture.
        if (entry.isLast && acted.captured < acted.authorized) acted.authorized = acted.captured
        return
      case 'increase':
        acted.authorized += entry.amount
        return
      case 'decrease':
        acted.authorized = entry.amount
        return
      case 'void':
      case 'reversal':
        this.#undo(acted)
    }
  }

  #undo(entry: HostEntry): void {
    const wasPosted = entry.state === 'posted'
    if (entry.state === 'undone') return
    entry.state = 'undone'
    if (!wasPosted) return
    this.totals.undo(entry, this.businessDate)
    const acted = entry.of === undefined ? undefined : this.entries.get(entry.of)
    if (acted === undefined || acted.state === 'undone') return
    const { kind, amount, before = amount, isLast } = entry
    if (kind === 'capture') acted.captured -= amount
    if (kind === 'capture' && isLast) acted.authorized = before
    if (kind === 'increase') acted.authorized -= amount
    if (kind === 'decrease') acted.authorized += before - amount
  }

  #keep(entry: HostEntry): void {
    this.entries.set(entry.entryNo, entry)
    this.identities.set(entry.identity, entry)
    this.names.set(nameOf(entry), entry)
    const key = `${entry.acceptor}\0${entry.reference}`
    const known = this.references.get(key)
    this.references.set(key, known === undefined ? entry : [...listOf(known), entry])
    if (this.entries.size > this.#entriesMax) this.#forgetOldest()
  }

  #forgetOldest(): void {
    for (const entry of this.entries.values()) {
      this.entries.delete(entry.entryNo)
      if (this.identities.get(entry.identity) === entry) this.identities.delete(entry.identity)
      if (this.names.get(nameOf(entry)) === entry) this.names.delete(nameOf(entry))
      const key = `${entry.acceptor}\0${entry.reference}`
      const others = listOf(this.references.get(key)).filter(other => other !== entry)
      if (others.length === 0) this.references.delete(key)
      else this.references.set(key, others)
      this.forgotten += 1
      return
    }
  }
}

/** Original data have no terminal: two terminals may use the same trace number in the same second. */
const nameOf = ({ terminal, originalData }: Pick<HostPosting, 'terminal' | 'originalData'>): string =>
  `${terminal} ${originalData}`

const listOf = (entries: HostEntry | readonly HostEntry[] | undefined): readonly HostEntry[] => {
  if (entries === undefined) return []
  return entries instanceof HostEntry ? [entries] : entries
}

/** The date after YYYYMMDD. */
export function dayAfter(date: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? []
  const next = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + 1))
  return next.toISOString().slice(0, 10).replaceAll('-', '')
}
