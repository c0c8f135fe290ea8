// Work on many orders, some at a time: fewer where the database takes too long for so many, as with orders
// of very many transactions.

import { TookTooLong } from './port.ts'

type DoneParts<Item, Result> = AsyncGenerator<{
  readonly some: readonly Item[]
  /** Undefined of one that took too long by itself: it is passed over. */
  readonly result: Result | undefined
}>

/** So many parts in a row are done before as many again are tried at once. */
const growsAfter = 4
/** So many in a row that take too long by themselves are not a few of them: the database is too slow now. */
const leftInRowMax = 10

/** It remembers how many were few enough, and tries more again after a while. */
export function createInParts(
  atOnce: number,
): <Item, Result>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<Result>,
) => DoneParts<Item, Result> {
  let size = atOnce
  let wellInRow = 0
  let leftInRow = 0
  const grow = (): void => {
    leftInRow = 0
    wellInRow += 1
    if (wellInRow % growsAfter === 0) size = Math.min(size * 2, atOnce)
  }
  return async function* (items, work) {
    for (let done = 0; done < items.length; ) {
      const some = items.slice(done, done + size)
      const part = await work(some).then(
        result => ({ some, result }),
        error => {
          if (!(error instanceof TookTooLong)) throw error
          wellInRow = 0
          if (some.length === 1 && ++leftInRow < leftInRowMax) return { some, result: undefined }
          if (some.length === 1) throw error
          size = Math.ceil(some.length / 2)
          return undefined
        },
      )
      if (!part) continue
      if (part.result !== undefined) grow()
      yield part
      done += some.length
    }
  }
}
