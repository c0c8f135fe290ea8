import { isCountry, isCurrency } from './isoCodes.ts'
import type { Json } from './json.ts'
import type { About, Version } from './seen.ts'
import type { AnyForm, ArrayForm, BooleanForm, Form, ObjectForm, Row, StringForm } from './shapes.ts'

export const boolean: BooleanForm = { type: 'boolean', isTrueOnly: false }
export const onlyTrue: BooleanForm = { type: 'boolean', isTrueOnly: true }
export const any: AnyForm = { type: 'any' }
export const array = (of: Form, min: number, max: number): ArrayForm => ({ type: 'array', of, min, max })
export const object = (...rows: readonly Row[]): ObjectForm => ({ type: 'object', rows })

function pattern(expression: RegExp, example: string, ...wrong: readonly string[]): StringForm {
  return {
    type: 'string',
    example,
    faults: wrong.map(each => [each, 'format'] as const),
    faultOf: value => (expression.test(value) ? undefined : 'format'),
  }
}

/** Any characters; lengths count characters, not bytes. */
export function text(min: number, max: number): StringForm {
  return {
    type: 'string',
    example: 'x'.repeat(min),
    faults: [['x'.repeat(max + 1), 'format'], ...(min > 1 ? [['x', 'format'] as const] : [])],
    faultOf: value => (isBetween([...value].length, min, max) ? undefined : 'format'),
  }
}

const isBetween = (count: number, min: number, max: number) => count >= min && count <= max

export const asciiText = (min: number, max: number): StringForm =>
  pattern(
    new RegExp(`^[ -~]{${min},${max}}$`),
    'x'.repeat(min),
    'x'.repeat(max + 1),
    'Zoë Müller',
    ...(min > 1 ? ['x'] : []),
  )

export const digits = (min: number, max: number): StringForm =>
  pattern(
    new RegExp(`^\\d{${min},${max}}$`),
    '1'.repeat(min),
    '1'.repeat(max + 1),
    `${'1'.repeat(min - 1)}x`,
    ...(min > 1 ? ['1'.repeat(min - 1)] : []),
  )

export const alphanumeric = (min: number, max: number): StringForm =>
  pattern(
    new RegExp(`^[A-Za-z0-9]{${min},${max}}$`),
    'A1'.repeat(max).slice(0, Math.max(min, 2)),
    'A'.repeat(max + 1),
    `${'A'.repeat(max - 1)}-`,
  )

const uuidExpression = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const uuid: StringForm = pattern(
  uuidExpression,
  '6f0c5b1e-58a3-4b7c-9a39-0a6d8c1f2e77',
  '6f0c5b1e58a34b7c9a390a6d8c1f2e77',
  '6f0c5b1e-58a3-4b7c-9a39-0a6d8c1f2e7',
  '6f0c5b1e-58a3-4b7c-9a39-0a6d8c1f2e7g',
)

/** Letters of a small list: what is not on it is wrong, not reserved. */
export const oneOf = (...values: readonly string[]): StringForm => ({
  type: 'string',
  example: values[0] ?? '',
  faults: [
    ['#', 'format'],
    [`${values[0]}${values[0]}`, 'format'],
  ],
  faultOf: value => (values.includes(value) ? undefined : 'format'),
})

/**
 * Two-digit codes as '01-06 09'. A number that is not listed is reserved; 80-99 belong to the directory
 * server where the list has them.
 */
export function codes(list: string): StringForm {
  const listed = new Set(list.split(' ').flatMap(numbersFrom))
  const reserved = ['71', '72', '73'].find(each => !listed.has(each)) ?? '00'
  return {
    type: 'string',
    example: [...listed][0] ?? '',
    faults: [
      [reserved, 'reserved'],
      ['1', 'format'],
      ['001', 'format'],
      ['A1', 'format'],
    ],
    faultOf: value => (listed.has(value) ? undefined : /^\d\d$/.test(value) ? 'reserved' : 'format'),
  }
}

function numbersFrom(range: string): readonly string[] {
  const [first = '', last = first] = range.split('-')
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    String(Number(first) + index).padStart(2, '0'),
  )
}

/** Codes that follow another standard's numbers: what is not listed is wrong, not reserved for later. */
export const listed = (...values: readonly string[]): StringForm => ({
  ...oneOf(...values),
  faults: [
    ['#', 'format'],
    ['777', 'format'],
  ],
})

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A whole address, without a fragment of it left to the reader to guess. */
export function address(max: number, schemes: 'https' | 'any'): StringForm {
  const example = 'https://pay.example/threeds/1'
  return {
    type: 'string',
    example,
    faults: [
      ['/threeds/1', 'format'],
      ['not an address', 'format'],
      [example.padEnd(max + 1, 'x'), 'format'],
      ...(schemes === 'https' ? [['http://pay.example/threeds/1', 'format'] as const] : []),
    ],
    faultOf: (value, about) => (isAddress(value, { max, schemes, about }) ? undefined : 'format'),
  }
}

