// Magnetic stripe tracks (ISO 7811-2), and the cardholder's name on track 1.

/** The card data of a magnetic stripe. The check digit of the number is not checked here. */
export type Track = {
  readonly number: string
  /** The month without a leading zero, the year in two digits; absent where the track says there is none. */
  readonly expiry?: { readonly month: string; readonly year: string }
  readonly serviceCode?: string
  readonly discretionary: string
}

/** Months may be written with a leading zero or without. */
export const isSameExpiry = (
  one: Readonly<Record<string, unknown>>,
  other: { readonly month: string; readonly year: string },
): boolean => Number(one.month) === Number(other.month) && one.year === other.year

/** Year and month, then the service code; another separator replaces either of them if it is missing. */
const dated = (separator: string) =>
  `${separator}(?:([0-9]{2})(0[1-9]|1[0-2])|${separator})([0-9]{3}|${separator})?`

/**
 * ISO 7811-2, with or without sentinels; a check character may follow the last one: number, name (track 1),
 * date, service code, discretionary data. The end of each part is unambiguous, so both patterns take linear
 * time.
 */
export const track1Form = new RegExp(
  `^%?[A-Z]([0-9]{9,19})\\^[ ->@-\\]_-~]{2,26}${dated('\\^')}([ ->@-~]*)(?:\\?[ -_]?)?$`,
)
export const track2Form = new RegExp(
  `^;?([0-9]{9,19})(?:${dated('=')}|${dated('D')})([0-9]*)(?:\\?[0-?]?|F)?$`,
)

/** Accepts letters of both cases, because readers differ in how they send the name. */
export function readTrack1(text: string): Track | undefined {
  const [, number, year, month, serviceCode, discretionary] = track1Form.exec(text) ?? []
  return trackOf({ number, year, month, serviceCode, discretionary })
}

/** The separator is =, or D if the track is packed with two digits in a byte and padded with F. */
export function readTrack2(text: string): Track | undefined {
  const parts = track2Form.exec(text) ?? []
  const [, number, year, month, serviceCode, packedYear, packedMonth, packedCode, discretionary] = parts
  return trackOf({
    number,
    year: year ?? packedYear,
    month: month ?? packedMonth,
    serviceCode: serviceCode ?? packedCode,
    discretionary,
  })
}

type TrackParts = {
  readonly [Name in 'number' | 'year' | 'month' | 'serviceCode' | 'discretionary']: string | undefined
}

function trackOf({
  number,
  year,
  month,
  serviceCode = '',
  discretionary = '',
}: TrackParts): Track | undefined {
  if (number === undefined) return undefined
  return {
    number,
    ...(year !== undefined && month !== undefined && { expiry: { month: String(Number(month)), year } }),
    ...(/^[0-9]+$/.test(serviceCode) && { serviceCode }),
    discretionary,
  }
}

/** The cardholder's name, as answers show it. */
export type CardholderName = { readonly firstName?: string; readonly lastName?: string }

/**
 * The name on track 1 (ISO 7813): last name, slash, first names, and after a point a title, which is left
 * out. Undefined if it contains digits: then it is not a name.
 */
export function nameOnTrack1(track1: string): CardholderName | undefined {
  const [, written = ''] = nameForm.exec(track1) ?? []
  const [last = '', first = ''] = written.split('/', 2)
  const [firstName, lastName] = [withoutTitle(first), withoutTitle(last)]
  if ((firstName === '' && lastName === '') || /[0-9]/.test(written)) return undefined
  return { ...(firstName !== '' && { firstName }), ...(lastName !== '' && { lastName }) }
}

const nameForm = /^%?[A-Z][0-9]{9,19}\^([^^]{2,26})\^/
const withoutTitle = (part: string): string => (part.split('.', 1)[0] ?? '').trim()
