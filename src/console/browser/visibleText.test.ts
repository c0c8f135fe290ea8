import { expect, test } from 'vitest'
import { withVisibleMarks } from './visibleText.ts'

const shown = (text: string): unknown => JSON.parse(withVisibleMarks(JSON.stringify({ text }))).text

test('what turns the order of a line around is shown in its place', () => {
  expect(shown('00.01 \u202eRSU 99.99')).toBe('00.01 [U+202E]RSU 99.99')
  expect(shown('\u2066a\u2069\u2028b\u0085')).toBe('[U+2066]a[U+2069][U+2028]b[U+0085]')
})

test('what nobody sees is shown, so that no reference looks like another', () => {
  expect(shown('INV\u200b-1\u00ad0\ufeff')).toBe('INV[U+200B]-1[U+00AD]0[U+FEFF]')
  expect(shown('A\u2060B\u3164\u{e0041}')).toBe('A[U+2060]B[U+3164][U+E0041]')
  expect(shown('a\u001b[2J\u0007\b\\u001b\\\f')).toBe('a[U+001B][2J[U+0007][U+0008]\\u001b\\[U+000C]')
  // Of letters that never join.
  expect(shown('INV\u200c-1\u200d')).toBe('INV[U+200C]-1[U+200D]')
})

test('whatever people write in any language stays as it is', () => {
  const lines = 'line one\nline two\t"quoted" \\ back'
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  for (const text of [
    'Ünïcode, שלום, مرحبا',
    lines,
    'e\u0301 👩‍👩‍👧',
    'a\u200fb',
    'می\u200cخواهم',
    'क्\u200dष',
    flag,
  ])
    expect(shown(text)).toBe(text)
})
