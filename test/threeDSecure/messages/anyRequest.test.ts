import { expect, test } from 'vitest'
import { casesEach, requestsThatAllTake } from './anyRequest.ts'

test('whatever the contract takes becomes a request, of any version, for any purpose, that all take', () => {
  expect(requestsThatAllTake(35)).toBeGreaterThan(35 * casesEach * 0.4)
})
