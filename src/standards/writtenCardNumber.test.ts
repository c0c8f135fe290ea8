import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsCardData } from './cardDataInText.ts'
import { luhnDigit } from './cardNumber.ts'
import { readsAsTime } from './cardNumberForm.ts'

const separated = [
  '.',
  '. ',
  '/',
  '_',
  ',',
  ', ',
  '|',
  '*',
  '~',
  "'",
  '·',
  '•',
  '…',
  '+',
  ' # ',
  '=',
  ';',
  '&',
  '\\',
  ') (',
  '][',
  '%20',
  '%2E',
  '%252D',
  '&nbsp;',
  '&ndash;',
  '%26nbsp%3B',
]
const written = (separator: string) => ['4508', '7500', '1574', '1019'].join(separator)

test.each(separated)('a card number is found between other words, its groups separated by %j', separator => {
  expect(holdsCardData(`card ${written(separator)} of Monday`)).toBe(true)
  expect(holdsCardData(`https://shop.example/paid?with=${written(separator)}&at=2026`)).toBe(true)
})

const testCards = `5123450000000008 2223000000000007 5111111111111118 2223000000000023 4508750015741019
  4012000033330026 371881634498004 30123400000000 36259600000012 3528000000000007 6011003179988686
  5000000000000000005 5666555544443333 135492354874528 6201089999995464 4440000009900010 5123456789012346
  5555555555000018 4440000042200014 5500005555555559 4440000042200022 5506900140100503 5210760000000004
  5455031257390496 5123459999998221`.split(/\s+/)

test.each(testCards)('a test card is found as an id, in a note and in a name: %s', card => {
  const inFours = (card.match(/.{1,4}/g) ?? []).join(' ')
  const texts = [
    card,
    `order-${card}`,
    `ORDER${card}`,
    `Paid by ${inFours}.`,
    `JOHN DOE ${card}`,
    `${card}=3912`,
  ]
  for (const text of texts) expect(holdsCardData(text), text).toBe(true)
})

test('a number written with a separator for each thousand, as spreadsheets do, is found', () => {
  expect(holdsCardData('4,508,750,015,741,019')).toBe(true)
  expect(holdsCardData('4.508.750.015.741.019')).toBe(true)
})

const besideOthers = [
  '4508 7500 1574 1019 1225',
  '4242 4242 4242 4242 1225',
  '4242 4242 4242 4242 1225 123',
  '9234 5123 4500 0000 0008',
  '9234 5123 4500 0000 0008 12',
  '4508 7500 1574 1019 18',
  '(00) 4508 7500 1574 1019 12',
  '3,4012888888881881,1225,999',
  '100,4111111111111111',
  '10.00,5123450000000008',
  '1.5123450000000008,1225',
  '1.5123450000000008',
  '7.50.5123450000000008',
  '100.4111111111111111',
  '12;5123450000000008;1239',
  '+378282246310005',
  '+30123400000000',
]

test.each(besideOthers)('a card number is found beside other figures, of which it is no part: %s', text => {
  expect(holdsCardData(text)).toBe(true)
})

const divided = [
  '4508:7500:1574:1019',
  'card:4508:7500:1574:1019',
  'paid with 4508 : 7500 : 1574 : 1019.',
  '4508x7500x1574x1019',
  'A4508X7500X1574X1019B',
  '4508o7500o1574o1019',
  '4508 x 7500 x 1574 x 1019',
  '3718:816344:98004',
  '3718x816344x98004',
  '3012:340000:0000',
]

test.each(divided)('a card number is found whose groups a colon or a letter divides: %s', text => {
  expect(holdsCardData(text)).toBe(true)
})

const withExpiry = [
  '4508:7500:1574:1019:1225',
  '4508:7500:1574:1019:12:25',
  '4508x7500x1574x1019 2512',
  '4508x7500x1574x1019x25x12',
  '3718:816344:98004:1225',
  '4508,7500,1574,1019,1225',
  '4508;7500;1574;1019;12;25',
  '4508|7500|1574|1019|12|2025|123',
  '4508/7500/1574/1019/12/25',
  '4012888888881881exp1225',
  '4012888888881881:1225',
  '4012888888881881x2512',
  '3718 816344 98004 exp. 12/25',
  '3718-816344-98004-1225',
]

test.each(withExpiry)('a card number is found with its expiry behind it: %s', text => {
  expect(holdsCardData(text)).toBe(true)
})

