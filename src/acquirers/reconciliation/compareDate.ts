// One business date of a link: what the gateway has, what the host said of it, and what its clearing file
// has.

import type { BusinessDate } from './businessDate.ts'
import { readClearingFile } from './clearingFile.ts'
import { type ClearingLayout, identityOf } from './clearingLayout.ts'
import { type Comparison, createComparison } from './comparison.ts'
import { ClearingFileError } from './csvLines.ts'
import { createDateTally } from './dateTally.ts'
import type { DateComparison, TotalsFinding } from './differences.ts'
import { movementOf, periodOf } from './gatewayMovements.ts'
import type { ReconciliationExchange, ReconciliationStore } from './port.ts'
import { differencesOfTotals, differOnlyByReversed, noTotals, type TotalsByCurrency } from './totals.ts'

export type ComparedDate = {
  readonly link: string
  readonly date: BusinessDate
  readonly file?: { readonly bytes: AsyncIterable<Buffer>; readonly layout: ClearingLayout }
  /** Called now and then with how many lines or transactions were looked at. */
  readonly report: (what: 'lines' | 'transactions', done: number) => void
}

/** All lines of a file are kept in memory while they are compared: some 300 MB for so many. */
export const linesMax = 1_000_000
const reportedEvery = 1_000

export async function compareDate(
  store: Pick<ReconciliationStore, 'transactions' | 'exchanges'>,
  { link, date, file, report }: ComparedDate,
): Promise<DateComparison> {
  const read = file && (await readLines(file, date, report))
  const compared = read?.comparison ?? createDateTally(date)
  // A line of the file may be of another date at the gateway; without a file, no other date matters.
  const wanted = { ...periodOf(link, date), ...(file === undefined && { date }) }
  let seen = 0
  // The first of them may take a while.
  report('transactions', seen)
  for await (const transaction of store.transactions(wanted)) {
    const movement = movementOf(transaction, link)
    if (movement) compared.addGateway(movement)
    seen += 1
    if (seen % reportedEvery === 0) report('transactions', seen)
  }
  const { gateway, file: listed, same, differences } = compared.finish()
  const exchanges = await store.exchanges(link, date)
  return {
    ...{ link, date, gateway, same, differences, exchanges },
    totals: exchanges.flatMap(exchange => findingOf(exchange, gateway)),
    ...(read && { file: listed, lines: read.count }),
  }
}

async function readLines(
  { bytes, layout }: NonNullable<ComparedDate['file']>,
  date: BusinessDate,
  report: ComparedDate['report'],
): Promise<{ readonly comparison: Comparison; readonly count: number }> {
  const comparison = createComparison({ date, identity: identityOf(layout), reversed: layout.reversed })
  let count = 0
  for await (const line of readClearingFile(bytes, layout)) {
    comparison.addLine(line)
    count += 1
    if (count > linesMax) throw new ClearingFileError(`there are more than ${linesMax}`, { line: line.line })
    if (count % reportedEvery === 0) report('lines', count)
  }
  return { comparison, count }
}

/** What the newest exchange of a currency leaves to be said. */
function findingOf(exchange: ReconciliationExchange, gateway: TotalsByCurrency): readonly TotalsFinding[] {
  const { currency, state, totals, hostTotals = {} } = exchange
  const ours = gateway[currency] ?? noTotals
  const since = differencesOfTotals(ours, totals)
  const changed: readonly TotalsFinding[] =
    since.length === 0 ? [] : [{ type: 'CHANGED_SINCE', currency, differences: since }]
  if (state === 'ASKED' || state === 'UNSENT')
    return [...changed, { type: 'NOT_ANSWERED', currency, differences: [] }]
  const differences = differencesOfTotals(ours, hostTotals)
  if (state === 'REFUSED') return [...changed, { type: 'REFUSED', currency, differences }]
  if (differences.length === 0 && state !== 'OUT_OF_BALANCE') return changed
  const type =
    differences.length > 0 && differOnlyByReversed(ours, hostTotals) ? 'ONLY_REVERSED' : 'OTHER_TOTALS'
  return [...changed, { type, currency, differences }]
}
