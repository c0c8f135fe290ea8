// Fields described for people: type, presence, bounds, history; for tables, comparisons and OpenAPI.

import { type Operation, requestAt, responseAt } from '../kit/operation.ts'
import { groupIn, type Resolved, type ResolvedField, type ResolvedGroup, resolve } from '../kit/resolve.ts'
import { type Field, type FieldType, type Group, typeAt } from '../kit/vocabulary.ts'
import { type ContractSide, shownFields } from './schema.ts'

type FieldPresence = 'always' | 'conditional' | 'fixed' | 'optional' | 'required'

export function presenceOf({ isRequired, type }: ResolvedField, side: ContractSide): FieldPresence {
  if (side === 'response') return isRequired ? 'always' : 'conditional'
  if (!isRequired) return 'optional'
  return isConstant(type) ? 'fixed' : 'required'
}

const isConstant = (type: Resolved) =>
  type.kind === 'scalar' && type.values?.size === 1 && type.scalar.name === 'String'

export function typeName(type: Resolved): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar.name
    case 'group':
      return 'Group'
    case 'list':
      return `List of ${plural[type.each.kind] ?? typeName(type.each)}`
    case 'dictionary':
      return `Map of ${typeName(type.each)}`
  }
}
const plural: Partial<Record<Resolved['kind'], string>> = { group: 'groups', list: 'lists' }

/** What a valid value looks like; empty if the values are listed or the type is sufficient. */
export function boundsOf(type: Resolved): string {
  switch (type.kind) {
    case 'scalar':
      return type.values || type.scalar.json === 'boolean' ? '' : withoutPreamble(type.scalar.sentence)
    case 'group':
      return ''
    case 'list':
      return joined(`at most ${type.max} elements`, type.each.kind === 'scalar' ? boundsOf(type.each) : '')
    case 'dictionary':
      return joined(
        `at most ${type.dictionary.max} names`,
        withoutPreamble(type.dictionary.namesSentence),
        boundsOf(type.each),
      )
  }
}

const joined = (...parts: readonly string[]) => parts.filter(part => part !== '').join('; ')

/** 'It must be 1 to 40 characters.' → '1 to 40 characters'; without what the type's name already says. */
const withoutPreamble = (sentence: string) =>
  sentence
    .replace(/^(?:It must be )?(?:an? )?/i, '')
    .replace(/^Its name must be /, 'names of ')
    .replace(/^decimal number (?:of )?(.*?)(?:: digits.*)?$/, '$1')
    .replace(/^whole (?:JSON )?number /, '')
    .replace(/\.$/, '')

export const valuesOf = (type: Resolved): readonly string[] => {
  if (type.kind === 'scalar') return [...(type.values ?? [])]
  return type.kind === 'list' ? valuesOf(type.each) : []
}

/** The name of a field inside its group: lists are marked, as error messages number their elements. */
export const pathName = ({ name, type }: ResolvedField): string =>
  type.kind === 'list' ? `${name}[n]` : name

/** A field of a body with its dotted path; a group comes before its fields. */
type FieldPlace = { readonly path: string; readonly field: ResolvedField }

export const bodyAt = (operation: Operation, side: ContractSide, version: number): ResolvedGroup =>
  side === 'request' ? requestAt(operation, version) : responseAt(operation, version)

/** Every field of a group and of the groups within, in contract order. */
export function* fieldsWithin(group: ResolvedGroup, side: ContractSide, at = ''): Generator<FieldPlace> {
  for (const field of shownFields(group, side)) {
    const path = at + pathName(field)
    yield { path, field }
    const inner = groupIn(field.type)
    if (inner) yield* fieldsWithin(inner, side, `${path}.`)
  }
}

const counts = {
  request: new WeakMap<ResolvedGroup, number>(),
  response: new WeakMap<ResolvedGroup, number>(),
}

/** How many values a group has at all depths; groups themselves do not count. */
export function countValues(group: ResolvedGroup, side: ContractSide): number {
  const known = counts[side].get(group)
  if (known !== undefined) return known
  let count = 0
  for (const { type } of shownFields(group, side)) {
    const inner = groupIn(type)
    count += inner ? countValues(inner, side) : 1
  }
  counts[side].set(group, count)
  return count
}

/** How a field differs in versions other than the one shown, as short notes. */
export function historyOf(field: Field): readonly string[] {
  return [
    ...(field.since ? [`since ${field.since}`] : []),
    ...(field.until === undefined ? [] : [`until ${field.until}`]),
    ...(field.requiredSince && !field.required ? [`required since ${field.requiredSince}`] : []),
    ...earlierForms(field.type),
    ...newerValues(field.type),
  ]
}

function earlierForms(type: FieldType): readonly string[] {
  if (type.kind !== 'versioned') return []
  return type.forms.slice(0, -1).flatMap((form, index) => {
    const next = type.forms[index + 1]
    const bounds = boundsOf(resolve(form.type, form.since))
    return next && bounds !== '' ? [`below ${next.since}: ${bounds}`] : []
  })
}

