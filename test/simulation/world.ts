/**
 * Virtual time. Events lie in one queue, ordered by their time; between two events everything that can run
 * without waiting for a third has run. No real clock is read, so a run is as fast as its code and the same
 * every time.
 */
export interface World {
  nowMs(): number
  /** What the act returns is waited for before time goes on: a real store takes real time, and no virtual. */
  after(delayMs: number, act: Act): void
  /** Until the condition holds; false when it still does not at the given moment. */
  runUntil(isDone: () => boolean, latestMs: number): Promise<boolean>
}

export type Act = () => unknown

/** Times look like real ones where they are shown. */
export const simulationStartMs = 1_800_000_000_000

export function createWorld(): World {
  const queue = new EventQueue()
  let nowMs = simulationStartMs
  return {
    nowMs: () => nowMs,
    after: (delayMs, act) => queue.add(nowMs + Math.max(0, Math.ceil(delayMs)), act),
    async runUntil(isDone, latestMs) {
      for (;;) {
        await settled()
        if (isDone()) return true
        const next = queue.takeBefore(latestMs)
        if (!next) {
          nowMs = Math.max(nowMs, latestMs)
          return false
        }
        nowMs = next.atMs
        const waited = next.act()
        if (waited instanceof Promise) await waited
      }
    },
  }
}

/** Every promise that could go on has gone on: the immediate queue is served only after all of them. */
const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

type Event = { readonly atMs: number; readonly order: number; readonly act: Act }

/** A heap; events of the same moment keep the order they were added in. */
class EventQueue {
  readonly #heap: Event[] = []
  #added = 0

  add(atMs: number, act: Act): void {
    const event = { atMs, order: this.#added++, act }
    let at = this.#heap.length
    for (let parent = (at - 1) >> 1; at > 0; at = parent, parent = (at - 1) >> 1) {
      const above = this.#heap[parent]
      if (above === undefined || isBefore(above, event)) break
      this.#heap[at] = above
    }
    this.#heap[at] = event
  }

  takeBefore(latestMs: number): Event | undefined {
    const first = this.#heap[0]
    if (first === undefined || first.atMs > latestMs) return undefined
    const last = this.#heap.pop()
    if (last !== undefined && last !== first) this.#sink(last)
    return first
  }

  #sink(event: Event): void {
    let at = 0
    for (;;) {
      const left = this.#heap[2 * at + 1]
      const right = this.#heap[2 * at + 2]
      if (left === undefined) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (isBefore(event, child)) break
      this.#heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#heap[at] = event
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)
