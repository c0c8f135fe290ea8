import { expect, test } from 'vitest'
import { changeOf } from './figureText.ts'

test('a change is relative to the time before', () => {
  expect(changeOf(150, 100)).toBeCloseTo(0.5)
  expect(changeOf(0, 100)).toBe(-1)
})

test('nothing is compared with nothing', () => {
  expect(changeOf(5, 0)).toBeUndefined()
  expect(changeOf(5, null)).toBeUndefined()
  expect(changeOf(null, 5)).toBeUndefined()
})
