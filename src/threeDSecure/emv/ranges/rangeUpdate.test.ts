import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GenerationFacts, unpackRanges } from './packedRanges.ts'
import { readProfile } from './rangeProfile.ts'
import { RangeRefusal } from './rangeRefusal.ts'
import { RangeUpdate } from './rangeUpdate.ts'

const facts: GenerationFacts = {
  serialNumber: '1',
  directoryVersions: ['2.1.0', '2.2.0', '2.3.1'],
  addresses: [],
}

type Change = {
  readonly action: 'A' | 'D' | 'M'
  readonly first: number
  readonly length: number
  readonly host: number
}

const entryOf = ({ action, first, length, host }: Change) => ({
  ...{ actionInd: action, startRange: bound(first), endRange: bound(first + length) },
  ...{ acsStartProtocolVersion: '2.1.0', acsEndProtocolVersion: '2.2.0' },
  threeDSMethodURL: `https://acs${host}.example/`,
})

const bound = (number: number) => `${4_000_000_000_000_000 + number}`

function updateOf(changes: readonly Change[]): RangeUpdate {
  const update = new RangeUpdate()
  for (const change of changes) update.hear(entryOf(change))
  return update
}

/** What the specification says, written down without a thought for time: a list that is looked through. */
function naive(base: readonly Change[], changes: readonly Change[]): readonly Change[] | '205' | '206' {
  let ranges = [...base]
  for (const change of changes) {
    const isThere = (each: Change) => each.first === change.first && each.length === change.length
    const overlaps = (each: Change) =>
      each.first <= change.first + change.length && change.first <= each.first + each.length
    if (change.action === 'A') {
      if (ranges.some(overlaps)) return '205'
      ranges.push(change)
    } else {
      if (!ranges.some(isThere)) return '206'
      ranges = ranges.filter(each => !isThere(each))
      if (change.action === 'M') ranges.push(change)
    }
  }
  return ranges.sort((one, other) => one.first - other.first)
}

const shown = (ranges: readonly Change[]) =>
  ranges.map(({ first, length, host }) => [
    BigInt(bound(first)),
    BigInt(bound(first + length)),
    `https://acs${host}.example/`,
  ])

const changes = (span: number, count: number) =>
  fc.array(
    fc.record({
      action: fc.constantFrom('A' as const, 'A' as const, 'D' as const, 'M' as const),
      first: fc.nat(span).map(number => number * 10),
      length: fc.constantFrom(0, 9, 19),
      host: fc.nat(2),
    }),
    { maxLength: count },
  )

/** Every other place of twenty has a range, or not: changes meet some of them, and what is between. */
const spread = fc
  .array(fc.boolean(), { minLength: 20, maxLength: 20 })
  .map(places =>
    places.flatMap((isThere, place): readonly Change[] =>
      isThere ? [{ action: 'A', first: place * 20, length: 9, host: place % 3 }] : [],
    ),
  )

test('any changes in any order do what a list would do that is looked through for each of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(spread, changes(60, 5)),
      changes(40, 4),
      fc.boolean(),
      async (first, second, isLastFirst) => {
        const added = first.map(change => ({ ...change, action: 'A' as const }))
        const base = naive([], added)
        const whole = await updateOf(first).whole(facts).catch(codeOf)
        if (typeof base === 'string' || typeof whole === 'string') {
          expect(whole).toBe(base)
          return
        }
        const wanted = naive(base, isLastFirst ? second.toReversed() : second)
        const found = await updateOf(second).changed(whole, facts, isLastFirst).catch(codeOf)
        if (typeof wanted === 'string' || typeof found === 'string') expect(found).toBe(wanted)
        else expect(listed(found)).toEqual(shown(wanted))
        expect(listed(whole)).toEqual(shown(base))
      },
    ),
    { numRuns: 300 },
  )
})

const codeOf = (error: unknown) => {
  if (error instanceof RangeRefusal) return error.code
  throw error
}

function listed(ranges: Awaited<ReturnType<RangeUpdate['whole']>>) {
  return Array.from({ length: ranges.count }, (_, position) => [
    ...[ranges.startAt(position), ranges.endAt(position)],
    readProfile(ranges.profileText(ranges.profileAt(position))).versions[0]?.methodUrl,
  ])
}

test('thousands of ranges that come in no order are found, and what is stored is what was made', async () => {
  const count = 5_000
  const order = Array.from({ length: count }, (_, index) => (index * 1_999) % count)
  const made = await updateOf(
    order.map(number => ({ action: 'A', first: number * 100, length: 49, host: number % 7 })),
  ).whole(facts)
  expect([made.count, made.profileCount]).toEqual([count, 7])
  const stored = unpackRanges(Uint8Array.from(made.bytes))
  for (const ranges of [made, stored])
    for (let number = 0; number < count; number += 13) {
      const methodUrl = `https://acs${number % 7}.example/`
      expect(ranges?.find(bound(number * 100 + 49))).toMatchObject([
        { version: '2.1.0', methodUrl },
        { methodUrl },
      ])
      expect(ranges?.find(bound(number * 100 + 50))).toBeUndefined()
    }
  expect(stored?.facts).toEqual(facts)
})

test('the length of a card number is part of it', async () => {
  const made = await updateOf([{ action: 'A', first: 0, length: 999_999, host: 0 }]).whole(facts)
  expect(made.find('4000000000000000')).toBeDefined()
  for (const other of [
    '400000000000000',
    '40000000000000000',
    '4000000000000000000',
    '04000000000000000',
    '4x',
  ])
    expect(made.find(other)).toBeUndefined()
})

test('the highest number of nineteen digits has its place', async () => {
  const update = new RangeUpdate()
  const nines = '9'.repeat(19)
  update.hear({
    ...entryOf({ action: 'A', first: 0, length: 0, host: 1 }),
    startRange: nines,
    endRange: nines,
  })
  expect((await update.whole(facts)).find(nines)).toHaveLength(2)
})

test('ranges are listed by the beginning of their cards, for every length of card number', async () => {
  const update = new RangeUpdate()
  for (const [startRange, endRange] of [
    ['4000000000000000', '4000009999999999'],
    ['400001000000000', '400001999999999'],
    ['5123450000000000000', '5123459999999999999'],
  ])
    update.hear({ ...entryOf({ action: 'A', first: 0, length: 0, host: 1 }), startRange, endRange })
  const made = await update.whole(facts)
  const found = (digits: string) => made.withPrefix(digits, 10).map(({ start }) => `${start}`)
  expect(found('40000')).toEqual(['400001000000000', '4000000000000000'])
  expect(found('400001')).toEqual(['400001000000000'])
  expect(found('51234599')).toEqual(['5123450000000000000'])
  expect(found('6')).toEqual([])
  expect(made.withPrefix('4', 1)).toHaveLength(1)
})

test('what another release wrote, or what was cut off, is not read', async () => {
  const { bytes } = await updateOf([{ action: 'A', first: 0, length: 9, host: 0 }]).whole(facts)
  expect(unpackRanges(Uint8Array.from(bytes))).toBeDefined()
  expect(unpackRanges(bytes.slice(0, -1))).toBeUndefined()
  expect(unpackRanges(new Uint8Array(0))).toBeUndefined()
  const other = Uint8Array.from(bytes)
  other[4] = 99
  expect(unpackRanges(other)).toBeUndefined()
})
