import { expect, test } from 'vitest'
import { erroText, shownText } from './shownText.ts'

test('an error is told with its code, who says so, and the fields', () => {
  const erro = { errorCode: '203', errorComponent: 'D', errorDetail: 'browserColorDepth,email' }
  expect(erroText(erro)).toBe('Erro 203 of the directory server: browserColorDepth,email')
  expect(erroText({ errorCode: '305' })).toBe('Erro 305')
})

test('a card number that others repeat is not shown, and no text is more than a line', () => {
  expect(erroText({ errorCode: '305', errorDetail: 'acctNumber 5123 4500 0000 0008' })).not.toContain('5123')
  expect(shownText('one\nlevel=error two')).toBe('one level=error two')
  expect(shownText('x'.repeat(5_000))).toHaveLength(300)
})
