// Work on many orders, some at a time: fewer where the database takes too long for so many, as with orders
// of very many transactions.

import { randomInt } from 'node:crypto'
import { TookTooLong } from './port.ts'

type DoneParts<Item, Result> = AsyncGenerator<
  | { readonly state: 'done'; readonly some: readonly Item[]; readonly result: Result }
  /** One that took too long by itself, or those behind so many of them that were not tried. */
  | { readonly state: 'tooLong' | 'notTried'; readonly some: readonly Item[] }
>

/** So many parts in a row are done before as many again are tried at once. */
const growsAfter = 4
/** So many in a row that take too long by themselves may be some neighbours, or all that there are. */
const leftInRowMax = 10
/** Twice as many with every one more. */
const farthestDoublings = 40

/**
 * How many are not tried after so many in a row. Neighbours are soon behind, and where the database is too
 * slow for all, few are tried. By chance, so that another run tries others of them.
 */
const notTriedAfter = (leftInRow: number): number =>
  leftInRow <= leftInRowMax ? 0 : randomInt(2 ** Math.min(leftInRow - leftInRowMax, farthestDoublings))

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
  /** Of these items, or of those that it is called with next. */
  let notTried = 0
  const grow = (): void => {
    leftInRow = 0
    wellInRow += 1
    if (wellInRow % growsAfter === 0) size = Math.min(size * 2, atOnce)
  }
  const shrink = (tried: number): void => {
    wellInRow = 0
    size = Math.ceil(tried / 2)
    if (tried === 1) notTried = notTriedAfter(++leftInRow)
  }
  return async function* (items, work) {
    for (let done = 0; done < items.length; ) {
      const passed = items.slice(done, done + notTried)
      if (passed.length > 0) {
        notTried -= passed.length
        done += passed.length
        yield { state: 'notTried', some: passed }
        continue
      }
      const some = items.slice(done, done + size)
      const part = await work(some).then(
        result => ({ state: 'done' as const, some, result }),
        error => {
          if (!(error instanceof TookTooLong)) throw error
          shrink(some.length)
          return some.length === 1 ? { state: 'tooLong' as const, some } : undefined
        },
      )
      if (!part) continue
      if (part.state === 'done') grow()
      done += some.length
      yield part
    }
  }
}
