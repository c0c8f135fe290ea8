import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPath } from '../src/platform/files.ts'

type Rule = { readonly number: string; readonly text: string; readonly page: string }

const folder = projectPath('docs', 'specification')
const pages = readdirSync(folder).filter(name => /^\d/.test(name))
const rules: readonly Rule[] = pages.flatMap(page =>
  readFileSync(join(folder, page), 'utf8')
    .split(/^(?=## )/m)
    .slice(1)
    .map(text => ({ number: /^## (\d+\.\d+) /.exec(text)?.[1] ?? '', text, page })),
)

test('every rule has a number of its own, in the page of its part', () => {
  expect(rules.length).toBeGreaterThan(60)
  expect(new Set(rules.map(({ number }) => number)).size).toBe(rules.length)
  for (const { number, page } of rules) expect(page).toMatch(new RegExp(`^0?${number.split('.')[0]}-`))
})

test.each(rules)('$number names the tests that hold it, and they are there', ({ text }) => {
  const cited = [...(/^Tests: [\s\S]*$/m.exec(text)?.[0] ?? '').matchAll(/`([^`]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(cited).not.toEqual([])
  expect(cited.filter(path => !/\.test\.ts$/.test(path) || !existsSync(projectPath(path)))).toEqual([])
})

test('whoever names a rule names one that is written down', () => {
  const known = new Set(rules.flatMap(({ number }) => [number, number.split('.')[0]]))
  const files = ['src', 'test', 'docs'].flatMap(top =>
    readdirSync(projectPath(top), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:ts|md|tsv|sql)$/.test(name))
      .map(name => `${top}/${name}`),
  )
  const unknown = files.flatMap(file => {
    const text = readFileSync(projectPath(file), 'utf8')
    return [...text.matchAll(/\b(spec|decisions) (\d+(?:\.\d+)?)/g)]
      .filter(([, source, number = '']) => source !== 'spec' || !known.has(number))
      .map(([name]) => `${file}: ${name}`)
  })
  expect(unknown).toEqual([])
})
