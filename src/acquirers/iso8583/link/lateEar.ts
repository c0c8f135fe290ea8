// Questions that nobody waits for any more: an answer that comes now is late, or the second one. They are
// kept for a bounded time and in a bounded number, without card data.

import type { IsoMessage } from '../dialects/message.ts'
import type { Expectation } from './matching.ts'

export type PastQuestion = {
  readonly expected: Expectation
  readonly wasAnswered: boolean
  readonly onLate: ((answer: IsoMessage) => void) | undefined
}

export interface LateEar<Place> {
  readonly remember: (key: string, past: PastQuestion) => void
  readonly find: (key: string) => PastQuestion | undefined
  /** Where a question without an answer was sent, by its identity. */
  readonly rememberPlace: (identity: string, place: Place) => void
  readonly placeOf: (identity: string) => Place | undefined
}

export type LateEarOptions = {
  readonly monotonicMs: () => number
  /** At least so long; at most twice as long. */
  readonly keptMs: number
  readonly countMax: number
}

/**
 * Two generations: what is remembered goes into the younger one; when that is full or old enough, the older
 * one is dropped as a whole. So nothing is swept entry by entry on the road of a payment.
 */
export function createLateEar<Place>({ monotonicMs, keptMs, countMax }: LateEarOptions): LateEar<Place> {
  let younger = new Map<string, PastQuestion>()
  let older = new Map<string, PastQuestion>()
  let youngerPlaces = new Map<string, Place>()
  let olderPlaces = new Map<string, Place>()
  let turnedAtMs = monotonicMs()
  const turn = () => {
    older = younger
    olderPlaces = youngerPlaces
    younger = new Map()
    youngerPlaces = new Map()
    turnedAtMs = monotonicMs()
  }
  const turnIfDue = () => {
    const elapsedMs = monotonicMs() - turnedAtMs
    if (elapsedMs >= keptMs) turn()
    if (elapsedMs >= 2 * keptMs) turn()
  }
  return {
    remember: (key, past) => {
      turnIfDue()
      if (younger.size >= countMax / 2) turn()
      younger.set(key, past)
    },
    find: key => {
      turnIfDue()
      return younger.get(key) ?? older.get(key)
    },
    rememberPlace: (identity, place) => void youngerPlaces.set(identity, place),
    placeOf: identity => youngerPlaces.get(identity) ?? olderPlaces.get(identity),
  }
}
