// Books that a host keeps carelessly, on command: what it answers is right, and what it books is not. So a
// caller whose every message was answered well still finds differences at the end of the business date.

import type { FaultDeck, StandingFault } from './faults.ts'
import { dayAfter, type HostBooks, HostEntry, type HostPosting } from './hostBooks.ts'

/** What moves money: holds are in no totals. */
const isMovement = ({ kind }: HostPosting): boolean =>
  kind === 'sale' || kind === 'capture' || kind === 'refund'

/** The same books; whoever posts sees what it meant to post. */
export function createCarelessBooks(books: HostBooks, faults: FaultDeck): HostBooks {
  return {
    ...books,
    post(posting) {
      if (!isMovement(posting)) return books.post(posting)
      const date = books.businessDate()
      const meant = (entryNo: number) => new HostEntry(entryNo, posting, date, undefined)
      if (faults.applies('book-nothing')) return meant(0)
      const change = changes.find(([name]) => faults.applies(name))?.[1]
      return change
        ? meant(books.post({ ...posting, ...change(posting, date) }).entryNo)
        : books.post(posting)
    },
  }
}

type Change = (posting: HostPosting, date: string) => Partial<HostPosting>
const changes: readonly (readonly [StandingFault, Change])[] = [
  ['book-other-amount', ({ amount }) => ({ amount: amount + 1n })],
  ['book-other-currency', ({ currency }) => ({ currency: currency === '978' ? '840' : '978' })],
  ['book-next-date', (_posting, date) => ({ businessDate: dayAfter(date) })],
]
