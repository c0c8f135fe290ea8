// Lists as CSV (RFC 4180), for spreadsheets.

/** Spreadsheets take UTF-8 for what it is only with this mark. */
export const csvBeginning = '\ufeff'

export const csvLine = (values: readonly (number | string | null | undefined)[]): string =>
  `${values.map(csvValue).join(',')}\r\n`

/**
 * What begins like a formula would be executed by a spreadsheet: texts of others get an apostrophe in front,
 * which spreadsheets show nothing of. Numbers are ours, and stay numbers.
 */
function csvValue(value: number | string | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const harmless = formulaForm.test(value) ? `'${value}` : value
  return quotedForm.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const formulaForm = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u
const quotedForm = /[",\r\n';\t]|^\s|\s$/
