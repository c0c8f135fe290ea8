import { describe, expect, test } from 'vitest'
import type { Dialect } from '../dialect.ts'
import { secretMeanings } from '../secretMeanings.ts'
import { iso1987Ascii } from '../shipped/iso1987Ascii.ts'
import { shippedDialects } from '../shippedDialects.ts'
import { checkDialect } from './checkDialect.ts'

test.each(shippedDialects)('$name is in order, also when it comes from a file', dialect => {
  const written: unknown = JSON.parse(JSON.stringify(dialect))
  expect(checkDialect(written)).toEqual({ dialect })
})

const findingsOf = (value: unknown): readonly string[] => {
  const checked = checkDialect(value)
  return 'findings' in checked ? checked.findings : []
}

type Changes = { readonly [place: string]: unknown }

/** The default dialect with other values at these places; undefined takes a member away. */
function changed(changes: Changes): unknown {
  const dialect: unknown = JSON.parse(JSON.stringify(iso1987Ascii))
  for (const [place, value] of Object.entries(changes)) {
    const keys = place.split('.')
    const last = keys.pop() ?? ''
    const parent = keys.reduce((member: object, key) => Object(member)[key] ?? {}, Object(dialect))
    if (value === undefined) Reflect.deleteProperty(parent, last)
    else Reflect.set(parent, last, value)
  }
  return dialect
}

describe('a mistake in the form', () => {
  test.each<readonly [Changes, string]>([
    [{ name: 'Our Host' }, 'name must be up to 40 lower-case letters, digits and hyphens'],
    [{ about: undefined }, 'about is missing'],
    [{ generation: '2003' }, 'generation must be "1987" or "1993"'],
    [{ feilds: {} }, 'feilds is not known here; did you mean fields?'],
    [
      { 'frame.length': '3 bytes' },
      'frame.length must be "2 bytes" or "4 digits" or "2 packed bytes" or "6 digits" or ' +
        '"4 hexadecimal digits"; did you mean "2 bytes"?',
    ],
    [
      { 'frame.tpdu': { destination: '1', source: '0002' } },
      'frame.tpdu.destination must be four hexadecimal digits',
    ],
    [{ 'coding.bitmap': 'hex' }, 'coding.bitmap must be "hexadecimal" or "raw"; did you mean "hexadecimal"?'],
    [
      { 'fields.65': { name: 'x', format: 'n 1' } },
      'fields.65 its key must be a field number: 2 to 64, or 66 to 128',
    ],
    [
      { 'fields.1': { name: 'x', format: 'n 1' } },
      'fields.1 its key must be a field number: 2 to 64, or 66 to 128',
    ],
    [
      { 'fields.4.format': 'n12' },
      'fields.4.format must be a format such as "n 12" or "LL n..19": \'n12\' is not a format',
    ],
    [{ 'fields.4.meaning': 'ammount' }, 'fields.4.meaning is not known; did you mean "amount"?'],
    [{ 'fields.48.parts.layout': 'tlv' }, 'fields.48.parts.layout must be "fixed" or "tagged" or "bitmap"'],
    [{ 'fields.48.parts.tagDigits': 4 }, 'fields.48.parts.tagDigits must be 2 or 3'],
    [{ 'asks.purchase': {} }, 'asks.purchase is not known here'],
    [{ 'asks.pay.send': '3, 4' }, 'asks.pay.send must be field numbers with single spaces between them'],
    [
      { 'responseCodes.05.gatewayCode': 'DECLINE' },
      'responseCodes.05.gatewayCode is not known; did you mean "DECLINED"?',
    ],
    [{ 'network.deadAfterSilences': 0 }, 'network.deadAfterSilences must be a whole number from 1 to 100'],
    [{ 'coding.lengths': 'bytes' }, 'coding.lengths must be "ascii" or "packed" or "binary"'],
    [{ 'coding.oddFill': 'f' }, 'coding.oddFill must be "0" or "F"; did you mean "F"?'],
    [{ 'fields.2.coding': { lengthBytes: 3 } }, 'fields.2.coding.lengthBytes must be 1 or 2'],
    [{ fields: [] }, 'fields must be an object'],
  ])('%j', (changes, finding) => {
    expect(findingsOf(changed(changes))).toEqual([finding])
  })

  test.each([null, [], 'iso1987-ascii', 7])('%j is no dialect', value => {
    expect(findingsOf(value)).toEqual(['the dialect must be an object'])
  })

  test('members that every object has are as unknown as others', () => {
    expect(findingsOf(changed({ 'asks.constructor': {} }))).toEqual(['asks.constructor is not known here'])
  })
})

