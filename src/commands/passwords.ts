// The commands of a merchant's API passwords.

import { type Command, InvalidArgumentError } from 'commander'
import type { AddedPassword } from '../administration/credentials.ts'
import type { KnownPassword } from '../administration/port.ts'
import { isRejection } from '../orders/rejection.ts'
import { addCommand, addGroup, merchantArgument, type OperatorOption, withOperatorOption } from './command.ts'
import type { CommandContext } from './context.ts'
import { type CommandResult, isoTime, tableLines, timeText } from './output.ts'

export function addPasswords(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'passwords', {
    summary: 'API passwords of a merchant',
    details:
      'A merchant has at most two, so that one can take over from the other: add the second, let the ' +
      'merchant change over, retire the first. No request fails meanwhile.',
    examples: [
      ['tollgate passwords add SHOP', 'a second one, shown this once'],
      ['tollgate passwords retire SHOP 1', 'the first one is refused from now on'],
    ],
  })
  addList(group, context)
  addAdd(group, context)
  addRetire(group, context)
}

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: 'list which passwords there are, and since when',
    examples: [['tollgate passwords list SHOP', 'never the passwords themselves: only hashes are kept']],
  })
    .argument(...merchantArgument)
    .action(async (merchantId: string) => {
      const { administration } = await context.records()
      const found = await administration.passwords.list(merchantId)
      context.show(isRejection(found) ? found : listResult(merchantId, found))
    })
}

const jsonOf = ({ slot, createdAtMs }: KnownPassword) => ({ slot, created: isoTime(createdAtMs) })

const listResult = (merchantId: string, found: readonly KnownPassword[]): CommandResult => ({
  json: { merchantId, passwords: found.map(jsonOf) },
  text: paint =>
    found.length === 0
      ? [`${merchantId} has no password: npx tollgate passwords add ${merchantId}`]
      : tableLines(
          ['SLOT', 'SINCE (UTC)'],
          found.map(({ slot, createdAtMs }) => [String(slot), timeText(createdAtMs)]),
          paint,
        ),
})

function addAdd(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'add', {
    summary: 'add a password beside the one in use',
    details: 'It is shown this once; only its hash is kept. Two is the most a merchant can have.',
    examples: [['tollgate passwords add SHOP', 'good on every node within a second']],
  }).argument(...merchantArgument)
  withOperatorOption(command).action(async (merchantId: string, { as }: OperatorOption) => {
    const { administration } = await context.records({ as })
    const added = await administration.passwords.add(merchantId)
    context.show(isRejection(added) ? added : addResult(merchantId, added))
  })
}

const addResult = (merchantId: string, { slot, password, others }: AddedPassword): CommandResult => ({
  json: { merchantId, slot, password, others: others.map(jsonOf) },
  text: paint => [
    `${paint.green('Added')} to slot ${slot} of ${merchantId}. The password, shown this once:`,
    '',
    `  ${paint.bold(password)}`,
    ...others.flatMap(other => [
      '',
      `The one in slot ${other.slot} stays good until you say:`,
      `  npx tollgate passwords retire ${merchantId} ${other.slot}`,
    ]),
  ],
})

function addRetire(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'retire', {
    summary: 'retire a password: it is refused from now on',
    examples: [['tollgate passwords retire SHOP 1', 'on every node within a second']],
  })
    .argument(...merchantArgument)
    .argument('<slot>', '1 or 2, as list shows it', readSlot)
  withOperatorOption(command).action(async (merchantId: string, slot: number, { as }: OperatorOption) => {
    const { administration } = await context.records({ as })
    const retired = await administration.passwords.retire(merchantId, slot)
    if (isRejection(retired)) return context.show(retired)
    const { left } = retired
    context.show({
      json: { merchantId, retired: slot, left: left.map(jsonOf) },
      text: paint => [
        `${paint.green('Retired')} the password in slot ${slot} of ${merchantId}.`,
        ...(left.length === 0
          ? [paint.yellow('It has no password now and can only call with a certificate.')]
          : []),
      ],
    })
  })
}

function readSlot(text: string): number {
  if (text === '1' || text === '2') return Number(text)
  throw new InvalidArgumentError('It must be 1 or 2.')
}
