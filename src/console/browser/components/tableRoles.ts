/**
 * What the parts of a table are, for one whose rows and cells the styles lay out otherwise: some browsers go
 * by the layout, and would not tell readers of a table any more.
 */
export const tableRoles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const
