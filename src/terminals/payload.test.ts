import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasKnownPrefix } from '../standards/cardBrands.ts'
import { luhnDigit, passesLuhn } from '../standards/cardNumber.ts'
import { unpack } from './payload.ts'
import type { CardReading } from './port.ts'

const number = '5123450000000008'
const expiry = { month: '1', year: '39' }
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const zeros = (text: string) => Buffer.concat([Buffer.from(text)], Math.ceil(text.length / 16) * 16)

describe('each form by itself', () => {
  test.each<readonly [string, Buffer, CardReading]>([
    ['digits in pairs', hex(`${number} FFFFFFFFFFFFFFFF`), { number }],
    ['an odd number of digits', hex('371881634498004F FFFFFFFFFFFFFFFF'), { number: '371881634498004' }],
    ['digits as text', Buffer.from(number), { number }],
    [
      'track 1',
      zeros(`%B${number}^DOE/JOHN^39012010000000000?`),
      { number, expiry, track1: `%B${number}^DOE/JOHN^39012010000000000?` },
    ],
    ['track 2', zeros(`;${number}=39012010000?`), { number, expiry, track2: `;${number}=39012010000?` }],
    ['track 2 alone', zeros(`${number}=39012010000`), { number, expiry, track2: `${number}=39012010000` }],
    [
      'track 2 in pairs',
      hex(`${number} D39012010000FFFF`),
      { number, expiry, track2: `${number}D39012010000` },
    ],
    [
      'the number among EMV tags',
      hex(`5A08 ${number} 5F2403 390131 9A03 261115 00000000 00000000`),
      { number, expiry, emvRequest: `5A08${number}5F24033901319A03261115` },
    ],
    [
      'track 2 among EMV tags',
      hex(`570C ${number} D3901201 9C0100 80 0000000000000000000000000000`),
      { number, expiry, track2: `${number}D3901201`, emvRequest: `570C${number}D39012019C0100` },
    ],
    [
      'track 1 among EMV tags',
      hex(`5620 ${Buffer.from(`B${number}^DOE/JOHN^3901201`).toString('hex')}`.replace('5620', '5622')),
      {
        number,
        expiry,
        track1: `B${number}^DOE/JOHN^3901201`,
        emvRequest: `5622${Buffer.from(`B${number}^DOE/JOHN^3901201`).toString('hex').toUpperCase()}`,
      },
    ],
  ])('%s', (_, plain, reading) => {
    expect(unpack(plain)).toEqual(reading)
  })
})

describe('what stands behind the content', () => {
  const tags = `5A08${number}`
  test.each([
    ['nothing', '', true],
    ['zeros', '000000000000', true],
    ['a mark', '80', true],
    ['a mark and zeros', '800000000000', true],
    ['as many as each says', '060606060606', true],
    ['16 of them', '10'.repeat(16), true],
    ['fewer than they say', '0606060606', false],
    ['more than any block has', '11'.repeat(17), false],
    ['marks', '8080', false],
    ['zeros and something', '0000005A', false],
    ['a mark and something', '80000001', false],
  ])('%s', (_, padding, isGood) => {
    expect(unpack(hex(tags + padding))?.number).toBe(isGood ? number : undefined)
    expect(unpack(hex(Buffer.from(number).toString('hex') + padding))?.number).toBe(
      isGood ? number : undefined,
    )
  })

  test('spaces, behind text', () => {
    expect(unpack(Buffer.from(`${number}        `))).toEqual({ number })
    expect(unpack(hex(`${tags}2020`))).toBeUndefined()
  })

  test('a value that ends in zeros keeps them', () => {
    expect(unpack(hex(`${tags} 9F0306 000000000000 0000`))?.emvRequest).toBe(`${tags}9F0306000000000000`)
  })
})

