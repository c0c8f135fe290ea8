// Queues: writing in batches, running work in turn, and waiting for the end of an event loop turn.

/**
 * Writes items in batches. There is no timer: a batch forms while earlier ones are being written, so a single
 * item is written at once and batches grow with the load.
 */
export function createBatcher<Item, Result>(batching: BatchingOptions<Item, Result>): Batcher<Item, Result> {
  const queue = new BatchQueue(batching)
  return { submit: item => queue.submit(item) }
}

type BatchingOptions<Item, Result> = {
  /** Items with the same key are written one at a time. Without it, none waits for another. */
  readonly keyOf?: (item: Item) => string
  /** One result for each item, in the same order. A rejection rejects the whole group. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly sizeMax: number
  readonly inFlightMax: number
  readonly waitingMax: number
  /**
   * Whether a group does not wait for the end of the turn: for items of work that goes on together already,
   * as it does after `endOfLoopTurn`.
   */
  readonly isPrompt?: boolean
}

/** A batcher of its own for each cell: no statement reaches into two of them. */
export function createCellBatchers<Item, Result>(
  batchingOf: (cell: number) => BatchingOptions<Item, Result>,
): (cell: number) => Batcher<Item, Result> {
  const batchers = new Map<number, Batcher<Item, Result>>()
  return cell => {
    const existing = batchers.get(cell)
    if (existing !== undefined) return existing
    const batcher = createBatcher(batchingOf(cell))
    batchers.set(cell, batcher)
    return batcher
  }
}

export interface Batcher<Item, Result> {
  submit(item: Item): Promise<Result>
}

/** More are waiting than the limit allows; the item was not accepted. */
export class Overloaded extends Error {}

type WaitingItem<Item, Result> = {
  readonly item: Item
  readonly key: string | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

class BatchQueue<Item, Result> {
  readonly #batching: BatchingOptions<Item, Result>
  readonly #ready: WaitingItem<Item, Result>[] = []
  /** Has every key of which an item is ready or being written, with the items that come after it. */
  readonly #behind = new Map<string, WaitingItem<Item, Result>[]>()
  #waitingCount = 0
  #inFlightCount = 0
  #isScheduled = false

  constructor(batching: BatchingOptions<Item, Result>) {
    this.#batching = batching
  }

  submit(item: Item): Promise<Result> {
    if (this.#waitingCount >= this.#batching.waitingMax) {
      return Promise.reject(new Overloaded(`${this.#waitingCount} items are waiting to be written`))
    }
    this.#waitingCount += 1
    return new Promise((resolve, reject) => {
      const key = this.#batching.keyOf?.(item)
      const waiting = { item, key, resolve, reject }
      const followers = key === undefined ? undefined : this.#behind.get(key)
      if (followers !== undefined) followers.push(waiting)
      else {
        if (key !== undefined) this.#behind.set(key, [])
        this.#ready.push(waiting)
      }
      this.#schedule()
    })
  }

  /**
   * Items that arrive in one turn of the event loop form one group, which is written at the end of the turn.
   */
  #schedule(): void {
    const isFull = this.#inFlightCount >= this.#batching.inFlightMax
    if (this.#isScheduled || isFull || this.#ready.length === 0) return
    this.#isScheduled = true
    if (this.#batching.isPrompt) process.nextTick(() => this.#dispatch())
    else setImmediate(() => this.#dispatch())
  }

  #dispatch(): void {
    this.#isScheduled = false
    const { sizeMax, inFlightMax } = this.#batching
    while (this.#inFlightCount < inFlightMax && this.#ready.length > 0) {
      void this.#send(this.#ready.splice(0, sizeMax))
    }
  }

  async #send(group: readonly WaitingItem<Item, Result>[]): Promise<void> {
    this.#inFlightCount += 1
    this.#waitingCount -= group.length
    try {
      const results = await this.#batching.write(group.map(waiting => waiting.item))
      if (results.length !== group.length) throw new Error('A writer must answer every item')
      results.forEach((result, index) => {
        group[index]?.resolve(result)
      })
    } catch (error) {
      for (const waiting of group) waiting.reject(error)
    }
    this.#inFlightCount -= 1
    for (const { key } of group) if (key !== undefined) this.#promoteNext(key)
    this.#schedule()
  }

  #promoteNext(key: string): void {
    const next = this.#behind.get(key)?.shift()
    if (next === undefined) this.#behind.delete(key)
    else this.#ready.push(next)
  }
}

/**
 * Resolves at the end of this turn of the event loop, for all callers together. They continue one after the
 * other, step by step, so that code and data of a step are still in the processor's caches.
 */
export function endOfLoopTurn(): Promise<void> {
  thisTurn ??= new Promise(resolve => {
    setImmediate(() => {
      thisTurn = undefined
      resolve()
    })
  })
  return thisTurn
}

let thisTurn: Promise<void> | undefined

/** Runs functions one after the other, also after one that failed. */
export function createSerialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/**
 * Gives turns, so many at once, in the order in which they are asked for: each until its end is called.
 * 'full' where as many as may wait already; whoever has patience waits behind them, and is rejected with the
 * reason when that is aborted.
 */
export function createTurns({ atOnce, waitingMax }: TurnLimits): TakeTurn {
  const waiting: (() => void)[] = []
  let taken = 0
  // Whoever ends hands the place over.
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else taken -= 1
  }
  const wait = (patience: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(patience?.reason)
      }
      const begin = (): void => {
        patience?.removeEventListener('abort', leave)
        resolve()
      }
      waiting.push(begin)
      patience?.addEventListener('abort', leave, { once: true })
    })
  return async ({ patience } = {}) => {
    patience?.throwIfAborted()
    if (taken < atOnce) taken += 1
    else if (patience || waiting.length < waitingMax) await wait(patience)
    else return 'full'
    return end
  }
}

type TakeTurn = (options?: { readonly patience?: AbortSignal | undefined }) => Promise<(() => void) | 'full'>

type TurnLimits = { readonly atOnce: number; readonly waitingMax: number }
