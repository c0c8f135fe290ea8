import { expect, test } from 'vitest'
import { contrast, isColour, mixed } from './colour.ts'

test('contrast is what WCAG publishes for its own examples', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  // The lightest grey that passes on white, and the next one that does not.
  expect(contrast('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
  expect(contrast('#ff0000', '#ffffff')).toBeCloseTo(3.998, 3)
})

test('a mix lies between its colours', () => {
  expect(mixed('#ff0000', '#000000', 0)).toBe('#ff0000')
  expect(mixed('#ff0000', '#000000', 1)).toBe('#000000')
  expect(mixed('#204060', '#ffffff', 0.5)).toBe('#90a0b0')
})

test.each(['#12345', '#1234567', 'red', '#12345g', 'rgb(1,2,3)', '', 123456, '#123456;}body{display:none'])(
  '%j is no colour',
  value => expect(isColour(value)).toBe(false),
)
