import { describe, expect, test } from 'vitest'
import type { FieldForm, PartLayout } from '../dialects/dialect.ts'
import { IsoFormatError } from '../dialects/message.ts'
import { additional1987, address1987, networkData1987, results1987 } from '../dialects/shipped/parts1987.ts'
import { createParts } from './parts.ts'

const field = (parts: PartLayout, format = 'LLL ans..999'): FieldForm => ({ name: 'a field', format, parts })

describe('fixed parts', () => {
  const results = createParts(field(results1987))

  test('stand at their positions, and what is blank is absent', () => {
    expect(results.read('5Y       M  2')).toEqual({ 1: '5', 2: 'Y', 10: 'M', 13: '2' })
    expect(results.read('5Y')).toEqual({ 1: '5', 2: 'Y' })
    expect(results.write({ 2: 'Y', 10: 'M' })).toBe(' Y       M')
  })

  test('are filled with spaces, which are taken away again', () => {
    const address = createParts(field(address1987))
    expect(address.write({ 1: '12345', 2: '1 Main Street' })).toBe('12345     1 Main Street')
    expect(address.read('12345     1 Main Street')).toEqual({ 1: '12345', 2: '1 Main Street' })
    expect(() => address.read('12345')).toThrow(IsoFormatError)
    expect(() => address.write({ 1: '12345678901' })).toThrow(IsoFormatError)
    expect(() => address.write({ 3: 'X' })).toThrow(IsoFormatError)
  })

  test('leave nothing over', () => {
    const two = createParts(field({ layout: 'fixed', parts: [{ name: 'a', format: 'n 2' }] }))
    expect(two.read('12')).toEqual({ 1: '12' })
    for (const value of ['123', '1', 'X1']) expect(() => two.read(value)).toThrow(IsoFormatError)
  })
})

describe('tagged parts', () => {
  const additional = createParts(field(additional1987))

  test('are tag, length and value behind what leads', () => {
    expect(additional.write({ 42: '2', 43: 'kBMw', 92: '123' })).toBe('T42070103212' + '4304kBMw' + '9203123')
    expect(additional.read('T42070103212' + '4304kBMw' + '9203123')).toEqual({
      42: '2',
      43: 'kBMw',
      92: '123',
    })
  })

  test('that nobody declared are read as they are', () => {
    expect(additional.read('T7702AB')).toEqual({ 77: 'AB' })
    expect(() => additional.write({ 77: 'AB' })).toThrow(IsoFormatError)
  })

  test('with something else before their value are another thing', () => {
    expect(additional.read('T42070103910')).toEqual({})
  })

  test.each([
    '',
    '9203123',
    'T9',
    'T92',
    'T92031',
    'T92-1',
    'T9203ABC',
    'T9205' + '12345',
    'T92031239203123',
    'TAB01X',
  ])('%j is refused', value => {
    expect(() => additional.read(value)).toThrow(IsoFormatError)
  })
})

describe('parts with a bitmap', () => {
  test('of text have it in hexadecimal', () => {
    const network = createParts(field(networkData1987))
    const value = `6000000000000000${'123456789012345'}${'AB12'}`
    expect(network.write({ 2: '123456789012345', 3: 'AB12' })).toBe(value)
    expect(network.read(value)).toEqual({ 2: '123456789012345', 3: 'AB12' })
    for (const wrong of [
      '60',
      `${value}X`,
      value.slice(0, -1),
      value.replace('6', '7'),
      'g'.repeat(16),
      '08'.padEnd(16, '0'),
    ])
      expect(() => network.read(wrong)).toThrow(IsoFormatError)
  })

  test('of a binary field have text in ASCII and bits as they are', () => {
    const binary = createParts(
      field(
        {
          layout: 'bitmap',
          bytes: 1,
          parts: { 1: { name: 'proof', format: 'b 16' }, 2: { name: 'code', format: 'an 4' } },
        },
        'LLL b..255',
      ),
    )
    expect(binary.write({ 1: 'CAFE', 2: '12' })).toBe('C0' + 'CAFE' + '31322020')
    expect(binary.read('C0' + 'CAFE' + '31322020')).toEqual({ 1: 'CAFE', 2: '12' })
    expect(() => binary.read('C0CAFE3132')).toThrow(IsoFormatError)
  })
})

test('constants are written where the field is', () => {
  const parts = createParts(
    field({
      layout: 'tagged',
      tagDigits: 3,
      lengthDigits: 3,
      parts: {
        '001': { name: 'kind', format: 'n 2', constant: '07' },
        '002': { name: 'lane', format: 'ans..8' },
      },
    }),
  )
  expect(parts.write({ '002': 'A' })).toBe('001002' + '07' + '002001A')
  expect(parts.read(parts.write({ '002': 'A' }))).toEqual({ '001': '07', '002': 'A' })
})
