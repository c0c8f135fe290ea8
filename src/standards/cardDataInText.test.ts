import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPrefixes, prefixTable } from './cardBrands.ts'
import { holdsCardData, mayHoldCardData, repeatsNumber } from './cardDataInText.ts'
import { luhnDigit } from './cardNumber.ts'

const number = '4508750015741019'
const grouped = '4508 7500 1574 1019'

const invisible = [...'\u034f\u2066\u2069\u3164\u115f\u2800\u180b\u{e0041}\u200f\ufeff\u00ad']

const forms = {
  plain: number,
  'in a sentence': `please charge ${number}, thank you`,
  spaced: grouped,
  hyphenated: '4508-7500-1574-1019',
  'spaced and hyphenated': '4508 - 7500 - 1574 - 1019',
  'one digit at a time': [...number].join(' '),
  'split by newline': '45087500\n15741019',
  'split by newline and indented': '45087500\r\n      15741019',
  'after another number': `ref 100 ${grouped}`,
  'with expiry and code behind it': `${grouped} 12 39 100`,
  'with expiry behind it': `${number} 1239`,
  'no-break spaces': '4508\u00a07500\u00a01574\u00a01019',
  'zero-width spaces': [...number].join('\u200b'),
  'en dashes': '4508–7500–1574–1019',
  'full-width digits': [...number].map(digit => String.fromCharCode(0xff10 + Number(digit))).join(''),
  'Arabic-Indic digits': [...number].map(digit => String.fromCharCode(0x0660 + Number(digit))).join(''),
  'mathematical digits': [...number].map(digit => String.fromCodePoint(0x1d7ce + Number(digit))).join(''),
  'a JSON number': `{"pan":${number}}`,
  'a JSON string': JSON.stringify({ customer: { pan: grouped } }),
  'a JSON string with a line break': JSON.stringify({ pan: '45087500\n15741019' }),
  'JSON with escaped digits': `{"pan":"${[...number].map(digit => `\\u003${digit}`).join('')}"}`,
  'percent-encoded': '4508%207500%201574%201019',
  'percent-encoded digits': [...number].map(digit => `%3${digit}`).join(''),
  'quoted-printable': [...number].map(digit => `=3${digit}`).join(''),
  'quoted-printable with spaces': Buffer.from(grouped).toString('hex').toUpperCase().replace(/../g, '=$&'),
  'quoted-printable at its end': '450875001574=31=30=31=39',
  'divided by colons': grouped.replaceAll(' ', ':'),
  'divided by letters': grouped.replaceAll(' ', 'x'),
  Base64: Buffer.from(number).toString('base64'),
  'Base64 of a sentence': Buffer.from(`the card is ${grouped}.`).toString('base64'),
  'Base64 of JSON in JSON': JSON.stringify({
    data: Buffer.from(JSON.stringify({ n: number })).toString('base64'),
  }),
  'Base64 for addresses': Buffer.from(`???>>>${number}`).toString('base64url'),
  'Base64 behind letters': `x${Buffer.from(number).toString('base64')}`,
  'Base64 in short lines': Buffer.from(`a longer text with ${number} in it`)
    .toString('base64')
    .replace(/.{20}/g, '$&\r\n'),
  hexadecimal: Buffer.from(number).toString('hex'),
  'hexadecimal in capitals': Buffer.from(`pan:${number}`).toString('hex').toUpperCase(),
  'hexadecimal in pairs': Buffer.from(number).toString('hex').replace(/../g, '$& '),
  'hexadecimal behind a letter': `a${Buffer.from(number).toString('hex')}`,
  'hexadecimal escapes': Buffer.from(number).toString('hex').replace(/../g, '\\x$&'),
  'HTML entities': [...number].map(digit => `&#${48 + Number(digit)};`).join(''),
  'hexadecimal HTML entities': [...number].map(digit => `&#x3${digit};`).join(''),
  superscript: [...number].map(digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join(''),
  'in circles': [...number].map(digit => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)]).join(''),
  keycaps: [...number].map(digit => `${digit}\ufe0f\u20e3`).join(''),
  'Osmanya digits': [...number].map(digit => String.fromCodePoint(0x104a0 + Number(digit))).join(''),
  'Tibetan digits': [...number].map(digit => String.fromCodePoint(0x0f20 + Number(digit))).join(''),
  'variation selectors': [...number].join('\ufe01'),
  'invisible characters': [...number].map((digit, at) => digit + invisible[at % invisible.length]).join(''),
  'control characters': number.replace(/(?<=^.{4}|^.{8}|^.{12})/g, '\u0001'),
  'track 1': `%B${number}^DOE/JOHN^39121010000000000000?`,
  'track 2': `;${number}=39121010000000000000?`,
  'track 2 of a number that fails the check': ';4508750015741010=39121010000000000000?',
  'track 2 in hexadecimal digits': `${number}D39122010000000000000F`,
  'track 2 of a chip': `5713${number}D39012010000012300000F`,
  'track 2 of a chip among other tags': `9F02060000000010005713${number}D39012010000012300000F5F340101`,
  'track 2 of a chip in lower case': `5713${number}d39012010000012300000f`,
  'track 2 of a chip in pairs': `5713${number}D39012010000012300000F`.replace(/../g, '$& '),
  'track 2 without sentinels': '4222222222222D39012010000012300000',
  'the number of a chip': `5A08${number}`,
  'the number of a chip among other tags': `9F0206000000001000,5A08${number}5F24033912319F02`,
  'the number of a chip, filled up': '5a08371881634498004f5f2403391231',
  'the number of a chip, nineteen digits': '5A0A5000000000000000005F',
  'the number of a chip in pairs': `5A 08 ${number.replace(/..(?!$)/g, '$& ')}`,
  'filled up with zeros': `000${number}`,
  'filled up with zeros, of a test card': '0004111111111111111',
  'filled up with zeros, fourteen digits': '0000030123400000000',
  'filled up with zeros in a record': `A|0000371881634498004|840`,
  'as some write it': '5500 000000 000004',
  'divided by entities': grouped.replaceAll(' ', '&nbsp;'),
  'divided by entities for dashes': grouped.replaceAll(' ', '&ndash;'),
  'beside a UUID': `550e8400-e29b-41d4-a716-446655440000-${number}`,
  'beside a telephone number': `+49 151 12345678\n${grouped}`,
  'thirteen digits in groups': '4222 2222 2222 2',
  'nineteen digits': '5000000000000000005',
  'fourteen digits': '30123400000000',
  'network A in its groups': '3718 816344 98004',
  'network I': '135492354874528',
}

