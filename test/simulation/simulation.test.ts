import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { faultKinds } from './faults.ts'
import { deeds } from './payers.ts'
import { runSeed } from './run.ts'
import { operationsSimulated } from './workload.ts'

const command = ['start.mjs', 'test/simulation/simulate.ts']

/** As `npm run sim` does it. A run that ends badly says why on the same output. */
function simulate(...words: readonly string[]): Promise<{ stdout: string; code: number | null }> {
  const options = { cwd: projectPath(), maxBuffer: 1e8 }
  return new Promise(resolve => {
    const child = execFile(process.execPath, [...command, ...words], options, (_, stdout) =>
      resolve({ stdout, code: child.exitCode }),
    )
  })
}

test('a thousand runs in bad weather end with equal books and no contradiction', {
  timeout: 120_000,
}, async () => {
  const { stdout, code } = await simulate('--seeds', '1000')
  console.log(stdout)
  expect(code).toBe(0)
  expect(stdout).toContain('runs 1,000')
  expect(stdout).toContain('violations 0')
  // None of it would be proof without the faults.
  for (const name of [...faultKinds, ...operationsSimulated, ...deeds])
    expect(stdout).toMatch(RegExp(`${name} [1-9]`))
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
