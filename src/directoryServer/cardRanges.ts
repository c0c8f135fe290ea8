// The card ranges of a scheme, and how they changed: the whole list, or what is new since a serial number.

import type { SpokenVersion } from './versions.ts'

export type BookedRange = {
  readonly start: string
  readonly end: string
  /** What the issuer's server speaks, oldest first. */
  readonly versions: readonly SpokenVersion[]
  readonly methodUrl?: string
  /** What the issuer's server can do, by the numbers of the protocol. */
  readonly abilities?: readonly string[]
}

/** A add, D delete, M change everything but the bounds. */
export type BookAction = 'A' | 'D' | 'M'
export type BookedChange = { readonly action: BookAction; readonly range: BookedRange }

export type RangeBook = {
  readonly serial: () => string
  readonly count: () => number
  /** The range that a card is in. */
  readonly find: (cardNumber: string) => BookedRange | undefined
  readonly all: () => Iterable<BookedRange>
  /** In order; undefined when there is no such serial number, or it is too old. */
  readonly since: (serial: string) => readonly BookedChange[] | undefined
  /** Publishes changes under a new serial number, as they are: they may be impossible. */
  readonly change: (changes: readonly BookedChange[]) => string
  /** Forgets what changed, so that only the newest serial number is known. */
  readonly forget: () => void
}

const historyMax = 1_000

export function createRangeBook(initial: Iterable<BookedRange>): RangeBook {
  const ranges = new Map<string, BookedRange>()
  for (const range of initial) ranges.set(keyOf(range), range)
  let newest = firstSerial
  let history: { readonly serial: number; readonly changes: readonly BookedChange[] }[] = []
  let oldest = firstSerial
  return {
    serial: () => String(newest),
    count: () => ranges.size,
    find: cardNumber => findIn(ranges.values(), cardNumber),
    all: () => ranges.values(),
    since(serial) {
      const from = /^\d{1,15}$/.test(serial) ? Number(serial) : Number.NaN
      if (!(from >= oldest && from <= newest)) return undefined
      return history.filter(each => each.serial > from).flatMap(each => each.changes)
    },
    change(changes) {
      newest += 1
      history.push({ serial: newest, changes })
      if (history.length > historyMax) oldest = history.shift()?.serial ?? oldest
      for (const { action, range } of changes) {
        if (action === 'D') ranges.delete(keyOf(range))
        else ranges.set(keyOf(range), range)
      }
      return String(newest)
    },
    forget() {
      history = []
      oldest = newest
    },
  }
}

const firstSerial = 1_000
const keyOf = ({ start, end }: BookedRange): string => `${start}-${end}`

/** Bounds are whole card numbers: the length is part of them. */
function findIn(ranges: Iterable<BookedRange>, cardNumber: string): BookedRange | undefined {
  for (const range of ranges) {
    const { start, end } = range
    if (cardNumber.length === start.length && cardNumber >= start && cardNumber <= end) return range
  }
  return undefined
}

/** Ranges of nobody, as many as wanted, apart from those of test cards: 16 digits that begin with 9. */
export function* manyRanges(count: number, like: Omit<BookedRange, 'start' | 'end'>): Iterable<BookedRange> {
  for (let index = 0; index < count; index++) {
    const stem = `9${String(index).padStart(10, '0')}`
    yield { start: `${stem}00000`, end: `${stem}99999`, ...like }
  }
}
