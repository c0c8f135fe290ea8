import type { Command, CommanderError } from 'commander'
import { nearest } from '../platform/nearest.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { harmless } from './shown.ts'

/** A command line that cannot be understood: one line that helps. */
export class UsageRefusal extends Error {
  override readonly name = 'UsageRefusal'
}

/** What is wrong, what was probably meant, and where to read on. */
export function usageRefusal(command: Command, { code, message }: CommanderError): UsageRefusal {
  const name = wholeName(command)
  const [, given = ''] = /'([^']*)'/.exec(message) ?? []
  const sentence = sentences[code]?.({ command, name, given, message }) ?? withoutPrefix(message)
  return new UsageRefusal(`${sentence} See ${name} --help.`)
}

type Mistake = {
  readonly command: Command
  readonly name: string
  readonly given: string
  readonly message: string
}

const sentences: { readonly [code: string]: (mistake: Mistake) => string } = {
  'commander.unknownOption': ({ command, name, given }) =>
    `${name} has no ${cut(given)}${hint(given, flagsOf(command))}`,
  'commander.unknownCommand': ({ command, name, given }) => unknownCommand(command, name, given),
  'commander.missingArgument': ({ command, name, given }) =>
    `${name} needs <${given}>: ${meaningOf(command, given)}.`,
  'commander.excessArguments': ({ command, name }) => {
    // What follows a group can only be meant as one of its commands.
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

/** How an option is refused, and how an argument is. */
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

export function wholeName(command: Command): string {
  return command.parent ? `${wholeName(command.parent)} ${command.name()}` : command.name()
}

/** Of the command itself and of those above it. */
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

/** A flag may hold anything, also what was pasted by mistake. */
const cut = (given: string): string =>
  holdsCardData(given) ? '(card data)' : harmless(given.replace(/=.*$/s, ''), 40)
