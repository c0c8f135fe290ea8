// The command `reconcile`: compares the gateway's record with the books of the acquirer simulator.

import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { CommandContext, DifferenceSide, ReconciliationReport, ReportedDifference } from './context.ts'
import { type CommandResult, countText, printable } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addReconcile(program: Command, context: CommandContext): void {
  addCommand(program, 'reconcile', {
    summary: "compare the gateway's records with the simulated acquirer's books",
    details:
      'Of one moment, order by order. What is still open is a difference too: nothing found means the ' +
      'same money on both sides, and nothing pending. Ends with 1 when something was found.',
    examples: [
      ['tollgate reconcile', 'all orders of all merchants'],
      ['tollgate reconcile --json', 'for a test suite that ends with it'],
    ],
  }).action(async () => {
    const records = await context.records()
    const found = await context.withProgress(progress =>
      records.reconcile((done, of) => progress.report('Comparing orders', done, of)),
    )
    context.show(reconcileResult(found))
  })
}

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
