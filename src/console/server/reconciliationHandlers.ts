// Business dates of acquirer hosts, and what differs about one, down to the order and to the line of a
// clearing file. Such files are compared, and not kept.

import { isBusinessDate } from '../../acquirers/reconciliation/businessDate.ts'
import { type ClearingLayout, checkLayout } from '../../acquirers/reconciliation/clearingLayout.ts'
import { compareDate } from '../../acquirers/reconciliation/compareDate.ts'
import { ClearingFileError } from '../../acquirers/reconciliation/csvLines.ts'
import {
  type DateComparison,
  isTrouble,
  type LinkDifference,
  totalsExplanations,
} from '../../acquirers/reconciliation/differences.ts'
import type { ReconciledDate, ReconciliationStore } from '../../acquirers/reconciliation/port.ts'
import { noTotals, type StatedTotals } from '../../acquirers/reconciliation/totals.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid, isRejection, missing, type Rejection } from '../../orders/rejection.ts'
import type {
  ComparedBusinessDate,
  CountedMoney,
  operatorCalls,
  ShownBusinessDate,
  ShownDifference,
  ShownTotals,
} from '../api/operators.ts'
import type { ConsoleHandlers } from './consoleApi.ts'

export type ReconciliationDependencies = {
  readonly reconciliation: Pick<ReconciliationStore, 'exchanges' | 'list' | 'transactions'>
}

const pageUsual = 50
const differencesUsual = 200
const isoTime = (ms: number): string => new Date(ms).toISOString()

export function createReconciliationHandlers({ reconciliation }: ReconciliationDependencies) {
  return {
    async businessDates({ input: { link, after, limit = pageUsual } }) {
      const place = after === undefined ? undefined : readPlace(after)
      if (place && isRejection(place)) return place
      const wanted = { ...(link !== undefined && { link }), ...(place && { after: place }) }
      const found = await reconciliation.list({ ...wanted, limit: limit + 1 })
      const dates = found.slice(0, limit)
      const last = dates.at(-1)
      return {
        dates: dates.map(shownDate),
        ...(found.length > limit && last && { next: `${last.date} ${last.link}` }),
      }
    },
    async compareBusinessDate({ input: { link, date, layout, lines, limit = differencesUsual } }) {
      if (!isBusinessDate(date)) return invalid('date', 'It must be a date, such as 2026-11-17.', date)
      const file = clearingFileOf(layout, lines)
      if (isRejection(file)) return file
      return compareDate(reconciliation, { link, date, ...file, report: () => undefined }).then(
        compared => shownComparison(compared, limit),
        fault => {
          if (fault instanceof ClearingFileError) return invalid('lines', `${fault.message}.`)
          throw fault
        },
      )
    },
  } satisfies Partial<Pick<ConsoleHandlers, keyof typeof operatorCalls>>
}

function readPlace(text: string): { readonly date: string; readonly link: string } | Rejection {
  const [date = '', link = ''] = text.split(' ')
  return isBusinessDate(date) && link !== '' ? { date, link } : invalid('after', 'It is no such place.')
}

type GivenFile = {
  readonly file?: { readonly bytes: AsyncIterable<Buffer>; readonly layout: ClearingLayout }
}

/** Both or neither. What a browser sends is no longer in the encoding of the file. */
function clearingFileOf(
  layout: string | undefined,
  lines: readonly string[] | undefined,
): GivenFile | Rejection {
  if (layout === undefined) return lines === undefined ? {} : missing('layout')
  if (lines === undefined) return missing('lines')
  const checked = checkLayout(parsed(layout))
  if (!('layout' in checked)) return invalid('layout', `${checked.findings.join('; ')}.`)
  return { file: { layout: { ...checked.layout, encoding: 'utf-8' }, bytes: bytesOf(lines) } }
}

/** What is no JSON is no object, which the check of layouts says. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(`${line}\n`)
}

function shownComparison(compared: DateComparison, limit: number): ComparedBusinessDate {
  const { link, date, lines, same } = compared
  return {
    ...{ link, date, same, totals: totalsOf(compared) },
    findings: compared.totals.map(finding => ({
      ...{ type: finding.type, currency: finding.currency, isTrouble: isTrouble(finding) },
      explanation: totalsExplanations[finding.type],
    })),
    differences: compared.differences.slice(0, limit).map(shownDifference),
    isWhole: compared.differences.length <= limit,
    ...(lines !== undefined && { lines }),
  }
}

function totalsOf({ gateway, file, exchanges }: DateComparison): readonly ShownTotals[] {
  const sent = exchanges.map(({ currency }) => currency)
  const currencies = [...new Set([...Object.keys(gateway), ...Object.keys(file ?? {}), ...sent])].sort()
  return currencies.flatMap(currency => {
    const exchange = exchanges.find(one => one.currency === currency)
    return [
      shownTotals('gateway', currency, gateway[currency] ?? noTotals),
      ...(exchange ? [shownTotals('host', currency, exchange.hostTotals ?? {})] : []),
      ...(file ? [shownTotals('file', currency, file[currency] ?? noTotals)] : []),
    ]
  })
}

function shownTotals(whose: ShownTotals['whose'], currency: string, totals: StatedTotals): ShownTotals {
  const counted = (total: StatedTotals['debit']) => countedMoney(total, currency)
  return {
    ...{ whose, currency, debit: counted(totals.debit), debitReversed: counted(totals.debitReversed) },
    ...{ credit: counted(totals.credit), creditReversed: counted(totals.creditReversed) },
  }
}

const countedMoney = ({ count, amount }: StatedTotals['debit'] = {}, currency: string): CountedMoney => ({
  ...(count !== undefined && { count }),
  ...(amount !== undefined && { amount: toDecimal(amount, currency) }),
})

const shownDate = ({ link, date, state, attempts, exchanges }: ReconciledDate): ShownBusinessDate => ({
  ...{ link, date, state, attempts },
  exchanges: exchanges.map(exchange => ({
    ...{ currency: exchange.currency, state: exchange.state, askedBy: exchange.askedBy },
    askedAt: isoTime(exchange.askedAtMs),
    ...(exchange.code !== undefined && { code: exchange.code }),
    debit: countedMoney(exchange.totals.debit, exchange.currency),
    credit: countedMoney(exchange.totals.credit, exchange.currency),
    ...(exchange.answeredAtMs !== undefined && { answeredAt: isoTime(exchange.answeredAtMs) }),
  })),
})

function shownDifference({ type, explanation, advice, gateway, file }: LinkDifference): ShownDifference {
  return {
    ...{ type, explanation, advice },
    ...(gateway && {
      ...{ merchantId: gateway.merchantId, orderId: gateway.orderId, transactionId: gateway.transactionId },
      ...{ amount: toDecimal(gateway.amount, gateway.currency), currency: gateway.currency },
    }),
    ...(file && {
      file: { line: file.line, amount: toDecimal(file.amount, file.currency), currency: file.currency },
    }),
  }
}
