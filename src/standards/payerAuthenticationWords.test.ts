import { expect, test } from 'vitest'
import {
  challengeCancelWords,
  statusReasonWords,
  transactionStatusWords,
} from './payerAuthenticationWords.ts'

test('codes are told in words, and codes of a scheme as such', () => {
  expect(transactionStatusWords('Y')).toBe('authenticated')
  expect(statusReasonWords('23')).toContain('asked apart')
  expect(statusReasonWords('81')).toBe("the scheme's own code")
  expect(challengeCancelWords('01')).toBe('the payer cancelled')
  for (const words of [transactionStatusWords, statusReasonWords, challengeCancelWords])
    for (const code of ['', '77', 'constructor']) expect(words(code)).toBe('not known here')
})
