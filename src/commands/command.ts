import { type Command, Help, InvalidArgumentError, Option } from 'commander'
import { usageRefusal, wholeName } from './usage.ts'

/** All that a command says of itself: what it does, in a sentence, and lines to paste. */
export type About = {
  readonly summary: string
  /** What is worth knowing before it is used. */
  readonly details?: string
  readonly examples: readonly Example[]
}

export type Example = readonly [line: string, what: string]

/** `add <merchant>` below another one; what is wrong with its line is said in its name. */
export function addCommand(parent: Command, usage: string, about: About): Command {
  return describe(parent.command(usage), about)
}

/** A name with commands below it; without one of them it shows what there is. */
export function addGroup(parent: Command, name: string, about: About): Command {
  const group = addCommand(parent, name, about)
  return group.usage('<command>').action(() => group.outputHelp())
}

export function describe(command: Command, { summary, details, examples }: About): Command {
  const title = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  const lines = examples.flatMap(([line, what]) => [`  $ npx ${line}`, `      ${what}`])
  return command
    .summary(summary)
    .description(details === undefined ? title : `${title} ${details}`)
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm: below => [below.name(), ...below.registeredArguments.map(termOf)].join(' '),
      visibleOptions: shown => [...new Help().visibleOptions(shown), ...forPrograms(shown)],
      commandUsage: shown => `${wholeName(shown)} ${shown.usage()}`,
      styleTitle: bold,
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride(error => {
      throw error.exitCode === 0 ? error : usageRefusal(command, error)
    })
    .addHelpText('after', `\n${bold('Examples:')}\n${lines.join('\n')}\n`)
}

/** What holds for every command is said with each. */
function forPrograms({ parent }: Command): readonly Option[] {
  if (!parent) return []
  return parent.parent ? forPrograms(parent) : parent.options.filter(({ long }) => long === '--json')
}

const bold = (text: string): string => `\x1b[1m${text}\x1b[0m`
const termOf = (argument: Command['registeredArguments'][number]): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

/** For what changes something: the audit log keeps who did it. */
export function byOperator(command: Command): Command {
  return command.option('--as <name>', 'who does it, for the audit log (default: this user at this host)')
}

export type ByOperator = { readonly as?: string }

export function numberOption(
  flags: string,
  meaning: string,
  { min, max, usual }: { readonly min: number; readonly max: number; readonly usual: number },
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
