import { expect, test } from 'vitest'
import { countText, durationText, pairLines, printable, tableLines, wrapText } from './output.ts'
import { openTerminal, plainPaint } from './terminal.ts'

test('columns are as wide as what is in them, colours not counted', () => {
  const { paint } = openTerminal({ stdout: screen(), stderr: screen(), stdin: { isTTY: true }, env: {} })
  expect(
    tableLines(
      ['A', 'LONG', 'B'],
      [
        ['one', paint.red('2'), 'three'],
        ['4', '', ''],
      ],
      plainPaint,
    ),
  ).toEqual(['A    LONG  B', `one  \x1b[31m2\x1b[0m     three`, '4'])
  expect(
    pairLines([
      ['a', 'one'],
      ['long', 'two'],
    ]),
  ).toEqual(['  a     one', '  long  two'])
})

test('what others wrote can neither move the cursor nor turn the line around, and it ends', () => {
  expect(printable('a\x1b[2Jb\r\nc\u202ed')).toBe('a?[2Jb??c?d')
  expect(printable('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(printable(undefined)).toBe('')
})

test('lines end at words', () => {
  expect(wrapText('one two three fourteen', 9)).toEqual(['one two', 'three', 'fourteen'])
})

test('one is not many', () => {
  expect([countText(1, 'entry', 'entries'), countText(1_234, 'order')]).toEqual(['1 entry', '1,234 orders'])
})

test('a duration has two units at most', () => {
  const texts = [-5, 340, 59_999, 60_000, 61_500, 3_600_000, 90_000_000, 86_400_000 * 400].map(durationText)
  expect(texts).toEqual(['0 ms', '340 ms', '59 s', '1 min', '1 min 1 s', '1 h', '1 d 1 h', '400 d'])
})

const screen = () => ({ isTTY: true, write: () => true })
const pipe = () => ({ write: () => true })
const opened = (stdout: { isTTY?: boolean; write: () => boolean }, env: NodeJS.ProcessEnv = {}) =>
  openTerminal({ stdout, stderr: screen(), stdin: { isTTY: true }, env })

test('colours are for terminals, and for nobody where NO_COLOR is set or the terminal is dumb', () => {
  expect(opened(screen()).paint.green('yes')).toBe('\x1b[32myes\x1b[0m')
  expect(opened(pipe()).paint.green('yes')).toBe('yes')
  expect(opened(screen(), { NO_COLOR: '1' }).paint.green('yes')).toBe('yes')
  expect(opened(screen(), { NO_COLOR: '' }).paint.green('yes')).toBe('\x1b[32myes\x1b[0m')
  expect(opened(screen(), { TERM: 'dumb' }).paint.green('yes')).toBe('yes')
})

test('bars move only where somebody sits in front of them', () => {
  const watched = (stderr: ReturnType<typeof pipe>, stdin: { isTTY?: boolean }) =>
    openTerminal({ stdout: pipe(), stderr, stdin, env: {} }).isInteractive
  expect(watched(screen(), { isTTY: true })).toBe(true)
  expect(watched(pipe(), { isTTY: true })).toBe(false)
  expect(watched(screen(), {})).toBe(false)
})
