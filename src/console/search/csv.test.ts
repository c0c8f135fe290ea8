import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['49.90', '49.90'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['=1+1', `"'=1+1"`],
  ['+49', `"'+49"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['＝1', `"'＝1"`],
  ['', ''],
])('%j is written as %s', (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`)
})

test('numbers stay numbers, and what is absent is empty', () => {
  expect(csvLine([-1, 0.5, null, undefined, 'x'])).toBe('-1,0.5,,,x\r\n')
})

test('whatever is written is read back, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), values => {
      const read = readLine(csvLine(values))
      expect(read).toHaveLength(values.length)
      for (const [index, value] of values.entries()) expect([value, `'${value}`]).toContain(read[index])
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

/** A reader of RFC 4180. */
function readLine(line: string): readonly string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  const text = line.slice(0, -2)
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === ',' && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}
