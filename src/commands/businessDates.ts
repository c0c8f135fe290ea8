// How business dates of acquirer hosts are shown: their list, and one of them in full.

import {
  type DateComparison,
  isTrouble,
  type LinkDifference,
  type TotalsFinding,
  totalsExplanations,
} from '../acquirers/reconciliation/differences.ts'
import type { ReconciledDate } from '../acquirers/reconciliation/port.ts'
import {
  type MovementTotals,
  netOf,
  noTotals,
  type StatedTotals,
  type TotalsByCurrency,
  type TotalsDifference,
} from '../acquirers/reconciliation/totals.ts'
import { toDecimal } from '../orders/money.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { differenceSentence } from './differenceText.ts'
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

function dateRows(known: ReconciledDate): readonly (readonly string[])[] {
  const { date, link, exchanges } = known
  const tried = stateText(known)
  if (exchanges.length === 0) return [[date, link, tried]]
  return exchanges.map(({ currency, state: said, code, askedBy, answeredAtMs, askedAtMs }) => [
    ...[date, link, tried, currency, `${said}${code === undefined ? '' : ` (${printable(code)})`}`],
    ...[printable(askedBy), timeText(answeredAtMs ?? askedAtMs)],
  ])
}

function stateText({ state, attempts, leasedUntilMs }: ReconciledDate): string {
  if (state === 'due' && leasedUntilMs !== undefined) return 'due, a node is at it'
  return state === 'due' && attempts > 0 ? `due, tried ${countText(attempts, 'time')}` : state
}

export function comparisonResult(found: DateComparison): CommandResult {
  const { differences, totals } = found
  return {
    json: { ...found, gateway: ofCurrencies(found.gateway), ...jsonOf(found) },
    isBad: differences.length > 0 || totals.some(isTrouble),
    text: paint => [
      `Business date ${found.date} of ${found.link}`,
      '',
      ...totalsTable(found, paint),
      '',
      ...totals.flatMap(finding => findingLines(finding, paint)),
      ...differences.slice(0, shownMax).flatMap(one => differenceLines(one, found.date, paint)),
      ...(differences.length > 0 || totals.length > 0 ? [''] : []),
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
  const sent = exchanges.map(({ currency }) => currency)
  const currencies = [...new Set([...Object.keys(gateway), ...Object.keys(file ?? {}), ...sent])].sort()
  const rows = currencies.flatMap(currency => {
    const exchange = exchanges.find(one => one.currency === currency)
    const listed = file && (file[currency] ?? noTotals)
    return [
      totalsRow('gateway', currency, withNet(gateway[currency] ?? noTotals)),
      ...(exchange ? [totalsRow('host', currency, exchange.hostTotals ?? {}, exchange.state)] : []),
      ...(listed ? [totalsRow('file', currency, withNet(listed))] : []),
    ]
  })
  if (rows.length === 0) return ['Nothing moved on this date.']
  return tableLines(['', 'currency', 'debits', 'reversed', 'credits', 'reversed', 'net', ''], rows, paint)
}

const withNet = (totals: MovementTotals): StatedTotals => ({ ...totals, net: netOf(totals) })

function totalsRow(whose: string, currency: string, totals: StatedTotals, state = ''): readonly string[] {
  const { debit, debitReversed, credit, creditReversed, net } = totals
  const cells = [debit, debitReversed, credit, creditReversed].map(total => totalText(total, currency))
  return [whose, currency, ...cells, net === undefined ? '' : netText(net, currency), state]
}

const totalText = (total: StatedTotals['debit'] = {}, currency: string): string =>
  [total.count ?? '', total.amount === undefined ? '' : toDecimal(total.amount, currency)]
    .filter(part => part !== '')
    .join(': ')

/** As messages write it: D where more was debited, C where more was credited. */
const netText = (net: bigint, currency: string): string =>
  net < 0n ? `D ${toDecimal(-net, currency)}` : `C ${toDecimal(net, currency)}`

function findingLines(finding: TotalsFinding, paint: TerminalPaint): readonly string[] {
  const { type, currency, differences } = finding
  const mark = isTrouble(finding) ? paint.red : paint.yellow
  return [
    `${mark(type)}  ${currency}: ${totalsExplanations[type]}`,
    ...differences.map(({ what, gateway, host }) => {
      const side = (one: typeof host) =>
        what === 'net' ? netText(one.amount ?? 0n, currency) : totalText(one, currency)
      const [here, there] = type === 'CHANGED_SINCE' ? ['now', 'then'] : ['here', 'there']
      return paint.dim(`  ${whatTexts[what]}: ${here} ${side(gateway)}, ${there} ${side(host)}`)
    }),
  ]
}

const whatTexts: { readonly [what in TotalsDifference['what']]: string } = {
  ...{ debit: 'debits', debitReversed: 'debits reversed', credit: 'credits' },
  ...{ creditReversed: 'credits reversed', net: 'net' },
}

function differenceLines(difference: LinkDifference, date: string, paint: TerminalPaint): readonly string[] {
  const known = Object.entries(shownIdentity(difference.identity)).map(
    ([name, value]) => `${identityTexts[name] ?? name} ${value}`,
  )
  return [
    `${paint.yellow(difference.type)}  ${differenceSentence(difference, date)}`,
    `  ${difference.advice}`,
    ...(known.length > 0 ? [paint.dim(`  ${known.join(', ')}`)] : []),
  ]
}

const identityTexts: Readonly<Record<string, string>> = { traceNumber: 'trace number' }

/** A column that a layout names wrongly may hold anything. */
const shownIdentity = (identity: LinkDifference['identity']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(identity).map(([name, value]) => [
      name,
      holdsCardData(value) ? '(not shown)' : printable(value),
    ]),
  )

function verdictLine(found: DateComparison, paint: TerminalPaint): string {
  const { differences, totals, lines, same } = found
  const compared =
    lines === undefined ? '' : ` ${countText(lines, 'line')}, ${same.toLocaleString('en')} the same.`
  const count = differences.length + totals.filter(isTrouble).length
  if (count === 0) return `${paint.green('Nothing differs, and nothing is open.')}${unsaid(found)}${compared}`
  const cut = differences.length > shownMax ? ` ${shownMax} are shown; --json lists all.` : ''
  return `${paint.red(countText(count, 'difference'))}.${compared}${cut}`
}

/** Where the host has said nothing, it has not agreed either. */
function unsaid({ exchanges, totals }: DateComparison): string {
  if (exchanges.length === 0) return ' The host was not asked for its totals.'
  return totals.some(({ type }) => type === 'NOT_ANSWERED') ? ' The host has not answered.' : ''
}
