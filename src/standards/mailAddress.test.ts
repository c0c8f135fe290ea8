import { expect, test } from 'vitest'
import { isMailAddress, mailAddressIn, maskedMailAddress } from './mailAddress.ts'

test.each([
  ['payer@example.com', 'payer@example.com'],
  ["o'neil+shop=1@mail.example.co.uk", "o'neil+shop=1@mail.example.co.uk"],
  ['payer@bücher.example', 'payer@xn--bcher-kva.example'],
])('%s is sent to %s', (text, sent) => {
  expect(mailAddressIn(text)).toBe(sent)
})

test.each([
  '',
  'payer',
  '@example.com',
  'payer@',
  'payer@localhost',
  'payer@192.0.2.1',
  'payer@[192.0.2.1]',
  'payer@example.com\r\nBcc: all@example.com',
  'payer\r\nRCPT TO:<x@example.com>@example.com',
  'a@b@example.com',
  '"a b"@example.com',
  'a <payer@example.com>',
  'payer@example.com, other@example.com',
  'payér@example.com',
  '.payer@example.com',
  'pa..yer@example.com',
  `${'a'.repeat(65)}@example.com`,
  `payer@${'a'.repeat(64)}.example`,
  'payer@exam\u0000ple.com',
])('nothing is sent to %j', text => {
  expect(mailAddressIn(text)).toBeUndefined()
})

test('a masked address tells whose server it is, and not who', () => {
  expect(maskedMailAddress('ada.lovelace@example.com')).toBe('a***@example.com')
  expect(maskedMailAddress('a"@"b@example.com')).toBe('a***@example.com')
  expect(maskedMailAddress('no address')).toBe('***')
})

test('an address is written as it is sent to', () => {
  expect(isMailAddress('shop@example.com')).toBe(true)
  expect(isMailAddress('shop@bücher.example')).toBe(false)
})
