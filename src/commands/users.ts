// The commands of the console's users: inviting, listing, disabling, and giving another invitation.

import type { Command } from 'commander'
import { merchantRoles } from '../console/permissions.ts'
import type { ConsoleUser, ListedUser } from '../console/users/port.ts'
import type { InvitationLink } from '../console/users/userAdministration.ts'
import { invalid, isRejection } from '../orders/rejection.ts'
import {
  addCommand,
  addGroup,
  choiceOption,
  numberOption,
  type OperatorOption,
  withOperatorOption,
} from './command.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import { type CommandResult, durationText, isoTime, printable, tableLines, timeText } from './output.ts'

export function addUsers(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'users', {
    summary: 'who may use the console',
    details: 'There is no user at first. Whoever is added gets a link by which they say how they sign in.',
    examples: [
      ['tollgate users add ada@example.com --operator', 'somebody who operates this gateway'],
      [
        'tollgate users add bob@example.com --merchant SHOP --role ADMINISTRATOR',
        'an administrator of SHOP, who can invite others',
      ],
      ['tollgate users list', 'who there is'],
    ],
  })
  addAdd(group, context)
  addList(group, context)
  addDisable(group, context)
  addEnable(group, context)
  addReset(group, context)
}

type WantedUser = OperatorOption & {
  readonly merchant?: string
  readonly role?: (typeof merchantRoles)[number]
  readonly operator?: boolean
  readonly name?: string
}

const emailArgument = ['<email>', 'by which the user signs in'] as const

function addAdd(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'add', {
    summary: 'add a user, with a link to sign in for the first time',
    details: 'The link is shown this once and works once: send it by a way that you trust.',
    examples: [
      [
        'tollgate users add bob@example.com --merchant SHOP --role OPERATIONS',
        'somebody who refunds and captures for SHOP',
      ],
      ['tollgate users add ada@example.com --operator', 'somebody above all merchants'],
    ],
  })
    .argument(...emailArgument)
    .option('--merchant <merchant>', 'whose payments the user sees')
    .addOption(choiceOption('--role <role>', 'what the user may do there', merchantRoles))
    .option('--operator', 'an operator of the gateway, of no merchant')
    .option('--name <name>', 'what the user is called; they can say it themselves')
  withOperatorOption(command).action(async (email: string, wanted: WantedUser) => {
    const { merchant, role, operator = false, name, as } = wanted
    if (operator === (merchant !== undefined || role !== undefined))
      return context.show(invalid('role', 'Say --merchant and --role, or --operator.'))
    const user = operator
      ? ({ email, role: 'OPERATOR' } as const)
      : { email, role: role ?? 'READ_ONLY', ...(merchant !== undefined && { merchantId: merchant }) }
    if (!operator && (role === undefined || merchant === undefined))
      return context.show(invalid('role', 'Say both --merchant and --role.'))
    const records = await context.records({ as })
    const invited = await records.users.invite({ ...user, ...(name !== undefined && { name }) })
    context.show(isRejection(invited) ? invited : linkResult('Added', invited, records))
  })
}

const linkResult = (
  what: string,
  { user, token, lifeMs }: InvitationLink,
  { consoleAddress }: Pick<OperatorRecords, 'consoleAddress'>,
): CommandResult => {
  const link = `${consoleAddress}/invitation#${token}`
  return {
    json: { ...userJson(user), link, validMs: lifeMs },
    text: paint => [
      `${paint.green(what)} ${user.email}, ${whoText(user)}. The link, shown this once, good for ` +
        `${durationText(lifeMs)}:`,
      '',
      `  ${paint.bold(link)}`,
    ],
  }
}

const userJson = ({ userId, email, name, role, merchantId }: ConsoleUser) => ({
  ...{ userId, email, name, role },
  ...(merchantId !== undefined && { merchantId }),
})

const whoText = ({ role, merchantId }: ConsoleUser): string =>
  merchantId === undefined ? 'an operator' : `${role} of ${merchantId}`

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: 'list users by e-mail',
    examples: [
      ['tollgate users list', 'the first thousand'],
      ['tollgate users list --merchant SHOP', 'those of SHOP'],
      ['tollgate users list --operators', 'those of the gateway'],
    ],
  })
    .option('--merchant <merchant>', 'only of this merchant')
    .option('--operators', 'only operators')
    .option('--after <email>', 'begin behind this one')
    .addOption(
      numberOption('--limit <count>', 'how many, and all of the last e-mail', {
        ...{ min: 1, max: 1_000, usual: 1_000 },
      }),
    )
    .action(async ({ merchant, operators, after, limit }: WantedList) => {
      if (operators && merchant !== undefined)
        return context.show(invalid('merchant', 'Say --merchant or --operators, not both.'))
      const { users } = await context.records()
      const whose = operators ? { merchantId: null } : merchant === undefined ? {} : { merchantId: merchant }
      const found = await users.list({ ...whose, ...(after !== undefined && { after }), limit })
      context.show(listResult(found))
    })
}