describe('what holds no card, or more than one', () => {
  const wrong = '5123450000000009'
  test.each([
    ['nothing', ''],
    ['zeros', '00'.repeat(16)],
    ['filler only', 'FF'.repeat(16)],
    ['a wrong check digit', `${wrong}FFFFFFFFFFFFFFFF`],
    ['a wrong check digit as text', Buffer.from(wrong).toString('hex')],
    ['a wrong check digit on a track', `${wrong}D3901201FFFFFFFF`],
    ['eight digits', '12345674FFFFFFFFFFFFFFFFFFFFFFFF'],
    ['twelve digits', `51234500000${luhnDigit('51234500000')}FFFFFFFFFFFFFFFFFFFF`],
    ['a number of no network', '7000000000000005FFFFFFFFFFFFFFFF'],
    ['a number of no network among tags', '5A0870000000000000055F24033901310000000000000000'],
    ['a gift card', '6035710025000000008FFFFFFFFFFFFF'],
    ['twenty digits', '51234500000000000008FFFFFFFFFFFF'],
    ['no month', `${number}D3913201FFFFFFFF`],
    ['two tracks', Buffer.from(`;${number}=3901201?;${number}=3901201?`).toString('hex')],
    ['tags without a card', '9A032611159C01000000000000000000'],
    ['a tag that is not permitted', `5A08${number}DF01029912000000`],
    ['a PIN block', `5A08${number}9908041274EDCBA9876F`],
    ['a tag twice', `5A08${number}5A08${number}`],
    ['a tag cut short', `5A08${number}9F020600000000`],
    ['tags of two cards', `5A08${number}570C4508750015741019D3901201`],
    ['a number and a track that cannot be read', `5A08${number}570451234500`],
    ['a number in tags with a track’s middle', `5A0C${number}D3901201`],
    ['more tags than a request may hold', `5A08${number}9F7C73${'00'.repeat(0x73)}`],
    ['a longer track than a request may hold', `${number}D3901201${'0'.repeat(18)}`],
    ['a number as text that is another one in pairs', '313233343536383136'],
    ['something before the number', Buffer.from(` ${number}`).toString('hex')],
  ])('%s', (_, plain) => {
    expect(unpack(hex(plain))).toBeUndefined()
  })
})

/** Bytes that look like what is looked for get further than any bytes do. */
const numbers = [number, '371881634498004F', '5123450000000009', '6011000000000000004F']
const asText = numbers.map(digits => Buffer.from(digits.replace('F', '')).toString('hex'))
const beginnings = [...numbers, ...asText, ...numbers.map(digits => `5A0${digits.length / 2}${digits}`)]
const pieces = [
  '',
  'D3901201',
  '3D33393031',
  '5F2403390131',
  '57',
  '9F0206',
  '00',
  '80',
  'FF',
  '0202',
  '20',
  '81',
]
const almost = fc
  .tuple(fc.constantFrom('', '', '', '3B', '00', '57'), fc.constantFrom(...beginnings))
  .chain(start =>
    fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.integer({ min: 0, max: 99 }).map(String)), {
        maxLength: 4,
      })
      .map(rest => [...start, ...rest].join('')),
  )
  .map(text => Buffer.from(text.length % 2 === 0 ? text : `${text}F`, 'hex'))
const anything = fc.uint8Array({ maxLength: 512 }).map(bytes => Buffer.from(bytes))
const digitsOnly = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 19 })
  .map(digits => digits.join(''))

test('whatever it is, it gives a well-formed reading or none', () => {
  let opened = 0
  fc.assert(
    fc.property(fc.oneof(almost, anything), plain => {
      const before = Buffer.from(plain)
      const reading = unpack(plain)
      expect(plain.equals(before)).toBe(true)
      if (!reading) return
      opened++
      expect(reading.number).toMatch(/^[0-9]{13,19}$/)
      expect(passesLuhn(reading.number)).toBe(true)
      expect(reading.expiry?.month ?? '1').toMatch(/^(?:[1-9]|1[0-2])$/)
      expect(reading.expiry?.year ?? '00').toMatch(/^[0-9]{2}$/)
      expect((reading.emvRequest ?? '').length).toBeLessThanOrEqual(250)
    }),
    { numRuns: 4_000 },
  )
  expect(opened, 'the fuzzer gets through').toBeGreaterThan(50)
})

test('digits are a number exactly when a network has it, there are 13 to 19, and the last is right', () => {
  const beginning = fc.constantFrom(...['4', '51', '37', '6011', '603571', '0', '7', '9'])
  fc.assert(
    fc.property(beginning, digitsOnly, fc.boolean(), (first, rest, isRight) => {
      const start = first + rest
      const right = luhnDigit(start)
      const digits = start + (isRight ? right : (Number(right) + 1) % 10)
      const isCard = isRight && digits.length >= 13 && digits.length <= 19 && hasKnownPrefix(digits)
      const expected = isCard ? { number: digits } : undefined
      expect(unpack(Buffer.from(digits.padEnd(32, 'F'), 'hex'))).toEqual(expected)
      expect(unpack(Buffer.from(digits.padEnd(32, ' ')))).toEqual(expected)
    }),
  )
})

test('the largest payload is read in no time, however it is made', () => {
  for (const text of [
    'F'.repeat(1023),
    '5A00'.repeat(256),
    '9F'.repeat(512),
    '30'.repeat(512),
    'FD'.repeat(512),
  ]) {
    const started = process.hrtime.bigint()
    for (let time = 0; time < 20; time++) unpack(Buffer.from(text, 'hex'))
    expect(Number(process.hrtime.bigint() - started) / 20e6, 'milliseconds').toBeLessThan(20)
  }
})
