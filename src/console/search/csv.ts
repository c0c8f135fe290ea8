// Lists as CSV (RFC 4180), for spreadsheets.

/** Spreadsheets take UTF-8 for what it is only with this mark. */
export const csvBeginning = '\ufeff'

/** A field of the row, or a name and what is in the cell. */
export type Column<Row> =
  | (string & keyof Row)
  | readonly [title: string, valueOf: (row: Row) => number | string | null | undefined]

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvValue).join(',')}\r\n`

/**
 * What begins like a formula would be executed by a spreadsheet: texts of others get an apostrophe in front,
 * which spreadsheets show nothing of. Numbers are ours, and stay numbers;
 * what has parts of its own is JSON.
 */
function csvValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = formulaForm.test(text) ? `'${text}` : text
  return quotedForm.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const formulaForm = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u
const quotedForm = /[",\r\n';\t]|^\s|\s$/
