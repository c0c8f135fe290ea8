// Work on many orders, some at a time: fewer where the database takes too long for so many, as with orders
// of very many transactions.

import { TookTooLong } from './port.ts'

type DoneParts<Item, Result> = AsyncGenerator<{ readonly some: readonly Item[]; readonly result: Result }>

/** It remembers how many were few enough. Nothing is fewer than one: then it is said. */
export function createParts(
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
          if (!(error instanceof TookTooLong) || some.length === 1) throw error
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
