import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { mayBeDumped } from './coreDumps.ts'

const limitsUnder = (limit: string): string =>
  execFileSync('sh', ['-c', `ulimit -Sc ${limit} && cat /proc/self/limits`], { encoding: 'utf8' })

test.runIf(process.platform === 'linux')('a process under a limit of 0 is never dumped', () => {
  expect(mayBeDumped(limitsUnder('0'))).toBe(false)
})

test('any other limit is warned of, and where there are no such limits nothing is said', () => {
  const limits = (soft: string) =>
    `Max stack size            8388608              unlimited            bytes
Max core file size        ${soft.padEnd(20)} unlimited            bytes
Max resident set          unlimited            unlimited            bytes`
  for (const soft of ['unlimited', '1024']) expect(mayBeDumped(limits(soft))).toBe(true)
  expect(mayBeDumped(limits('0'))).toBe(false)
  expect(mayBeDumped('')).toBe(false)
  expect(mayBeDumped(limits('0'), '|/usr/bin/takes-dumps %P\n')).toBe(true)
  expect(mayBeDumped(limits('0'), 'core\n')).toBe(false)
})
