import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentMap } from './recentMap.ts'

test('what was set or found lately stays, the rest makes room', () => {
  const map = new RecentMap<string, number>(4)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  expect(map.get('a')).toBe(1)
  map.set('d', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
})

test('what is too heavy for half of it is kept for the moment only', () => {
  const map = new RecentMap<string, number>(10)
  map.set('a', 1, 100)
  expect(map.get('a')).toBe(1)
  map.set('b', 2)
  map.set('c', 3, 5)
  expect(map.get('a')).toBeUndefined()
})

const step = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  weight: fc.integer({ min: 1, max: 5 }),
  act: fc.constantFrom('set', 'get', 'delete'),
})

test('it never gives what was not set last, nor holds more than it may', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const map = new RecentMap<string, number>(10)
      const model = new Map<string, { value: number; weight: number }>()
      steps.forEach(({ key, weight, act }, value) => {
        if (act === 'set') {
          map.set(key, value, weight)
          model.set(key, { value, weight })
        } else if (act === 'delete') {
          map.delete(key)
          model.delete(key)
        } else expect([undefined, model.get(key)?.value]).toContain(map.get(key))
      })
      const held = [...model].filter(([key]) => map.get(key) !== undefined)
      expect(held.reduce((sum, [, { weight }]) => sum + weight, 0)).toBeLessThanOrEqual(10)
    }),
  )
})
