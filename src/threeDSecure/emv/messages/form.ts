// Forms: what the values of messages look like. Tables name them; they are compiled once for each version.

import { isIP } from 'node:net'
import { countryOfNumber } from '../../../standards/countries.ts'
import { isLoopbackHost, isPlainAddress, readUrl } from '../../../standards/url.ts'
import { type ProtocolVersion, protocolVersions } from '../settings.ts'

/** Missing, extension not understood, wrong, twice, reserved, not an ISO code. */
export type FaultCode = '201' | '202' | '203' | '204' | '207' | '304'
/** `path` names the field as errors do: `parent.child`; of 202 it is the extension's id. */
export type ReportFault = (code: FaultCode, path: string) => void
export type ValueCheck = (value: unknown, path: string, report: ReportFault) => void

/** Strict, for what we write: names that a table does not have are mistakes instead of news from others. */
export type Compiling = { readonly version: ProtocolVersion; readonly isStrict: boolean }

export type Form<Value> = {
  readonly compile: (compiling: Compiling) => ValueCheck
  /** Never there: it tells the compiler what values of this form are. */
  readonly value?: Value
}

/** Text that a test accepts. */
export const matching = (accepts: (text: string) => boolean): Form<string> => ({
  compile: () => (value, path, report) => {
    if (typeof value !== 'string' || !accepts(value)) report('203', path)
  },
})

export const pattern = (form: RegExp): Form<string> => matching(text => form.test(text))

/** Characters outside of the first plane count once. */
export const text = (min: number, max: number): Form<string> =>
  matching(value => value.length >= min && (value.length <= max || [...value].length <= max))

export const digits = (min: number, max: number = min): Form<string> =>
  pattern(new RegExp(`^[0-9]{${min},${max}}$`))

/** Of any version, in letters of either case. */
export const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const uuid: Form<string> = pattern(uuidForm)

export const printableAscii = (min: number, max: number): Form<string> =>
  pattern(new RegExp(`^[ -~]{${min},${max}}$`))

export const anyUrl = (longest: number): Form<string> =>
  matching(value => value.length <= longest && /^https?:$/.test(readUrl(value)?.protocol ?? ''))

/** Where everything runs on one machine, to try it, addresses need no TLS. */
export const httpsUrl = (longest: number): Form<string> =>
  matching(value => {
    const isWritten = value.length <= longest && isPlainAddress(value)
    const { protocol, hostname = '' } = (isWritten && readUrl(value)) || {}
    return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
  })

export const networkAddress: Form<string> = matching(
  value => value.length <= 45 && !value.includes('%') && isIP(value) !== 0,
)

/** Deliberately narrower than the RFC, which allows comments and quoted spaces. */
export const emailForm = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\w-]+(?:\.[\w-]+)+$/
export const email: Form<string> = matching(value => value.length <= 254 && emailForm.test(value))

/** `YYYYMMDD` with up to `HHMMSS` after it: a day and a time that exist. */
export const moment = (length: 8 | 12 | 14): Form<string> =>
  matching(value => value.length === length && isMoment(value))

export function isMoment(value: string): boolean {
  const [, year, month, day] = momentForm.exec(value) ?? []
  if (day === undefined) return false
  const lastOfMonth = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate()
  return Number(day) <= lastOfMonth
}

/** The calendar repeats every 400 years. */
const momentForm =
  /^([0-9]{4})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])(?:(?:[01][0-9]|2[0-3])[0-5][0-9](?:[0-5][0-9])?)?$/

export const flag: Form<boolean> = {
  compile: () => (value, path, report) => {
    if (typeof value !== 'boolean') report('203', path)
  },
}

/** Only `true` may be said. */
export const onlyTrue: Form<true> = {
  compile: () => (value, path, report) => {
    if (value !== true) report('203', path)
  },
}

/** Three digits of ISO 3166; 901 to 999 name no country. */
export const countryNumber: Form<string> = isoNumber(number => countryOfNumber(number) !== undefined)

/** Three digits of ISO 4217 that name money: not metals, funds (955 to 964) or nothing (999). */
export const currencyNumber: Form<string> = isoNumber(number => !/^(?:95[5-9]|96[0-4]|999|000)$/.test(number))

function isoNumber(isAssigned: (number: string) => boolean): Form<string> {
  return {
    compile: () => (value, path, report) => {
      if (typeof value !== 'string' || !/^[0-9]{3}$/.test(value)) report('203', path)
      else if (!isAssigned(value)) report('304', path)
    },
  }
}

type CodesSince = {
  readonly [Version in Exclude<ProtocolVersion, '2.1.0'>]?: string
} & {
  /** 80 to 99 mean what each directory server says. */
  readonly ofSchemes?: true
}

/** One of the values, separated by spaces; later versions have those of earlier ones, too. */
export const codes = (first: string, since: CodesSince = {}): Form<string> => ({
  compile: ({ version }) => {
    const added = protocolVersions
      .filter(each => each <= version)
      .flatMap(each => (each === '2.1.0' ? [] : (since[each]?.split(' ') ?? [])))
    const schemes = since.ofSchemes ? Array.from({ length: 20 }, (_, index) => String(80 + index)) : []
    const allowed: ReadonlySet<string> = new Set([...first.split(' '), ...added, ...schemes])
    // Two digits that mean nothing yet are kept for later versions.
    const reserved = version === '2.3.1' && first.length > 1 ? /^(?!00)[0-9]{2}$/ : /^$/
    return (value, path, report) => {
      if (typeof value !== 'string') report('203', path)
      else if (!allowed.has(value)) report(reserved.test(value) ? '207' : '203', path)
    }
  },
})

/** From 2.3.1 on, an element must not be there twice. */
export const listOf = <Value>(element: Form<Value>, min: number, max: number): Form<readonly Value[]> => ({
  compile: compiling => {
    const check = element.compile(compiling)
    const mayRepeat = compiling.version !== '2.3.1'
    return (value, path, report) => {
      if (!Array.isArray(value) || value.length < min || value.length > max) return report('203', path)
      const elements: readonly unknown[] = value
      for (const each of elements) check(each, path, report)
      if (mayRepeat) return
      const texts = elements.filter(each => typeof each === 'string')
      if (new Set(texts).size < texts.length) report('204', path)
    }
  },
})

/** For what changed its form from one version to the next. */
export const byVersion = <Before, Value>(
  before: Form<Before>,
  from231: Form<Value>,
): Form<Before | Value> => ({
  compile: compiling => (compiling.version === '2.3.1' ? from231 : before).compile(compiling),
})