for (const [form, text] of Object.entries(forms)) {
  test(`a card number is found: ${form}`, () => {
    expect(holdsCardData(text)).toBe(true)
    expect(mayHoldCardData(text)).toBe(true)
  })
}

test('what is doubtful, or what nobody writes by hand, counts where no number at all may be', () => {
  const doubtful = [
    '4222222222222',
    `4508750015741010${luhnDigit('4508750015741010')}`,
    '450 8750 01574 1019',
    Buffer.from(number, 'utf16le').toString('base64'),
    Buffer.from('４５０８７５００１５７４１０１９').toString('base64'),
  ]
  for (const text of doubtful) {
    expect(mayHoldCardData(text), text).toBe(true)
    expect(holdsCardData(text), text).toBe(false)
  }
})

const innocent = {
  nothing: '',
  prose:
    'Two tickets for the 20:15 performance, row 12, seats 3 and 4. Total 84.50, paid on 2026-11-15 at 10:30.',
  'a number that fails the check': '4508750015741010',
  'a number of no network': '7000000000000005',
  'twelve digits': '450875001574',
  'twenty digits in a row': '45087500157410190000',
  'a masked number': '450875xxxxxx1019',
  'Unix times': 'from 1731628800000 to 1731628800008, 1731628800123456789',
  'a time stamp': '20261115103045, 2026-11-15T10:30:45.123Z, 2026-11-15 10:30:45',
  'a telephone number': '+49 151 12345674, +4915112345674',
  'UUIDs with few letters': '20165505-1170-4869-9552-773d4debd682 997c4781-4534-4544-9091-44d4197f985d',
  'a UUID with one letter': '82566158-4655-4409-8224-195f21645746',
  'a UUID': '44665544-4400-4041-a716-446655440000, 550e8400-e29b-41d4-a716-446655440000',
  'a digest': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'an account number': 'DE89370400440532013000',
  'tags of a chip without its number':
    '9F2608A1B2C3D4E5F607089F2701809F100706010A03A0A8009F37045A086721950500000080009A032611159C0100',
  'a tag that is no number': '5A084508750015741010, 5708450875001574',
  'numbers filled up with zeros': '0000000000000012345, 000000004508750',
  "a carton's number": '000370009407754673, (00)000370009407754673, 00000370009407754673',
  'a number filled up to fewer digits than nineteen': '000371881634498004, 00030123400000000',
  'JSON of small numbers': JSON.stringify({
    sizes: [4508, 7500, 1574],
    ratio: 0.4508,
    total: '4508.7500',
  }),
}

