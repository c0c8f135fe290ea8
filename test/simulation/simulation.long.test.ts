import { expect, test } from 'vitest'
import { faultKinds } from './faults.ts'
import { deeds } from './payers.ts'
import { schemeEvents } from './schemes/book.ts'
import { simulate } from './simulateCommand.ts'
import { operationsSimulated } from './workload.ts'

test('three hundred runs in bad weather end with equal books and no contradiction', {
  timeout: 600_000,
}, async () => {
  const { stdout, code } = await simulate('--seeds', '300')
  console.log(stdout)
  expect(code).toBe(0)
  expect(stdout).toContain('runs 300')
  expect(stdout).toContain('violations 0')
  // None of it would be proof without the faults.
  for (const name of [...faultKinds, ...operationsSimulated, ...deeds, ...schemeEvents])
    expect(stdout).toMatch(RegExp(`${name} [1-9]`))
})