type WantedList = {
  readonly merchant?: string
  readonly operators?: boolean
  readonly after?: string
  readonly limit: number
}

const listResult = (found: readonly ListedUser[]): CommandResult => ({
  json: {
    users: found.map(({ createdAtMs, signedInAtMs, invitedUntilMs, ...user }) => ({
      ...{ ...user, created: isoTime(createdAtMs) },
      ...(signedInAtMs !== undefined && { signedIn: isoTime(signedInAtMs) }),
      ...(invitedUntilMs !== undefined && { invitedUntil: isoTime(invitedUntilMs) }),
    })),
  },
  text: paint =>
    found.length === 0
      ? ['There are no users. Add one: npx tollgate users add ada@example.com --operator']
      : tableLines(
          ['E-MAIL', 'NAME', 'MERCHANT', 'ROLE', 'SIGNS IN BY', 'LAST SIGNED IN (UTC)'],
          found.map(user => [
            ...[printable(user.email), printable(user.name, 30), user.merchantId ?? '(all)', user.role],
            ...[waysText(user), user.signedInAtMs === undefined ? 'never' : timeText(user.signedInAtMs)],
          ]),
          paint,
        ),
})

function waysText({ isDisabled, passkeys, hasPassword, invitedUntilMs }: ListedUser): string {
  if (isDisabled) return 'nothing: disabled'
  const ways = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'passkey' : `${passkeys} passkeys`] : []),
    ...(hasPassword ? ['password'] : []),
    ...(invitedUntilMs === undefined ? [] : ['invitation']),
  ]
  return ways.join(', ') || 'nothing: the invitation is over'
}

/** One person may be a user of several merchants, and an operator. */
const merchantOption = ['--merchant <merchant>', 'of which merchant, where there are several'] as const
const operatorOption = ['--operator', 'the operator, where merchants have users of this e-mail'] as const
type ChosenUser = {
  readonly as?: OperatorOption['as'] | undefined
  readonly merchant?: string | undefined
  readonly operator?: boolean | undefined
}
/** Both at once name two users. */
function whichOf(email: string, { merchant, operator }: Pick<ChosenUser, 'merchant' | 'operator'>) {
  if (operator && merchant !== undefined)
    return invalid('merchant', 'Say --merchant or --operator, not both.')
  return {
    email,
    ...(merchant !== undefined && { merchantId: merchant }),
    ...(operator && { merchantId: null }),
  }
}

function addDisable(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'disable', {
    summary: 'disable a user: signed out everywhere at once, and refused from now on',
    examples: [['tollgate users disable bob@example.com', 'users enable takes it back']],
  })
    .argument(...emailArgument)
    .option(...merchantOption)
    .option(...operatorOption)
  withOperatorOption(command).action((email: string, chosen: ChosenUser) =>
    setDisabled(context, { ...chosen, email, isDisabled: true }),
  )
}

function addEnable(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'enable', {
    summary: 'let a disabled user sign in again, as before',
    examples: [['tollgate users enable bob@example.com', 'with the password and passkeys of before']],
  })
    .argument(...emailArgument)
    .option(...merchantOption)
    .option(...operatorOption)
  withOperatorOption(command).action((email: string, chosen: ChosenUser) =>
    setDisabled(context, { ...chosen, email, isDisabled: false }),
  )
}

async function setDisabled(
  context: CommandContext,
  { email, isDisabled, ...chosen }: ChosenUser & { readonly email: string; readonly isDisabled: boolean },
): Promise<void> {
  const which = whichOf(email, chosen)
  if (isRejection(which)) return context.show(which)
  const { users } = await context.records({ as: chosen.as })
  const changed = await users.change(which, { isDisabled })
  if (isRejection(changed)) return context.show(changed)
  context.show({
    json: { ...userJson(changed), isDisabled },
    text: paint => [`${paint.green(isDisabled ? 'Disabled' : 'Enabled')} ${changed.email}.`],
  })
}

function addReset(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'reset', {
    summary: 'give a user another link, for who cannot sign in any more',
    details: 'Password, codes and passkeys of before are gone, and the user is signed out everywhere.',
    examples: [['tollgate users reset bob@example.com', 'the link is shown this once']],
  })
    .argument(...emailArgument)
    .option(...merchantOption)
    .option(...operatorOption)
  withOperatorOption(command).action(async (email: string, chosen: ChosenUser) => {
    const which = whichOf(email, chosen)
    if (isRejection(which)) return context.show(which)
    const records = await context.records({ as: chosen.as })
    const reset = await records.users.reset(which)
    context.show(isRejection(reset) ? reset : linkResult('Reset', reset, records))
  })
}
