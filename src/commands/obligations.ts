// The command that settles with an acquirer's word what recovery repeats in vain.

import { type Command, InvalidArgumentError } from 'commander'
import { invalid, isRejection } from '../orders/rejection.ts'
import { StartRefusal, UseRefusal } from '../platform/errors.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { addCommand, addGroup, merchantArgument, type OperatorOption, withOperatorOption } from './command.ts'
import type { CommandContext, SettledObligation, WantedSettlement } from './context.ts'
import { type CommandResult, printable } from './output.ts'

export function addObligations(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'obligations', {
    summary: 'settle with the acquirer what the gateway cannot settle by itself',
    details:
      'Reversals and advices that a host refuses for ever, or takes no repeat of. See docs/operations.md.',
    examples: [[settleExample, 'the acquirer has voided it']],
  })
  addSettle(group, context)
}

const settleExample = "tollgate obligations settle SHOP order-1 2 --done --reason 'call 4711, Ms Gray'"

type GivenSettlement = OperatorOption & {
  readonly done?: boolean
  readonly notDone?: boolean
  readonly reason?: string
  readonly yes?: boolean
}

function addSettle(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'settle', {
    summary: 'record what the acquirer said about a reversal or an advice that is still owed',
    details:
      'Ask the acquirer first: nothing is sent about the transaction any more. Refused while recovery may ' +
      'still settle it by itself, and where a payment that was told as failed would be left standing.',
    examples: [
      [settleExample, 'the acquirer has voided it'],
      [
        "tollgate obligations settle SHOP order-1 2 --not-done --reason 'cleared already' --yes",
        'it has not, and will not; does not ask',
      ],
    ],
  })
  command
    .argument(...merchantArgument)
    .argument('<order>', 'the order')
    .argument('<transaction>', 'what it is owed about, as explain names it')
    .option('--done', 'the acquirer has done what is owed: it undid the transaction, or booked it')
    .option('--not-done', 'the acquirer has not done what is owed, and never will')
    .option('--reason <text>', 'who said so and when, for the audit log', readReason)
    .option('--yes', 'do not ask')
  withOperatorOption(command).action(
    async (merchantId: string, orderId: string, transactionId: string, given: GivenSettlement) => {
      const { done = false, notDone = false, reason, yes = false, as } = given
      if (done === notDone) return context.show(invalid('done', 'Say either --done or --not-done.'))
      if (reason === undefined)
        return context.show(invalid('reason', 'Say with --reason who said so, and when.'))
      const { settleObligation } = await context.records({ as })
      const wanted = { merchantId, orderId, transactionId, isDone: done, reason }
      if (!yes) await confirmSettlement(context, wanted)
      const settled = await settleObligation(wanted)
      context.show(isRejection(settled) ? settled : settledResult(wanted, settled))
    },
  )
}

/** One line that the audit log may keep. */
function readReason(text: string): string {
  const line = text.trim()
  if (line !== '' && line.length <= reasonMax && printable(line) === line && !holdsCardData(line)) return line
  throw new InvalidArgumentError(`It must be one line of up to ${reasonMax} characters without card data.`)
}
const reasonMax = 500

async function confirmSettlement(
  context: CommandContext,
  { orderId, transactionId, isDone }: WantedSettlement,
): Promise<void> {
  const what = `transaction ${printable(transactionId)} of order ${printable(orderId)}`
  const said = isDone ? 'has done what is owed about' : 'has not done, and never will do, what is owed about'
  const isWanted = await context.ask(`Record for good that the acquirer ${said} ${what}?`)
  if (isWanted === undefined) throw new UseRefusal('Nobody is here to be asked: say --yes to settle it.')
  if (!isWanted) throw new StartRefusal('Nothing was done.')
}

const settledResult = (
  { orderId, transactionId }: WantedSettlement,
  { obligation, result, gatewayCode }: SettledObligation,
): CommandResult => ({
  json: { orderId, transactionId, obligation, result, gatewayCode },
  text: paint => [
    `${paint.green('Settled')} the ${obligation} of ${printable(transactionId)} of ${printable(orderId)}: ` +
      `it is ${result} now (${gatewayCode}).`,
  ],
})