function newerValues(type: FieldType): readonly string[] {
  const seen = typeAt(type, Infinity)
  const scalar = seen.kind === 'list' ? typeAt(seen.each, Infinity) : seen
  if (scalar.kind !== 'scalar') return []
  return Object.entries(scalar.newer ?? {}).map(([value, { since }]) => `${value} since ${since}`)
}

export type GoneField = { readonly path: string; readonly field: Field }

/** Fields that were removed before the newest version. */
export function* goneFields(group: Group, newest: number, at = ''): Generator<GoneField> {
  for (const [name, field] of Object.entries(group.fields)) {
    if (field.until !== undefined && field.until < newest) yield { path: at + name, field }
    else {
      const inner = groupOf(field.type)
      if (inner) yield* goneFields(inner, newest, `${at}${name}.`)
    }
  }
}

function groupOf(type: FieldType): Group | undefined {
  const seen = typeAt(type, Infinity)
  if (seen.kind === 'group') return seen
  return seen.kind === 'list' ? groupOf(seen.each) : undefined
}

/** Every version at which some contract differs from that of the version before. */
export function turningPoints(bodies: readonly Group[]): ReadonlySet<number> {
  const points = new Set<number>()
  const seen = new Set<FieldType>()
  for (const body of bodies) collectTurningPoints(body, points, seen)
  return points
}

function collectTurningPoints(type: FieldType, points: Set<number>, seen: Set<FieldType>): void {
  if (seen.has(type)) return
  seen.add(type)
  switch (type.kind) {
    case 'scalar':
      for (const { since } of Object.values(type.newer ?? {})) points.add(since)
      return
    case 'dictionary':
      return
    case 'list':
      collectTurningPoints(type.each, points, seen)
      return
    case 'versioned':
      for (const form of type.forms) {
        if (form.since > 0) points.add(form.since)
        collectTurningPoints(form.type, points, seen)
      }
      return
    case 'group':
      for (const { since, until, requiredSince, type: inner } of Object.values(type.fields)) {
        for (const point of [since, requiredSince, until === undefined ? until : until + 1])
          if (point) points.add(point)
        collectTurningPoints(inner, points, seen)
      }
  }
}

/** The types of fields, by the name that tables show (spec 2.2); a test compares them with the contract. */
export const dataTypes: Readonly<Record<string, string>> = {
  'ASCII Text': 'Printable ASCII characters.',
  Alphanumeric: '0-9, a-z and A-Z.',
  'Alphanumeric + additional': '0-9, a-z, A-Z and the further characters named with the field.',
  Base64: 'Base64 as RFC 4648 has it, padded.',
  Boolean: 'JSON true or false.',
  'Comma separated enumeration': 'Values of a list, separated by commas, each at most once.',
  Country: 'ISO 3166-1 alpha-3 code in upper case: `USA`.',
  Currency:
    'ISO 4217 alpha code in upper case: `USD`. Codes of funds, metals and tests are refused, and of money ' +
    'that has gone.',
  Date: 'A day of the calendar, `yyyy-mm-dd`.',
  DateTime: 'A moment in UTC, `YYYY-MM-DDThh:mm:ss.SSSZ`.',
  Decimal:
    'In requests text of digits with at most one point, `"100.00"`; in answers a JSON number. ' +
    'Amounts are at most 14 characters and at most 1000000000000, in every currency, and have at most the ' +
    'decimals of their currency. Leading zeros mean nothing.',
  Digits: 'Text of 0-9. As a JSON number only as far as one carries it exactly, about 15 digits: use quotes.',
  Email: 'An e-mail address of at most 320 characters.',
  Enumeration: 'One of the values listed, in exactly that spelling.',
  Hex: 'Hexadecimal digits, two for each byte.',
  Integer: 'A JSON number without fraction.',
  'JSON Text': 'Text that is itself JSON.',
  'Language Tag': 'A language as RFC 5646 names it: `en`, `pt-BR`.',
  'Masked digits': "Digits, some of them replaced by 'x'.",
  Regex: 'Text of the form described with the field.',
  String:
    'Text. Lengths count code points. No text of any type may hold card data: a card number, track data, ' +
    'or a security code that is called one.',
  'Telephone Number':
    "'+', country code, a space, national number; 15 digits at most: `+61 2 5550 1234`. " +
    'A number without a country code is kept, but neither passed on nor shown.',
  Time: 'A time of day with its offset: `hh:mm[:ss]Z` or `hh:mm[:ss]+hh[:mm]`.',
  'Time Offset': 'An offset from UTC: `+hhmm` or `-hhmm`.',
  'Track 1 Data': 'Track 1 of the magstripe as ISO 7811-2 lays it out.',
  'Track 2 Data': 'Track 2 of the magstripe as ISO 7811-2 lays it out.',
  'Upper case alphabetic text': 'A-Z.',
  Url:
    'An address of at most 2048 characters that begins with `https://` and a host; in the sandbox also ' +
    'with `http://`, on loopback only.',
}
