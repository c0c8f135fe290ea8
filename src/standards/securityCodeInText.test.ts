import { expect, test } from 'vitest'
import { holdsCardData } from './cardDataInText.ts'
import { givesSecurityCode } from './securityCodeInText.ts'

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
  'ｃｖｖ 123',
  'c\u200bvv 123',
  'cv\u00adv: 1\u20602\u20603',
  'Sicherheitscode 123',
  'code de sécurité: 123',
  'Code securite 123',
  'codigo seguridad 123',
  'código de verificação 123',
  'sec code 123',
  'card CID 1234',
  '123 (cvv)',
  'my code is 123 cvv',
  '1234 = security code',
  'creditCardCVV-123',
  'csc: 363',
  '{"csc":"363"}',
  'card csc 363',
]

test.each(named)('a security code that is called one is found: %s', text => {
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
  'CSC 363',
  'cav 446',
  'CSC-363',
  'order 1234 cvv matched',
  '2026-1234 cvv',
  'KUNDENCSC 363',
  'customer CID 1234',
]

test.each(unnamed)('no security code is seen in: %s', text => {
  expect(holdsCardData(text)).toBe(false)
})

test.each([
  ['cvv', '123'],
  ['securityCode', '456'],
  ['cardCVV', '123'],
  ['myCardSecurityCode', '4567'],
  ['CVC2', '123 '],
  ['csc', '123'],
  ['cvv', '１２３'],
  ['Sicherheitscode', '123'],
])('a name and a value give one together: %s %s', (name, value) => {
  expect(givesSecurityCode(name, value)).toBe(true)
})

test.each([
  ['cvvResult', 'M'],
  ['cvv', 'MATCH'],
  ['code', '123'],
  ['securityLevel', '123'],
  ['cvvLength', '3'],
  ['discsc', '123'],
])('others do not: %s %s', (name, value) => {
  expect(givesSecurityCode(name, value)).toBe(false)
})
