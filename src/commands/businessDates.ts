// How business dates of acquirer hosts are shown: their list, and one of them in full.

import {
  type DateComparison,
  isTrouble,
  type LinkDifference,
  type TotalsFinding,
  totalsExplanations,
} from '../acquirers/reconciliation/differences.ts'
import type { ReconciledDate } from '../acquirers/reconciliation/port.ts'
import { type MovementTotals, netOf, type TotalsByCurrency } from '../acquirers/reconciliation/totals.ts'
import { toDecimal } from '../orders/money.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { type CommandResult, countText, printable, tableLines, timeText } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

/** Amounts as texts with their decimals: JSON has no exact numbers. */
export const datesResult = (dates: readonly ReconciledDate[]): CommandResult => ({
  json: dates.map(({ exchanges, ...date }) => ({
    ...date,
    exchanges: exchanges.map(({ totals, hostTotals, ...exchange }) => ({
      ...exchange,
      gateway: decimals(totals, exchange.currency),
      ...(hostTotals && { host: decimals(hostTotals, exchange.currency) }),
    })),
  })),
  isBad: dates.some(({ exchanges }) => exchanges.some(({ state }) => badStates.includes(state))),
  text: paint =>
    dates.length === 0
      ? ['No acquirer host has given a business date yet.']
      : tableLines(
          ['date', 'link', 'state', 'currency', 'totals', 'by', 'when (UTC)'],
          dates.flatMap(dateRows),
          paint,
        ),
})

const badStates: readonly string[] = ['OUT_OF_BALANCE', 'REFUSED']

function dateRows({
  date,
  link,
  state,
  attempts,
  exchanges,
}: ReconciledDate): readonly (readonly string[])[] {
  const tried = state === 'due' && attempts > 0 ? `due, tried ${countText(attempts, 'time')}` : state
  if (exchanges.length === 0) return [[date, link, tried]]
  return exchanges.map(({ currency, state: said, code, askedBy, answeredAtMs, askedAtMs }) => [
    ...[date, link, tried, currency, `${said}${code === undefined ? '' : ` (${printable(code)})`}`],
    ...[printable(askedBy), timeText(answeredAtMs ?? askedAtMs)],
  ])
}

export function comparisonResult(found: DateComparison): CommandResult {
  const { differences, totals } = found
  return {
    json: { ...found, gateway: ofCurrencies(found.gateway), ...jsonOf(found) },
    isBad: differences.length > 0 || totals.some(isTrouble),
    text: paint => [
      ...totalsTable(found, paint),
      ...totals.flatMap(finding => findingLines(finding, paint)),
      ...differences.slice(0, shownMax).flatMap(difference => differenceLines(difference, paint)),
      '',
      verdictLine(found, paint),
    ],
  }
}

const shownMax = 50

function jsonOf({ file, exchanges, totals, differences }: DateComparison) {
  return {
    ...(file && { file: ofCurrencies(file) }),
    exchanges: exchanges.map(({ totals: ours, hostTotals, ...exchange }) => ({
      ...exchange,
      gateway: decimals(ours, exchange.currency),
      ...(hostTotals && { host: decimals(hostTotals, exchange.currency) }),
    })),
    totals: totals.map(({ type, currency, differences: found }) => ({
      ...{ type, explanation: totalsExplanations[type], currency },
      differences: decimals(found, currency),
    })),
    differences: differences.map(({ identity, gateway, file: line, ...difference }) => ({
      ...{ ...difference, identity: shownIdentity(identity) },
      ...(gateway && { gateway: { ...gateway, amount: toDecimal(gateway.amount, gateway.currency) } }),
      ...(line && { file: { ...line, amount: toDecimal(line.amount, line.currency) } }),
    })),
  }
}

const ofCurrencies = (totals: TotalsByCurrency) =>
  Object.fromEntries(Object.entries(totals).map(([currency, each]) => [currency, decimals(each, currency)]))

