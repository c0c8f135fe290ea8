import { expect, test } from 'vitest'
import { withVisibleMarks } from './visibleText.ts'

const shown = (text: string): unknown => JSON.parse(withVisibleMarks(JSON.stringify({ text }))).text

test('what turns the order of a line around is shown in its place', () => {
  expect(shown('00.01 \u202eRSU 99.99')).toBe('00.01 [U+202E]RSU 99.99')
  expect(shown('\u2066a\u2069\u2028b\u0085')).toBe('[U+2066]a[U+2069][U+2028]b[U+0085]')
})

test('whatever people write in any language stays as it is', () => {
  const lines = 'line one\nline two\t"quoted" \\ back'
  for (const text of ['Ünïcode, שלום, مرحبا', lines, 'e\u0301 👩‍👩‍👧', 'a\u200fb'])
    expect(shown(text)).toBe(text)
})
