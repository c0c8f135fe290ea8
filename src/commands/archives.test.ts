import { expect, test } from 'vitest'
import { readResult } from './archives.ts'
import { plainPaint } from './terminal.ts'

test('an archived order is shown whole, and nothing in it reaches the terminal as a command', () => {
  const request = `${'x'.repeat(500)}\u001b[2J\u202e`
  const line = JSON.stringify({ order: { order_id: 'o1' }, transactions: [{ request }] })
  const shown = [readResult(line).text(plainPaint)].flat().join('\n')
  expect(shown).toContain('"order_id": "o1"')
  expect(shown).toContain('x'.repeat(500))
  expect(shown).not.toMatch(/[\u001b\u202e]/)
  expect(readResult(line).json).toEqual(JSON.parse(line))
})
