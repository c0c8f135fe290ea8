import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  jitter,
  nextWaitMs,
  readRetryAfter,
  reasonOf,
  retryAfterMaxMs,
  triesMax,
  verdictOf,
  waitsMs,
} from './outcome.ts'

const middle = () => 0.5
const hour = 3_600_000

test('twenty attempts over about three days', () => {
  expect(triesMax).toBe(20)
  const total = waitsMs.reduce((sum, wait) => sum + wait, 0)
  expect(total / hour).toBeGreaterThan(69)
  expect(total / hour).toBeLessThan(72)
})

test('the first repeat comes after fifteen seconds, the last after twelve hours', () => {
  expect(nextWaitMs(1, { random: middle })).toBe(15_000)
  expect(nextWaitMs(2, { random: middle })).toBe(60_000)
  expect(nextWaitMs(19, { random: middle })).toBe(12 * hour)
  expect(nextWaitMs(20, { random: middle })).toBeUndefined()
})

test('no wait is further from the schedule than its jitter, and no receiver makes it shorter', () => {
  const tries = fc.integer({ min: 1, max: triesMax - 1 })
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const asked = fc.option(fc.integer({ min: 0, max: 10 * hour }), { nil: undefined })
  fc.assert(
    fc.property(tries, random, asked, (count, chance, retryAfterMs) => {
      const scheduled = waitsMs[count] ?? 0
      const wait = nextWaitMs(count, { random: () => chance, retryAfterMs }) ?? -1
      const honoured = Math.min(retryAfterMs ?? 0, retryAfterMaxMs)
      expect(wait).toBeGreaterThanOrEqual(Math.max(Math.floor(scheduled * (1 - jitter)), honoured))
      expect(wait).toBeLessThanOrEqual(Math.max(Math.ceil(scheduled * (1 + jitter)), honoured))
    }),
  )
})

test('waits that began together do not end together', () => {
  const waits = new Set(Array.from({ length: 100 }, () => nextWaitMs(5)))
  expect(waits.size).toBeGreaterThan(50)
})

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [410, 'gone'],
  [199, 'again'],
  [301, 'again'],
  [308, 'again'],
  [400, 'again'],
  [404, 'again'],
  [429, 'again'],
  [500, 'again'],
  [999, 'again'],
  [undefined, 'again'],
])('an answer with %s: %s', (status, kind) => {
  const outcome = status === undefined ? {} : { status }
  expect(verdictOf(outcome, { tries: 1 }).kind).toBe(kind)
})

test('after the last try it is dead, unless that one was heard', () => {
  expect(verdictOf({ status: 500 }, { tries: triesMax })).toEqual({ kind: 'dead' })
  expect(verdictOf({}, { tries: triesMax })).toEqual({ kind: 'dead' })
  expect(verdictOf({ status: 201 }, { tries: triesMax })).toEqual({ kind: 'delivered' })
  expect(verdictOf({ status: 410 }, { tries: triesMax })).toEqual({ kind: 'gone' })
})

test('a busy receiver is given the time it asks for, up to an hour', () => {
  const wait = (retryAfterMs: number) =>
    verdictOf({ status: 503, retryAfterMs }, { tries: 1, random: middle })
  expect(wait(1_000)).toEqual({ kind: 'again', afterMs: 15_000 })
  expect(wait(120_000)).toEqual({ kind: 'again', afterMs: 120_000 })
  expect(wait(86_400_000)).toEqual({ kind: 'again', afterMs: hour })
})

const now = Date.UTC(2026, 10, 15, 12)

test.each([
  ['0', 0],
  ['120', 120_000],
  ['Sun, 15 Nov 2026 12:01:00 GMT', 60_000],
  ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['99999999999', undefined],
  ['soon', undefined],
  ['', undefined],
  ['Sun, 99 Nov 2026 12:01:00 GMT', undefined],
  [undefined, undefined],
])('Retry-After: %s', (text, expected) => {
  expect(readRetryAfter(text, now)).toBe(expected)
})

test('no text in Retry-After is taken for a time that is none', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const asked = readRetryAfter(text, now)
      expect(asked === undefined || (Number.isFinite(asked) && asked >= 0)).toBe(true)
    }),
  )
})

test('an answer that is no success says why, where its status does not', () => {
  expect(reasonOf(204)).toBeUndefined()
  expect(reasonOf(302)).toMatch(/redirect/)
  expect(reasonOf(410)).toMatch(/no more/)
  expect(reasonOf(500)).toBeUndefined()
})
