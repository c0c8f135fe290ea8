import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { luhnDigit, passesLuhn } from './cardNumber.ts'
import { bcdNumber, emvTags, publicEmv, readEmv } from './emv.ts'
import { readTrack1, readTrack2 } from './tracks.ts'

const number = '5123450000000008'
const cryptogram = `9F2608${'A5'.repeat(8)}`

test.each([
  ['9A03250101', { '9A': '250101' }],
  ['9a03250101', { '9A': '250101' }],
  [`${cryptogram}9A03250101`, { '9F26': 'A5'.repeat(8), '9A': '250101' }],
  [`5A08${number}9F3501228202ffff`, { '5A': number, '9F35': '22', '82': 'FFFF' }],
  [`8E8180${'00'.repeat(128)}`, { '8E': '00'.repeat(128) }],
  [`8E81FF${'00'.repeat(255)}`, { '8E': '00'.repeat(255) }],
  [`8E7F${'00'.repeat(127)}`, { '8E': '00'.repeat(127) }],
])('permitted tags are read: %s', (text, tags) => {
  expect(readEmv(text)).toEqual({ tags: new Map(Object.entries(tags)) })
})

test('a tag without a value is permitted and says nothing', () => {
  expect(readEmv('9F7C00')).toEqual({ tags: new Map() })
  expect(readEmv('9F7C009A03250101')).toEqual({ tags: new Map([['9A', '250101']]) })
  expect(readEmv('9F7C009F7C0101')).toEqual({ flaw: 'Tag 9F7C appears twice.' })
})

const misread = (tag: string) => `Tag ${tag} must hold a card number that was read well.`
const badLength = (tag: string) =>
  `The length of tag ${tag} must be definite, in its shortest form, and at most 255.`

test.each([
  ['nothing', '', 'It must hold at least one tag.'],
  ['no hexadecimal', '9A03ZZ0101', 'It must be hexadecimal digits, in pairs.'],
  ['a line break', '9A03250101\n', 'It must be hexadecimal digits, in pairs.'],
  ['half a byte', '9A032501010', 'It must be hexadecimal digits, in pairs.'],
  ['a PIN', '9908A5A5A5A5A5A5A5A5', 'Tag 99 is not permitted.'],
  ['a stranger after a good one', `${cryptogram}9F0106A5A5A5A5A5A5`, 'Tag 9F01 is not permitted.'],
  ['a template', '70059A03250101', 'Tag 70 is not permitted.'],
  ['a filler', '009A03250101', 'Tag 00 is not permitted.'],
  ['a tag that goes on', '9F81020101', 'Tag 9F8102 is not permitted.'],
  ['a tag that goes on and on', `9F${'81'.repeat(60)}020101`, 'Tag 9F818181 is not permitted.'],
  ['a tag that never ends', `9F${'81'.repeat(60)}`, 'It ends within a tag.'],
  ['half a tag', '9F', 'It ends within a tag.'],
  ['no length', '9A', 'It ends within tag 9A.'],
  ['a number with a wrong check digit', '5A085123450000000009', misread('5A')],
  ['a track that is none', '5702A1B2', misread('57')],
  [
    'two cards',
    '5A085123450000000008570C4508750015741019D3901201',
    'Its tags must hold the number of one card.',
  ],
  ['a first track that is none', '56024142', misread('56')],
  ['half a length', '8E81', 'It ends within tag 8E.'],
  ['a length beyond the end', '9F2608250101', 'It ends within tag 9F26.'],
  ['an indefinite length', '9A802501010000', badLength('9A')],
  ['a length of two bytes where one will do', '9A8103250101', badLength('9A')],
  ['a short length of two bytes', '9A8105', badLength('9A')],
  ['a length of three bytes', `8E820100${'00'.repeat(256)}`, badLength('8E')],
  ['a reserved length', '9AFF250101', badLength('9A')],
  ['a tag twice', '9A032501019A03250101', 'Tag 9A appears twice.'],
  ['a tag twice in another case', '9A032501019a03250102', 'Tag 9A appears twice.'],
])('%s is refused, and it is told why', (_, text, flaw) => {
  expect(readEmv(text)).toEqual({ flaw })
})

test('what is no EMV string has no tags', () => {
  for (const text of [undefined, 7, '', '99', 'x']) expect(emvTags(text).size).toBe(0)
  expect(emvTags('9A03250101').get('9A')).toBe('250101')
})

test('a number in pairs of digits is filled up with F', () => {
  expect(bcdNumber(number)).toBe(number)
  expect(bcdNumber('371881634498004F')).toBe('371881634498004')
  expect(bcdNumber('5123450000000008FFFF')).toBe(number)
  for (const bad of ['', 'F', '12345678', '5123F50000000008', `${number}D`])
    expect(bcdNumber(bad)).toBe(undefined)
})

const ascii = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase()
const element = (tag: string, value: string) =>
  `${tag}${(value.length / 2).toString(16).padStart(2, '0').toUpperCase()}${value}`

