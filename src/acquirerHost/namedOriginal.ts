// The entry that a message is about. Original data (90 or 56) must be those of a message that came, byte for
// byte; every comparison is counted, and a difference is recorded as a fault of whoever sent them.

import type { HostBooks, HostEntry } from './hostBooks.ts'
import type { AskedMessage } from './hostQuestion.ts'

export type NamedOriginal = {
  /** Undefined where there is none, and where original data nearly name one. */
  find(question: AskedMessage, atMs: number): HostEntry | undefined
  comparisons(): OriginalComparisons
}

/** How often original data were those of a message that came. */
export type OriginalComparisons = {
  readonly matched: number
  readonly mismatched: number
  /** Nothing came that they could mean: it was lost, or is still under way. */
  readonly unknown: number
  /** The last ones. */
  readonly mismatches: readonly OriginalMismatch[]
}

export type OriginalMismatch = {
  readonly atMs: number
  readonly type: string
  readonly terminal: string
  readonly traceNumber: string
  readonly differsIn: readonly string[]
}

const mismatchesMax = 1_000

export function createNamedOriginal(books: HostBooks, generation: '1987' | '1993'): NamedOriginal {
  const layout = generation === '1993' ? layout1993 : layout1987
  const counts = { matched: 0, mismatched: 0, unknown: 0 }
  const mismatches: OriginalMismatch[] = []

  function compare(question: AskedMessage, originalData: string, atMs: number): HostEntry | undefined {
    const entry = books.byOriginalData(question.terminal, originalData) ?? nearly(question, originalData)
    if (entry === undefined) {
      counts.unknown += 1
      return undefined
    }
    const differsIn = differences(entry, originalData, layout)
    if (differsIn.length === 0) {
      counts.matched += 1
      return entry
    }
    counts.mismatched += 1
    const { message, terminal, traceNumber } = question
    mismatches.push({ atMs, type: message.type, terminal, traceNumber, differsIn })
    if (mismatches.length > mismatchesMax) mismatches.shift()
    return undefined
  }

  /** Of the same life of a transaction, and with the same trace number. */
  function nearly(
    { acceptor, terminal, reference }: AskedMessage,
    originalData: string,
  ): HostEntry | undefined {
    const [from, to] = layout.traceNumber
    const traceNumber = originalData.slice(from, to)
    return books
      .byReference(acceptor, reference)
      .find(entry => entry.traceNumber === traceNumber && entry.terminal === terminal)
  }

  return {
    find: (question, atMs) =>
      question.originalData === undefined
        ? byWhatTheHostGave(books, question)
        : compare(question, question.originalData, atMs),
    comparisons: () => ({ ...counts, mismatches: [...mismatches] }),
  }
}

type DataLayout = Readonly<Record<string, readonly [from: number, to: number]>> & {
  readonly traceNumber: readonly [from: number, to: number]
}
const layout1987: DataLayout = {
  type: [0, 4],
  traceNumber: [4, 10],
  time: [10, 20],
  institution: [20, 31],
  forwarder: [31, 42],
}
const layout1993: DataLayout = { type: [0, 4], traceNumber: [4, 10], time: [10, 22], institution: [22, 35] }

/** Original data name the first message: an advice of which only a repeat came has another type. */
function differences({ originalData: own, type }: HostEntry, given: string, layout: DataLayout): string[] {
  if (own === given) return []
  const isOnlyRepeat = type[3] === '1'
  const differs = Object.entries(layout).flatMap(([name, [from, to]]) => {
    const end = isOnlyRepeat && name === 'type' ? to - 1 : to
    return own.slice(from, end) === given.slice(from, end) ? [] : [name]
  })
  return own.length === given.length ? differs : [...differs, 'length']
}

/** By what the host gave with its answer, or by the reference that stays the same. */
function byWhatTheHostGave(books: HostBooks, question: AskedMessage): HostEntry | undefined {
  const { acceptor, terminal, reference, privately } = question
  const given = entryNoIn(privately('hostMemory')) ?? entryNoIn(privately('transactionIdentifier'))
  if (given !== undefined) return books.byNumber(given)
  return books.byReference(acceptor, reference).find(entry => entry.terminal === terminal)
}

/** What later messages bring back: of 15 characters, as the networks' identifiers of transactions. */
export const identifierOf = ({ entryNo, businessDate }: HostEntry): string =>
  businessDate.slice(2) + String(entryNo).padStart(9, '0')

const entryNoIn = (identifier: string | undefined): number | undefined =>
  identifier !== undefined && /^\d{15}$/.test(identifier) ? Number(identifier.slice(6)) : undefined
