import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTrack1, readTrack2, type Track } from './tracks.ts'

const number = '5123450000000008'
const expiry = { month: '1', year: '39' }

test.each<[string, Track]>([
  [`%B${number}^RUIZ/ADA^39011011234?`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`B${number}^RUIZ/ADA^39011011234`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`%B${number}^RUIZ/ADA^39011011234?:`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`%B${number}^RUIZ/ADA^3912?`, { number, expiry: { month: '12', year: '39' }, discretionary: '' }],
  [`%B${number}^RUIZ/ADA^^1011234?`, { number, serviceCode: '101', discretionary: '1234' }],
  [`%B${number}^RUIZ/ADA^3901^1234?`, { number, expiry, discretionary: '1234' }],
  [`%B${number}^RUIZ/ADA^^^?`, { number, discretionary: '' }],
  [`%B${number}^RUIZ/ada m.^3901101A B-C?`, { number, expiry, serviceCode: '101', discretionary: 'A B-C' }],
  ['%B123456782^XX^3901101?', { number: '123456782', expiry, serviceCode: '101', discretionary: '' }],
])('track 1 is read: %s', (text, track) => {
  expect(readTrack1(text)).toEqual(track)
})

test.each<[string, Track]>([
  [`;${number}=39011011234?`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`${number}=39011011234`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`;${number}=39011011234?7`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`;${number}=39011011234?>`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`${number}D39011011234F`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`${number}D39011011234`, { number, expiry, serviceCode: '101', discretionary: '1234' }],
  [`;${number}=3901?`, { number, expiry, discretionary: '' }],
  [`;${number}=390112?`, { number, expiry, discretionary: '12' }],
  [`;${number}==1011234?`, { number, serviceCode: '101', discretionary: '1234' }],
  [`;${number}=3901=1234?`, { number, expiry, discretionary: '1234' }],
  [`${number}DDD1234F`, { number, discretionary: '1234' }],
])('track 2 is read: %s', (text, track) => {
  expect(readTrack2(text)).toEqual(track)
})

test.each([
  '',
  '%',
  `%B${number}`,
  `%b${number}^RUIZ/ADA^3901101?`,
  `%B${number}^R^3901101?`,
  `%B${number}^${'R'.repeat(27)}^3901101?`,
  `%B${number}^RUIZ/ADA^3913101?`,
  `%B${number}^RUIZ/ADA^3900101?`,
  `%B${number}^RUIZ/ADA^390?`,
  `%B${number}^RUIZ/ADA^3901101?12`,
  `%B${number}^RUIZ/ADA^3901101?\n`,
  `%B${number}^RUIZ/ADÁ^3901101?`,
  '%B12345678^RUIZ/ADA^3901101?',
  '%B51234500000000080000^RUIZ/ADA^3901101?',
  `;${number}=39011011234?`,
])('is not track 1: %j', text => {
  expect(readTrack1(text)).toBe(undefined)
})

test.each([
  '',
  ';',
  '=',
  number,
  `;${number}=`,
  `;${number}=390?`,
  `;${number}=3913101?`,
  `;${number}=3901101?12`,
  `;${number}=3901101?\n`,
  `;${number}=D101?`,
  `;${number}=3901D123?`,
  `;${number}d3901101?`,
  `${number}D3901101FF`,
  ';12345678=3901101?',
  ';51234500000000080000=3901101?',
  `%B${number}^RUIZ/ADA^39011011234?`,
])('is not track 2: %j', text => {
  expect(readTrack2(text)).toBe(undefined)
})

