import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { mutants } from './mutants.ts'

test('each mistake can still be made: what it changes is there, once', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40)
  const times = (file: string, text: string) => readFileSync(projectPath(file), 'utf8').split(text).length - 1
  expect(mutants.filter(({ file, from }) => times(file, from) !== 1).map(({ wrong }) => wrong)).toEqual([])
})

test('no two have one name', () => {
  expect(new Set(mutants.map(({ wrong }) => wrong)).size).toBe(mutants.length)
})
