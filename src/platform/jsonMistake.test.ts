import { expect, test } from 'vitest'
import { lineOfJsonMistake } from './jsonMistake.ts'

const lineIn = (text: string): number | undefined => {
  try {
    JSON.parse(text)
  } catch (error) {
    return lineOfJsonMistake(error, text)
  }
  throw new Error('it is JSON')
}

test.each([
  ['a comma that is missing', '{\n"a": "b"\n"c": 1}', 3],
  ['a word that is none', '{\n"a": secret}', 2],
  ['quotes of another kind', "{\n\n'a': 1}", 3],
  ['a comma too many', '{"a": 1,\n}', 2],
  ['something after the end', '{"a": "b\\" c"}\n\nx', 3],
  ['a value that is missing: nobody can tell', '{"a":\n}', undefined],
])('%s', (_, text, line) => {
  expect(lineIn(text)).toBe(line)
})