function isAddress(
  value: string,
  { max, schemes, about }: { readonly max: number; readonly schemes: string; readonly about: About },
): boolean {
  if (value.length > max || /\s/.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  if (protocol === 'https:') return true
  return (
    protocol === 'http:' &&
    (schemes === 'any' || (about.isLoopbackAllowed === true && loopback.test(hostname)))
  )
}

/** A moment as YYYYMMDD with as many of hours, minutes and seconds as the length has room for. */
export function moment(length: 8 | 12 | 14): StringForm {
  const example = '20261116183000'.slice(0, length)
  return {
    type: 'string',
    example,
    faults: [
      ['20261316183000'.slice(0, length), 'format'],
      ['20260230183000'.slice(0, length), 'format'],
      ['2026-11-16'.padEnd(length, '0').slice(0, length), 'format'],
      [example.slice(0, -1), 'format'],
    ],
    faultOf: value => (value.length === length && isMoment(value) ? undefined : 'format'),
  }
}

function isMoment(value: string): boolean {
  if (!/^\d+$/.test(value)) return false
  const whole = value.padEnd(14, '0').replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6')
  const read = new Date(`${whole}Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(whole)
}

export const expiry: StringForm = pattern(/^\d\d(?:0[1-9]|1[0-2])$/, '2912', '2913', '12/29', '29', '2900')

function isoNumber(example: string, none: string, isKnown: (code: string) => boolean): StringForm {
  return {
    type: 'string',
    example,
    faults: [
      [none, 'isoCode'],
      ['12', 'format'],
      ['EUR', 'format'],
    ],
    faultOf: value => (!/^\d{3}$/.test(value) ? 'format' : isKnown(value) ? undefined : 'isoCode'),
  }
}
export const country = isoNumber('276', '901', isCountry)
export const currency = isoNumber('978', '999', isCurrency)

export const base64OfTwentyBytes: StringForm = pattern(
  /^[A-Za-z0-9+/]{27}=$/,
  'AAECAwQFBgcICQoLDA0ODxAREhM=',
  'AAECAwQFBgcICQoLDA0ODxAREhMU',
  'AAECAwQF',
  '!!ECAwQFBgcICQoLDA0ODxAREhM=',
)

export const email: StringForm = pattern(
  /^(?=.{3,254}$)[^\s@]+@[^\s@]+$/,
  'payer@shop.example',
  'payer',
  'payer@',
  `${'p'.repeat(250)}@shop.example`,
)

const ipExpression = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$|^(?=.*:.*:)[0-9A-Fa-f:.]{2,45}$/
export const ip: StringForm = pattern(ipExpression, '203.0.113.7', '203.0.113', '203.0.113.700', 'here')

export const language = (max: number): StringForm =>
  pattern(
    new RegExp(`^(?=.{1,${max}}$)[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$`),
    'de-DE',
    'de_DE',
    'x'.repeat(max + 1),
  )

export const colourDepths = ['1', '4', '8', '15', '16', '24', '32', '48'] as const
export const colourDepth = listed(...colourDepths)
export const anyColourDepth: StringForm = pattern(/^(?:0?[1-9]|[1-9]\d)$/, '30', '0', '100', 'x')

/** Minutes behind UTC, as browsers count them. */
export const timeZone: StringForm = pattern(/^(?=.{1,5}$)[+-]?\d{1,4}$/, '-60', 'CET', '-00060')

export const protocolVersion: StringForm = pattern(
  /^(?=.{5,8}$)\d+(?:\.\d+){2,3}$/,
  '2.2.0',
  '2.2',
  '2.2.0.0.0',
  'two',
)

/** More than one of something: 1 is no number of instalments. */
export const manyOf = (places: number): StringForm =>
  pattern(new RegExp(`^(?!0*1?$)\\d{1,${places}}$`), '12', '1', '0', '1'.repeat(places + 1), 'x')

/** A value of a form that breaks nothing. */
export function exampleOf(form: Form, version: Version): Json {
  if (form.type === 'string') return form.example
  if (form.type === 'boolean') return form.isTrueOnly
  if (form.type === 'array') return Array.from({ length: form.min }, () => exampleOf(form.of, version))
  if (form.type === 'any') return 'x'
  const entries = form.rows
    .filter(row => row.presence[version] === 'required')
    .map(row => [row.name, exampleOf(row.form[version], version)] as const)
  return Object.fromEntries(entries)
}
