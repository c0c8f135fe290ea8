// Reading a clearing file: the host's own list of what it will settle, in the layout that an operator
// declared. Everything is checked; the first mistake ends it, with its line and column.

import { fitsCurrency, toMinor } from '../../orders/money.ts'
import { currencyOfNumber, isCurrency } from '../../standards/currencies.ts'
import { type BusinessDate, isBusinessDate } from './businessDate.ts'
import {
  type ClearingColumn,
  type ClearingDates,
  type ClearingLayout,
  clearingColumns,
  identityOf,
} from './clearingLayout.ts'
import { ClearingFileError, type CsvLine, csvLines } from './csvLines.ts'
import { type ClearingMovement, type IdentityName, type MovementKind, movementKinds } from './movements.ts'

/** No more than a line and a chunk of it are in memory. */
export async function* readClearingFile(
  bytes: AsyncIterable<Buffer>,
  layout: ClearingLayout,
): AsyncGenerator<ClearingMovement> {
  const { separator, skipped, encoding } = layout
  let reader: ((line: CsvLine) => ClearingMovement | undefined) | undefined
  for await (const line of csvLines(bytes, { separator, skipped, encoding })) {
    if (reader === undefined) {
      reader = createLineReader(layout, line)
      if (layout.header) continue
    }
    const movement = reader(line)
    if (movement) yield movement
  }
  if (reader === undefined && layout.header)
    throw new ClearingFileError('the names of the columns are missing', { line: 1 })
}

/** The first record tells how many columns there are, and in a file with a header also which. */
function createLineReader(layout: ClearingLayout, { cells: first, line }: CsvLine) {
  const places = new Map(
    clearingColumns.flatMap(name => {
      const { [name]: column } = layout.columns
      return column === undefined ? [] : [[name, placeOf(column, layout, first, line)] as const]
    }),
  )
  const kinds = kindsByValue(layout)
  const identity = identityOf(layout)
  return ({ cells, line: at }: CsvLine): ClearingMovement | undefined => {
    if (cells.length !== first.length)
      throw new ClearingFileError(`it has ${cells.length} values and not ${first.length}`, { line: at })
    const cell = (name: ClearingColumn): string => (cells[places.get(name) ?? -1] ?? '').trim()
    const refuse = (name: ClearingColumn, why: string): never => {
      throw new ClearingFileError(why, { line: at, column: layout.columns[name] ?? name })
    }
    const kind = kinds.get(cell('type')) ?? refuse('type', "its value is not among the layout's types")
    if (kind === 'ignored') return undefined
    const currency = layout.currency ?? currencyIn(cell('currency'), layout)
    if (currency === undefined) return refuse('currency', `it is no currency in ${layout.currencies}`)
    const amount = amountIn(cell('amount'), currency, layout)
    if (amount === undefined) return refuse('amount', amountSentence(layout))
    const date = places.has('date') ? dateIn(cell('date'), layout.dates) : undefined
    if (places.has('date') && date === undefined) return refuse('date', `it is no date as ${layout.dates}`)
    const known = identity.map(name => [name, identifierIn(cell(name), name)] as const)
    for (const [name, value] of known) if (value === undefined) refuse(name, identifierSentences[name])
    const movement = { line: at, identity: Object.fromEntries(known), kind, amount, currency }
    return date === undefined ? movement : { ...movement, date }
  }
}

/** As messages have them: nothing that is longer, such as a card number, gets any further. */
const identifierForms = {
  reference: /^[\x20-\x7e]{1,12}$/,
  traceNumber: /^\d{1,6}$/,
  terminal: /^[\x20-\x7e]{1,8}$/,
  acceptor: /^[\x20-\x7e]{1,15}$/,
} as const satisfies Record<IdentityName, RegExp>

const identifierSentences = {
  reference: 'it must be 1 to 12 characters',
  traceNumber: 'it must be 1 to 6 digits',
  terminal: 'it must be 1 to 8 characters',
  acceptor: 'it must be 1 to 15 characters',
} as const satisfies Record<IdentityName, string>

const identifierIn = (text: string, name: IdentityName): string | undefined => {
  if (!identifierForms[name].test(text)) return undefined
  return name === 'traceNumber' ? text.padStart(6, '0') : text
}

function placeOf(column: string, { header }: ClearingLayout, first: readonly string[], line: number): number {
  if (!header) {
    if (Number(column) <= first.length) return Number(column) - 1
    throw new ClearingFileError(`there are only ${first.length} columns`, { line, column })
  }
  const names = first.map(name => name.trim().replace(/^\ufeff/, ''))
  const place = names.indexOf(column)
  if (place === -1) throw new ClearingFileError('the header has no such column', { line, column })
  if (names.lastIndexOf(column) !== place)
    throw new ClearingFileError('the header has this column twice', { line, column })
  return place
}

function kindsByValue({ types }: ClearingLayout): ReadonlyMap<string, MovementKind | 'ignored'> {
  const kinds = [...movementKinds, 'ignored'] as const
  return new Map(kinds.flatMap(kind => (types[kind] ?? []).map(value => [value, kind] as const)))
}

function currencyIn(text: string, { currencies }: ClearingLayout): string | undefined {
  if (currencies === 'letters') return isCurrency(text) ? text : undefined
  return /^\d{1,3}$/.test(text) ? currencyOfNumber(text.padStart(3, '0')) : undefined
}

function amountIn(
  text: string,
  currency: string,
  { amounts, decimalMark }: ClearingLayout,
): bigint | undefined {
  if (amounts === 'minor') return /^\d{1,16}$/.test(text) ? BigInt(text) : undefined
  if (decimalMark === ',' && text.includes('.')) return undefined
  const decimal = text.replace(decimalMark, '.')
  return fitsCurrency(decimal, currency) ? toMinor(decimal, currency) : undefined
}

const amountSentence = ({ amounts, decimalMark }: ClearingLayout): string =>
  amounts === 'minor'
    ? 'it must be an amount in minor units: digits only'
    : `it must be an amount with "${decimalMark}" before no more decimals than its currency has`

function dateIn(text: string, form: ClearingDates): BusinessDate | undefined {
  const { year = '', month, day } = dateForms[form].exec(text)?.groups ?? {}
  const date = `${year.length === 2 ? '20' : ''}${year}-${month}-${day}`
  return isBusinessDate(date) ? date : undefined
}

const dateForms = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
  YYMMDD: /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)$/,
  'DD.MM.YYYY': /^(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/,
} as const satisfies Record<ClearingDates, RegExp>