for (const [form, text] of Object.entries(innocent)) {
  test(`nothing is found in ${form}`, () => {
    expect(holdsCardData(text)).toBe(false)
    expect(mayHoldCardData(text)).toBe(false)
  })
}

test("the operator's own prefixes decide what is a card number", () => {
  expect(mayHoldCardData('7000000000000005', prefixTable({ LOCAL_BRAND_ONLY: '70' }))).toBe(true)
  expect(mayHoldCardData(number, prefixTable({ LOCAL_BRAND_ONLY: '70' }))).toBe(false)
})

const tail = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 11 })
  .map(list => list.join(''))
const anyCardNumber = fc
  .constantFrom(...defaultPrefixes.filter(({ brand }) => brand !== 'NETWORK_I'))
  .chain(({ from, to }) =>
    fc.tuple(fc.integer({ min: from, max: to }), tail, fc.integer({ min: 13, max: 19 })),
  )
  .map(([leading, rest, length]) => `${leading}${rest}`.slice(0, length - 1))
  .map(payload => payload + luhnDigit(payload))

const wordsAround = fc.stringMatching(/^[a-z ,.:"{}]{0,40}$/).map(words => words.replace(/\w$/, '$& '))

test('a valid number of any network and length is found, however grouped and encoded', () => {
  const encoders = [
    (text: string) => text,
    (text: string) => Buffer.from(text).toString('base64'),
    (text: string) => Buffer.from(text).toString('hex'),
    (text: string) => JSON.stringify({ note: text }),
    (text: string) => encodeURIComponent(text),
  ]
  fc.assert(
    fc.property(
      fc.tuple(anyCardNumber, fc.constantFrom('', ' ', '-', '\n', ' - '), fc.integer({ min: 4, max: 8 })),
      fc.tuple(wordsAround, wordsAround),
      fc.constantFrom(...encoders),
      ([card, separator, size], [before, after], encode) => {
        const written = (card.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator)
        expect(mayHoldCardData(encode(`${before}${written}${after}`))).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a number that is known is found whatever its network and whatever stands between its digits', () => {
  const unknown = '7000000000000005'
  const texts = [
    `paid by ${unknown}`,
    '7000:0000:0000:0005',
    '7000x0000x0000x0005',
    '70-000000-0000-0005',
    '７０００００００００００００05',
    '%37000000000000005',
    'a 7000 b 0000 c 0000 d 0005',
  ]
  for (const text of texts) {
    expect(repeatsNumber(text, unknown), text).toBe(true)
    expect(repeatsNumber(text, '7000000000000013'), text).toBe(false)
  }
  expect(repeatsNumber('700000xxxxxx0005', unknown)).toBe(false)
})

test('text without digits is never refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      const letters = text.replace(/[\p{Nd}%;\\]/gu, '')
      if (/[\w+/-]{18}/.test(letters.replace(/\s/g, ''))) return
      expect(mayHoldCardData(letters)).toBe(false)
      expect(holdsCardData(letters)).toBe(false)
    }),
  )
})
