/**
 * Writes items in groups. There is no timer: a group forms while earlier ones are being written, so a lone item
 * leaves at once and the groups grow with the load.
 */
export function createBatcher<Item, Result>(batching: Batching<Item, Result>): Batcher<Item, Result> {
  const { keyOf, write, sizeMax, inFlightMax, waitingMax } = batching
  const ready: Waiting<Item, Result>[] = []
  // A key is in here while one of its items is ready or being written; the list holds those that come after it.
  const behind = new Map<string, Waiting<Item, Result>[]>()
  let waitingCount = 0
  let inFlightCount = 0
  let isScheduled = false

  function submit(item: Item): Promise<Result> {
    if (waitingCount >= waitingMax) {
      return Promise.reject(new Overloaded(`${waitingCount} items are waiting to be written`))
    }
    waitingCount += 1
    return new Promise((resolve, reject) => {
      const key = keyOf(item)
      const waiting = { item, key, resolve, reject }
      const followers = behind.get(key)
      if (followers !== undefined) followers.push(waiting)
      else {
        behind.set(key, [])
        ready.push(waiting)
      }
      schedule()
    })
  }

  // Items that arrive in the same turn of the event loop belong in one group: they leave when the turn is over.
  function schedule(): void {
    if (isScheduled || inFlightCount >= inFlightMax || ready.length === 0) return
    isScheduled = true
    setImmediate(dispatch)
  }

  function dispatch(): void {
    isScheduled = false
    while (inFlightCount < inFlightMax && ready.length > 0) void send(ready.splice(0, sizeMax))
  }

  async function send(group: readonly Waiting<Item, Result>[]): Promise<void> {
    inFlightCount += 1
    waitingCount -= group.length
    try {
      const results = await write(group.map(waiting => waiting.item))
      if (results.length !== group.length) throw new Error('A writer must answer every item')
      results.forEach((result, index) => {
        group[index]?.resolve(result)
      })
    } catch (error) {
      for (const waiting of group) waiting.reject(error)
    }
    inFlightCount -= 1
    for (const waiting of group) promoteNext(waiting.key)
    schedule()
  }

  function promoteNext(key: string): void {
    const next = behind.get(key)?.shift()
    if (next === undefined) behind.delete(key)
    else ready.push(next)
  }

  return { submit }
}

export type Batching<Item, Result> = {
  /** Of items with the same key only one is being written at a time. */
  readonly keyOf: (item: Item) => string
  /** One result for each item, in the same order. A rejection rejects the whole group. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly sizeMax: number
  readonly inFlightMax: number
  readonly waitingMax: number
}

export interface Batcher<Item, Result> {
  submit(item: Item): Promise<Result>
}

/** More are waiting than the limit allows; the item was not accepted. */
export class Overloaded extends Error {}

type Waiting<Item, Result> = {
  readonly item: Item
  readonly key: string
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}
