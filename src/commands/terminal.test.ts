import { expect, test } from 'vitest'
import { openTerminal } from './terminal.ts'

function terminal(isTTY: boolean) {
  const written = { output: '', errors: '' }
  const opened = openTerminal({
    stdout: { isTTY, write: text => (written.output += text) },
    stderr: { isTTY, write: text => (written.errors += text) },
    stdin: { isTTY },
    env: {},
  })
  return { ...opened, written }
}

const hostile = 'a\u009b2Jb\u202ec\u007fd\u2066e\u0085f\u061cg\u001b]0;title\u0007h\ri\u2028j'
const shown = 'a\\u009b2Jb\\u202ec\\u007fd\\u2066e\\u0085f\\u061cg\\u001b]0;title\\u0007h\\u000di\\u2028j'

test.each([true, false])('what others wrote cannot steer a terminal (one that is watched: %s)', isTTY => {
  const { print, remark, written } = terminal(isTTY)
  print(hostile)
  remark(hostile)
  expect(written).toEqual({ output: `${shown}\n`, errors: `${shown}\n` })
})

test('JSON says the same with and without', () => {
  const { print, written } = terminal(false)
  const value = { description: `${hostile} Grüße 👋`, list: [1, '\t'] }
  print(JSON.stringify(value, undefined, 2))
  expect(written.output).toMatch(/^[^\u007f-\u009f\u202e]*$/)
  expect(JSON.parse(written.output)).toEqual(value)
})

test('our own colours stay, where there are any, and others’ are none', () => {
  const watched = terminal(true)
  watched.print(`${watched.paint.red('no')}\n\u001b[5mblinks\u001b[0m`)
  expect(watched.written.output).toBe('\u001b[31mno\u001b[0m\n\\u001b[5mblinks\u001b[0m\n')
  const plain = terminal(false)
  plain.print('\u001b[31mno')
  expect(plain.written.output).toBe('\\u001b[31mno\n')
})
