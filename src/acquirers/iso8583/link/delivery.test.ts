import { array, assert, boolean, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { Delivery } from './delivery.ts'

const undeliveredMs = 45_000
const opened = () => new Delivery({ undeliveredMs })

test('an answer proves its question and those before it, not those after it', () => {
  const delivery = opened()
  for (const ms of [0, 2_000, 4_000]) delivery.asked(ms)
  delivery.answered(2_000)
  expect(delivery.isProven).toBe(false)
  expect(delivery.deathCause(46_000, 1)).toBe(undefined)
  expect(delivery.deathCause(49_000, 1)).toContain('for 45 s')
  delivery.answered(4_000)
  expect(delivery.isProven).toBe(true)
  expect(delivery.deathCause(1_000_000, 1)).toBe(undefined)
})

test('where nobody waits, half of the time is enough', () => {
  const delivery = opened()
  delivery.asked(0)
  expect(delivery.deathCause(22_000, 0)).toBe(undefined)
  expect(delivery.deathCause(23_000, 0)).toContain('for 23 s')
  expect(delivery.deathCause(23_000, 1)).toBe(undefined)
})

const step = record({ afterMs: integer({ min: 1, max: 3_000 }), isAnswered: boolean() })

test('whatever is asked and answered, no question stays unproven for longer than is allowed', () => {
  assert(
    property(array(step, { minLength: 1, maxLength: 60 }), steps => {
      const delivery = opened()
      let nowMs = 0
      let provenMs = -1
      const asked: number[] = []
      for (const { afterMs, isAnswered } of steps) {
        nowMs += afterMs
        delivery.asked(nowMs)
        asked.push(nowMs)
        if (isAnswered) {
          provenMs = asked[Math.floor(asked.length / 2)] ?? provenMs
          delivery.answered(provenMs)
        }
      }
      const oldest = asked.find(ms => ms > provenMs)
      expect(delivery.isProven).toBe(oldest === undefined)
      if (oldest === undefined) return
      expect(delivery.deathCause(oldest + undeliveredMs, 1)).toBeDefined()
      expect(delivery.deathCause(oldest + undeliveredMs - 1_001, 1)).toBe(undefined)
    }),
  )
})
