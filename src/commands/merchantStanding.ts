// The commands that suspend, resume and close a merchant.

import type { Command } from 'commander'
import type { ChangedStanding, WantedStanding } from '../administration/merchants.ts'
import { isRejection } from '../orders/rejection.ts'
import { addCommand, merchantArgument, type OperatorOption, withOperatorOption } from './command.ts'
import type { CommandContext } from './context.ts'
import { type CommandResult, countText } from './output.ts'

export function addStandingCommands(group: Command, context: CommandContext): void {
  const suspend = addCommand(group, 'suspend', {
    summary: 'let a merchant take no new payments for now',
    details:
      'Payments, verifications, authentications and new sessions and tokens are refused, and payers at its ' +
      'checkout are told so. ' +
      'Captures, refunds and voids of what payers have agreed to, retrievals, notifications and recovery ' +
      'go on. Felt on every node within a second.',
    examples: [["tollgate merchants suspend SHOP --reason 'contract under review'", 'with the reason']],
  })
  const resume = addCommand(group, 'resume', {
    summary: 'let a merchant take payments again that was suspended or closed',
    examples: [['tollgate merchants resume SHOP', 'as before']],
  })
  const close = addCommand(group, 'close', {
    summary: 'end with a merchant: its orders can be retrieved, its tokens deleted, and nothing else',
    details:
      'Refused while something is owed about its orders, authorized and not captured, or waits for a ' +
      'review, unless you say --anyway. What is owed is settled and notified nevertheless. Its passwords ' +
      'stay: it may read.',
    examples: [["tollgate merchants close SHOP --reason 'contract ended'", 'if nothing is open']],
  }).option('--anyway', 'although something is open or owed')
  addStanding(suspend, context, 'SUSPENDED')
  addStanding(resume, context, 'OPEN')
  addStanding(close, context, 'CLOSED')
}

type StandingArguments = OperatorOption & { readonly reason?: string; readonly anyway?: boolean }

function addStanding(command: Command, context: CommandContext, standing: WantedStanding['standing']): void {
  withOperatorOption(
    command.argument(...merchantArgument).option('--reason <text>', 'why, for the audit log'),
  ).action(async (merchantId: string, { as, reason, anyway: isAnyway }: StandingArguments) => {
    const { administration } = await context.records({ as })
    const changed = await administration.merchants.stand(merchantId, { standing, reason, isAnyway })
    context.show(isRejection(changed) ? changed : standingResult(changed))
  })
}

const standingResult = ({ merchantId, before, standing, open }: ChangedStanding): CommandResult => ({
  json: { merchantId, before, standing, open },
  text: paint => [
    before === standing
      ? `Nothing changed: ${merchantId} was ${standing} already.`
      : `${paint.green('Changed')} ${merchantId}: ${before} → ${standing}`,
    ...(standing !== 'OPEN' && open.owed > 0
      ? [`${countText(open.owed, 'obligation')} about its orders will still be settled.`]
      : []),
  ],
})
