// What was read a moment ago and may be used for a while. It is read anew before it has to be, so that nobody
// waits for that: what all callers need would otherwise hold up all of them, each time it is over.

import { BoundedMap } from './boundedMap.ts'
import type { Clock } from './clock.ts'

type RecentReadsOptions<Found> = {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** How long after its beginning a read may be used. */
  readonly goodForMs: number
  /** What is not known is kept, too, so that guesses are bounded as well. */
  readonly keysMax: number
  /** For how long a failure is the answer; undefined: whoever asks next reads anew. */
  readonly failureGoodForMs?: (failure: unknown) => number | undefined
  /** What is read before its time is over. Other things are read when they are asked for after that. */
  readonly isReadAhead: (found: Found) => boolean
}

export class RecentReads<Found> {
  readonly #options: RecentReadsOptions<Found>
  readonly #reads: BoundedMap<string, Read<Found>>

  constructor(options: RecentReadsOptions<Found>) {
    this.#options = options
    this.#reads = new BoundedMap(options.keysMax)
  }

  /** Reads only where nothing is known that may be used, or that began at `sinceMs` or later. */
  find(key: string, read: () => Promise<Found>, sinceMs?: number): Promise<Found> {
    const known = this.#reads.get(key)
    const nowMs = this.#options.clock.monotonicMs()
    const since = sinceMs ?? nowMs - this.#options.goodForMs
    if (known && isGood(known, since, nowMs)) {
      const isAgeing = nowMs - known.begunAtMs >= this.#options.goodForMs * ageingFrom
      if (isAgeing && known.isReadAhead) known.next ??= this.#begin(key, read, known)
      return known.found
    }
    const newer = known?.next
    if (newer && isGood(newer, since, nowMs)) return newer.found
    // Who needs a fresh one waits for that under way, and then shares the next one with all others: however
    // many they are, they cause one read at a time.
    const underWay = newer ?? (known?.isUnderWay ? known : undefined)
    const again = () => this.find(key, read, sinceMs)
    if (sinceMs !== undefined && underWay) return underWay.found.then(again, again)
    if (!known || !isGood(known, nowMs - this.#options.goodForMs, nowMs)) return this.#begin(key, read).found
    // Others may go on with what is known.
    known.next = this.#begin(key, read, known)
    return known.next.found
  }

  /** Where it may be used; nothing is read. */
  known(key: string): Promise<Found> | undefined {
    const known = this.#reads.get(key)
    const nowMs = this.#options.clock.monotonicMs()
    return known && isGood(known, nowMs - this.#options.goodForMs, nowMs) ? known.found : undefined
  }

  /** Also what is being read: it may have begun before the change. */
  forget(key: string): void {
    this.#reads.delete(key)
  }

  /** One that is to follow another takes its place once it is done, if nothing else has. */
  #begin(key: string, read: () => Promise<Found>, before?: Read<Found>): Read<Found> {
    const begunAtMs = this.#options.clock.monotonicMs()
    const begun: Read<Found> = {
      ...{ found: read(), begunAtMs, untilMs: Number.POSITIVE_INFINITY },
      ...{ isUnderWay: true, isReadAhead: false },
    }
    if (!before) this.#reads.set(key, begun)
    const isNext = () => before !== undefined && this.#reads.get(key) === before
    begun.found.then(
      found => {
        begun.isUnderWay = false
        begun.isReadAhead = this.#options.isReadAhead(found)
        if (isNext()) this.#reads.set(key, begun)
      },
      failure => {
        begun.isUnderWay = false
        const goodForMs = this.#options.failureGoodForMs?.(failure)
        if (before) before.next = undefined
        if (goodForMs !== undefined) {
          begun.untilMs = begunAtMs + goodForMs
          if (isNext()) this.#reads.set(key, begun)
        } else if (this.#reads.get(key) === begun) this.#reads.delete(key)
      },
    )
    return begun
  }
}

type Read<Found> = {
  readonly found: Promise<Found>
  readonly begunAtMs: number
  untilMs: number
  isUnderWay: boolean
  isReadAhead: boolean
  /** Under way, to take its place. */
  next?: Read<Found> | undefined
}

const isGood = ({ begunAtMs, untilMs }: Read<unknown>, sinceMs: number, nowMs: number): boolean =>
  begunAtMs >= sinceMs && nowMs < untilMs

/** So much of its time is over when it is read anew: what is left is enough for a read that takes long. */
const ageingFrom = 0.7
