import { invalid, type Rejection } from '../../orders/rejection.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { decode, decodedText } from '../transport/body.ts'
import { type HttpRefusal, refuse, refuseField } from '../transport/refusals.ts'

/** What the request line asks for: segments decoded and as they were sent, and the query string as it was. */
type RequestTarget = {
  readonly segments: readonly string[]
  readonly sent: readonly string[]
  readonly query: string
}

/** Segments are decoded exactly once, after splitting: `a%2Fb` is one id, `a%252Fb` is the id "a%2Fb". */
export function readTarget(url: string): RequestTarget | HttpRefusal {
  if (!printable.test(url)) return refuse('malformedPath')
  const local = url.startsWith('/') ? url : url.replace(absoluteForm, '')
  const queryAt = local.indexOf('?')
  const path = queryAt === -1 ? local : local.slice(0, queryAt)
  const query = queryAt === -1 ? '' : local.slice(queryAt + 1)
  if (!path.startsWith('/')) return refuse('notFound')
  if (path === '/') return { segments: [], sent: [], query }
  const segments = path.slice(1).split('/', segmentsMax + 2)
  if (segments.length > 1 && segments[segments.length - 1] === '') segments.pop()
  if (segments.length > segmentsMax) return refuse('notFound')
  if (segments.includes('')) return refuse('notFound')
  const decoded = path.includes('%') ? decodeAll(segments) : segments
  return decoded === undefined ? refuse('malformedPath') : { segments: decoded, sent: segments, query }
}

/** Space, controls, non-ASCII and a fragment have no place in a request line. */
const printable = /^[!"$-~]*$/
const absoluteForm = /^https?:\/\/[^/?]*(?=\/)/i
const segmentsMax = 24

function decodeAll(segments: readonly string[]): readonly string[] | undefined {
  const decoded = segments.map(decode).filter(segment => segment !== undefined)
  return decoded.length === segments.length ? decoded : undefined
}

/**
 * Judges one URL parameter (spec 2.1). The merchant's id has its own alphabet; a token is the gateway's own,
 * and longer, as is the name of an enrollment check (spec 2.12).
 */
export function checkParameter(name: string, value: string): HttpRefusal | undefined {
  if (name === '3DSecureId' && !/^[ -~]*$/.test(value))
    return refuseField(invalid(name, 'It must be ASCII.', value))
  if (!judgedElsewhere.has(name) && holdsCardData(value))
    return refuseField(invalid(name, 'It must not hold card data.'))
  const why = name === 'merchantId' ? merchantIdFlaw(value) : idFlaw(value, lengthsMax.get(name) ?? 40)
  return why === undefined ? undefined : refuseField(invalid(name, why, value))
}

/**
 * What the gateway issues is random: chance alone makes a number of it, and nobody can choose another. Names
 * of tokens may be no number at all, and those who keep them say so.
 */
const judgedElsewhere: ReadonlySet<string> = new Set(['token', 'interactionId', 'tokenid'])

const lengthsMax: ReadonlyMap<string, number> = new Map([
  ['token', 64],
  ['3DSecureId', 64],
])

function merchantIdFlaw(value: string): string | undefined {
  return /^[0-9A-Za-z_-]{1,40}$/.test(value) ? undefined : "It must be 1 to 40 of 0-9, a-z, A-Z, '-' and '_'."
}

function idFlaw(value: string, lengthMax: number): string | undefined {
  if (value === '.' || value === '..') return 'Clients and proxies drop such a path segment.'
  if (unwelcome.test(value)) return 'Control characters and marks that reorder text are not allowed.'
  if (value.length > lengthMax && codePoints(value) > lengthMax)
    return `It must be 1 to ${lengthMax} characters.`
  return undefined
}

const unwelcome = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Only the names a route declares, each once; anything else in a query string is refused. */
export function readQuery(
  query: string,
  names: readonly string[] = [],
): { readonly values: Readonly<Record<string, string>> } | HttpRefusal {
  if (query === '') return noQuery
  if (names.length === 0) return refuse('unexpectedQuery')
  const values: Record<string, string> = {}
  for (const pair of query.split('&', names.length + 1)) {
    const equalsAt = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, equalsAt))
    const value = decodedText(pair.slice(equalsAt + 1))
    if (value === undefined || !names.includes(name)) return refuse('unexpectedQuery')
    if (Object.hasOwn(values, name)) return refuse('unexpectedQuery')
    values[name] = value
  }
  return { values }
}

const noQuery = { values: {} }

type QueryNumberBounds = { readonly name: string; readonly min: number; readonly max: number }

/** A whole number in a query string; a parameter left empty is one left out. */
export function readQueryNumber(
  query: Readonly<Record<string, string>>,
  { name, min, max }: QueryNumberBounds,
): number | Rejection | undefined {
  const text = query[name] ?? ''
  if (text === '') return undefined
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  return invalid(name, `It must be a whole number from ${min} to ${max}.`, text)
}
