// The clearing file of a business date: what the host will settle, one line a movement, as comma-separated
// values. The names of the columns stand in the first line; `clearingLayout` declares them for a reader.

import type { HostEntry } from './hostBooks.ts'

export const clearingFileColumns = [
  ...(['businessDate', 'type', 'reference', 'traceNumber', 'terminal', 'acceptor', 'institution'] as const),
  ...(['authorizationCode', 'currency', 'amount', 'entry', 'originalEntry'] as const),
] as const

/** How `tollgate reconcile` reads it: amounts are minor units, currencies three digits of ISO 4217. */
export const clearingLayout = {
  columns: {
    ...{ reference: 'reference', traceNumber: 'traceNumber', terminal: 'terminal', acceptor: 'acceptor' },
    ...{ amount: 'amount', currency: 'currency', type: 'type', date: 'businessDate' },
  },
  currencies: 'digits',
  dates: 'YYYYMMDD',
  types: {
    debit: ['sale', 'capture'],
    debitReversed: ['sale-reversed', 'capture-reversed'],
    credit: ['refund'],
    creditReversed: ['refund-reversed'],
  },
  reversed: 'listed',
} as const

/** Payments, captures and refunds of the date, and what undid one of them. */
export function clearingFile(entries: Iterable<HostEntry>, businessDate: string): string {
  const moved = new Map<number, HostEntry>()
  const lines = [clearingFileColumns.join(',')]
  for (const entry of entries) {
    if (isMovement(entry)) moved.set(entry.entryNo, entry)
    const undone = isUndoing(entry) && entry.of !== undefined ? moved.get(entry.of) : undefined
    if (entry.businessDate !== businessDate || !(isMovement(entry) || undone)) continue
    lines.push(lineOf(entry, undone ? `${undone.kind}-reversed` : entry.kind))
  }
  return `${lines.join('\n')}\n`
}

const isMovement = ({ kind, state }: HostEntry): boolean =>
  (kind === 'sale' || kind === 'capture' || kind === 'refund') && state !== 'pending'
const isUndoing = ({ kind }: HostEntry): boolean => kind === 'void' || kind === 'reversal'

function lineOf(entry: HostEntry, type: string): string {
  const { entryNo, of: originalEntry = '' } = entry
  const values: Record<(typeof clearingFileColumns)[number], string | number | bigint> = {
    ...{ ...entry, type, entry: entryNo, originalEntry },
  }
  return clearingFileColumns.map(column => quoted(String(values[column]))).join(',')
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
