import { expect, test } from 'vitest'
import { methodWaitMs } from './methodWait.ts'

test('the version of the protocol says how long the issuer may look', () => {
  const versions = [undefined, '2.1.0', '2.2.0', '2.3.0', '2.3.1']
  expect(versions.map(methodWaitMs)).toEqual([10_000, 10_000, 10_000, 5_000, 5_000])
})
