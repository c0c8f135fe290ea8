import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const rivers = ['rhine', 'rhone', 'danube', 'thames']

test('A typing mistake finds the word that was meant', () => {
  expect(nearest('rihne', rivers)).toBe('rhine')
  expect(nearest('rhon', rivers)).toBe('rhone')
  expect(nearest('dannube', rivers)).toBe('danube')
  expect(nearest('thames', rivers)).toBe('thames')
})

test('The beginning of a word finds the word, though another is as near', () => {
  expect(nearest('DATABASE', ['DATA_DIR', 'DATABASE_URL'])).toBe('DATABASE_URL')
})

test('Capitals make no difference, and two letters swapped are one mistake', () => {
  expect(nearest('refundexcess', ['refundExcessPercent'])).toBe('refundExcessPercent')
  expect(nearest('SHPO', ['SHOP'])).toBe('SHOP')
})

test('Something else altogether finds none, as does nothing to choose from', () => {
  expect(nearest('', rivers)).toBeUndefined()
  expect(nearest('nosuch', ['start', 'listen', 'explain', 'keys', 'audit'])).toBeUndefined()
  expect(nearest('x'.repeat(100_000), rivers)).toBeUndefined()
  expect(nearest('rhine', [])).toBeUndefined()
})
