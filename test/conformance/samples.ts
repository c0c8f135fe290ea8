import { type Alphabet, alphabets, alphanumericWith, endingIn, filled, startingWith } from './alphabets.ts'
import { peculiarSamples, type Samples } from './peculiar.ts'
import type { FieldType, Row } from './table.ts'

/** What a field of this row must take, and what it must not. */
export function samplesOf(row: Row): Samples {
  return peculiarSamples(row) ?? byType[row.type](row)
}

// A number is no wrong type for a text: it is read as its decimal text before anything is judged.
const notText = [true, ['x'], { x: 'x' }] as const

const byType = {
  Alphanumeric: row => text(row, alphabets.alphanumeric),
  'Alphanumeric + additional': row => text(row, alphanumericWith(row.extra)),
  'ASCII Text': row => text(row, alphabets.ascii),
  Base64: base64,
  Boolean: () => ({ accepted: [true, false], refused: ['true', 'false', 1, 0, [true]] }),
  'Comma separated enumeration': commaSeparated,
  Country: () => ({
    accepted: ['AUS', 'USA', 'CAN'],
    refused: ['aus', 'AU', 'AUSX', 'A1S', 'ABX', 'ÁUS', '', ...notText],
  }),
  Currency: () => ({
    accepted: ['USD', 'JPY', 'KWD'],
    refused: ['usd', 'US', 'USDX', 'U5D', 'QQQ', 'ÚSD', '', ...notText],
  }),
  Date: () => ({
    accepted: ['1999-12-31', '2028-02-29'],
    refused: [
      '2027-02-30',
      '2027-02-29',
      '2027-13-01',
      '2027-00-10',
      '2027-1-31',
      '27-01-31',
      '2027/01/31',
      '20270131',
      '2027-01-31T00:00:00.000Z',
      '',
      ...notText,
    ],
  }),
  DateTime: () => ({
    accepted: ['1999-12-31T23:59:59.999Z', '2028-02-29T00:00:00.000Z'],
    refused: [
      '2027-02-30T00:00:00.000Z',
      '2027-01-31T24:00:01.000Z',
      '2027-01-31T10:60:00.000Z',
      '2027-01-31 10:00:00.000Z',
      '2027-01-31T10:00:00.000',
      '2027-01-31T10:00:00Z',
      '2027-01-31',
      '',
      ...notText,
    ],
  }),
  Decimal: row => (row.bounds.measure === 'value' ? boundedDecimal(row) : decimal(row)),
  Digits: row => (row.bounds.measure === 'value' ? boundedDigits(row) : text(row, alphabets.digits)),
  Email: () => ({
    accepted: ['a@b.co', 'first.last+tag@mail.example.com'],
    refused: ['a@b', 'abc', 'nobody', 'a@', '@b.com', 'a b@c.com', 'a@b@c.com', '', ...notText],
  }),
  Enumeration: enumeration,
  group: () => ({ accepted: [], refused: ['x', true, 7, ['x']] }),
  Hex: row => text(row, alphabets.hex),
  Integer: integer,
  'JSON Text': row => ({
    accepted: ['1', '{"a":[1,"é"]}', `"${filled('a', Number(row.bounds.max) - 2)}"`],
    refused: ['', '{a', '{"a":1}}', 'text', `"${filled('a', Number(row.bounds.max) - 1)}"`, true],
  }),
  'Language Tag': () => {
    const longest = 'de-Latn-DE-1996-u-co-phonebk-x-abcd'
    return { accepted: ['en', 'en-AU', longest], refused: ['', 'e', `${longest}e`, 'en_é', ...notText] }
  },
  'Masked digits': row => text(row, alphabets.masked),
  Regex: () => ({
    accepted: ['QF', '3K', '081', 'QF/081'],
    refused: ['Q', 'QFA', '0812', 'QF081', 'QF/08', 'QF/0812', 'QF-081', '/081', 'QF/', '', ...notText],
  }),
  String: row => (row.values.length > 0 ? namedValues(row) : text(row, alphabets.string)),
  'Telephone Number': () => ({
    accepted: [
      ...['+61 299990000', '+1 302 555 0123', '+123 123456789012'],
      // Without a country code, or with one that cannot be told: kept, and not passed on.
      ...['0299990000', '(02) 9999 0000', '+61299990000', '+61 2999-0000'],
    ],
    refused: [
      '+123 1234567890123',
      '1234567890123456',
      '+61 2999O000',
      '+61 ',
      '61+299990000',
      '',
      ...notText,
    ],
  }),
  Time: () => ({
    accepted: ['00:00Z', '23:59:59Z', '10:30+10', '10:30:15-05:30'],
    refused: ['24:00Z', '10:60Z', '10:30', '1:30Z', '10.30Z', '10:30+1000', '10:30+25', '', ...notText],
  }),
  'Time Offset': () => ({ accepted: ['+1000', '-0530'], refused: ['1000', '+10:00', '+10', '', ...notText] }),
  'Track 1 Data': row => ({
    accepted: ['%B5123450000000008^P/T^3901101?', trackOne(Number(row.bounds.max))],
    refused: ['', '%', trackOne(Number(row.bounds.max) + 1), '%B5123450000000008^é/T^3901101?', ...notText],
  }),
  'Track 2 Data': row => ({
    accepted: [';5123450000000008=3901101?', trackTwo(Number(row.bounds.max))],
    refused: ['', ';', trackTwo(Number(row.bounds.max) + 1), ';51234500000A0008=3901101?', ...notText],
  }),
  'Upper case alphabetic text': row => ({
    accepted: [/currency$/i.test(row.field) ? 'AUD' : 'AUS'],
    refused: text(row, alphabets.upper).refused,
  }),
  Url: () => ({
    accepted: ['https://a.io', 'https://host.example:8443/path?query=1'],
    refused: [
      'https://a.b',
      'http://host.example/path',
      'http://127.0.0.1/path',
      'ftp://host.example/path',
      'host.example/path',
      'https:///path/only',
      'https://user:secret@host.example/',
      'https://a b.example/',
      '',
      ...notText,
    ],
  }),
} as const satisfies Record<FieldType, (row: Row) => Samples>

