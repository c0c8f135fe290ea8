// The commands of how directory servers know merchants.

import type { Command } from 'commander'
import type {
  ChangedDirectoryMerchant,
  ListedDirectoryMerchants,
  ShownDirectoryMerchant,
} from '../administration/directoryMerchants.ts'
import { hintForUnknownServer } from '../administration/directoryServerNames.ts'
import { isRejection } from '../orders/rejection.ts'
import { UseRefusal } from '../platform/errors.ts'
import {
  type FoundMerchantRecord,
  type MerchantFieldValues,
  merchantFieldNames,
  merchantFields,
} from '../threeDSecure/emv/merchantRecord.ts'
import {
  addCommand,
  merchantArgument,
  type OperatorOption,
  settingLines,
  UsageRefusal,
  withOperatorOption,
} from './command.ts'
import type { CommandContext } from './context.ts'
import { knownDirectoryServers } from './directoryServerNames.ts'
import { type CommandResult, isoTime, pairLines, printable, tableLines, timeText } from './output.ts'

export function addDirectoryMerchants(program: Command, context: CommandContext): void {
  addOne(program, context)
  addList(program, context)
}

type DirectoryMerchantFlags = OperatorOption & { readonly remove?: true }

function addOne(program: Command, context: CommandContext): void {
  const command = addCommand(program, 'directory-merchant', {
    summary: 'show, change or remove how a directory server identifies a merchant',
    details:
      'Payers of a merchant are authenticated where there is a record of it. A first record must be ' +
      'complete. Changes are felt by the next authentication, on every node.',
    examples: [
      ['tollgate directory-merchant SHOP scheme-a', 'as it is'],
      ['tollgate directory-merchant SHOP scheme-a category=5812', 'changes one field'],
      ['tollgate directory-merchant SHOP scheme-a --remove', 'nobody is authenticated there any more'],
    ],
  })
    .argument(...merchantArgument)
    .argument('<server>', 'a directory server, by its name in the file of TOLLGATE_DIRECTORY_SERVERS')
    .argument('[key=value...]', 'what to change; the rest stays as it is')
    .option('--remove', 'remove the record')
    .addHelpText('after', () => `\nFields:\n${settingLines(merchantFields).join('\n')}\n`)
  withOperatorOption(command).action(
    async (merchantId: string, directoryServer: string, fields: string[], flags: DirectoryMerchantFlags) => {
      if (flags.remove && fields.length > 0)
        throw new UsageRefusal(
          'tollgate directory-merchant takes fields or --remove, not both. See tollgate directory-merchant ' +
            '--help.',
        )
      if (fields.length > 0) await refuseUnknownServer(context, directoryServer)
      const isChange = flags.remove || fields.length > 0
      const { directoryMerchants } = (await context.records(isChange ? flags : undefined)).administration
      if (flags.remove) {
        const removed = await directoryMerchants.remove(merchantId, directoryServer)
        return context.show(isRejection(removed) ? removed : removeResult(removed))
      }
      if (fields.length > 0) {
        const changed = await directoryMerchants.change(merchantId, directoryServer, fields)
        return context.show(isRejection(changed) ? changed : changeResult(changed))
      }
      const found = await directoryMerchants.show(merchantId, directoryServer)
      return context.show(isRejection(found) ? found : showResult(found))
    },
  )
}

async function refuseUnknownServer(context: CommandContext, name: string): Promise<void> {
  const known = await knownDirectoryServers(context)
  if (!known) return
  const hint = hintForUnknownServer(name, known)
  if (hint === undefined) return
  throw new UseRefusal(
    `There is no directory server ${printable(name, 40)} in ${printable(known.path)}. ${hint}`,
  )
}

const showResult = (found: ShownDirectoryMerchant): CommandResult => {
  const { merchantId, directoryServer, changedAtMs, values } = found
  return {
    json: jsonOf(found),
    text: paint => [
      `${paint.bold(merchantId)} at ${paint.bold(directoryServer)}, since ${timeText(changedAtMs)} UTC`,
      '',
      ...fieldLines(values),
      ...(found.record ? [] : ['', `${paint.red('It cannot be used:')} ${faultsText(found)}.`]),
    ],
    ...(!found.record && { isBad: true }),
  }
}

const jsonOf = (found: ShownDirectoryMerchant) => {
  const { merchantId, directoryServer, changedAtMs, values, record, missing, unfit } = found
  return {
    ...{ merchantId, directoryServer, since: isoTime(changedAtMs), record: values },
    ...(!record && { isUsable: false, missing, unfit }),
  }
}

const fieldLines = (values: MerchantFieldValues): readonly string[] =>
  pairLines(merchantFieldNames.map(name => [name, printable(values[name] ?? '(none)')]))

const faultsText = ({ missing, unfit }: FoundMerchantRecord): string =>
  [
    ...unfit.map(name => `${name} must be ${merchantFields[name].expects}`),
    ...missing.map(name => `${name} is missing`),
  ].join('; ')

const changeResult = (changed: ChangedDirectoryMerchant): CommandResult => {
  const { merchantId, directoryServer, isFirst, values, changed: changes } = changed
  return {
    json: { merchantId, directoryServer, isFirst, record: values, changed: changes },
    text: paint => {
      if (changes.length === 0) return ['Nothing changed: it was so already.']
      const added = `${paint.green('Added')} ${merchantId} at ${directoryServer}.`
      if (isFirst) return [`${added} Its payers can be authenticated there.`]
      return changes.map(
        ({ name, before, after }) =>
          `${paint.green('Changed')} ${name}: ${printable(before ?? '(none)')} → ${printable(after)}`,
      )
    },
  }
}

const removeResult = (removed: ShownDirectoryMerchant): CommandResult => ({
  json: { removed: jsonOf(removed) },
  text: paint => [
    `${paint.green('Removed')} ${removed.merchantId} at ${removed.directoryServer}. ` +
      'Its payers are not authenticated there any more.',
  ],
})

function addList(program: Command, context: CommandContext): void {
  addCommand(program, 'directory-merchants', {
    summary: 'list which directory servers know which merchants',
    details: 'It ends with 1 where one of the records cannot be used.',
    examples: [
      ['tollgate directory-merchants', 'of all merchants'],
      ['tollgate directory-merchants --merchant SHOP', 'of one'],
    ],
  })
    .option('--merchant <merchant>', 'only of this one')
    .action(async ({ merchant: merchantId }: { readonly merchant?: string }) => {
      const { administration } = await context.records()
      const found = await administration.directoryMerchants.list(
        merchantId === undefined ? {} : { merchantId },
      )
      context.show(isRejection(found) ? found : listResult(found))
    })
}

const listResult = ({ records, isCut }: ListedDirectoryMerchants): CommandResult => ({
  json: { records: records.map(jsonOf), ...(isCut && { isCut }) },
  text: paint =>
    records.length === 0
      ? ['There is none yet. Add one: npx tollgate directory-merchant SHOP scheme-a requestorId=… …']
      : [
          ...tableLines(
            ['MERCHANT', 'DIRECTORY SERVER', 'SINCE', 'STATE', 'REQUESTOR', 'NAME'],
            records.map(({ merchantId, directoryServer, changedAtMs, record, values }) => [
              ...[merchantId, directoryServer, timeText(changedAtMs).slice(0, 10)],
              record ? 'good' : paint.red('of no use'),
              ...[printable(values.requestorId, 35), printable(values.name, 40)],
            ]),
            paint,
          ),
          ...(isCut ? ['There are more: the first are shown.'] : []),
        ],
  ...(records.some(({ record }) => !record) && { isBad: true }),
})