/** The same with every amount as a decimal. */
const decimals = (value: unknown, currency: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, part: unknown) =>
      typeof part === 'bigint' ? toDecimal(part, currency) : part,
    ),
  )

function totalsTable({ gateway, file, exchanges }: DateComparison, paint: TerminalPaint): readonly string[] {
  const currencies = [...new Set([...Object.keys(gateway), ...Object.keys(file ?? {})])].sort()
  const rows = currencies.flatMap(currency => {
    const sent = exchanges.find(one => one.currency === currency)
    const own = gateway[currency]
    const listed = file?.[currency]
    return [
      ...(own ? [totalsRow('gateway', currency, own)] : []),
      ...(listed ? [totalsRow('file', currency, listed)] : []),
      ...(sent ? [['host', currency, sent.state]] : []),
    ]
  })
  if (rows.length === 0) return ['Nothing moved on this date.']
  return tableLines(['', 'currency', 'debits', 'reversed', 'credits', 'reversed', 'net'], rows, paint)
}

function totalsRow(whose: string, currency: string, totals: MovementTotals): readonly string[] {
  const { debit, debitReversed, credit, creditReversed } = totals
  const cells = [debit, debitReversed, credit, creditReversed].map(
    ({ count, amount }) => `${count}: ${toDecimal(amount, currency)}`,
  )
  return [whose, currency, ...cells, toDecimal(netOf(totals), currency)]
}

function findingLines(finding: TotalsFinding, paint: TerminalPaint): readonly string[] {
  const { type, currency, differences } = finding
  const mark = isTrouble(finding) ? paint.red : paint.yellow
  return [
    `${mark(type)}  ${currency}: ${totalsExplanations[type]}`,
    ...differences.map(({ what, gateway, host }) => {
      const side = ({ count, amount }: { readonly count?: number; readonly amount?: bigint }) =>
        [count, amount === undefined ? '' : toDecimal(amount, currency)]
          .filter(part => part !== '')
          .join(': ')
      return paint.dim(`  ${what}: here ${side(gateway)}, there ${side(host)}`)
    }),
  ]
}

function differenceLines(difference: LinkDifference, paint: TerminalPaint): readonly string[] {
  const { type, explanation, identity, gateway, file } = difference
  const of = gateway ? `${gateway.orderId} / ${gateway.transactionId} of ${gateway.merchantId}` : ''
  const known = Object.values(shownIdentity(identity)).join(' ')
  return [
    `${paint.yellow(type)}  ${printable(of || known)}`,
    `  ${explanation}`,
    ...(gateway ? [paint.dim(`  gateway: ${sideText(gateway)} ${printable(of ? known : '')}`)] : []),
    ...(file ? [paint.dim(`  file:    ${sideText(file)}, line ${file.line}`)] : []),
  ]
}

type Side = NonNullable<LinkDifference['gateway'] | LinkDifference['file']>
function sideText(side: Side): string {
  const what = 'type' in side ? [side.type, side.state, side.owed ?? ''] : [side.kind]
  const parts = [...what, toDecimal(side.amount, side.currency), side.currency, side.date ?? '']
  return printable(parts.filter(part => part !== '').join(' '))
}

/** A column that a layout names wrongly may hold anything. */
const shownIdentity = (identity: LinkDifference['identity']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(identity).map(([name, value]) => [
      name,
      holdsCardData(value) ? '(not shown)' : printable(value),
    ]),
  )

function verdictLine({ differences, totals, lines, same }: DateComparison, paint: TerminalPaint): string {
  const compared =
    lines === undefined ? '' : ` ${countText(lines, 'line')}, ${same.toLocaleString('en')} the same.`
  const found = differences.length + totals.filter(isTrouble).length
  if (found === 0) return `${paint.green('Nothing differs, and nothing is open.')}${compared}`
  const cut = differences.length > shownMax ? ` ${shownMax} are shown; --json lists all.` : ''
  return `${paint.red(countText(found, 'difference'))}.${compared}${cut}`
}
