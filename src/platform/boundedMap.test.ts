import { expect, test } from 'vitest'
import { BoundedMap } from './boundedMap.ts'

test('the entry that was set longest ago makes room', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ])
})

test('setting a key again makes it the newest, reading it does not', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  expect(map.get('b')).toBe(2)
  map.set('c', 4)
  expect([...map.values()]).toEqual([3, 4])
  expect(map.has('b')).toBe(false)
})

test('what is deleted leaves room', () => {
  const map = new BoundedMap<string, number>(1)
  map.set('a', 1)
  expect(map.delete('a')).toBe(true)
  map.set('b', 2)
  expect(map.size).toBe(1)
  map.clear()
  expect(map.size).toBe(0)
})
