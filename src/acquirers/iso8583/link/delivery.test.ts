import { array, assert, boolean, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { Delivery } from './delivery.ts'

const undeliveredMs = 45_000
const opened = () => new Delivery({ undeliveredMs })

test('an answer proves its question and those before it, not those after it', () => {
  const delivery = opened()
  const [, second = 0, third = 0] = [0, 2_000, 4_000].map(ms => delivery.asked(ms))
  delivery.answered(second)
  expect(delivery.isProven).toBe(false)
  expect(delivery.deathCause(46_000, 1)).toBe(undefined)
  expect(delivery.deathCause(49_000, 1)).toContain('for 45 s')
  delivery.answered(third)
  expect(delivery.isProven).toBe(true)
  expect(delivery.deathCause(1_000_000, 1)).toBe(undefined)
})

test('of questions in one write, only the last proves all: the network may die within it', () => {
  const delivery = opened()
  const numbers = Array.from({ length: 40 }, () => delivery.asked(0))
  delivery.answered(numbers[0] ?? 0)
  expect(delivery.isProven).toBe(false)
  expect(delivery.deathCause(46_000, 1)).toContain('for 46 s')
  delivery.answered(numbers.at(-1) ?? 0)
  expect(delivery.isProven).toBe(true)
})

test('what is written about the connection proves the questions before it, at whatever time', () => {
  const delivery = opened()
  delivery.asked(0)
  const echo = delivery.newest
  delivery.asked(0)
  delivery.answered(echo)
  expect(delivery.isProven).toBe(false)
  delivery.answered(delivery.newest)
  expect(delivery.isProven).toBe(true)
})

test('where nobody waits, half of the time is enough', () => {
  const delivery = opened()
  delivery.asked(0)
  expect(delivery.deathCause(22_000, 0)).toBe(undefined)
  expect(delivery.deathCause(23_000, 0)).toContain('for 23 s')
  expect(delivery.deathCause(23_000, 1)).toBe(undefined)
})

const step = record({ afterMs: integer({ min: 0, max: 3_000 }), isAnswered: boolean() })

test('whatever is asked and answered, no question stays unproven for longer than is allowed', () => {
  assert(
    property(array(step, { minLength: 1, maxLength: 60 }), steps => {
      const delivery = opened()
      let nowMs = 0
      let proven = 0
      const asked = new Map<number, number>()
      for (const { afterMs, isAnswered } of steps) {
        nowMs += afterMs
        asked.set(delivery.asked(nowMs), nowMs)
        if (isAnswered) {
          proven = Math.max(proven, Math.ceil(asked.size / 2))
          delivery.answered(proven)
        }
      }
      const [oldest] = [...asked].flatMap(([number, ms]) => (number > proven ? ms : []))
      expect(delivery.isProven).toBe(oldest === undefined)
      if (oldest === undefined) return
      expect(delivery.deathCause(oldest + undeliveredMs, 1)).toBeDefined()
      expect(delivery.deathCause(oldest + undeliveredMs - 1_001, 1)).toBe(undefined)
    }),
  )
})
