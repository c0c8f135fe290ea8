import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RangeTable } from './rangeTable.ts'

// Many changes on many ranges, so that blocks are filled, split and emptied. Ranges have one or two places of
// a long row: whether one can be added is seen by looking at the row.

const places = 6_000
const width = 10

test('tens of thousands of changes leave what a row of places says', () => {
  fc.assert(
    fc.property(fc.integer(), seed => {
      const table = new RangeTable()
      const row: (number | undefined)[] = []
      const owners = new Map<number, { readonly size: number; profile: number }>()
      let random = seed >>> 0
      const next = (below: number) => {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((random / 2 ** 32) * below)
      }
      for (let change = 0; change < 20_000; change++) {
        // First the row fills, then it empties.
        const [place, size, isAddition] = [next(places), 1 + next(2), next(10) < (change < 12_000 ? 7 : 2)]
        const [start, end] = [BigInt(place * width), BigInt((place + size) * width - 1)]
        const own = owners.get(place)
        if (isAddition) {
          const isFree = row[place] === undefined && (size === 1 || row[place + 1] === undefined)
          if (table.add(start, end, change) !== isFree) throw new Error(`add ${change}`)
          if (!isFree) continue
          owners.set(place, { size, profile: change })
          for (let at = place; at < place + size; at++) row[at] = place
        } else if (next(4) === 0) {
          if (table.change(start, end, change) !== (own?.size === size)) throw new Error(`change ${change}`)
          if (own?.size === size) own.profile = change
        } else {
          if (table.remove(start, end) !== (own?.size === size)) throw new Error(`remove ${change}`)
          if (own?.size !== size) continue
          owners.delete(place)
          for (let at = place; at < place + size; at++) row[at] = undefined
        }
      }
      expect(table.count).toBe(owners.size)
      expect(listed(table)).toEqual(
        [...owners]
          .sort(([one], [other]) => one - other)
          .map(([place, { size, profile }]) => `${place * width} ${(place + size) * width - 1} ${profile}`),
      )
      for (const [place, { size }] of owners)
        expect(table.remove(BigInt(place * width), BigInt((place + size) * width - 1))).toBe(true)
      expect([table.count, table.add(0n, BigInt(places * width), 1)]).toEqual([0, true])
    }),
    { numRuns: 5 },
  )
})

const listed = (table: RangeTable) =>
  table.blocks.flatMap(({ starts, ends, profiles, count }) =>
    Array.from({ length: count }, (_, at) => `${starts[at]} ${ends[at]} ${profiles[at]}`),
  )
