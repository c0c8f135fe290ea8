// The commands of merchants: adding and listing them, and changing their profiles.

import type { Command } from 'commander'
import type { AddedMerchant, ChangedProfile, ShownMerchant } from '../administration/merchants.ts'
import type { ListedMerchant } from '../administration/port.ts'
import { ordinaryProfile, profileSettings } from '../orders/merchant.ts'
import { isRejection } from '../orders/rejection.ts'
import {
  addCommand,
  addGroup,
  merchantArgument,
  numberOption,
  type OperatorOption,
  settingLines,
  withOperatorOption,
} from './command.ts'
import type { CommandContext } from './context.ts'
import { addMoveCommand } from './merchantMove.ts'
import { addStandingCommands } from './merchantStanding.ts'
import { type CommandResult, isoTime, pairLines, printable, tableLines, timeText } from './output.ts'

export function addMerchants(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'merchants', {
    summary: 'merchants and their profiles',
    examples: [
      ['tollgate merchants list', 'who there is'],
      ['tollgate merchants add SHOP', 'a new merchant, with its first API password'],
      ['tollgate merchants profile SHOP notifications=true', 'changes a setting of its profile'],
    ],
  })
  addList(group, context)
  addShow(group, context)
  addAdd(group, context)
  addProfile(group, context)
  addStandingCommands(group, context)
  addMoveCommand(group, context)
}

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: 'list merchants by name',
    examples: [
      ['tollgate merchants list', 'the first thousand'],
      ['tollgate merchants list --after SHOP --limit 50', 'the page after SHOP'],
    ],
  })
    .option('--after <merchant>', 'begin behind this one')
    .addOption(numberOption('--limit <count>', 'how many', { min: 1, max: 1_000, usual: 1_000 }))
    .action(async (wanted: { after?: string; limit: number }) => {
      const { administration } = await context.records()
      const found = await administration.merchants.list(wanted)
      context.show(isRejection(found) ? found : listResult(found))
    })
}

const listResult = (found: readonly ListedMerchant[]): CommandResult => ({
  json: {
    merchants: found.map(({ createdAtMs, ...merchant }) => ({ ...merchant, created: isoTime(createdAtMs) })),
  },
  text: paint =>
    found.length === 0
      ? ['There are no merchants yet. Add one: npx tollgate merchants add SHOP']
      : tableLines(
          ['MERCHANT', 'STANDING', 'PASSWORDS', 'CERTIFICATES', 'CELL', 'SINCE (UTC)'],
          found.map(({ merchantId, standing, passwords, certificates, cell, createdAtMs }) => [
            ...[merchantId, standing, String(passwords), String(certificates), String(cell)],
            timeText(createdAtMs),
          ]),
          paint,
        ),
})

function addShow(group: Command, context: CommandContext): void {
  addCommand(group, 'show', {
    summary: 'show a merchant: profile, passwords, certificates, signing keys',
    details: 'Passwords and keys themselves are never shown again.',
    examples: [['tollgate merchants show SHOP', 'everything about SHOP']],
  })
    .argument(...merchantArgument)
    .action(async (merchantId: string) => {
      const { administration } = await context.records()
      const found = await administration.merchants.show(merchantId)
      context.show(isRejection(found) ? found : showResult(found))
    })
}

function showResult(found: ShownMerchant): CommandResult {
  const { merchantId, cell, createdAtMs, profile, passwords, certificates, secrets } = found
  const dated = <Thing extends { createdAtMs: number }>({ createdAtMs: at, ...thing }: Thing) => ({
    ...thing,
    created: isoTime(at),
  })
  return {
    json: {
      ...{ merchantId, cell, created: isoTime(createdAtMs), profile, passwords: passwords.map(dated) },
      certificates: certificates.map(({ notAfterMs, revokedAtMs, ...certificate }) => ({
        ...dated(certificate),
        notAfter: isoTime(notAfterMs),
        ...(revokedAtMs !== undefined && { revoked: isoTime(revokedAtMs) }),
      })),
      secrets: secrets.map(dated),
    },
    text: paint => [
      `${paint.bold(merchantId)}, since ${timeText(createdAtMs)} UTC, in cell ${cell}`,
      ...(profile.standing === 'OPEN'
        ? []
        : [paint.red(`It is ${profile.standing}: see npx tollgate audit list --merchant ${merchantId}`)]),
      '',
      paint.bold('Credentials'),
      ...pairLines([
        ['API passwords', passwordsText(passwords)],
        ['certificates', String(certificates.filter(({ revokedAtMs }) => revokedAtMs === undefined).length)],
        ['notification keys', secrets.map(({ kind }) => kind).join(', ') || 'none yet; made on first need'],
      ]),
      '',
      paint.bold('Profile'),
      ...profileLines(profile, paint.cyan),
    ],
  }
}

