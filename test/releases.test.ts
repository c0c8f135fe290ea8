// A release is known by one number, and says what to do before it is installed.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectPath } from '../src/platform/files.ts'

const read = (...path: readonly string[]) => readFileSync(projectPath(...path), 'utf8')
const { version } = JSON.parse(read('package.json'))
const sections = read('CHANGELOG.md').split(/^## /m).slice(1)
const released = sections.filter(section => !section.startsWith('Unreleased'))

test('the package, its lock and the client’s package have the number of the newest release', () => {
  expect(released[0]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)\n`))
  expect(JSON.parse(read('package-lock.json')).packages['']).toMatchObject({ version })
  expect(JSON.parse(read('src', 'client', 'package.json'))).toMatchObject({ version })
})

test('each release after the first says what to do before upgrading from the one before', () => {
  for (const [index, section] of released.slice(0, -1).entries()) {
    const [before = ''] = released[index + 1]?.split(/\s/) ?? []
    expect(section).toContain(`Before you upgrade from ${before}:\n\n1. `)
  }
})