const ofSmallerNetworks = ['2200', '2204', '9792', '60', '81', '82']
const ofAnyLength = ['6304', '6762', '5893', '6759']

test('numbers of smaller networks are found', () => {
  const written = (prefix: string, length: number) => {
    const payload = prefix.padEnd(length - 1, '7')
    return payload + luhnDigit(payload)
  }
  for (const prefix of ofSmallerNetworks) expect(holdsCardData(written(prefix, 16)), prefix).toBe(true)
  for (const prefix of ofAnyLength)
    for (let length = 12; length <= 19; length++) {
      const number = written(prefix, length)
      expect(holdsCardData(number), `${prefix} ${length}`).toBe([16, 18, 19].includes(length))
      expect(holdsCardData((number.match(/.{1,4}/g) ?? []).join(' ')), `${prefix} ${length}`).toBe(true)
    }
  expect(holdsCardData(written('6011', 19))).toBe(true)
})

test('sixteen digits in fours are found wherever the first group ends', () => {
  for (const text of ['51 2345 0000 0000 08', '5-1234-5000-0000-008', '512 3450 0000 0000 8'])
    expect(holdsCardData(text), text).toBe(true)
})

test.each([
  ['two telephones', '4508 7500 / 1574 1019'],
  ['two telephones between commas', '4508 7500, 1574 1019'],
  ['two telephones in one piece each', '45087500 / 15741019'],
  ['two telephones in one piece each and no space', '45087500/15741019'],
  ['two telephones with a dash between them', '4508 7500 - 1574 1019'],
  ['two longer telephones', '0800 9586 4508, 7500 1574 1019'],
  ['a longer list', '4508, 7500, 1574, 1019, 2233'],
  ['a longer list of columns', '1111;4508;7500;1574;1019'],
  ['a longer list between colons', '1111:4508:7500:1574:1019'],
  ['a longer list of no expiry', '4508:7500:1574:1019:2599'],
  ['a longer list between letters', '4508x7500x1574x1019x3000'],
  ['the parts of an address', '4508:7500:1574:1019:0:0:0:1'],
  ['the parts of a shortened address', '4508:7500:1574:1019::1'],
  ['the last parts of a shortened address', 'fe80::4508:7500:1574:1019'],
  ['a number in brackets beside others', '(4508) 7500 1574-1019'],
  ["a device's number with its version", 'IMEISV: 3528000000000007'],
])('%s are numbers of their own', (_, text) => {
  expect(holdsCardData(text)).toBe(false)
})

const wordsAround = fc.stringMatching(/^[a-z ,.:"{}]{0,40}$/).map(words => words.replace(/\w$/, '$& '))

/** Without what stands for times and members' numbers, and with the lengths that cards have. */
const lengthsInUse = { '34': [15], '51': [16], '2231': [16], '4': [16, 19], '3530': [16], '36': [14, 16] }
const moreInUse = { '6011': [16], '62': [16, 19], '56': [16, 19], '12': [15] }
const cardInUse = fc
  .constantFrom(...Object.entries({ ...lengthsInUse, ...moreInUse }))
  .chain(([prefix, lengths]) =>
    fc
      .constantFrom(...lengths)
      .chain(length =>
        fc
          .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
          .map(list => `${prefix}${list.join('')}`.slice(0, length - 1)),
      ),
  )
  .map(payload => payload + luhnDigit(payload))
  // One that begins with a day, a year and a time of day is taken for that.
  .filter(number => !readsAsTime(number, false))

test('a number as long as those of its network is found in every text, however grouped and encoded', () => {
  const encoders = [
    (text: string) => text,
    (text: string) => Buffer.from(text).toString('base64'),
    (text: string) => Buffer.from(text).toString('hex'),
    (text: string) => JSON.stringify({ note: text }),
    (text: string) => encodeURIComponent(encodeURIComponent(text)),
  ]
  const separators = fc.constantFrom('', ' ', '-', ' - ', '.', '/')
  fc.assert(
    fc.property(
      fc.tuple(cardInUse, separators, fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8)),
      fc.tuple(wordsAround, wordsAround),
      fc.constantFrom(...encoders),
      ([card, separator, size], [before, after], encode) => {
        // Two telephones.
        fc.pre(!(separator === '/' && size === 8))
        const written = (card.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator)
        expect(holdsCardData(encode(`${before}${written}${after}`))).toBe(true)
      },
    ),
    { numRuns: 3000 },
  )
})
