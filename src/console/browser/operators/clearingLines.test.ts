import { expect, test } from 'vitest'
import { clearingLines } from './clearingLines.ts'

const bytes = (content: Buffer) => new Uint8Array(content).buffer

test('lines come as they stand, whatever ends them; only the end of the last one is none', () => {
  expect(clearingLines(bytes(Buffer.from('a;b\r\n1;2\r\n')), '{}')).toEqual(['a;b', '1;2'])
  expect(clearingLines(bytes(Buffer.from('a;b\n\n1;2')), '{}')).toEqual(['a;b', '', '1;2'])
  expect(clearingLines(bytes(Buffer.from('')), '{}')).toEqual([])
})

test('the layout says how the file is encoded', () => {
  const latin = Buffer.from('Gebühr', 'latin1')
  expect(clearingLines(bytes(latin), '{ "encoding": "latin1" }')).toEqual(['Gebühr'])
  expect(clearingLines(bytes(Buffer.from('Gebühr')), 'no JSON')).toEqual(['Gebühr'])
})
