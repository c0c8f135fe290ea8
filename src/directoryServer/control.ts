// What a test or an operator can ask of running directory servers, and make them do.

import type { BookedChange, RangeBook } from './cardRanges.ts'
import type { IssuerChallenges } from './challenges.ts'
import type { DirectoryFault, DirectoryFaultDeck, DirectoryFaultSetting } from './faults.ts'
import type { DirectoryCounters, MessageRecord, RecordedDirectoryMessage } from './messageRecord.ts'
import { type DirectoryNotice, type SentNotice, sendNotice } from './notices.ts'
import type { OrderedOutcome, OrderedOutcomes } from './orderedOutcomes.ts'
import type { PostedResult, ResultPosting } from './results.ts'
import type { SchemePosters } from './schemePosters.ts'
import type { ShiftedClock } from './serverClock.ts'
import type { DirectoryTransactions, ShownPurchase, TransactionIds } from './transactions.ts'
import type { ChallengeEnd } from './verdicts.ts'

export type DirectoryControl = {
  /** Without a probability and a number of next messages, the fault ends. */
  fault(name: DirectoryFault, setting?: DirectoryFaultSetting): void
  clearFaults(): void
  faults(): {
    readonly set: Readonly<Record<string, DirectoryFaultSetting>>
    readonly happened: Readonly<Record<string, number>>
  }
  /** What issuers say next, whatever the card. */
  order(outcome: OrderedOutcome): void
  clearOrders(): void
  counters(): DirectoryCounters
  /** The last messages, oldest first, without what is secret. */
  messages(): readonly RecordedDirectoryMessage[]
  /** How often each authentication request came, by threeDSServerTransID. */
  requests(): Readonly<Record<string, number>>
  /** What was delivered to gateways, and what they said. */
  results(): readonly PostedResult[]
  /** Challenges that wait for their payer. */
  challenges(): readonly WaitingChallenge[]
  /** Ends a challenge as the payer would, without a browser; undefined if there is none. */
  decide(acsTransID: string, end: ChallengeEnd): Promise<ChallengeEnd | undefined>
  clock(): { readonly now: string; readonly shiftMs: number }
  /** Sets how far the clock is ahead; what is due by then happens now. */
  shiftClock(ms: number): void
  ranges(scheme: string): { readonly serialNum: string; readonly count: number } | undefined
  /** Publishes changes; undefined if there is no such scheme. */
  changeRanges(scheme: string, changes: readonly BookedChange[]): string | undefined
  /** Sends a notice to the gateway, and says what became of it; undefined if there is no such scheme. */
  notify(scheme: string, notice: DirectoryNotice): Promise<SentNotice> | undefined
  /** Old serial numbers are not known any more. */
  forgetRanges(scheme: string): void
}

type WaitingChallenge = TransactionIds &
  ShownPurchase & { readonly scheme: string; readonly isShown: boolean }

type ControlledParts = {
  readonly faults: DirectoryFaultDeck
  readonly orders: OrderedOutcomes
  readonly record: MessageRecord
  readonly results: ResultPosting
  readonly challenges: IssuerChallenges
  readonly transactions: DirectoryTransactions
  readonly clock: ShiftedClock
  readonly books: ReadonlyMap<string, RangeBook>
  readonly posters: SchemePosters
  /** Where a gateway listens for the messages of a scheme, as its settings say. */
  readonly resultsUrls: ReadonlyMap<string, string>
  readonly sweep: () => void
  /** Listens or not, as the faults say. */
  readonly listenOrNot: () => void
}

export function createDirectoryControl(parts: ControlledParts): DirectoryControl {
  const { faults, orders, record, results, challenges, transactions, clock, books } = parts
  return {
    fault(name, setting = {}) {
      faults.set(name, setting)
      parts.listenOrNot()
    },
    clearFaults() {
      faults.clear()
      parts.listenOrNot()
    },
    faults: () => ({ set: faults.list(), happened: faults.counts() }),
    order: orders.add,
    clearOrders: orders.clear,
    counters: record.counters,
    messages: record.messages,
    requests: record.requests,
    results: results.delivered,
    challenges: () =>
      [...transactions.open()].map(({ ids, shown, scheme, challenge }) => ({
        ...{ ...ids, ...shown, scheme, isShown: challenge?.shownMs !== undefined },
      })),
    decide: challenges.decide,
    clock: () => ({ now: new Date(clock.nowMs()).toISOString(), shiftMs: clock.shiftMs() }),
    shiftClock(ms) {
      clock.shiftTo(ms)
      parts.sweep()
    },
    ranges(scheme) {
      const book = books.get(scheme)
      return book && { serialNum: book.serial(), count: book.count() }
    },
    changeRanges: (scheme, changes) => books.get(scheme)?.change(changes),
    notify(scheme, notice) {
      const url = transactions.resultsUrlOf(scheme) ?? parts.resultsUrls.get(scheme)
      return url === undefined ? undefined : sendNotice(parts, { scheme, url }, notice)
    },
    forgetRanges: scheme => books.get(scheme)?.forget(),
  }
}
