import { expect, test } from 'vitest'
import { cardholderNameOf, emailOf, telephoneOf } from './payer.ts'

test('names are of ASCII before 2.3.1, and left out if they cannot be', () => {
  expect(cardholderNameOf('2.2.0', ' José  Müller-Łódź ')).toBe('Jose Muller-Lodz')
  expect(cardholderNameOf('2.2.0', '山田太郎')).toBeUndefined()
  expect(cardholderNameOf('2.3.1', '山田太郎')).toBe('山田太郎')
  expect(cardholderNameOf('2.2.0', 'X')).toBeUndefined()
  expect(cardholderNameOf('2.3.1', 'X')).toBe('X')
  expect(cardholderNameOf('2.3.1', ' \n')).toBeUndefined()
  expect(cardholderNameOf('2.2.0', undefined)).toBeUndefined()
  expect(cardholderNameOf('2.3.1', 'ab '.repeat(30))).toHaveLength(44)
})

test('telephone numbers are sent with the code of their country, or not at all', () => {
  expect(telephoneOf('+44 20 7946 0000')).toEqual({ cc: '44', subscriber: '2079460000' })
  expect(telephoneOf('+44 (0)20 7946-0000')).toEqual({ cc: '44', subscriber: '2079460000' })
  expect(telephoneOf('+12025550123')).toEqual({ cc: '1', subscriber: '2025550123' })
  expect(telephoneOf('+353 1 555 0000')).toEqual({ cc: '353', subscriber: '15550000' })
  for (const other of [
    '020 7946 0000',
    '+',
    '+44',
    '+0 1234567',
    '+44 20 7946 0000 ext 5',
    '+1 1234567890123',
    '',
  ])
    expect(telephoneOf(other)).toBeUndefined()
})

test('e-mail addresses that a directory server could refuse are left out', () => {
  expect(emailOf('jo.doe+shop@mail.example')).toBe('jo.doe+shop@mail.example')
  for (const other of ['jo', 'jo@host', 'jo..doe@mail.example', 'jö@mail.example', `${'a'.repeat(250)}@b.cd`])
    expect(emailOf(other)).toBeUndefined()
})