function text(row: Row, alphabet: Alphabet): Samples {
  const { min, max } = row.bounds
  if (min === '' && max === '') return { accepted: [], refused: notText, known: ['A1'] }
  const shortest = filled(alphabet.own, Math.max(Number(min), 1))
  const longest = filled(alphabet.own, Number(max))
  return {
    accepted: [...new Set([shortest, longest])],
    refused: [
      ...(Number(min) > 0 ? [filled(alphabet.own, Number(min) - 1)] : []),
      filled(alphabet.own, Number(max) + 1),
      ...alphabet.foreign.flatMap(character => [
        endingIn(shortest, character),
        startingWith(longest, character),
      ]),
      ...notText,
    ],
  }
}

function trackOne(length: number): string {
  const start = '%B5123450000000008^PAYER/TEST^3901101'
  return `${start}${filled('0123456789', length - start.length - 1)}?`
}

function trackTwo(length: number): string {
  const start = ';5123450000000008=3901101'
  return `${start}${filled('0123456789', length - start.length - 1)}?`
}

// Too long and too short count also where the text has stated values.
function namedValues(row: Row): Samples {
  const { min, max } = row.bounds
  const [first = ''] = row.values
  const wrong = max === '' ? [first.toLowerCase(), 'NOT_A_VALUE'] : [filled('V', Number(max) + 1)]
  const short = min === '' ? [] : [filled('V', Number(min) - 1)]
  return { accepted: row.values, refused: [...wrong, ...short, ...notText] }
}

function enumeration(row: Row): Samples {
  const [first = ''] = row.values
  if (row.values.length === 0) return { accepted: [], refused: [], known: ['HIDE'] }
  const refused = [first.toLowerCase(), 'NOT_A_VALUE', `${first} `, `${first}X`, '', true, [first]]
  return { accepted: row.values, refused }
}

function commaSeparated(row: Row): Samples {
  const [first = ''] = row.values
  const last = row.values.at(-1) ?? ''
  return {
    accepted: [...row.values, `${first},${last}`],
    refused: [
      '',
      first.toLowerCase(),
      'NOT_A_VALUE',
      `${first},,${last}`,
      `${first};${last}`,
      `${first},`,
      true,
    ],
  }
}

function base64(row: Row): Samples {
  const { min, max } = row.bounds
  const wrong = ['QU*D', 'QUJDQ@==', 'QUJé', 'Q===', ...notText]
  if (max === '') return { accepted: ['QUJD', 'QQ=='], refused: wrong }
  const short = Number(min) > 0 ? [''] : []
  const longest = filled('QUJD', Number(max))
  return { accepted: ['QQ==', longest], refused: [...short, `${longest}QUJD`, ...wrong] }
}

function decimal(row: Row): Samples {
  const { min, max } = row.bounds
  const sized = (length: number) => `${filled('1234567890', length - 3)}.25`
  // Amounts: spec 2.2 bounds what an answer can show of them.
  const isAmount = Number(max) === 14
  return {
    accepted: [
      ...['1', sized(Number(max)), '0'.repeat(Number(max)), '001', '00.25', 7, 7.5],
      ...(isAmount ? ['1000000000000', 1_000_000_000_000, '01000000000000', '999999999999.9'] : []),
    ],
    refused: [
      ...(isAmount ? ['1000000000001', '99999999999999', '1000000000000.1', 1_000_000_000_001] : []),
      ...(Number(min) > 0 ? [''] : []),
      sized(Number(max) + 1),
      ...['1,5', '-1', '+1', '1.2.3', '1e2', '.', 'abc', '1 ', '٣', '1\n'],
      ...notText,
    ],
  }
}

function boundedDecimal(row: Row): Samples {
  const { min, max, decimals } = row.bounds
  return {
    accepted: [min, max, `1.${filled('2', decimals)}`],
    refused: [
      String(BigInt(max) + 1n),
      `1.${filled('2', decimals + 1)}`,
      '-1',
      '1,5',
      '1e2',
      'abc',
      '',
      true,
    ],
  }
}

function boundedDigits(row: Row): Samples {
  const { min, max } = row.bounds
  const below = BigInt(min) - 1n
  return {
    accepted: [min, max],
    refused: [String(below), String(BigInt(max) + 1n), '1A', '1.5', ' 1', '1\n', '٣', '', ...notText],
  }
}

function integer(row: Row): Samples {
  const { min, max } = row.bounds
  const accepted = [min, max].filter(bound => bound !== '').map(Number)
  const outside = [...(min === '' ? [] : [Number(min) - 1]), ...(max === '' ? [] : [Number(max) + 1])]
  const refused = [...outside, -1, 1.5, '1', true, [1]]
  return accepted.length === 0 ? { accepted, refused, known: [30] } : { accepted, refused }
}
