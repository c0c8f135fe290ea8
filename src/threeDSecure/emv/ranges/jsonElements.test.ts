import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readElements } from './jsonElements.ts'
import { RangeRefusal } from './rangeRefusal.ts'

async function* cut(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size = 7, mayBeBare = true) {
  const heard: unknown[] = []
  const frame = await readElements(cut(text, size), {
    ...{ listName: 'list', mayBeBare, hear: element => heard.push(element), pause: async () => undefined },
  })
  return { frame, heard }
}

const refusal = (text: string) =>
  read(text).then(
    () => 'read',
    error => (error instanceof RangeRefusal ? error.code : error),
  )

test('elements are heard one by one, and what is around them stays', async () => {
  const text = '{"a":{"list":[1]},"b":"[{\\"","list":[{"x":1},{"y":[{}]}],"é":[2,[3]]}'
  expect(await read(text)).toEqual({
    frame: { a: { list: [1] }, b: '[{"', list: [], é: [2, [3]] },
    heard: [{ x: 1 }, { y: [{}] }],
  })
})

test('a list that is the whole text is read as well, where it may be', async () => {
  const text = ' [ {"x":1} , {"y":"]"} ] '
  expect(await read(text)).toEqual({ frame: [], heard: [{ x: 1 }, { y: ']' }] })
  expect(await read(text, 7, false)).toEqual({ frame: [{ x: 1 }, { y: ']' }], heard: [] })
})

test('however the text is cut, what is read is what the parser of the engine reads', async () => {
  const element = fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 3,
  })
  const frames = fc.dictionary(
    fc.string().filter(name => name !== 'list'),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 3 },
  )
  const indents = fc.constantFrom(undefined, 1, '\t')
  await fc.assert(
    fc.asyncProperty(
      frames,
      frames,
      fc.array(element, { maxLength: 4 }),
      fc.nat(40),
      indents,
      async (one, two, list, size, indent) => {
        const whole = { ...one, list, ...two }
        const { frame, heard } = await read(JSON.stringify(whole, undefined, indent), size + 1)
        const wanted = JSON.parse(JSON.stringify(whole))
        expect(heard).toEqual(wanted.list)
        expect(frame).toEqual({ ...wanted, list: [] })
      },
    ),
    { numRuns: 100 },
  )
})

test.each([
  ['{"list":[{"a":1,"a":2}]}', '204'],
  ['{"list":[{"a":{"b":1,"b":1}}]}', '204'],
  ['{"list":[{}],"x":1,"x":2}', '204'],
  ['{"list":[{}],"list":[{}]}', '204'],
  ['{"list":[{},]}', '101'],
  ['{"list":[{}{}]}', '101'],
  ['{"list":[,{}]}', '101'],
  ['{"list":[{"a":1]]}', '101'],
  ['{"list":[{}]', '101'],
  ['{"list":[{"a":"', '101'],
  ['{"list":[{}]}}', '101'],
  ['', '101'],
  ['<html>', '101'],
  ['{"list":[1]}', '203'],
  ['{"list":["{}"]}', '203'],
  ['{"list":[[{}]]}', '203'],
])('%s is refused with %s', async (text, code) => {
  expect(await refusal(text)).toBe(code)
})

test('an element or a frame that never ends does not fill the memory', async () => {
  const endless = (beginning: string) => ({
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(beginning)
      for (let count = 0; count < 100_000; count++) yield Buffer.alloc(65_536, 0x61)
      throw new Error('read too far')
    },
  })
  for (const beginning of ['{"list":[{"a":"', '{"x":"'])
    await expect(
      readElements(endless(beginning), {
        ...{ listName: 'list', mayBeBare: true, hear: () => undefined, pause: async () => undefined },
      }),
    ).rejects.toMatchObject({ code: '203' })
})