describe('what is public of an EMV string', () => {
  test('is nothing that holds a number which is known from elsewhere, wherever it stands in a value', () => {
    const hidden = element('9F10', `0601${number}AA`)
    const inText = element('9F7C', ascii(`xx${number}x`))
    expect(publicEmv(`${hidden}${cryptogram}${inText}`, [number])).toBe(cryptogram)
  })

  test('is all of it but number and tracks', () => {
    const track1 = element('56', ascii(`B${number}^RUIZ/ADA^39011011234`))
    const track2 = element('57', `${number}D39012010000000000`)
    const rest = `5F34010182025C00${cryptogram}9F7C00`
    expect(publicEmv(`5A08${number}${rest}${track1}${track2}`)).toBe(rest)
    expect(publicEmv(rest.toLowerCase())).toBe(rest)
    expect(publicEmv(`5A08${number}`)).toBe(undefined)
    expect(publicEmv(`99085123450000000008${rest}`)).toBe(undefined)
  })

  test.each([
    ['its digits in pairs', number],
    ['its digits, filled up', '371881634498004F'],
    ['its digits behind a zero', '0371881634498004'],
    ['its digits with the date after them', `${number}3901`],
    ['its digits after other things', `A1B2${number}`],
    ['its digits after other digits', `0601${number}99`],
    ['a track in pairs of digits', `${number}D39012010000000000`],
    ['a track of a number that no network has', '0000000000000000D390120100000000F0'.slice(0, -2)],
    ['text', ascii(number)],
    ['text behind other digits', ascii(`12${number}`)],
    ['text in groups', ascii('5123 4500 0000 0008')],
    ['track 1', ascii(`%B${number}^RUIZ/ADA^39011011234?`)],
    ['track 2', ascii(`;${number}=39011011234?`)],
    ['track 2 without sentinels, of a number that no network has', ascii('999999999=39011011234')],
  ])('is no value that holds a card as %s', (_, value) => {
    const padded = value.length % 2 === 0 ? value : `${value}F`
    expect(publicEmv(`9A03250101${element('9F7C', padded)}`)).toBe('9A03250101')
  })

  test('is no value that holds the number of its own card, wherever it stands in it', () => {
    const own = `5A08${number}`
    for (const value of [`99${number}99`, `9${number}9`, ascii(`x99${number}99`)])
      expect(publicEmv(`${own}9A03250101${element('9F7C', value)}`)).toBe('9A03250101')
  })

  test('is what terminals send every day: amounts, lists of methods, application data', () => {
    const everyday = [
      '9F0206000000001000',
      '8E14000000000000000042014403410342031E031F00',
      '8E140000000000000000420344034103420302031F00',
      '8E0E000000000000000042035E031F02',
      '9F100706010A03A0B800',
      '9F10120110A00003220000000000000000000000FF',
      '8407A0000000041010',
      '9F0607A0000000031010',
      `50${'0A'}${ascii('DEBIT CARD')}`,
      `9F1E08${ascii('12345678')}`,
    ]
    for (const text of everyday) expect(publicEmv(text)).toBe(text)
  })
})

const permitted = [
  ...['50', '56', '57', '5A', '5F24', '5F2A', '5F34', '82', '84', '8A', '8E', '91', '95', '9A', '9B', '9C'],
  ...['9F02', '9F03', '9F06', '9F07', '9F09', '9F0D', '9F0E', '9F0F', '9F10', '9F1A', '9F1C', '9F1E', '9F21'],
  ...['9F26', '9F27', '9F33', '9F34', '9F35', '9F36', '9F37', '9F39', '9F41', '9F53', '9F66', '9F6E', '9F7C'],
]

/** Every length there may be, as it is written. */
const lengths = Array.from({ length: 256 }, (_, bytes) => lengthOf(bytes).toUpperCase())

function lengthOf(bytes: number): string {
  return `${bytes > 127 ? '81' : ''}${bytes.toString(16).padStart(2, '0')}`
}

/** Another way to read: try every permitted tag that is left, and every length. */
function isReadable(text: string, left: readonly string[] = permitted, card?: string): boolean {
  const hex = text.toUpperCase()
  if (!/^[0-9A-F]+$/.test(hex) || text.endsWith('\n')) return false
  const tag = left.find(each => hex.startsWith(each)) ?? 'none'
  const bytes = lengths.findIndex(length => hex.startsWith(`${tag}${length}`))
  if (bytes < 0) return false
  const start = tag.length + (lengths[bytes] ?? '').length
  const end = start + bytes * 2
  const held = heldIn(tag, hex.slice(start, end))
  if (held !== undefined && (!passesLuhn(held) || (card !== undefined && held !== card))) return false
  if (hex.length <= end) return hex.length === end
  return isReadable(
    hex.slice(end),
    left.filter(other => other !== tag),
    held ?? card,
  )
}

