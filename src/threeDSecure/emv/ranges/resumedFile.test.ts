import { expect, test } from 'vitest'
import type { OpenedFile, WantedFile } from './rangeSource.ts'
import { resumedFile } from './resumedFile.ts'

const content = Buffer.from('abcdefghij')

/** A server that breaks off after some bytes, each time. */
function server(breaksAfter: readonly number[], { knowsRanges = true, validators = ['v'] } = {}) {
  const asked: number[] = []
  const open = async ({ from }: WantedFile): Promise<OpenedFile> => {
    const attempt = asked.push(from) - 1
    const start = knowsRanges ? from : 0
    const length = breaksAfter[attempt] ?? content.length
    return {
      body: piecesOf(start, length),
      from: start,
      validator: validators[attempt] ?? validators.at(-1) ?? '',
    }
  }
  return { open, asked }
}

async function* piecesOf(start: number, length: number) {
  for (let at = start; at < content.length; at += 2) {
    if (at - start >= length) throw new Error('reset')
    yield content.subarray(at, at + 2)
  }
}

async function read(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts).toString()
}

test('the rest of a file is asked for where the connection broke', async () => {
  const { open, asked } = server([4, 2])
  expect(await read(resumedFile('https://ds.example/file', open))).toBe('abcdefghij')
  expect(asked).toEqual([0, 4, 6])
})

test('where the server knows no range requests, what came before is passed over', async () => {
  const { open, asked } = server([4, 8], { knowsRanges: false })
  expect(await read(resumedFile('https://ds.example/file', open))).toBe('abcdefghij')
  expect(asked).toEqual([0, 4, 8])
})

test('a file that was replaced meanwhile is not continued', async () => {
  const { open } = server([4], { validators: ['one', 'two'] })
  await expect(read(resumedFile('https://ds.example/file', open))).rejects.toThrow('replaced')
})

test('after three further attempts without a byte it is given up', async () => {
  const { open, asked } = server([2, 0, 0, 0, 0, 0])
  await expect(read(resumedFile('https://ds.example/file', open))).rejects.toThrow('reset')
  expect(asked).toEqual([0, 2, 2, 2])
})
