import { expect, test } from 'vitest'
import { holdsCardData } from './cardDataInText.ts'
import { namesSecurityCode } from './securityCodeInText.ts'

const named = [
  'cvv 123',
  'CVV123',
  'CVC: 1234',
  'the cvv2 is 123',
  'cvv code: 123',
  'CVC no. 123, thank you',
  'CSC=1010',
  'cvn#123',
  '4508 …, 01/39, cvv 100 please',
  'cvv 123 4508',
  'CVV 1 2 3',
  'cvv (123)',
  'security code 123',
  'Security-Code: 123',
  'card_security_code=123',
  '{"securityCode":"123"}',
  '{"cardCvv": 123}',
  'card_cvv=123',
  'Card verification value 123',
  'Prüfziffer: 123',
  'Kartenprüfnummer 123',
  'cryptogramme 123',
  'código de seguridad: 123',
  'رمز الأمان ١٢٣',
  'ｃvv １２３ cvv １２３',
]

test.each(named)('a security code that is called one is found: %s', text => {
  expect(namesSecurityCode(text)).toBe(true)
  expect(holdsCardData(text)).toBe(true)
})

test('it is found behind percent signs, JSON escapes and Base64', () => {
  expect(holdsCardData('https://shop.example/done?cvv%3D123')).toBe(true)
  expect(holdsCardData('https://shop.example/done?to=%2Fa%3Fcvv%253D123')).toBe(true)
  expect(holdsCardData('cvv \\u0031\\u0032\\u0033')).toBe(true)
})

const unnamed = [
  'cvv not given',
  'cvv 12',
  'cvv 12345',
  'CVC checked 2026-11-15',
  'CVC 2026-11-15',
  'AVS and CVV matched, row 12',
  'csc 100.50',
  'discsc 123',
  'room 123, code 1234 at the gate',
  'pin 4711',
  'SESSION0002CVV123ABCDEF12345678',
  'order 1234 with cvv',
]

test.each(unnamed)('no security code is seen in: %s', text => {
  expect(holdsCardData(text)).toBe(false)
})
