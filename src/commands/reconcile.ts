// The command `reconcile`: compares the gateway's record with what acquirers say, or with the books of the
// acquirer simulator.

import { setTimeout } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isBusinessDate } from '../acquirers/reconciliation/businessDate.ts'
import type { ReconciledDate } from '../acquirers/reconciliation/port.ts'
import { StartRefusal } from '../platform/errors.ts'
import { comparisonResult, datesResult } from './businessDates.ts'
import { addCommand, numberOption, type OperatorOption, UsageRefusal, withOperatorOption } from './command.ts'
import type {
  CommandContext,
  DifferenceSide,
  OperatorRecords,
  ReconciliationReport,
  ReportedDifference,
} from './context.ts'
import { type CommandResult, countText, printable, timeText } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addReconcile(program: Command, context: CommandContext): void {
  const command = addCommand(program, 'reconcile', {
    summary: 'compare what the gateway recorded with what the acquirer has',
    details:
      'With links to acquirers: the business dates of their hosts, and what was said about their totals; ' +
      'with a date, what the gateway has of it, what the host said, and each transaction that the clearing ' +
      'file of the host has otherwise. With the simulated acquirer: the records and its books, of one ' +
      'moment, order by order. What is still open is a difference too. Ends with 1 when something was found.',
    examples: [
      ['tollgate reconcile', 'the last dates of each link; or, with the simulated acquirer, all orders'],
      ['tollgate reconcile --link north --date 2026-11-15', 'one date: totals, and what is open'],
      [
        'tollgate reconcile --link north --date 2026-11-15 --send',
        'a running gateway sends its totals, or sends them again',
      ],
      [
        'tollgate reconcile --link north --date 2026-11-15 --file clearing.csv --layout layout.json',
        'each transaction, with the clearing file of the host',
      ],
    ],
  })
  withOperatorOption(command)
    .option('--link <name>', 'a link to an acquirer')
    .addOption(dateOption())
    .option('--send', 'have the totals of that date sent to the host, and wait for what it says')
    .option('--file <path>', 'the clearing file of that date')
    .option('--layout <path>', 'the layout of that file, in JSON')
    .addOption(numberOption('--limit <count>', 'how many dates to list', { min: 1, max: 1_000, usual: 20 }))
    .action((options: ReconcileOptions) => reconcile(context, options))
}

type ReconcileOptions = OperatorOption & {
  readonly link?: string
  readonly date?: string
  readonly send?: true
  readonly file?: string
  readonly layout?: string
  readonly limit: number
}

const dateOption = (): Option =>
  new Option('--date <date>', 'a business date of the host, YYYY-MM-DD').argParser(text => {
    if (isBusinessDate(text)) return text
    throw new InvalidArgumentError('It must be a date as YYYY-MM-DD.')
  })

async function reconcile(context: CommandContext, options: ReconcileOptions): Promise<void> {
  const { link, date, file, layout, send, limit } = options
  if ((date ?? file ?? layout ?? send) !== undefined && (link === undefined || date === undefined))
    throw new UsageRefusal('A date is one of a link: --link and --date belong together.')
  if ((file === undefined) !== (layout === undefined))
    throw new UsageRefusal('A clearing file needs its layout: --file and --layout belong together.')
  const records = await context.records(send ? options : undefined)
  const { businessDates, nowMs } = records
  if (link !== undefined && date !== undefined) {
    if (send) await sendTotals(context, { businessDates, nowMs }, { link, date })
    const given = file !== undefined && layout !== undefined && { file: { path: file, layoutPath: layout } }
    const found = await context.withProgress(progress =>
      businessDates.compare({
        ...{ link, date, ...given },
        report: (what, done) => progress.report(what === 'lines' ? 'Reading lines' : 'Comparing', done),
      }),
    )
    return context.show(comparisonResult(found))
  }
  const dates = await businessDates.list({ limit, ...(link !== undefined && { link }) })
  if (link !== undefined || dates.length > 0 || !records.isTest) return context.show(datesResult(dates))
  const found = await context.withProgress(progress =>
    records.reconcile((done, of) => progress.report('Comparing orders', done, of)),
  )
  context.show(reconcileResult(found))
}

/** A running gateway has the connection to the host, so it is asked to send them. */
async function sendTotals(
  { clock, halt, withProgress }: CommandContext,
  { businessDates, nowMs }: Pick<OperatorRecords, 'businessDates' | 'nowMs'>,
  { link, date }: { readonly link: string; readonly date: string },
): Promise<void> {
  const askedAtMs = await nowMs()
  await businessDates.request(link, date)
  const sentBy = clock.monotonicMs() + sendPatienceMs
  let known: ReconciledDate | undefined
  const isDone = await withProgress(async progress => {
    for (let waited = 0; clock.monotonicMs() < sentBy && !halt.aborted; waited += 1) {
      known = (await businessDates.list({ link, limit: 1_000 })).find(one => one.date === date)
      if (known && isAnsweredSince(askedAtMs, known)) return true
      progress.report(known?.leasedUntilMs ? 'Waiting for the node that is at it' : 'Waiting', waited)
      await setTimeout(1_000)
    }
    return false
  })
  if (!isDone) throw new StartRefusal(waitingSentence(known?.leasedUntilMs))
}

/** Where totals differ while something is open, the date is looked at again, and so not done. */
const isAnsweredSince = (askedAtMs: number, { state, leasedUntilMs, exchanges }: ReconciledDate): boolean =>
  state === 'done' ||
  (leasedUntilMs === undefined &&
    exchanges.length > 0 &&
    exchanges.every(
      one => one.state !== 'ASKED' && one.state !== 'UNSENT' && (one.answeredAtMs ?? 0) >= askedAtMs,
    ))

const sendPatienceMs = 90_000
const waitingSentence = (leasedUntilMs: number | undefined): string =>
  'The totals are to be sent, and nobody has answered yet: ' +
  (leasedUntilMs === undefined
    ? 'either no gateway with this link is running, or the host is silent. It goes on; '
    : 'a gateway is at this date, and may be reading it. What you ask for follows when it is done. If it ' +
      `has died, another takes over at ${timeText(leasedUntilMs)} (UTC); `) +
  'tollgate reconcile shows how far it is.'

const reconcileResult = (found: ReconciliationReport): CommandResult => ({
  json: found,
  isBad: found.differences.length > 0,
  text: paint =>
    found.differences.length === 0
      ? [`${paint.green('The same on both sides:')} ${countText(found.orders, 'order')}, nothing open.`]
      : [
          ...found.differences.slice(0, shownMax).flatMap(difference => differenceLines(difference, paint)),
          '',
          paint.red(countText(found.differences.length, 'difference')) +
            ` in ${countText(found.orders, 'order')}${found.isCut ? ' so far; there are more' : ''}.` +
            `${found.differences.length > shownMax ? ` ${shownMax} are shown; --json lists all.` : ''}`,
        ],
})

const shownMax = 50

function differenceLines(difference: ReportedDifference, paint: TerminalPaint): readonly string[] {
  const { type, explanation, merchantId, orderId, transactionId, gateway, books } = difference
  return [
    `${paint.yellow(type)}  ${printable(orderId)} / ${printable(transactionId)} of ${merchantId}`,
    `  ${explanation}`,
    ...(gateway ? [paint.dim(`  gateway: ${sideText(gateway)}`)] : []),
    ...(books ? [paint.dim(`  books:   ${sideText(books)}`)] : []),
  ]
}

const sideText = ({ amount, currency, ...side }: DifferenceSide): string =>
  printable([...Object.values(side), amount, currency].join(' '))
