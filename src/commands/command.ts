// How commands are declared: descriptions, options and arguments they share, and refusals of a wrong command
// line.

import { type Command, type CommanderError, Help, InvalidArgumentError, Option } from 'commander'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { nearest } from '../standards/nearest.ts'
import { printable, wrapText } from './output.ts'

/** The description of a command: a summary, details and examples. */
type CommandDescription = {
  readonly summary: string
  /** What an operator should know before using it. */
  readonly details?: string
  readonly examples: readonly CommandExample[]
}

type CommandExample = readonly [line: string, what: string]

/** Adds a command such as `add <merchant>` below another one; errors in its command line name it in full. */
export function addCommand(parent: Command, usage: string, about: CommandDescription): Command {
  return describeCommand(parent.command(usage), about)
}

/** A command with commands below it; called alone it prints its help. */
export function addGroup(parent: Command, name: string, about: CommandDescription): Command {
  const group = addCommand(parent, name, about)
  return group.usage('<command>').action(() => group.outputHelp())
}

export function describeCommand(
  command: Command,
  { summary, details, examples }: CommandDescription,
): Command {
  const title = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  const lines = examples.flatMap(([line, what]) => [`  $ npx ${line}`, `      ${what}`])
  return command
    .summary(summary)
    .description(details === undefined ? title : `${title} ${details}`)
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm: shortTerm,
      visibleOptions: shown => [...new Help().visibleOptions(shown), ...forPrograms(shown)],
      commandUsage: shown => `${fullName(shown)} ${shown.usage()}`,
      styleTitle: bold,
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride(error => {
      if (error.exitCode === 0) throw error
      throw usageRefusal(command, error)
    })
    .addHelpText('after', `\n${bold('Examples:')}\n${lines.join('\n')}\n`)
}

/** Options of every command are shown in the help of each. */
function forPrograms({ parent }: Command): readonly Option[] {
  if (!parent) return []
  return parent.parent ? forPrograms(parent) : parent.options.filter(({ long }) => long === '--json')
}

const bold = (text: string): string => `\x1b[1m${text}\x1b[0m`
const termOf = (argument: Command['registeredArguments'][number]): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

/** In a list of commands: arguments where they leave room for what the command does. */
const shortTerm = (command: Command): string => {
  const whole = [command.name(), ...command.registeredArguments.map(termOf)].join(' ')
  return whole.length <= termMax ? whole : command.name()
}
const termMax = 40

/** For commands that change something: the audit log records who did it. */
export function withOperatorOption(command: Command): Command {
  return command.option('--as <name>', 'who does it, for the audit log (default: this user at this host)')
}

export type OperatorOption = { readonly as?: string | undefined }

/** The merchant that a command is about: `.argument(...merchantArgument)`. */
export const merchantArgument = ['<merchant>', "the merchant's id"] as const

export function numberOption(
  flags: string,
  meaning: string,
  { min, max, usual }: { readonly min: number; readonly max: number; readonly usual?: number },
): Option {
  return new Option(flags, meaning).default(usual).argParser(text => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  })
}

export function choiceOption(flags: string, meaning: string, choices: readonly string[]): Option {
  return new Option(flags, meaning).choices(choices)
}

/** Settings that a command takes as `name=value`, for its help. */
export const settingLines = (settings: Readonly<Record<string, SettingDescription>>): readonly string[] =>
  Object.entries(settings).flatMap(([name, { meaning, expects }]) => [
    `  ${name}`,
    ...wrapText(`${meaning} It is ${expects}.`, 72).map(line => `      ${line}`),
  ])

type SettingDescription = { readonly meaning: string; readonly expects: string }

/** A command line that cannot be parsed, explained in one line. */
export class UsageRefusal extends Error {
  override readonly name = 'UsageRefusal'
}

/** Explains the mistake, what was probably meant, and where to read on. */
function usageRefusal(command: Command, { code, message }: CommanderError): UsageRefusal {
  const name = fullName(command)
  const [, given = ''] = /'([^']*)'/.exec(message) ?? []
  const sentence = sentences[code]?.({ command, name, given, message }) ?? withoutPrefix(message)
  return new UsageRefusal(`${sentence} See ${name} --help.`)
}

type UsageMistake = {
  readonly command: Command
  readonly name: string
  readonly given: string
  readonly message: string
}

const sentences: { readonly [code: string]: (mistake: UsageMistake) => string } = {
  'commander.unknownOption': ({ command, name, given }) =>
    `${name} has no ${cut(given)}${hint(given, flagsOf(command))}`,
  'commander.unknownCommand': ({ command, name, given }) => unknownCommand(command, name, given),
  'commander.missingArgument': ({ command, name, given }) =>
    `${name} needs <${given}>: ${meaningOf(command, given)}.`,
  'commander.excessArguments': ({ command, name }) => {
    // An argument of a group can only be meant as one of its commands.
    if (command.commands.length > 0) return unknownCommand(command, name, command.args[0] ?? '')
    const expected = command.registeredArguments.map(argument => `<${argument.name()}>`).join(' ')
    return `${name} takes ${expected === '' ? 'no arguments' : `only ${expected}`}; too many were given.`
  },
  'commander.invalidArgument': ({ name, message }) => {
    const { option, argument, given, other, why } = invalidForm.exec(message)?.groups ?? {}
    return `${name}: ${option ?? `<${argument}>`} cannot be '${cut(given ?? other ?? '')}'. ${why}`
  },
  'commander.optionMissingArgument': ({ name, given }) => `${name} needs a value behind ${given}.`,
  'commander.missingMandatoryOptionValue': ({ name, given }) => `${name} needs ${given}.`,
}

/** The parser's messages for an invalid option and an invalid argument. */
const invalidForm = new RegExp(
  [
    "^error: (?:option '(?<option>[^']*)' argument '(?<given>.*)' is invalid",
    "|command-argument value '(?<other>.*)' is invalid for argument '(?<argument>[^']*)')\\. (?<why>.*)$",
  ].join(''),
  's',
)

const unknownCommand = (command: Command, name: string, given: string): string =>
  `${name} has no command ${cut(given)}${hint(given, namesOf(command))}`

const hint = (given: string, names: readonly string[]): string => {
  const near = nearest(cut(given), names)
  return near === undefined ? '.' : `; the nearest is ${near}.`
}

export function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}

/** The flags of the command and of those above it. */
function flagsOf(command: Command): readonly string[] {
  const own = command.options.flatMap(({ long }) => (long ? [long] : []))
  return [...own, ...(command.parent ? flagsOf(command.parent) : ['--help'])]
}

const namesOf = ({ commands }: Command): readonly string[] => commands.map(command => command.name())

const meaningOf = ({ registeredArguments }: Command, name: string): string =>
  registeredArguments.find(argument => argument.name() === name)?.description ?? ''

const withoutPrefix = (message: string): string => {
  const text = message.replace(/^error: /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Shortened: a flag may contain anything, also a secret that was pasted by mistake. */
const cut = (given: string): string =>
  holdsCardData(given) ? '(card data)' : printable(given.replace(/=.*$/s, ''), 40)