const passwordsText = (passwords: ShownMerchant['passwords']): string => {
  const slots = passwords.map(({ slot, createdAtMs }) => `in slot ${slot}, since ${timeText(createdAtMs)}`)
  return slots.length === 0 ? 'none' : `${slots.length}, ${slots.join(', and ')}`
}

/** Settings that differ from the default are highlighted. */
function profileLines(profile: object, mark: (text: string) => string): readonly string[] {
  const usual: Readonly<Record<string, unknown>> = ordinaryProfile
  return pairLines(
    Object.entries(profile).map(([name, value]) => {
      const isUsual = JSON.stringify(value) === JSON.stringify(usual[name])
      return [name, isUsual ? valueText(value) : mark(valueText(value))]
    }),
  )
}

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : printable(value.join(', '))
  return value === '' ? '(none)' : printable(value)
}

function addAdd(group: Command, context: CommandContext): void {
  withOperatorOption(
    addCommand(group, 'add', {
      summary: 'add a merchant, with its first API password',
      details: 'The password is shown this once; only its hash is kept.',
      examples: [
        ['tollgate merchants add SHOP', 'an ordinary merchant'],
        ['tollgate merchants add SHOP captureExcessPercent=15', 'with a profile of its own'],
      ],
    })
      .argument('<merchant>', '1 to 40 letters, digits, _ or -')
      .argument('[setting=value...]', 'settings of its profile'),
  )
    .addOption(
      numberOption('--cell <number>', 'where it lives; else one is chosen', {
        min: 0,
        max: 32_767,
      }),
    )
    .action(
      async (merchantId: string, settings: string[], { cell, as }: { cell?: number } & OperatorOption) => {
        const { administration } = await context.records({ as })
        const added = await administration.merchants.add({
          merchantId,
          settings,
          ...(cell !== undefined && { cell }),
        })
        context.show(isRejection(added) ? added : addResult(added))
      },
    )
}

const addResult = ({ merchantId, cell, profile, password }: AddedMerchant): CommandResult => ({
  json: { merchantId, cell, profile, password },
  text: paint => [
    `${paint.green('Added')} ${merchantId}. Its API password, shown this once:`,
    '',
    `  ${paint.bold(password)}`,
    '',
    `It calls with  -u merchant.${merchantId}:<password>`,
  ],
})

function addProfile(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'profile', {
    summary: "show or change a merchant's profile",
    details: 'Without settings it shows the profile. Changes are felt on every node within a second.',
    examples: [
      ['tollgate merchants profile SHOP', 'as it is'],
      ['tollgate merchants profile SHOP captureExcessPercent=15', 'changes one setting'],
      ['tollgate merchants profile SHOP allowedSources=192.0.2.0/24,198.51.100.7', 'a list'],
      ['tollgate merchants profile SHOP allowedSources=', 'an empty list'],
    ],
  })
    .argument(...merchantArgument)
    .argument('[setting=value...]', 'what to change; the rest stays as it is')
    .addHelpText('after', () => `\nSettings:\n${settingLines(profileSettings).join('\n')}\n`)
  withOperatorOption(command).action(
    async (merchantId: string, settings: string[], { as }: OperatorOption) => {
      const { administration } = await context.records(settings.length === 0 ? undefined : { as })
      const result =
        settings.length === 0
          ? await administration.merchants.show(merchantId)
          : await administration.merchants.change(merchantId, settings)
      context.show(isRejection(result) ? result : profileResult(result))
    },
  )
}

const profileResult = (found: ShownMerchant | ChangedProfile): CommandResult => {
  const { merchantId, profile } = found
  const changed = 'changed' in found ? found.changed : undefined
  return {
    json: { merchantId, profile, ...(changed && { changed }) },
    text: paint => [
      ...(changed?.length === 0 ? ['Nothing changed: it was so already.', ''] : []),
      ...(changed ?? []).map(
        ({ name, before, after }) =>
          `${paint.green('Changed')} ${name}: ${valueText(before)} → ${valueText(after)}`,
      ),
      ...(changed === undefined ? profileLines(profile, paint.cyan) : []),
    ],
  }
}
