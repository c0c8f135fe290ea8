// Work on many orders, some at a time: fewer where the database takes too long for so many, as with orders
// of very many transactions.

import { TookTooLong } from './port.ts'

type DoneParts<Item, Result> = AsyncGenerator<{
  readonly some: readonly Item[]
  /** Undefined of one that took too long by itself: it is passed over. */
  readonly result: Result | undefined
}>

/** It remembers how many were few enough. */
export function createInParts(
  atOnce: number,
): <Item, Result>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<Result>,
) => DoneParts<Item, Result> {
  let size = atOnce
  return async function* (items, work) {
    for (let done = 0; done < items.length; ) {
      const some = items.slice(done, done + size)
      const part = await work(some).then(
        result => ({ some, result }),
        error => {
          if (!(error instanceof TookTooLong)) throw error
          if (some.length === 1) return { some, result: undefined }
          size = Math.ceil(some.length / 2)
          return undefined
        },
      )
      if (!part) continue
      yield part
      done += some.length
    }
  }
}
