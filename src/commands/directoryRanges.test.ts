import { expect, test } from 'vitest'
import { createProgram } from '../composition/program.ts'
import { isRejection } from '../orders/rejection.ts'
import type { RangeState } from '../threeDSecure/emv/ranges/rangeStore.ts'
import { type CardRangeRecords, emptyCommandContext, type OperatorRecords } from './context.ts'
import { plainPaint } from './terminal.ts'

const hour = 3_600_000
const loaded: RangeState = {
  directoryServer: 'north',
  current: {
    ...{ directoryServer: 'north', generation: 4, bytes: 100, ranges: 1_200, ageMs: hour, madeBy: 'n' },
    serialNumber: '77',
  },
  ...{ nextInMs: 2 * hour, isWholeNext: false, failures: 0 },
}
const never: RangeState = {
  ...{ directoryServer: 'south', nextInMs: -5, isWholeNext: true, failures: 3, failure: 'unreachable' },
}
const version = (name: '2.2.0' | '2.3.1') => ({
  ...{ version: name, methodUrl: 'https://acs.example/m', abilities: [] },
})

/** What a refresh leaves behind, once somebody has looked twice. */
function records(states: readonly RangeState[], later = states) {
  const done: string[] = []
  let looks = 0
  const cardRanges: CardRangeRecords = {
    list: async () => (done.length > 0 && ++looks > 1 ? later : states),
    async find() {
      const [start, end] = [5_123_450_000_000_000n, 5_123_459_999_999_999n]
      const ranges = [{ start, end, versions: [version('2.2.0'), version('2.3.1')] }]
      return [
        { directoryServer: 'north', isLoaded: true, ranges, isCut: true },
        { directoryServer: 'south', isLoaded: false, ranges: [], isCut: false },
      ]
    },
    request: async (name, isWhole) => void done.push(`${name} ${isWhole}`),
    forget: async name => void done.push(`forget ${name}`),
  }
  return { cardRanges, done }
}

async function run(line: readonly string[], { cardRanges }: { cardRanges: CardRangeRecords }) {
  let shown = { text: '', isBad: false, json: '' }
  const context = {
    ...{ ...emptyCommandContext, halt: new AbortController().signal },
    records: async () => ({ cardRanges }) as OperatorRecords,
    show(result: Parameters<typeof emptyCommandContext.show>[0]) {
      if (isRejection(result)) return
      const { isBad = false } = result
      shown = { text: result.text(plainPaint).join('\n'), isBad, json: JSON.stringify(result.json) }
    },
  }
  await createProgram(context, '1').parseAsync(['directory-ranges', ...line], { from: 'user' })
  return shown
}

test('each directory server is listed with its ranges, serial number and age', async () => {
  const { text, isBad } = await run([], records([loaded]))
  expect(text).toMatch(/north +1,200 +77 +1 h ago +in 2 h/)
  expect(isBad).toBe(false)
})

test('ranges that were never loaded, or are old, are not in order', async () => {
  const { text, isBad } = await run([], records([loaded, never]))
  expect(text).toMatch(/south +never loaded +now, all of it +3 failures, the last: unreachable/)
  expect(isBad).toBe(true)
  const old = { ...loaded, current: { ...loaded.current!, ageMs: 49 * hour } }
  expect((await run([], records([old]))).isBad).toBe(true)
  expect((await run([], records([]))).text).toBe(
    'No gateway with a directory server has been started on this database.',
  )
})

test('ranges are found by the first digits of a card, and no more than eight digits are shown', async () => {
  const { text, json } = await run(['--find', '512345'], records([loaded]))
  expect(text).toMatch(/north +51234500 +51234599 +16 +2\.2\.0, 2\.3\.1 +https:\/\/acs\.example\/m/)
  expect(text).toContain('south: never loaded, so nobody knows.')
  expect(text).toContain('north: there are more; give more digits.')
  expect(`${text}${json}`).not.toMatch(/\d{9}/)
})

test.each([
  [['--find', '512'], '--find takes 4 to 8 digits.'],
  [['--find', '4000000000000002'], '--find takes 4 to 8 digits.'],
  [['--whole'], '--whole belongs to --refresh.'],
  [['--forget', 'north', '--find', '5123'], '--forget goes with neither --find nor --refresh.'],
])('%s is refused, and not repeated', async (line, sentence) => {
  const refused = await run(line, records([loaded])).catch(error => error)
  expect(refused.message).toBe(sentence)
})

test('a refresh is asked for, waited for, and what came of it is shown', async () => {
  const wanted = { ...loaded, requestedBy: 'me' }
  const { cardRanges, done } = records([wanted], [loaded])
  expect((await run(['--refresh', 'north', '--whole'], { cardRanges })).text).toMatch(/north +1,200/)
  expect(done).toEqual(['north true'])
})

test('a directory server that is gone is forgotten, and the others are in order', async () => {
  const { cardRanges, done } = records([loaded, never], [loaded])
  expect((await run(['--forget', 'south'], { cardRanges })).isBad).toBe(true)
  expect(done).toEqual(['forget south'])
  expect((await run([], { cardRanges })).isBad).toBe(false)
})

test('a refresh of which nothing came is told', async () => {
  const wanted = { ...loaded, requestedBy: 'me' }
  const failed = records([wanted], [{ ...loaded, failure: '205' }])
  await expect(run(['--refresh', 'north'], failed)).rejects.toThrow('Nothing came of it (205)')
})