describe('a contradiction', () => {
  test.each<readonly [Changes, string]>([
    [{ 'frame.length': '4 digits', 'frame.longestBytes': 10_000 }, 'frame.longestBytes must be at most 9999'],
    [
      { 'frame.lengthCountsItself': true, 'frame.longestBytes': 65_534 },
      'frame.longestBytes must be at most 65533: 2 bytes cannot say more',
    ],
    [{ 'fields.48.format': 'ans..99' }, 'fields.48.format needs LL, LLL or LLLL'],
    [{ 'coding.lengthBytes': 2 }, 'coding.lengthBytes is of packed and binary lengths, and these are ascii'],
    [
      { 'fields.2.coding': { lengthBytes: 1 } },
      'fields.2.coding.lengthBytes is of packed and binary lengths',
    ],
    [
      { 'fields.60.coding': { lengths: 'binary', lengthBytes: 1 } },
      'fields.60.format is longer than its length can say: 255',
    ],
    [
      { 'fields.60.coding': { lengths: 'packed', lengthBytes: 1 } },
      'fields.60.format is longer than its length can say: 99',
    ],
    [{ 'fields.5.meaning': 'amount' }, 'fields.5 has the meaning amount, and so has fields.4'],
    [
      { 'fields.48.parts.parts.92.meaning': 'giftCardPin' },
      'fields.63.parts.parts.15 has the meaning giftCardPin, and so has fields.48.parts.parts.92',
    ],
    [{ 'fields.4.meaning': undefined }, 'fields no field has the meaning amount'],
    [{ 'fields.43.parts': { layout: 'fixed', parts: [] } }, 'fields.43.meaning the field has parts'],
    [
      { 'fields.44.parts.parts.0.format': 'LL an..2' },
      'fields.44.parts.parts.0.format the layout says its length',
    ],
    [{ 'fields.44.parts.parts.0.format': 'an..2' }, 'fields.44.parts.parts.0.format only the last part'],
    [
      { 'fields.48.parts.parts.99': { name: 'x', format: 'n 3', constant: '12' } },
      'fields.48.parts.parts.99.constant',
    ],
    [
      { 'fields.48.parts.parts.123': { name: 'x', format: 'n 3' } },
      'fields.48.parts.parts.123 its tag must have 2',
    ],
    [{ 'fields.48.parts.parts.43.format': 'ans..100' }, 'fields.48.parts.parts.43.format is longer than'],
    [
      { 'fields.62.parts.parts.65': { name: 'x', format: 'n 3' } },
      'fields.62.parts.parts.65 its bitmap has no',
    ],
    [
      { 'fields.62.parts.parts.4.format': 'an..2' },
      'fields.62.parts.parts.4.format must have a fixed length',
    ],
    [{ 'asks.reverse': undefined }, 'asks.reverse is missing: a payment whose answer is lost'],
    [{ 'asks.decrease': undefined }, 'asks has one of increase and decrease'],
    [{ 'asks.pay.type': '1200' }, 'asks.pay.type must begin with 0, as types of 1987 do'],
    [{ 'asks.pay.type': '0210' }, 'asks.pay.type its third digit must be 0 or 2'],
    [
      { 'asks.capture.repeatType': '0231' },
      'asks.capture.repeatType may differ from the type in the last digit',
    ],
    [{ 'asks.pay.processing': 'original' }, 'asks.pay.processing has no original'],
    [{ 'asks.pay.sendIfKnown': '2 200' }, 'asks.pay.sendIfKnown names 200, which fields does not declare'],
    [{ 'asks.pay.sendIfKnown': '2 2' }, 'asks.pay.sendIfKnown names 2 twice'],
    [{ 'asks.pay.sendIfKnown': '2 4' }, 'asks.pay.sendIfKnown names 4, which is always sent'],
    [{ 'asks.pay.send': '3 4 7 11 32' }, 'asks.pay.send must name 41, on which answers are matched'],
    [{ 'asks.pay.send': '4 7 11 32 41' }, 'asks.pay.send must name 3, the processing code'],
    [
      { 'asks.pay.send': '3 4 7 11 32 41 24' },
      'asks.pay.send names 24, which has neither a meaning nor a constant',
    ],
    [{ 'asks.pay.constants': { 25: '123' } }, 'asks.pay.constants.25 does not fit n 2'],
    [{ 'answers.matchOn': '7 32 41' }, 'answers.matchOn must name 11, the trace number'],
    [{ 'answers.matchOn': '7 11 37' }, 'answers.matchOn may name 7, 11, 32 and 41, not 37'],
    [{ 'answers.matchOn': '11 41' }, 'answers.matchOn must name 7: with the scope link'],
    [
      { 'answers.matchOn': '7 11', 'traceNumbers.scope': 'terminal' },
      'answers.matchOn must name 41: with the scope',
    ],
    [
      { 'answers.repeats': '7 11 41' },
      'answers.repeats must name 32: answers are matched on it, so an answer',
    ],
    [{ 'answers.repeatsIfPresent': '2 11' }, 'answers.repeatsIfPresent names 11, which is always repeated'],
    [{ 'network.answerType': '0800' }, 'network.answerType its third digit must be 1 or 3'],
    [{ 'network.echo': 'A01' }, 'network.echo A01 does not fit field 70, n 3'],
    [{ 'network.accepted': '000' }, 'network.accepted 000 does not fit field 39, an 2'],
    [{ 'network.constants': { 24: '12' } }, 'network.constants.24 does not fit n 3'],
    [{ 'network.constants': { 70: '301' } }, 'network.constants.70 differs from message to message'],
    [{ 'network.send': '7 11 41 70' }, 'network.send names 41, terminal, which has no value here'],
    [{ 'network.signOnAlso': { send: '42' } }, 'network.signOnAlso.send names 42, acceptor, which has no'],
    [{ 'network.signOnAlso': { constants: { 11: '000001' } } }, 'network.signOnAlso.constants.11 differs'],
    [{ 'network.send': '7 11' }, 'network.send must name 70'],
    [
      { 'responseCodes.05.outcome': 'approved' },
      'responseCodes.05 DECLINED does not go with the outcome approved',
    ],
    [
      { 'responseCodes.00.outcome': 'declined' },
      'responseCodes.00 APPROVED does not go with the outcome declined',
    ],
    [{ responseCodes: {} }, 'responseCodes has no code that approves'],
    [{ 'reconciliation.type': '1520' }, 'reconciliation.type must begin with 0'],
    [{ 'reconciliation.inBalance': [] }, 'reconciliation.inBalance has no response code'],
  ])('%j', (changes, finding) => {
    expect(findingsOf(changed(changes)).map(each => each.slice(0, finding.length))).toContain(finding)
  })

  test('nothing secret may be shown', () => {
    const { fields } = iso1987Ascii
    const places = Object.entries(fields).flatMap(([number, { meaning, parts }]) => [
      { place: `fields.${number}`, meaning },
      ...Object.entries(parts?.parts ?? {}).map(([key, part]: [string, { meaning?: unknown }]) => ({
        place: `fields.${number}.parts.parts.${key}`,
        meaning: part.meaning,
      })),
    ])
    const secret = places.filter(({ meaning }) => [...secretMeanings].some(each => each === meaning))
    expect(secret).toHaveLength(secretMeanings.size + 1)
    for (const { place } of secret)
      expect(findingsOf(changed({ [`${place}.show`]: 'whole' }))).toEqual([
        `${place}.show nothing of it may be seen but its length`,
      ])
    expect(findingsOf(changed({ 'fields.2.show': 'whole' }))).toEqual([
      'fields.2.show of an account number at most the first six and the last four digits may be seen',
    ])
    expect(findingsOf(changed({ 'fields.60.show': 'whole' }))).toHaveLength(1)
    expect(findingsOf(changed({ 'fields.48.show': 'whole' }))).toContain(
      'fields.48.show the field has parts, which say what may be seen of them',
    )
  })
})

