// What the value of a field may look like: each form finds what is wrong with a value.

import { isIP } from 'node:net'
import { countryOfNumber } from '../../standards/countries.ts'
import { isLoopbackHost, readUrl } from '../../standards/url.ts'
import type { SpokenVersion } from '../versions.ts'

/** A message as JSON has it. */
export type WireMessage = Readonly<Record<string, unknown>>

/** An error code of the protocol, and the field that it is about. */
export type MessageFlaw = { readonly code: string; readonly field: string }

export type ElementForm = (value: unknown, at: string, version: SpokenVersion) => readonly MessageFlaw[]

const sound: readonly MessageFlaw[] = []
const flaw = (code: string, field: string): readonly MessageFlaw[] => [{ code, field }]

export const isContent = (value: unknown): value is WireMessage =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textForm =
  (isFit: (text: string) => boolean): ElementForm =>
  (value, at) =>
    typeof value === 'string' && isFit(value) ? sound : flaw('203', at)

export const text = (min: number, max: number): ElementForm =>
  textForm(({ length }) => length >= min && length <= max)

export const matching = (pattern: RegExp): ElementForm => textForm(value => pattern.test(value))

/** Printable characters of ASCII. */
export const plainText = (min: number, max: number): ElementForm =>
  matching(new RegExp(`^[\\x20-\\x7e]{${min},${max}}$`))

export const digits = (min: number, max: number = min): ElementForm =>
  matching(new RegExp(`^[0-9]{${min},${max}}$`))

/** Two digits of a list; others are reserved, and 80 to 99 belong to schemes. */
export function codes(listed: string): ElementForm {
  const known = new Set(listed.split(' '))
  return (value, at, version) => {
    if (typeof value === 'string' && known.has(value)) return sound
    const isReserved = version === '2.3.1' && typeof value === 'string' && /^[0-7][0-9]$/.test(value)
    return flaw(isReserved ? '207' : '203', at)
  }
}

/** One of a few words that will never be more. */
export function words(listed: string): ElementForm {
  const known = new Set(listed.split(' '))
  return textForm(value => known.has(value))
}

export const exactly =
  (only: unknown): ElementForm =>
  (value, at) =>
    value === only ? sound : flaw('203', at)

export const truth: ElementForm = (value, at) => (typeof value === 'boolean' ? sound : flaw('203', at))

export const uuid: ElementForm = matching(
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
)

/** Of the web. A gateway on the same machine may do without TLS. */
export const address = (max: number): ElementForm =>
  textForm(value => {
    const url = value.length <= max ? readUrl(value) : undefined
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  })

/** Where https is not asked for. */
export const anyAddress = (max: number): ElementForm =>
  textForm(value => value.length <= max && /^https?:$/.test(readUrl(value)?.protocol ?? ''))

export const ipAddress: ElementForm = textForm(value => value.length <= 45 && isIP(value) !== 0)

/** A language tag (BCP 47). */
export const language = (max: number): ElementForm =>
  textForm(value => value.length <= max && /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.test(value))

export const mail: ElementForm = textForm(value => value.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(value))

/** ISO 4217 by number; funds, metals and "no currency" cannot be paid in. */
export const currency: ElementForm = (value, at) => {
  if (typeof value !== 'string' || !/^[0-9]{3}$/.test(value)) return flaw('203', at)
  const isExcluded = value === '000' || value === '999' || (value >= '955' && value <= '964')
  return isExcluded ? flaw('304', at) : sound
}

/** ISO 3166-1 by number. */
export const country: ElementForm = (value, at) => {
  if (typeof value !== 'string' || !/^[0-9]{3}$/.test(value)) return flaw('203', at)
  return countryOfNumber(value) === undefined ? flaw('304', at) : sound
}

export const merchantCategory: ElementForm = (value, at) => {
  if (typeof value !== 'string' || !/^[0-9]{4}$/.test(value)) return flaw('203', at)
  return value === '0000' ? flaw('306', at) : sound
}

/** A time as digits: YYYYMMDD, and HHMM or HHMMSS behind it. */
export const instant = (length: 8 | 12 | 14): ElementForm =>
  textForm(value => value.length === length && instantMs(value) !== undefined)

/** Undefined if there is no such time. */
export function instantMs(value: string): number | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?$/.exec(value) ?? []
  if (year === undefined) return undefined
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const ms = Date.parse(written)
  return Number.isNaN(ms) || new Date(ms).toISOString() !== written ? undefined : ms
}

export function list(form: ElementForm, min: number, max: number): ElementForm {
  return (value, at, version) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return flaw('203', at)
    const isTwice =
      version === '2.3.1' && new Set(value.map(each => JSON.stringify(each))).size < value.length
    if (isTwice) return flaw('204', at)
    return value.flatMap(each => form(each, at, version))
  }
}

/** The form before 2.3.1, and since. */
export const since231 =
  (before: ElementForm, since: ElementForm): ElementForm =>
  (value, at, version) =>
    (version === '2.3.1' ? since : before)(value, at, version)
