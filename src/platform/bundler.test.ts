import { expect, test } from 'vitest'
import { withBundler } from './bundler.ts'

const bundled = (contents: string) =>
  withBundler(build => build({ stdin: { contents }, write: false, minify: true, logLevel: 'silent' }))

test('whoever is done first leaves the bundler to the others', async () => {
  const long = Array.from({ length: 20_000 }, (_, n) => `export const f${n} = (a, b) => a * ${n} + b`)
  const short = bundled('export const a = 1')
  const others = [bundled(long.join('\n')), bundled(long.join('\n'))]
  expect((await short).outputFiles[0]?.text).toContain('a=1')
  const ends = await Promise.all(others)
  expect(ends.map(({ outputFiles }) => outputFiles[0]?.text.includes('f19999'))).toEqual([true, true])
})

test('a script with a mistake is refused, and the next one is built', async () => {
  await expect(bundled('const = 1')).rejects.toThrow('Expected identifier')
  expect((await bundled('export const b = 2')).outputFiles[0]?.text).toContain('b=2')
})
