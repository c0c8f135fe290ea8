// One business date of a link: what the gateway has, what the host said of it, and what its clearing file
// has.

import type { BusinessDate } from './businessDate.ts'
import { readClearingFile } from './clearingFile.ts'
import { type ClearingLayout, identityOf } from './clearingLayout.ts'
import { createComparison } from './comparison.ts'
import { ClearingFileError } from './csvLines.ts'
import type { DateComparison, TotalsFinding } from './differences.ts'
import { movementOf, periodOf } from './gatewayMovements.ts'
import { identityNames } from './movements.ts'
import type { ReconciliationExchange, ReconciliationStore } from './port.ts'
import { differencesOfTotals, differOnlyByReversed, noTotals, type TotalsByCurrency } from './totals.ts'

export type ComparedDate = {
  readonly link: string
  readonly date: BusinessDate
  readonly file?: { readonly bytes: AsyncIterable<Buffer>; readonly layout: ClearingLayout }
  /** Called now and then with how many lines or transactions were looked at. */
  readonly report: (what: 'lines' | 'transactions', done: number) => void
}

/** All lines of a file are kept in memory while they are compared: almost a gigabyte for so many. */
export const linesMax = 1_000_000
const reportedEvery = 1_000

export async function compareDate(
  store: Pick<ReconciliationStore, 'transactions' | 'exchanges'>,
  { link, date, file, report }: ComparedDate,
): Promise<DateComparison> {
  const comparison = createComparison({
    date,
    identity: file ? identityOf(file.layout) : identityNames,
    reversed: file?.layout.reversed ?? 'listed',
  })
  let lines = 0
  if (file)
    for await (const line of readClearingFile(file.bytes, file.layout)) {
      comparison.addLine(line)
      lines += 1
      if (lines > linesMax)
        throw new ClearingFileError(`there are more than ${linesMax}`, { line: line.line })
      if (lines % reportedEvery === 0) report('lines', lines)
    }
  let seen = 0
  for await (const transaction of store.transactions(periodOf(link, date))) {
    const movement = movementOf(transaction, link)
    if (movement) comparison.addGateway(movement)
    seen += 1
    if (seen % reportedEvery === 0) report('transactions', seen)
  }
  const found = comparison.finish()
  // Without a file, nothing is missing from it: only what is open is told.
  const differences = file ? found.differences : found.differences.filter(({ type }) => type === 'STILL_OPEN')
  const exchanges = await store.exchanges(link, date)
  return {
    ...{ link, date, gateway: found.gateway, same: found.same, differences, exchanges },
    totals: exchanges.flatMap(exchange => findingOf(exchange, found.gateway)),
    ...(file && { file: found.file, lines }),
  }
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
