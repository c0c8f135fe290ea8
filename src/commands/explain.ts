import type { Command } from 'commander'
import { isRejection } from '../orders/rejection.ts'
import { UseRefusal } from '../platform/errors.ts'
import { addCommand } from './command.ts'
import { storyLines } from './explainText.ts'
import type { Office } from './office.ts'

export function addExplain(program: Command, office: Office): void {
  addCommand(program, 'explain', {
    summary: 'tell the whole story of a transaction',
    details:
      'What was asked for, what came from where, who was asked and what they answered, what became of ' +
      'it, and whom it was told to. Card data stays masked. Straight from the database, also while no ' +
      'gateway runs.',
    examples: [
      ['tollgate explain order-1 1', "of the sandbox's merchant"],
      ['tollgate explain order-1 1 --merchant SHOP --json', 'the same as GET …/explain answers'],
    ],
  })
    .argument('<order>', "the order's id")
    .argument('<transaction>', "the transaction's id")
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .action(async (orderId: string, transactionId: string, { merchant }: { merchant?: string }) => {
      const merchantId = merchant ?? office.usual.merchantId()
      if (merchantId === undefined) throw new UseRefusal('Say whose order it is with --merchant.')
      const records = await office.records()
      const story = await records.explain({ merchantId, orderId, transactionId })
      office.show(isRejection(story) ? story : { json: story, text: paint => storyLines(story, paint) })
    })
}
