// The command that moves a merchant to another cell.

import type { Command } from 'commander'
import type { MovedMerchant, MoveStep } from '../administration/moves/moves.ts'
import { isRejection, missing } from '../orders/rejection.ts'
import {
  addCommand,
  merchantArgument,
  numberOption,
  type OperatorOption,
  withOperatorOption,
} from './command.ts'
import type { CommandContext } from './context.ts'
import { type CommandResult, countText } from './output.ts'

type MoveArguments = OperatorOption & { readonly to?: number; readonly pause: number }

export function addMoveCommand(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'move', {
    summary: 'move a merchant to another cell while it pays',
    details:
      'For some seconds its calls are refused as unavailable and nothing of it is sent; then all that is ' +
      'recorded of it is in the other cell. Other merchants go on. Where it takes longer than the pause ' +
      'may, or the command is killed, the merchant stays where it is, and the command can be run again. It ' +
      "needs the login of the database's owner. See docs/scale.md for how long it takes.",
    examples: [
      ['tollgate merchants move SHOP --to 7', 'with a pause of ten seconds at most'],
      ['tollgate merchants move SHOP --to 7 --pause 60', 'for a merchant with many orders'],
    ],
  })
  withOperatorOption(
    command
      .argument(...merchantArgument)
      .addOption(numberOption('--to <cell>', 'where it is to live', cells))
      .addOption(numberOption('--pause <seconds>', 'how long it may be refused', pauses)),
  ).action(async (merchantId: string, { to, pause, as }: MoveArguments) => {
    if (to === undefined) return context.show(missing('to'))
    const { moves } = await context.records({ as })
    const moved = await context.withProgress(progress =>
      moves.move(merchantId, {
        to,
        pauseMs: pause * 1_000,
        report: step => progress.report(stepTexts[step], 0),
      }),
    )
    context.show(isRejection(moved) ? moved : movedResult(moved))
  })
}

const cells = { min: 0, max: 32_767 } as const
const pauses = { min: 2, max: 3_600, usual: 10 } as const

const stepTexts: Readonly<Record<MoveStep, string>> = {
  announcing: 'telling nodes of the cell',
  closing: 'closing the merchant',
  waiting: 'waiting for payments under way',
  carrying: 'moving rows',
  gathering: 'gathering what came late',
  done: 'done',
}

const movedResult = ({ merchantId, from, cell, orders, rows, pausedMs }: MovedMerchant): CommandResult => ({
  json: { merchantId, from, cell, orders, rows, pausedMs },
  text: paint => [
    from === cell
      ? `Nothing changed: ${merchantId} is in cell ${cell} already.`
      : `${paint.green('Moved')} ${merchantId} from cell ${from} to cell ${cell}: ` +
        `${countText(orders, 'order')}, ${countText(rows, 'row')}, ` +
        `refused for ${(pausedMs / 1_000).toFixed(1)} s.`,
  ],
})
