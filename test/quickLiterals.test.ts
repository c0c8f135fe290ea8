import { SourceMap } from 'node:module'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { projectPath } from '../src/platform/files.ts'

type Rewritten = { readonly code: string; readonly map: string | undefined }
const { withQuickLiterals } = await import(pathToFileURL(projectPath('quickLiterals.mjs')).href)
const rewritten = (code: string, map?: string): Rewritten => withQuickLiterals(code, map)

test('a literal that begins with a spread and goes on gets a quick start', () => {
  expect(rewritten('f({ ...known, more: 1 })').code).toBe('f({ ...null, ...known, more: 1 })')
  expect(rewritten('f({\n  ...{ ...a, b },\n  ...c\n})').code).toBe(
    'f({\n  ...null, ...{ ...null, ...a, b },\n  ...c\n})',
  )
})

test.each([
  'f({ ...known })',
  'f({ more: 1, ...known })',
  'const { a, ...rest } = known',
  'const f = ({ ...rest }) => rest',
  'f("{ ...known, more: 1 }", `{ ...known, more }`, /{ ...known, }/)',
  'f([...known, more])',
])('and nothing else is touched: %s', code => {
  expect(rewritten(code).code).toBe(code)
})

test('what it makes is the same object', () => {
  const code = '({ ...a, b: 2, ...c })'
  const run = (text: string) => new Function('a', 'c', `return ${text}`)({ a: 1, b: 1 }, { a: 3, d: 4 })
  const [plain, quick] = [run(code), run(rewritten(code).code)]
  expect(quick).toEqual(plain)
  expect(Object.keys(quick)).toEqual(Object.keys(plain))
})

test('every place of the code still leads to its place in the sources', async () => {
  const source = `
export const one = (a: object) => ({ ...a, b: fail() }); export const two = [{ ...one, c: 1 }, fail]
export function fail(): never {
  const far = { ...{ ...globalThis, x: 1 }, y: 2 }; throw Error('', { ...far, cause: one({ ...far, z: 1 }) })
}
`
  const { code, map } = await transform(source, { loader: 'ts', sourcemap: 'external', sourcefile: 'a.ts' })
  const quick = rewritten(code, map)
  expect(quick.code.match(/\.\.\.null, /g)).toHaveLength(6)
  const plainMap = new SourceMap(JSON.parse(map))
  const quickMap = new SourceMap(JSON.parse(quick.map ?? ''))
  const plainLines = code.split('\n')
  let compared = 0
  for (const [line, text] of quick.code.split('\n').entries()) {
    const plain = plainLines[line] ?? ''
    for (let column = 0, plainColumn = 0; column < text.length; column += 1, plainColumn += 1) {
      while (text.startsWith('...null, ', column)) column += 9
      expect(text[column]).toBe(plain[plainColumn])
      expect(placeIn(quickMap, line, column)).toEqual(placeIn(plainMap, line, plainColumn))
      compared += 1
    }
  }
  expect(compared).toBe(code.length - plainLines.length + 1)
})

const placeIn = (map: SourceMap, line: number, column: number) => {
  const entry = map.findEntry(line, column)
  return 'originalLine' in entry ? [entry.originalLine, entry.originalColumn] : []
}
