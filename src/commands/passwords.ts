import { type Command, InvalidArgumentError } from 'commander'
import type { AddedPassword } from '../administration/passwords.ts'
import type { KnownPassword } from '../administration/port.ts'
import { isRejection } from '../orders/rejection.ts'
import { addCommand, addGroup, type ByOperator, byOperator } from './command.ts'
import type { Office } from './office.ts'
import { isoOf, type Shown, table, timeOf } from './shown.ts'

export function addPasswords(program: Command, office: Office): void {
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
  addList(group, office)
  addAdd(group, office)
  addRetire(group, office)
}

const merchantMeaning = "the merchant's id"

function addList(group: Command, office: Office): void {
  addCommand(group, 'list', {
    summary: 'list which passwords there are, and since when',
    examples: [['tollgate passwords list SHOP', 'never the passwords themselves: only hashes are kept']],
  })
    .argument('<merchant>', merchantMeaning)
    .action(async (merchantId: string) => {
      const { administration } = await office.records()
      const found = await administration.passwords.list(merchantId)
      office.show(isRejection(found) ? found : list(merchantId, found))
    })
}

const jsonOf = ({ slot, createdAtMs }: KnownPassword) => ({ slot, created: isoOf(createdAtMs) })

const list = (merchantId: string, found: readonly KnownPassword[]): Shown => ({
  json: { merchantId, passwords: found.map(jsonOf) },
  text: paint =>
    found.length === 0
      ? [`${merchantId} has no password: npx tollgate passwords add ${merchantId}`]
      : table(
          ['SLOT', 'SINCE (UTC)'],
          found.map(({ slot, createdAtMs }) => [String(slot), timeOf(createdAtMs)]),
          paint,
        ),
})

function addAdd(group: Command, office: Office): void {
  const command = addCommand(group, 'add', {
    summary: 'add a password beside the one in use',
    details: 'It is shown this once; only its hash is kept. Two is the most a merchant can have.',
    examples: [['tollgate passwords add SHOP', 'good on every node within a second']],
  }).argument('<merchant>', merchantMeaning)
  byOperator(command).action(async (merchantId: string, { as }: ByOperator) => {
    const { administration } = await office.records(as)
    const added = await administration.passwords.add(merchantId)
    office.show(isRejection(added) ? added : add(merchantId, added))
  })
}

const add = (merchantId: string, { slot, password, others }: AddedPassword): Shown => ({
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

function addRetire(group: Command, office: Office): void {
  const command = addCommand(group, 'retire', {
    summary: 'retire a password: it is refused from now on',
    examples: [['tollgate passwords retire SHOP 1', 'on every node within a second']],
  })
    .argument('<merchant>', merchantMeaning)
    .argument('<slot>', '1 or 2, as list shows it', readSlot)
  byOperator(command).action(async (merchantId: string, slot: number, { as }: ByOperator) => {
    const { administration } = await office.records(as)
    const retired = await administration.passwords.retire(merchantId, slot)
    if (isRejection(retired)) return office.show(retired)
    const { left } = retired
    office.show({
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
