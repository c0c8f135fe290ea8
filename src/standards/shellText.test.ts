import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellText } from './shellText.ts'

test.each(["it's", '$HOME `id` "x" \\ !', '', "'''", 'line\nbreak'])('a shell reads %j as it is', text => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellText(text)}`], { encoding: 'utf8' })).toBe(text)
})