/** The number in a tag that is there for it; nothing where it says nothing. */
function heldIn(tag: string, value: string): string | undefined {
  if (!['56', '57', '5A'].includes(tag) || value === '') return undefined
  const track = tag === '56' ? readTrack1(Buffer.from(value, 'hex').toString('latin1')) : readTrack2(value)
  return track?.number ?? /^([0-9]{9,19})F*$/.exec(value)?.[1] ?? ''
}
const cards: Readonly<Record<string, string>> = {
  '56': ascii(`B${number}^RUIZ/ADA^39011011234`),
  '57': `${number}D39012010000000000`,
  '5A': number,
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const value = fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 120, maxLength: 140 }))
const elements = (lengthOfAny: (bytes: number) => string) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...permitted), value), { maxLength: 6, selector: ([tag]) => tag })
    .map(all =>
      all
        .map(([tag, bytes]) => [tag, Buffer.from(cards[tag] ?? hexOf(bytes), 'hex')] as const)
        .map(([tag, bytes]) => `${tag}${lengthOfAny(bytes.length)}${hexOf(bytes)}`)
        .join(''),
    )
const good = elements(lengthOf)
const cut = fc.tuple(good, fc.integer({ min: 1, max: 3 })).map(([text, bytes]) => text.slice(0, -2 * bytes))
const overlong = elements(bytes => `81${bytes.toString(16).padStart(2, '0')}`)
/** One character of a good one exchanged, left out, doubled, or all behind it cut off. */
const spoilt = fc
  .tuple(good, fc.nat(), fc.constantFrom(...'0123456789abcdefABCDEFx \n', '80', '81', '9F'), fc.nat(3))
  .map(([text, where, what, how]) => {
    const at = where % (text.length + 1)
    const after = [text.slice(at + 1), text.slice(at), text.slice(at + what.length), ''][how]
    return `${text.slice(0, at)}${what}${after}`
  })
const hex = fc.array(fc.constantFrom(...'0123456789abcdefABCDEF')).map(all => all.join(''))
const anything = fc.oneof(
  ...[fc.string(), hex, good, cut, overlong, spoilt],
  fc.tuple(good, good).map(both => both.join('')),
)

describe('whatever comes', () => {
  test('is read where another reader can read it, and else refused in words that tell no value', () => {
    fc.assert(
      fc.property(anything, text => {
        const read = readEmv(text)
        expect('tags' in read, text).toBe(isReadable(text))
        if ('flaw' in read) expect(read.flaw).toMatch(/^[A-Z][A-Za-z0-9 ,-]{10,90}\.$/)
        expect(publicEmv(text) === undefined || isReadable(publicEmv(text) ?? '')).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('is read in time in proportion to its length', () => {
    for (const text of ['9F81', '9A00', '81', '9F8181', '5A00', '00'].map(part => part.repeat(100_000))) {
      const start = process.cpuUsage()
      readEmv(text)
      publicEmv(text)
      expect(process.cpuUsage(start).user).toBeLessThan(500_000)
    }
  })

  const digit = fc.constantFrom(...'0123456789')
  const cardNumber = fc
    .tuple(
      fc.constantFrom('51', '4', '37', '6011', '62', '36', '2223'),
      fc.array(digit, { minLength: 8, maxLength: 14 }),
    )
    .map(([prefix, digits]) => `${prefix}${digits.join('')}`.slice(0, 18))
    .filter(digits => digits.length >= 12)
    .map(digits => `${digits}${luhnDigit(digits)}`)
  const evenly = (digits: string) => (digits.length % 2 === 0 ? digits : `${digits}F`)
  const hidden: readonly ((number: string) => string)[] = [
    evenly,
    ascii,
    of => evenly(`${of}D3901201`),
    of => evenly(`${of}3901`),
    of => `AB${evenly(of)}`,
    of => ascii(`;${of}=3901201?`),
    of => ascii(`B${of}^RUIZ/ADA^3901201`),
    of => ascii(of.replace(/(.{4})/g, '$1 ')),
  ]
  const places = ['50', '8E', '9F10', '9F53', '9F6E', '9F7C', '84', '9F06', '5A', '57', '56']

  test('no number that is in it is in what is public of it', () => {
    fc.assert(
      fc.property(
        cardNumber,
        fc.constantFrom(...hidden),
        fc.constantFrom(...places),
        good,
        (of, hide, tag, other) => {
          const text = `${element(tag, hide(of))}${other}`
          if (!isReadable(text)) return
          const shown = publicEmv(text) ?? ''
          expect(shown).not.toContain(hide(of))
          expect(shown).not.toContain(of)
          expect(Buffer.from(shown, 'hex').toString('latin1')).not.toContain(of)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('and where the number is in its own tag, nothing around it hides it elsewhere', () => {
    fc.assert(
      fc.property(cardNumber, hex, hex, fc.constantFrom(...hidden), (of, before, after, hide) => {
        const wrapped = evenly(`${before.slice(0, 20)}${of}${after.slice(0, 20)}`.toUpperCase())
        const own = element('57', evenly(`${of}D3901201`))
        expect(publicEmv(`${own}${element('9F7C', wrapped)}${element('50', hide(of))}`)).toBe(undefined)
      }),
    )
  })
})
