import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { Difference, Office, Reconciliation, Side } from './office.ts'
import { counted, harmless, type Shown } from './shown.ts'
import type { Paint } from './terminal.ts'

export function addReconcile(program: Command, office: Office): void {
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
    const records = await office.records()
    const found = await office.watched(progress =>
      records.reconcile((done, of) => progress.tell('Comparing orders', done, of)),
    )
    office.show(shown(found))
  })
}

const shown = (found: Reconciliation): Shown => ({
  json: found,
  isBad: found.differences.length > 0,
  text: paint =>
    found.differences.length === 0
      ? [`${paint.green('The same on both sides:')} ${counted(found.orders, 'order')}, nothing open.`]
      : [
          ...found.differences.slice(0, shownMax).flatMap(difference => lines(difference, paint)),
          '',
          paint.red(counted(found.differences.length, 'difference')) +
            ` in ${counted(found.orders, 'order')}${found.isCut ? ' so far; there are more' : ''}.` +
            `${found.differences.length > shownMax ? ` ${shownMax} are shown; --json lists all.` : ''}`,
        ],
})

const shownMax = 50

function lines(difference: Difference, paint: Paint): readonly string[] {
  const { type, explanation, merchantId, orderId, transactionId, gateway, books } = difference
  return [
    `${paint.yellow(type)}  ${harmless(orderId)} / ${harmless(transactionId)} of ${merchantId}`,
    `  ${explanation}`,
    ...(gateway ? [paint.dim(`  gateway: ${sideText(gateway)}`)] : []),
    ...(books ? [paint.dim(`  books:   ${sideText(books)}`)] : []),
  ]
}

const sideText = ({ amount, currency, ...side }: Side): string =>
  harmless([...Object.values(side), amount, currency].join(' '))
