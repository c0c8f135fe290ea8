import { expect, test } from 'vitest'
import { runSeed } from './run.ts'
import { simulate } from './simulateCommand.ts'

test('a hundred runs in bad weather end with equal books and no contradiction', {
  timeout: 120_000,
}, async () => {
  const { stdout, code } = await simulate('--seeds', '100')
  console.log(stdout)
  expect(code).toBe(0)
  expect(stdout).toContain('runs 100')
  expect(stdout).toContain('violations 0')
})

test('one seed is one run: the same events at the same moments, each time', async () => {
  const [once, again, other] = await Promise.all([7, 7, 8].map(seed => runSeed(seed, { isTraced: true })))
  expect(again?.trace).toEqual(once?.trace)
  expect(other?.trace).not.toEqual(once?.trace)
  const { stdout } = await simulate('--seed', '7')
  expect(stdout).toContain(once?.trace.join('\n'))
})

test('what the command does not understand it does not run', async () => {
  expect(await simulate('--seeds', 'many')).toEqual({ stdout: '', code: 2 })
})
