// The commands of the secrets that sign a merchant's notifications.

import type { Command } from 'commander'
import type { AddedSecret } from '../administration/notifications.ts'
import type { KnownSecret } from '../administration/port.ts'
import { isRejection } from '../orders/rejection.ts'
import {
  addCommand,
  addGroup,
  choiceOption,
  merchantArgument,
  type OperatorOption,
  withOperatorOption,
} from './command.ts'
import type { CommandContext } from './context.ts'
import { type CommandResult, isoTime, tableLines, timeText } from './output.ts'

export function addNotificationKeys(parent: Command, context: CommandContext): void {
  const group = addGroup(parent, 'keys', {
    summary: 'what notifications are signed with, and the shared secret they carry',
    details:
      'Each notification is signed with every active key, so that a receiver can change over: add, let the ' +
      'merchant change over, retire. The first ones are made on first need.',
    examples: [
      ['tollgate notifications keys add SHOP', 'a new signing key, shown this once'],
      ['tollgate notifications keys retire SHOP', 'the one before it is not used any more'],
    ],
  })
  addList(group, context)
  addAdd(group, context)
  addRetire(group, context)
}

const kindOption = () =>
  choiceOption('--kind <kind>', 'the signing key, or the shared secret of X-Notification-Secret', [
    'signing',
    'shared',
  ]).default('signing')

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: 'list which keys a merchant has, and since when',
    examples: [['tollgate notifications keys list SHOP', 'never the keys themselves']],
  })
    .argument(...merchantArgument)
    .action(async (merchantId: string) => {
      const { administration } = await context.records()
      const found = await administration.secrets.list(merchantId)
      context.show(isRejection(found) ? found : listResult(merchantId, found))
    })
}

const jsonOf = ({ kind, createdAtMs }: KnownSecret) => ({ kind, created: isoTime(createdAtMs) })

const listResult = (merchantId: string, found: readonly KnownSecret[]): CommandResult => ({
  json: { merchantId, keys: found.map(jsonOf) },
  text: paint =>
    found.length === 0
      ? [`${merchantId} has none yet: they are made with its first notification, or by keys add.`]
      : tableLines(
          ['KIND', 'SINCE (UTC)'],
          found.map(({ kind, createdAtMs }) => [kind, timeText(createdAtMs)]),
          paint,
        ),
})

function addAdd(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'add', {
    summary: 'add a key; the one before stays good until it is retired',
    details: 'It is shown this once. Of three, the oldest goes.',
    examples: [
      ['tollgate notifications keys add SHOP', 'a signing key, for webhook-signature'],
      ['tollgate notifications keys add SHOP --kind shared', 'for X-Notification-Secret'],
    ],
  })
    .argument(...merchantArgument)
    .addOption(kindOption())
  withOperatorOption(command).action(
    async (merchantId: string, { kind, as }: { kind: string } & OperatorOption) => {
      const { administration } = await context.records({ as })
      const added = await administration.secrets.add(merchantId, kind)
      context.show(isRejection(added) ? added : addResult(merchantId, added))
    },
  )
}

const addResult = (merchantId: string, { kind, secret, others }: AddedSecret): CommandResult => ({
  json: { merchantId, kind, secret, others: others.map(jsonOf) },
  text: paint => [
    `${paint.green('Added')} for ${merchantId}, shown this once:`,
    '',
    `  ${paint.bold(secret)}`,
    ...(others.length === 0
      ? []
      : [
          '',
          kind === 'signing'
            ? 'Notifications are signed with this one and the one before, until you say:'
            : 'The one before is kept until you say:',
          `  npx tollgate notifications keys retire ${merchantId} --kind ${kind}`,
        ]),
  ],
})

function addRetire(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'retire', {
    summary: 'retire the key before the newest one',
    examples: [['tollgate notifications keys retire SHOP', 'only the newest one is used from now on']],
  })
    .argument(...merchantArgument)
    .addOption(kindOption())
  withOperatorOption(command).action(
    async (merchantId: string, { kind, as }: { kind: string } & OperatorOption) => {
      const { administration } = await context.records({ as })
      const retired = await administration.secrets.retire(merchantId, kind)
      if (isRejection(retired)) return context.show(retired)
      context.show({
        json: { merchantId, kind, left: retired.left.map(jsonOf) },
        text: paint => [`${paint.green('Retired.')} Only the newest ${kind} key of ${merchantId} is left.`],
      })
    },
  )
}
