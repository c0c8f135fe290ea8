import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { versions } from '../kit/versions.ts'
import { bodyAt, dataTypes, fieldsWithin, typeName } from './fields.ts'
import { markdownReference } from './reference.ts'

const folder = 'docs/reference'
const pages = markdownReference(catalogue)

test('docs/reference is what the contract says now (npm run reference writes it)', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.md'),
  )
  expect(files.toSorted()).toEqual([...pages.keys()].toSorted())
  for (const [file, text] of pages) expect(readFileSync(join(folder, file), 'utf8')).toBe(text)
})

test('every link leads to a page', () => {
  for (const [file, text] of pages)
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+\.md)\)/g))
      expect([file, pages.has(normalize(join(dirname(file), target)))]).toEqual([file, true])
})

test('every row of a table has as many cells as its head', () => {
  for (const [file, text] of pages)
    for (const table of text.matchAll(/(?:^\|.*\n)+/gm)) {
      const widths = table[0]
        .trim()
        .split('\n')
        .map(line => line.split(/(?<!\\)\|/).length)
      expect([file, new Set(widths).size]).toEqual([file, 1])
    }
})

test('every operation has its page, and its rules are on it', () => {
  for (const { title, rules } of catalogue) {
    const found = [...pages.values()].filter(text => text.startsWith(`# ${title}\n`))
    expect([title, found.length > 0]).toEqual([title, true])
    for (const { name } of rules) expect(found.join('').toLowerCase()).toContain(`**${name.toLowerCase()}.**`)
  }
})

test('every type that fields have is explained, and no other', () => {
  const used = new Set<string>()
  for (const operation of catalogue)
    for (const version of [1, versions.last])
      for (const side of ['request', 'response'] as const)
        for (const { field } of fieldsWithin(bodyAt(operation, side, version), side)) {
          const type = field.type.kind === 'list' ? field.type.each : field.type
          if (type.kind !== 'group') used.add(typeName(type).replace(/^Map of /, ''))
        }
  expect([...used].toSorted()).toEqual(Object.keys(dataTypes).toSorted())
})
