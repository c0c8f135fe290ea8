import { expect, test } from 'vitest'
import { createLoadedRanges } from './loadedRanges.ts'
import { RangeUpdate } from './rangeUpdate.ts'

const card = '4000000000000002'

async function rangesWith(methodUrl: string) {
  const update = new RangeUpdate()
  update.hear({
    ...{ startRange: '4000000000000000', endRange: '4000000999999999', threeDSMethodURL: methodUrl },
    ...{ acsStartProtocolVersion: '2.2.0', acsEndProtocolVersion: '2.2.0' },
  })
  return update.whole({ directoryVersions: ['2.2.0'], addresses: ['https://ds.example/'] })
}

function stage() {
  let nowMs = 1_000
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
  return { ranges: createLoadedRanges(['one', 'two'], clock), pass: (ms: number) => (nowMs += ms) }
}

test('found, not in the list, and never loaded are three answers', async () => {
  const { ranges } = stage()
  expect([ranges.find(card), ranges.isLoaded('one'), ranges.ageMs('one')]).toEqual([[], false, undefined])
  ranges.load('one', 1, await rangesWith('https://acs.example/'), 0)
  expect([ranges.find('5000000000000003'), ranges.isLoaded('one')]).toEqual([[], true])
  expect(ranges.find(card)).toEqual([
    {
      directoryServer: 'one',
      versions: [{ version: '2.2.0', methodUrl: 'https://acs.example/', abilities: [] }],
    },
  ])
  expect([ranges.isLoaded('two'), ranges.addresses('one'), ranges.addresses('two')]).toEqual([
    ...[false, ['https://ds.example/'], []],
  ])
})

test('where two directory servers have a card, the order of their file is kept', async () => {
  const { ranges } = stage()
  ranges.load('two', 1, await rangesWith('https://two.example/'), 0)
  ranges.load('one', 1, await rangesWith('https://one.example/'), 0)
  expect(ranges.find(card).map(({ directoryServer }) => directoryServer)).toEqual(['one', 'two'])
})

test('the next generation takes the place of the last, and what was found stays as it was', async () => {
  const { ranges } = stage()
  ranges.load('one', 1, await rangesWith('https://old.example/'), 0)
  const found = ranges.find(card)
  ranges.load('one', 2, await rangesWith('https://new.example/'), 0)
  expect(found[0]?.versions[0]?.methodUrl).toBe('https://old.example/')
  expect(ranges.find(card)[0]?.versions[0]?.methodUrl).toBe('https://new.example/')
  expect(ranges.current('one')?.generation).toBe(2)
})

test('the age runs from when the directory server last said that the list is right', async () => {
  const { ranges, pass } = stage()
  ranges.load('one', 1, await rangesWith('https://acs.example/'), 60_000)
  pass(5_000)
  expect(ranges.ageMs('one')).toBe(65_000)
  ranges.confirm('one', 1_000)
  pass(500)
  expect(ranges.ageMs('one')).toBe(1_500)
})
