import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectPath } from '../src/platform/files.ts'

const page = readFileSync(projectPath('docs', 'compatibility.md'), 'utf8')
const rows = page.split('\n').filter(line => /^\| (?!Clients depend|-)/.test(line))
const named = rows.flatMap(row =>
  [...row.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title })),
)

test('each behaviour names a test that holds it', () => {
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) expect(row).toMatch(/\| `(?:src|test)\/[^`]+\.test\.ts`: “[^”]+”/)
  expect(page.match(/\.test\.ts`/g)).toHaveLength(named.length)
})

test.each(named)('$file tells that “$title”', ({ file, title }) => {
  expect(existsSync(projectPath(file))).toBe(true)
  expect(readFileSync(projectPath(file), 'utf8')).toContain(title)
})
