// The data types a field can have: text, digits, dates, currencies, enumerations. For decimals see
// decimals.ts.

import { passesLuhn } from '../../standards/cardNumber.ts'
import { isCountry } from '../../standards/countries.ts'
import { isCurrency, whyNoCurrency } from '../../standards/currencies.ts'
import { readEmv } from '../../standards/emv.ts'
import { track1Form, track2Form } from '../../standards/tracks.ts'
import { isAddress } from '../../standards/url.ts'
import type { FieldType, Scalar } from './vocabulary.ts'

// Formats that a pattern alone cannot check. Each check takes linear time in the length of the value.

export function isDate(value: string): boolean {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(value)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year)
}

export const isDateTime = (value: string): boolean =>
  /^.{10}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/.test(value) && isDate(value.slice(0, 10))

/** ITU-T E.123: '+', country code, one space, national number in groups; 15 digits at most. */
function isTelephoneNumber(value: string): boolean {
  if (!/^\+[0-9]{1,3}(?: [0-9]+)+$/.test(value)) return false
  return value.replace(/[+ ]/g, '').length <= 15
}

/** As written within a country, or without the space after the country code. */
function isLooseTelephoneNumber(value: string): boolean {
  const { length } = value.replace(/[^0-9]/g, '')
  return /^\+?[0-9 ()./-]+$/.test(value) && length >= 5 && length <= 15
}

function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

// The data types of spec 2.2, and the few that fields need beyond them. Every pattern takes linear time.

export const text = (min: number, max: number) => string('String', { min, max })
export const ascii = (min: number, max: number) =>
  string('ASCII Text', { min, max, pattern: /^[\x20-\x7e]*$/, of: 'ASCII characters' })
export const digits = (min: number, max = min) =>
  string('Digits', { min, max, pattern: /^[0-9]*$/, of: 'digits' })
/** Digits whose value, not length, is bounded. */
export const digitsBetween = (min: number, max: number | bigint): Scalar<string> => ({
  ...string('Digits', { min: 1, max: String(max).length, pattern: /^[0-9]+$/ }),
  holds: value => BigInt(value) >= BigInt(min) && BigInt(value) <= BigInt(max),
  sentence: `It must be a number from ${min} to ${max}, as digits.`,
})
export const alphanumeric = (min: number, max = min, extra = '') =>
  string(extra ? 'Alphanumeric + additional' : 'Alphanumeric', {
    min,
    max,
    pattern: new RegExp(`^[0-9a-zA-Z${escapeClass(extra)}]*$`),
    of: `characters of 0-9 a-z A-Z${extra && ` and ${[...extra].map(shownCharacter).join(' ')}`}`,
  })
export const upperCase = (length: number) =>
  string('Upper case alphabetic text', {
    min: length,
    max: length,
    pattern: /^[A-Z]*$/,
    of: 'upper-case letters',
  })
export const hex = (min: number, max = min): Scalar<string> => ({
  ...string('Hex', { min, max, pattern: /^(?:[0-9a-fA-F]{2})*$/, of: 'hexadecimal digits, in pairs' }),
  canonical: capitalHex,
})
/**
 * Upper and lower case are equal; text that is not hexadecimal stays unchanged, so that validation refuses
 * it.
 */
const capitalHex = (value: string): string => (/^[0-9a-fA-F]*$/.test(value) ? value.toUpperCase() : value)
export const base64 = (min: number, max: number): Scalar<string> => ({
  ...string('Base64', { min, max, pattern: /^[0-9A-Za-z+/]*={0,2}$/, of: 'characters of Base64, padded' }),
  holds: value => value.length % 4 === 0,
})
/** A wrong check digit is a typing error: the number is refused here and never sent to an acquirer. */
export const cardNumber: Scalar<string> = {
  ...digits(9, 19),
  holds: passesLuhn,
  sentence: 'It must be 9 to 19 digits, the last one the right check digit.',
}
export const maskedDigits = (min: number, max: number) =>
  string('Masked digits', { min, max, pattern: /^[0-9x]*$/, of: "digits and 'x'" })

