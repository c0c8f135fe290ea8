import { expect, test } from 'vitest'
import { highestCommonVersion } from './settings.ts'

test('the highest version that gateway, directory server and issuer speak is used', () => {
  expect(highestCommonVersion(['2.2.0', '2.3.1'], ['2.1.0', '2.2.0'], ['2.3.1', '2.2.0'])).toBe('2.2.0')
  expect(highestCommonVersion(['2.3.1', '2.2.0'], ['2.2.0', '2.3.1'])).toBe('2.3.1')
})

test('versions of other people that this server does not know are passed over', () => {
  expect(highestCommonVersion(['2.2.0', '2.3.1'], ['2.2.0', '2.4.0'])).toBe('2.2.0')
  expect(highestCommonVersion(['2.2.0'], ['2.1.0'])).toBeUndefined()
})
