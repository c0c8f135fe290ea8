// The layout of a clearing file, as an operator declares it in a small JSON file.

import { isCurrency } from '../../standards/currencies.ts'
import { type IdentityName, identityNames, type MovementKind, movementKinds } from './movements.ts'

export type ClearingLayout = {
  readonly separator: string
  readonly encoding: 'utf-8' | 'latin1'
  /** Whether the first record has the names of the columns. */
  readonly header: boolean
  /** Lines that begin with one of these are passed over. */
  readonly skipped: readonly string[]
  /** By name where there is a header, else by number from 1. */
  readonly columns: { readonly [name in ClearingColumn]?: string }
  /** Where all of a file is of one currency, and it has no such column. */
  readonly currency?: string
  readonly amounts: 'minor' | 'decimal'
  readonly decimalMark: '.' | ','
  readonly currencies: 'letters' | 'digits'
  readonly dates: ClearingDates
  /** The values of the column `type`; those of `ignored` are passed over. */
  readonly types: { readonly [kind in MovementKind | 'ignored']?: readonly string[] }
  /** Whether what was reversed within the date is listed, with its reversal, or both are left out. */
  readonly reversed: 'listed' | 'leftOut'
}

export const clearingColumns = [...identityNames, 'amount', 'currency', 'type', 'date'] as const
export type ClearingColumn = (typeof clearingColumns)[number]

export const clearingDates = ['YYYY-MM-DD', 'YYYYMMDD', 'YYMMDD', 'DD.MM.YYYY', 'DD/MM/YYYY'] as const
export type ClearingDates = (typeof clearingDates)[number]

/** The columns that tell movements apart. */
export const identityOf = ({ columns }: ClearingLayout): readonly IdentityName[] =>
  identityNames.filter(name => columns[name] !== undefined)

/** The layout in a JSON document, or everything that is wrong with it, one line each. */
export function checkLayout(
  value: unknown,
): { readonly layout: ClearingLayout } | { readonly findings: readonly string[] } {
  const findings: string[] = []
  const at = groupAt(value, 'the layout', findings)
  for (const name of Object.keys(at))
    if (!memberNames.includes(name)) findings.push(`${name}: there is no such member`)
  const layout: ClearingLayout = {
    separator: separatorAt(at.separator, findings),
    encoding: choiceAt(at, 'encoding', ['utf-8', 'latin1'], findings),
    header: choiceAt(at, 'header', [true, false], findings),
    skipped: textsAt(at.skipped, 'skipped', findings),
    columns: columnsAt(at, findings),
    ...currencyAt(at.currency, findings),
    amounts: choiceAt(at, 'amounts', ['minor', 'decimal'], findings),
    decimalMark: choiceAt(at, 'decimalMark', ['.', ','], findings),
    currencies: choiceAt(at, 'currencies', ['letters', 'digits'], findings),
    dates: choiceAt(at, 'dates', clearingDates, findings),
    types: typesAt(at.types, findings),
    reversed: choiceAt(at, 'reversed', ['listed', 'leftOut'], findings),
  }
  requireEnough(layout, findings)
  return findings.length > 0 ? { findings } : { layout }
}

const memberNames = [
  ...['separator', 'encoding', 'header', 'skipped', 'columns', 'currency', 'amounts', 'decimalMark'],
  ...['currencies', 'dates', 'types', 'reversed'],
]

function requireEnough({ columns, currency, types, reversed }: ClearingLayout, findings: string[]): void {
  for (const name of ['amount', 'type'] as const)
    if (columns[name] === undefined) findings.push(`columns.${name}: it is required`)
  if (columns.reference === undefined && columns.traceNumber === undefined)
    findings.push('columns: reference or traceNumber is required, to find a transaction by')
  if (reversed === 'leftOut' && columns.reference === undefined)
    findings.push('reversed: leftOut needs columns.reference, which a movement and its reversal share')
  if ((columns.currency === undefined) === (currency === undefined))
    findings.push('currency: either it or columns.currency is required, not both')
  const names = Object.values(columns)
  if (new Set(names).size < names.length) findings.push('columns: two of them are the same column')
  const values = Object.values(types).flat()
  if (new Set(values).size < values.length) findings.push('types: a value stands there twice')
  if (movementKinds.every(kind => types[kind] === undefined))
    findings.push(`types: at least one of ${movementKinds.join(', ')} is required`)
}

type Group = Readonly<Record<string, unknown>>

function groupAt(value: unknown, name: string, findings: string[]): Group {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  findings.push(`${name}: it must be an object`)
  return {}
}

/** The first choice is the default. */
function choiceAt<Choice extends string | boolean>(
  at: Group,
  name: string,
  choices: readonly [Choice, ...Choice[]],
  findings: string[],
): Choice {
  const { [name]: value = choices[0] } = at
  const found = choices.find(choice => choice === value)
  if (found === undefined) findings.push(`${name}: it must be ${choices.join(' or ')}`)
  return found ?? choices[0]
}

function separatorAt(value: unknown = ',', findings: string[]): string {
  if (typeof value === 'string' && /^[^"\r\n]$/.test(value)) return value
  findings.push('separator: it must be one character, and no quote')
  return ','
}

function textsAt(value: unknown = [], name: string, findings: string[]): readonly string[] {
  const texts = Array.isArray(value) ? value.filter(isText) : []
  if (!Array.isArray(value) || texts.length < value.length)
    findings.push(`${name}: it must be a list of texts, none of them empty`)
  return texts
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function columnsAt({ columns: value, header = true }: Group, findings: string[]): ClearingLayout['columns'] {
  const given = groupAt(value, 'columns', findings)
  for (const name of Object.keys(given))
    if (!clearingColumns.some(known => known === name))
      findings.push(`columns.${name}: there is no such column`)
  const found = clearingColumns.flatMap(name => {
    const { [name]: column } = given
    if (column === undefined) return []
    if (header !== false && isText(column)) return [[name, column] as const]
    if (header === false && Number.isInteger(column) && Number(column) > 0)
      return [[name, String(column)] as const]
    const wanted = header === false ? 'a number from 1, as there is no header' : 'a name of the header'
    findings.push(`columns.${name}: it must be ${wanted}`)
    return []
  })
  return Object.fromEntries(found)
}

function currencyAt(value: unknown, findings: string[]): Pick<ClearingLayout, 'currency'> {
  if (value === undefined) return {}
  if (typeof value === 'string' && isCurrency(value)) return { currency: value }
  findings.push('currency: it must be three letters of a currency')
  return {}
}

function typesAt(value: unknown, findings: string[]): ClearingLayout['types'] {
  const given = groupAt(value, 'types', findings)
  const kinds = [...movementKinds, 'ignored'] as const
  for (const name of Object.keys(given))
    if (!kinds.some(known => known === name)) findings.push(`types.${name}: there is no such type`)
  const found = kinds.flatMap(kind =>
    given[kind] === undefined ? [] : [[kind, textsAt(given[kind], `types.${kind}`, findings)] as const],
  )
  return Object.fromEntries(found)
}