export const currency: Scalar<string> = {
  ...string('Currency', { min: 3, max: 3, pattern: /^[A-Z]{3}$/ }),
  holds: isCurrency,
  whyNot: whyNoCurrency,
  sentence: 'It must be an ISO 4217 alpha code in upper case, of money that circulates.',
}
export const country: Scalar<string> = {
  ...string('Country', { min: 3, max: 3, pattern: /^[A-Z]{3}$/ }),
  holds: isCountry,
  sentence: 'It must be an ISO 3166-1 alpha-3 code in upper case.',
}
export const date: Scalar<string> = {
  ...string('Date', { min: 10, max: 10 }),
  holds: isDate,
  sentence: 'It must be a date of the calendar as yyyy-mm-dd.',
}
export const dateTime: Scalar<string> = {
  ...string('DateTime', { min: 24, max: 24 }),
  holds: isDateTime,
  sentence: 'It must be a time as YYYY-MM-DDThh:mm:ss.SSSZ.',
}
export const time: Scalar<string> = {
  ...string('Time', {
    min: 6,
    max: 14,
    pattern:
      /^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:Z|[+-](?:[01][0-9]|2[0-3])(?::[0-5][0-9])?)$/,
  }),
  sentence: 'It must be a time as hh:mm[:ss]Z or hh:mm[:ss]+hh[:mm].',
}
export const timeOffset: Scalar<string> = {
  ...string('Time Offset', { min: 5, max: 5, pattern: /^[+-](?:[01][0-9]|2[0-3])[0-5][0-9]$/ }),
  sentence: 'It must be an offset as +hhmm or -hhmm.',
}
/** Non-empty words between dots; the labels of a host name neither begin nor end with a hyphen. */
const emailWord = String.raw`[^\s@<>()[\]\\,;:".\p{Cc}]+`
const hostWord = String.raw`[0-9A-Za-z\u0080-\uffff]+(?:-+[0-9A-Za-z\u0080-\uffff]+)*`
const emailForm = new RegExp(String.raw`^${emailWord}(?:\.${emailWord})*@${hostWord}(?:\.${hostWord})*$`, 'u')
export const email: Scalar<string> = {
  ...string('Email', {
    min: 4,
    max: 320,
    pattern: emailForm,
  }),
  sentence: 'It must be an e-mail address of 4 to 320 characters, without empty parts between dots.',
}
export const url: Scalar<string> = {
  ...string('Url', { min: 12, max: 2048 }),
  holds: isAddress,
  sentence:
    'It must be 12 to 2048 characters: https:// (in the sandbox also http:// on the machine itself) and a ' +
    'host, without user information.',
}
/** Answers only: issued by the gateway with the scheme of its own listener, which in a sandbox is http. */
export const gatewayUrl: Scalar<string> = {
  ...string('Url', { min: 12, max: 2048 }),
  sentence: 'An address at the gateway.',
}
/** Whether values of this type are addresses, or lists of them. */
export function isAddressType(type: FieldType): boolean {
  if (type.kind === 'list') return isAddressType(type.each)
  if (type.kind === 'versioned') return type.forms.some(form => isAddressType(form.type))
  return type.kind === 'scalar' && type.name === url.name
}
/** Merchants send what the payer typed: a number without a country code is accepted, but not forwarded. */
export const telephone: Scalar<string> = {
  ...string('Telephone Number', { min: 4, max: 32 }),
  holds: value => isTelephoneNumber(value) || isLooseTelephoneNumber(value),
  isForwarded: value => typeof value !== 'string' || isTelephoneNumber(value),
  show: value => (typeof value === 'string' && isTelephoneNumber(value) ? value : undefined),
  sentence:
    "It must be '+', a country code, a space and the national number, 15 digits and 32 characters at most.",
}
export const languageTag: Scalar<string> = {
  ...string('Language Tag', { min: 2, max: 35 }),
  holds: isLanguageTag,
  sentence: 'It must be a language tag of 2 to 35 characters, such as en or pt-BR.',
}
export const jsonText = (min: number, max: number): Scalar<string> => ({
  ...string('JSON Text', { min, max }),
  holds: isJson,
  sentence: `It must be JSON text of ${min} to ${max} characters.`,
})
export const track1: Scalar<string> = {
  ...string('Track 1 Data', { min: 2, max: 79, pattern: track1Form }),
  sentence: 'It must be track 1 data of at most 79 characters, as ISO 7811-2 lays it out.',
}
export const track2: Scalar<string> = {
  ...string('Track 2 Data', { min: 2, max: 40, pattern: track2Form }),
  sentence: 'It must be track 2 data of at most 40 characters, as ISO 7811-2 lays it out.',
}
export const emvTags: Scalar<string> = {
  ...string('String', { min: 1, max: 250 }),
  holds: value => 'tags' in readEmv(value),
  whyNot: value => {
    const read = readEmv(value)
    return 'flaw' in read ? read.flaw : undefined
  },
  canonical: capitalHex,
  sentence: 'It must be 1 to 250 characters: permitted EMV tags, each with length and value, in hexadecimal.',
}
/** 2 characters, or 3 digits, or both as ZZ/999. */
export const carrierCode: Scalar<string> = {
  ...string('Regex', { min: 2, max: 6, pattern: /^(?:[0-9A-Z]{2}|[0-9]{3}|[0-9A-Z]{2}\/[0-9]{3})$/ }),
  sentence: 'It must be a 2-character airline code, a 3-digit number, or both as ZZ/999.',
}
/** Calendar month; "01" and "1" are the same. */
export const month: Scalar<string> = {
  ...string('Digits', { min: 1, max: 2, pattern: /^(?:0?[1-9]|1[0-2])$/ }),
  sentence: 'It must be a month from 1 to 12.',
  canonical: value => (/^0[1-9]$/.test(value) ? value.slice(1) : value),
}
export const boolean: Scalar<boolean> = {
  kind: 'scalar',
  name: 'Boolean',
  json: 'boolean',
  sentence: 'It must be true or false.',
}
export const integer = (min: number, max: number): Scalar<number> => ({
  kind: 'scalar',
  name: 'Integer',
  json: 'integer',
  min,
  max,
  sentence: `It must be a whole JSON number from ${min} to ${max}.`,
})