/** The dialect once for some of its members, which this text, or a member of that name, spoils. */
function* spoilt(text: string): Generator<unknown> {
  const count = JSON.stringify(iso1987Ascii).split(/[,{]/).length
  for (let at = 0; at < count; at += 41) {
    let seen = 0
    yield JSON.parse(JSON.stringify(iso1987Ascii), (_, value: unknown) => {
      seen += 1
      if (seen !== at) return value
      return typeof value === 'object' ? { ...value, [text]: 1 } : text
    })
  }
}

test('a card number that was pasted anywhere is quoted by no finding', () => {
  const all = [...spoilt('5123456789012346')].flatMap(findingsOf)
  expect(all.length).toBeGreaterThan(15)
  expect(all.join()).toContain('is not a format')
  expect(all.filter(finding => finding.includes('45678901'))).toEqual([])
})

test('a dialect of its own passes', () => {
  const own: Dialect = {
    ...iso1987Ascii,
    name: 'our-host',
    frame: { ...iso1987Ascii.frame, length: '2 bytes', lengthCountsItself: true, longestBytes: 65_533 },
    network: {
      ...iso1987Ascii.network,
      constants: { '24': '017' },
      signOnAlso: { send: '32', constants: { '41': 'GATEWAY1' } },
    },
  }
  expect(checkDialect(own)).toEqual({ dialect: own })
})