/** Another way to read: part by part, from the left. */
function slowly(text: string, form: 1 | 2): Track | undefined {
  let rest = text
  const take = (one: RegExp): string | undefined => {
    const found = one.exec(rest)
    if (found?.index !== 0) return undefined
    rest = rest.slice(found[0].length)
    return found[0]
  }
  take(form === 1 ? /^%/ : /^;/)
  if (form === 1 && take(/^[A-Z]/) === undefined) return undefined
  const digits = take(/^[0-9]*/) ?? ''
  if (digits.length < 9 || digits.length > 19) return undefined
  const separator = form === 1 ? take(/^\^/) : take(/^[=D]/)
  if (separator === undefined) return undefined
  if (form === 1) {
    const name = take(/^[^^]*/) ?? ''
    if (name.length < 2 || name.length > 26 || /[^ -~]|\?/.test(name) || take(/^\^/) === undefined)
      return undefined
  }
  const isNext = () => rest.startsWith(separator)
  const date = isNext() ? undefined : take(/^[0-9]{4}/)
  const month = Number(date?.slice(2))
  if (date === undefined ? !isNext() : month < 1 || month > 12) return undefined
  if (date === undefined) rest = rest.slice(1)
  const serviceCode = isNext() ? undefined : take(/^[0-9]{3}/)
  if (serviceCode === undefined && isNext()) rest = rest.slice(1)
  const discretionary = take(form === 1 ? /^[^?]*/ : /^[0-9]*/) ?? ''
  if (/[^ -~]/.test(discretionary)) return undefined
  if (!(form === 1 ? /^(?:|\?[ -_]?)$/ : /^(?:|F|\?[0-?]?)$/).test(rest) || rest.endsWith('\n'))
    return undefined
  return {
    number: digits,
    ...(date !== undefined && { expiry: { month: String(month), year: date.slice(0, 2) } }),
    ...(serviceCode !== undefined && { serviceCode }),
    discretionary,
  }
}

const of = (alphabet: string, minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map(all => all.join(''))
const digits = (min: number, max: number) => of('0123456789', min, max)
const perhaps = (...texts: string[]) => fc.constantFrom('', ...texts)
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(all => all.join(''))
const first = joined(
  joined(perhaps('%'), fc.constantFrom('B', 'A', 'Z'), digits(9, 19), fc.constant('^'), of('AB /.', 2, 26)),
  joined(
    fc.constant('^'),
    fc.constantFrom('3901', '4012', '^'),
    fc.constantFrom('101', '^', ''),
    of('0A ^', 0, 9),
  ),
  perhaps('?', '?;'),
)
const second = fc
  .constantFrom('=', 'D')
  .chain(mark =>
    joined(
      joined(perhaps(';'), digits(9, 19), fc.constant(mark), fc.constantFrom('3901', '4012', mark)),
      joined(fc.constantFrom('101', mark, ''), digits(0, 9), perhaps('?', '?:', 'F')),
    ),
  )
const spoilt = fc
  .tuple(fc.oneof(first, second), fc.nat(), fc.constantFrom(...'0139^=D?;%BF é\n', ''), fc.boolean())
  .map(([text, where, what, isInserted]) => {
    const at = where % (text.length + 1)
    return `${text.slice(0, at)}${what}${text.slice(isInserted ? at : at + 1)}`
  })
/** Parts that are a little too short or too long. */
const misfit = joined(
  joined(fc.constantFrom('%B', ';'), digits(7, 21), fc.constantFrom('=', '^')),
  joined(of('AB', 0, 28), fc.constantFrom('^3901101?', '3901101?', '^390?', '39011?')),
)

describe('whatever comes', () => {
  test('is read as another reader reads it, or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), of('0139^=D?;%BF', 0, 40), spoilt, misfit), text => {
        expect(readTrack1(text), text).toEqual(slowly(text, 1))
        expect(readTrack2(text), text).toEqual(slowly(text, 2))
      }),
      { numRuns: 3000 },
    )
  })

  test('is a track where it was made as one', () => {
    const isRead = (made: fc.Arbitrary<string>, read: (text: string) => Track | undefined) =>
      fc.assert(fc.property(made, text => read(text) !== undefined))
    isRead(first, readTrack1)
    isRead(second, readTrack2)
  })

  test('is read in time in proportion to its length', () => {
    const starts = ['', `%B${number}^AB^3901`, `;${number}=3901`, `${number}D`, `%B${number}^`]
    for (const start of starts)
      for (const filler of ['1', '^', '=', 'D', ' ', '?', '101', '3901^']) {
        const text = `${start}${filler.repeat(100_000)}\n`
        const begun = process.cpuUsage()
        readTrack1(text)
        readTrack2(text)
        expect(process.cpuUsage(begun).user).toBeLessThan(500_000)
      }
  })
})
