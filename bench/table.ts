/** A table as Markdown, aligned for a terminal too: first column left, the others right. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map(row => lengthOf(row[column]))))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => pad(cell, widths, column)).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  console.log([line(heading), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n'))
}

const lengthOf = (cell = ''): number => [...cell].length

function pad(cell: string, widths: readonly number[], column: number): string {
  const space = ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
  return column === 0 ? cell + space : space + cell
}

export const whole = (value: number): string =>
  Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en')
export const decimal = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(2))
