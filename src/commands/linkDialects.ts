// The commands of dialects: those that come with the gateway, and the check of an operator's own.

import { open } from 'node:fs/promises'
import type { Command } from 'commander'
import { checkDialect } from '../acquirers/iso8583/dialects/check/checkDialect.ts'
import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import { dialectNamed, shippedDialects } from '../acquirers/iso8583/dialects/shippedDialects.ts'
import { errorCode, UseRefusal } from '../platform/errors.ts'
import { readUpTo } from '../platform/files.ts'
import { lineOfJsonMistake } from '../platform/jsonMistake.ts'
import { nearest } from '../standards/nearest.ts'
import { addCommand } from './command.ts'
import type { CommandContext } from './context.ts'
import { dialectLines, dialectOverview } from './linkDialectText.ts'
import { type CommandResult, countText, printable, tableLines } from './output.ts'

export function addDialectCommands(group: Command, context: CommandContext): void {
  addCheck(group, context)
  addDialects(group, context)
  addDialect(group, context)
}

function addCheck(group: Command, context: CommandContext): void {
  addCommand(group, 'check', {
    summary: 'check a dialect of your own',
    details:
      'Prints every mistake with its place, or else what the dialect says: its messages, its fields, what ' +
      'it supports and what it leaves out. Nothing is sent. Ends with 1 when something is wrong.',
    examples: [
      ['tollgate link check ours.json', 'for people'],
      ['tollgate link check ours.json --json', 'for a pipeline that ends with it'],
    ],
  })
    .argument('<file>', 'the dialect, as JSON')
    .action(async (file: string) => {
      const checked = checkDialect(await readDialectFile(file))
      context.show('dialect' in checked ? inOrder(file, checked.dialect) : notInOrder(file, checked.findings))
    })
}

/** No dialect is nearly as large; something else was named by mistake. */
const bytesMax = 1_000_000

export async function readDialectFile(path: string): Promise<unknown> {
  const text = await readText(path).catch((error: unknown) => {
    throw new UseRefusal(`${printable(path)} cannot be read: ${errorCode(error)}.`)
  })
  if (text.length > bytesMax)
    throw new UseRefusal(`${printable(path)} is too large for a dialect: more than ${bytesMax} bytes.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    const line = lineOfJsonMistake(error, text)
    throw new UseRefusal(`${printable(path)} is not JSON${line === undefined ? '' : `: see line ${line}`}.`)
  }
}

async function readText(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    return (await readUpTo(file.createReadStream({ autoClose: false }), bytesMax)).toString('utf8')
  } finally {
    await file.close()
  }
}

const notInOrder = (file: string, findings: readonly string[]): CommandResult => ({
  json: { file, isInOrder: false, findings },
  isBad: true,
  text: paint => [
    ...findings.map(finding => printable(finding, 300)),
    '',
    `${paint.red(countText(findings.length, 'mistake'))} in ${printable(file)}.`,
  ],
})

const inOrder = (file: string, dialect: Dialect): CommandResult => ({
  json: { file, isInOrder: true, findings: [], ...dialectOverview(dialect) },
  text: paint => [...dialectLines(dialect, paint), '', `${paint.green('In order:')} ${printable(file)}.`],
})

function addDialects(group: Command, context: CommandContext): void {
  addCommand(group, 'dialects', {
    summary: 'list the dialects that come with the gateway',
    examples: [['tollgate link dialects', 'their names, and what they are']],
  }).action(() =>
    context.show({
      json: { dialects: shippedDialects.map(({ name, about, generation }) => ({ name, about, generation })) },
      text: paint =>
        tableLines(
          ['NAME', 'WHAT IT IS'],
          shippedDialects.map(({ name, about }) => [name, about]),
          paint,
        ),
    }),
  )
}

function addDialect(group: Command, context: CommandContext): void {
  addCommand(group, 'dialect', {
    summary: 'print a dialect that comes with the gateway',
    details: 'As the JSON that a file of your own has, so that you can begin with it.',
    examples: [
      ['tollgate link dialect iso1987-ascii', 'the default'],
      ['tollgate link dialect iso1993-packed', 'write it to a file to change it: its name first'],
    ],
  })
    .argument('<name>', 'the name of the dialect')
    .action((name: string) => {
      const dialect = dialectNamed(name)
      if (dialect === undefined) throw new UseRefusal(unknownDialect(name))
      context.show({ json: dialect, text: () => JSON.stringify(dialect, null, 2).split('\n') })
    })
}

function unknownDialect(name: string): string {
  const names = shippedDialects.map(dialect => dialect.name)
  const near = nearest(name, names)
  const hint = near === undefined ? `There are ${names.join(', ')}.` : `The nearest is ${near}.`
  return `There is no dialect ${printable(name, 40)}. ${hint}`
}