export const oneOf = <const V extends string>(...values: V[]): Scalar<V> => ({
  kind: 'scalar',
  name: 'Enumeration',
  json: 'string',
  values,
  sentence: `It must be one of ${values.join(', ')}.`,
})
/** An enumeration to which later versions added values. */
export const oneOfSince = <const V extends string>(
  values: readonly V[],
  newer: { readonly [K in V]?: { readonly since: number; readonly elder?: V } },
): Scalar<V> => ({ ...oneOf(...values), newer: newer as NonNullable<Scalar['newer']> })
export const commaSeparated = <const V extends string>(...values: V[]): Scalar<string> => ({
  ...string('Comma separated enumeration', { min: 1, max: values.join().length }),
  holds: value =>
    new Set(value.split(',')).size === value.split(',').length &&
    value.split(',').every(part => values.includes(part as V)),
  sentence: `It must be one or more of ${values.join(', ')}, separated by commas.`,
})

/** A field that has exactly one value, such as apiOperation. */
export const constant = <const V extends string>(value: V): Scalar<V> => ({ ...oneOf(value), name: 'String' })

type TextRule = {
  readonly min: number
  readonly max: number
  readonly pattern?: RegExp
  readonly of?: string
}
export function string(name: string, { min, max, pattern, of = 'characters' }: TextRule): Scalar<string> {
  const length = min === max ? `exactly ${max}` : `${min} to ${max}`
  return {
    kind: 'scalar',
    name,
    json: 'string',
    min,
    max,
    ...(pattern && { pattern }),
    sentence: `It must be ${length} ${of}.`,
  }
}

const escapeClass = (characters: string) => characters.replace(/[\\\]^-]/g, '\\$&')
const shownCharacter = (character: string) => (character === ' ' ? 'space' : `'${character}'`)
