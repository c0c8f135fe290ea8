import { expect, test } from 'vitest'
import { sparklinePoints } from './sparkline.tsx'

test('values are drawn from nothing at the bottom to the most at the top', () => {
  expect(sparklinePoints([0, 4, 2])).toEqual([
    [0, 30],
    [50, 2],
    [100, 16],
  ])
})

test('an hour in which nothing was has no point, rather than one at the bottom', () => {
  expect(sparklinePoints([null, 0.9, null, 0.9])).toEqual([
    [expect.closeTo(33.3, 1), 2],
    [100, 2],
  ])
})

test('where there is nothing to compare there is no line', () => {
  expect(sparklinePoints([])).toEqual([])
  expect(sparklinePoints([0, 0])).toEqual([])
  expect(sparklinePoints([null, null])).toEqual([])
})
