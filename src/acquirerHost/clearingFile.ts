// The clearing file of a business date: what the host will settle, one line an entry, as comma-separated
// values. The layout is declared here and stands in the first line.

import type { HostEntry } from './hostBooks.ts'

export const clearingColumns = [
  ...(['businessDate', 'entry', 'kind', 'state', 'institution', 'acceptor', 'terminal'] as const),
  ...(['traceNumber', 'transmitted', 'reference', 'authorizationCode', 'currency', 'amount'] as const),
  ...(['originalEntry'] as const),
] as const

/** Payments, captures and refunds of the date, and what undid such an entry. Amounts are minor units. */
export function clearingFile(entries: Iterable<HostEntry>, businessDate: string): string {
  const byNumber = new Map<number, HostEntry>()
  const lines = [clearingColumns.join(',')]
  for (const entry of entries) {
    byNumber.set(entry.entryNo, entry)
    const undone = isUndoing(entry) && entry.of !== undefined ? byNumber.get(entry.of) : undefined
    if (entry.businessDate === businessDate && (isMoney(entry) || (undone && isMoney(undone))))
      lines.push(lineOf(entry))
  }
  return `${lines.join('\n')}\n`
}

const isMoney = ({ kind, state }: HostEntry): boolean =>
  (kind === 'sale' || kind === 'capture' || kind === 'refund') && state !== 'pending'
const isUndoing = ({ kind }: HostEntry): boolean => kind === 'void' || kind === 'reversal'

function lineOf(entry: HostEntry): string {
  const values: Record<(typeof clearingColumns)[number], string | number | bigint> = {
    ...entry,
    entry: entry.entryNo,
    originalEntry: entry.of ?? '',
  }
  return clearingColumns.map(column => quoted(String(values[column]))).join(',')
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
