// Rows for a plain insert. Where tables are spread over servers, it reaches only the server of its cell and
// is committed there at once; an insert of what a query selects is committed in two phases.

/** Rows as parameters: each value of each row with the type of its column. */
export function valuesOf(types: string, rows: readonly (readonly unknown[])[]): ValueRows {
  const each = types.split(' ')
  const row = (_: unknown, index: number) =>
    `(${each.map((type, column) => `$${index * each.length + column + 1}::${type}`).join(', ')})`
  return { text: rows.map(row).join(', '), values: rows.flat() }
}

export type ValueRows = { readonly text: string; readonly values: readonly unknown[] }

/** An insert of such rows. */
export const insertOf = ({ text, values }: ValueRows, into: string, then = ''): ValueRows => ({
  text: `insert into ${into} values ${text} ${then}`,
  values,
})
