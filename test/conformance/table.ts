import { readFileSync } from 'node:fs'

export type Row = {
  readonly direction: 'request' | 'response'
  readonly field: string
  readonly type: FieldType
  readonly bounds: Bounds
  readonly extra: string
  readonly values: readonly string[]
  readonly operations: readonly string[]
  readonly since: number
  readonly until: number
  readonly presence: Presence
  readonly section: string
}

/** `min` and `max` are '' where nothing is stated; `decimals` only with a value that may have them. */
export type Bounds = {
  readonly measure: 'length' | 'value'
  readonly min: string
  readonly max: string
  readonly decimals: number
}

const fieldTypes = [
  'Alphanumeric',
  'Alphanumeric + additional',
  'ASCII Text',
  'Base64',
  'Boolean',
  'Comma separated enumeration',
  'Country',
  'Currency',
  'Date',
  'DateTime',
  'Decimal',
  'Digits',
  'Email',
  'Enumeration',
  'group',
  'Hex',
  'Integer',
  'JSON Text',
  'Language Tag',
  'Masked digits',
  'Regex',
  'String',
  'Telephone Number',
  'Time',
  'Time Offset',
  'Track 1 Data',
  'Track 2 Data',
  'Upper case alphabetic text',
  'Url',
] as const

const presences = ['OPTIONAL', 'REQUIRED', 'REQUIRED-IN-GROUP', 'FIXED', 'ALWAYS', 'CONDITIONAL'] as const

const columns = 12

export type FieldType = (typeof fieldTypes)[number]
type Presence = (typeof presences)[number]

const rows = readRows(readFileSync(new URL('./fields.tsv', import.meta.url), 'utf8'))

export const answerRows = rows.filter(row => row.direction === 'response')

/** Names in braces are parts of the path, which no body can hold: the door judges them. */
export const requestRows = rows.filter(row => row.direction === 'request' && !row.field.startsWith('{'))

export function titleOf(row: Row): string {
  const { min, max } = row.bounds
  const bounds = min === max ? min : `${min}-${max}`
  const operations = row.operations.length === 1 ? ` (${row.operations[0]})` : ''
  const versions = row.since > 1 || row.until < 100 ? ` [versions ${row.since}-${row.until}]` : ''
  const presence = row.presence === 'OPTIONAL' ? '' : ` ${row.presence}`
  return `${row.section} ${row.field} ${row.type} ${bounds}`.trimEnd() + presence + operations + versions
}

function readRows(text: string): readonly Row[] {
  return text.trimEnd().split('\n').slice(1).map(readRow)
}

function readRow(line: string, index: number): Row {
  const cells = line.split('\t')
  const cell = (column: number) => cells[column] ?? ''
  const direction = oneOf(['request', 'response'] as const, cell(0))
  const type = oneOf(fieldTypes, cell(2))
  const presence = oneOf(presences, cell(10))
  if (cells.length !== columns || !direction || !type || !presence) {
    throw new Error(`fields.tsv line ${index + 2} cannot be read: ${line}`)
  }
  return {
    direction,
    field: cell(1),
    type,
    bounds: readBounds(type, cell(3), cell(4)),
    extra: [...cell(5).matchAll(/'(.)'/gu)].map(match => match[1]).join(''),
    values: listed(cell(6)),
    operations: listed(cell(7)),
    since: Number(cell(8) || 1),
    until: Number(cell(9) || 100),
    presence,
    section: cell(11),
  }
}

function readBounds(type: FieldType, min: string, max: string): Bounds {
  const isValue = type === 'Integer' || min.startsWith('value ') || max.startsWith('value ')
  const [limit = '', decimals = '0'] = max.replace('value ', '').split(' dp')
  return {
    measure: isValue ? 'value' : 'length',
    min: min.replace('value ', ''),
    max: limit,
    decimals: Number(decimals),
  }
}

function listed(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(',')
}

function oneOf<Name extends string>(names: readonly Name[], cell: string): Name | undefined {
  return names.find(name => name === cell)
}
