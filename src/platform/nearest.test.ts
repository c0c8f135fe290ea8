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

test('Something else altogether still finds one, nothing to choose from finds none', () => {
  expect(rivers).toContain(nearest('', rivers))
  expect(nearest('x'.repeat(100_000), rivers)).toBeDefined()
  expect(nearest('rhine', [])).toBeUndefined()
})
