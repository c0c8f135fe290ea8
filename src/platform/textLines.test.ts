import { expect, test } from 'vitest'
import { textLines } from './textLines.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size: number, longestLine = 100): Promise<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
  const found: string[] = []
  for await (const line of textLines(inPieces(bytes, size), { decoder, longestLine })) found.push(line)
  return found
}

/** In a JSON text they may all stand as they are; only the first ends a line. */
const otherEnds = ['\u2028', '\u2029', '\u0085', '\r', '\f', '\v']

test('lines end at a line feed and nowhere else, wherever the bytes are cut', async () => {
  const lines = [...otherEnds.map(end => `é💶${end}\ufeff`), '', 'last']
  const bytes = Buffer.from(lines.join('\n'))
  for (const size of [1, 2, 3, 7, bytes.length])
    expect(await read(bytes, size), `${size} at a time`).toEqual(lines)
})

test('a line that is too long is told before more of it is read, with its number', async () => {
  let isReadOn = false
  const bytes = async function* () {
    yield Buffer.from('first\nsecond')
    yield Buffer.from('x'.repeat(95))
    isReadOn = true
    yield Buffer.from('\n')
  }
  const reading = async () => {
    const form = { decoder: new TextDecoder(), longestLine: 100 }
    for await (const line of textLines(bytes(), form)) expect(line).toBe('first')
  }
  await expect(reading()).rejects.toMatchObject({ trouble: 'tooLong', line: 2 })
  expect(isReadOn).toBe(false)
  for (const size of [1, 60, 1_000]) {
    const text = `first\n${'x'.repeat(100)}\n`
    expect(await read(Buffer.from(text), size)).toHaveLength(2)
    const longer = read(Buffer.from(`${text}${'x'.repeat(101)}\n`), size)
    await expect(longer).rejects.toMatchObject({ trouble: 'tooLong', line: 3 })
  }
})

test.each([
  ['first\nsec\xd6nd\n', 2],
  ['first\nsecond\nthird\xc3', 3],
])('bytes that are not of the encoding are told with their line: %j', async (text, line) => {
  for (const size of [1, 6])
    await expect(read(Buffer.from(text, 'latin1'), size)).rejects.toMatchObject({
      ...{ trouble: 'undecodable', line },
    })
})
