import { expect, test } from 'vitest'
import { attemptLines } from './notifications.ts'
import { plainPaint } from './terminal.ts'

const attempt = { target: 'https://hooks.example/told?key=hush', tookMs: 12, atMs: 0 }
const why = 'Its server is not listed.'

test('attempts that went without the shared secret say so, each reason once', () => {
  const refused = [1, 2, 3].map(number => ({ ...attempt, attempt: number, status: 401, withheld: why }))
  const lines = attemptLines([...refused, { ...attempt, attempt: 4, status: 200 }], plainPaint)
  expect(lines.slice(-1)).toEqual([`Without X-Notification-Secret (tries 1 to 3): ${why}`])
  expect(lines.join('')).not.toContain('hush')
  expect(attemptLines([{ ...attempt, attempt: 4, status: 200 }], plainPaint)).toHaveLength(2)
  expect(attemptLines([{ ...attempt, attempt: 7, withheld: why }], plainPaint).at(-1)).toContain('(try 7)')
})
