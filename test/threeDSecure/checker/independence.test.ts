import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the checker shares no code with those it judges', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const imported = files
    .filter(name => name.endsWith('.ts'))
    .flatMap(name => [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/from '(\.[^']+)'/g)])
    .map(([, target = '']) => target)
  expect(imported.length).toBeGreaterThan(30)
  expect(imported.filter(target => target.includes('/src/') || target.startsWith('../../'))).toEqual([])
})
