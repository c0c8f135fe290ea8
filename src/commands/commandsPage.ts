import { type Command, Help } from 'commander'
import { fullName } from './command.ts'
import { wrapText } from './output.ts'

/** Renders docs/commands.md from the commands themselves, so that it cannot differ from them. */
export function commandsPage(program: Command): string {
  const groups = program.commands.map(command => command.helpGroup()).filter(isFirst)
  return [
    introduction,
    ...groups.flatMap(group => [
      `- ${group.replace(/:$/, '')}: ` +
        program.commands
          .filter(command => command.helpGroup() === group)
          .map(command => `[${command.name()}](#${command.name()})`)
          .join(', '),
    ]),
    ...program.commands.flatMap(command => ['', ...sectionOf(command, 2)]),
    '',
  ].join('\n')
}

const isFirst = <Thing>(thing: Thing, index: number, all: readonly Thing[]): boolean =>
  all.indexOf(thing) === index

const pageWidth = 119

const introduction = `# Commands

Written by \`npm run reference\` from the commands themselves, and a test fails when it is stale;
\`npx tollgate <command> --help\` says the same.

\`npx tollgate\` is one command line for whoever runs the gateway and whoever connects a shop to it. To see
a first notification within a minute, start a sandbox with \`npx tollgate start\`, and in a second terminal

\`\`\`sh
npx tollgate listen --print
\`\`\`

Then paste the \`curl\` line that the start printed: what merchants would be told appears at once. With an
address of a program of yours in place of \`--print\`, it is handed over, and its answers are shown.

- **From any folder** it is \`npx --prefix /opt/tollgate tollgate …\` (where it is installed), or just
  \`tollgate …\` after \`ln -s /opt/tollgate/tollgate.mjs /usr/local/bin/tollgate\`. Relative paths, also
  the usual \`./data\`, begin in the folder you are in: set \`TOLLGATE_DATA_DIR\` where it is another one.
- **Settings** are those of the gateway: the same \`TOLLGATE_\` variables, the same folder. Commands work on
  its database, whether a gateway runs or not: a sandbox's own is used beside the gateway, or started for the
  time of the command. They never change its schema. \`sandbox\` and \`listen\` talk to a gateway that is
  running.
- **Who did it** is kept in the audit log: the user and the host, or whoever \`--as\` names.
- **Exit codes**, of every command and of the gateway itself: 0 it was done; 1 it was tried and failed or was
  refused, or what was found is not in order; 2 it was used wrongly: the line, a setting, or a
  file that one of them names is of no use in this form. Commands that look for a difference
  (\`config plan\`, \`replay\`, \`conformance\`) end with 2 where they find one.
- **Programs** say \`--json\`: one JSON document on standard output, and nothing else there; a refusal is
  \`{"error": {"explanation": "…"}}\`. \`listen\` writes one document a line, and \`start\` logs what its
  settings say.
- **Terminals**: colours and bars only there, and no colours where \`NO_COLOR\` is set.
- **Secrets** are shown once, when they are made. Times are in UTC.
`

function sectionOf(command: Command, level: number): readonly string[] {
  return [
    `${'#'.repeat(level)} ${level === 2 ? command.name() : fullName(command).replace(/^tollgate /, '')}`,
    '',
    ...wrapText(command.description(), pageWidth),
    ...(command.commands.length === 0 ? ['', '```', usageOf(command), '```', ...listOf(command)] : []),
    '',
    '```sh',
    ...examplesOf(command),
    '```',
    ...command.commands.flatMap(below => ['', ...sectionOf(below, Math.min(level + 1, 4))]),
  ]
}

const usageOf = (command: Command): string => `npx ${fullName(command)} ${command.usage()}`.trim()

function listOf(command: Command): readonly string[] {
  const help = new Help()
  const rows = [
    ...command.registeredArguments.map(argument => [help.argumentTerm(argument), argument.description]),
    ...command.options.map(option => [help.optionTerm(option), help.optionDescription(option)]),
  ]
  if (rows.length === 0) return []
  return ['', '| | |', '|---|---|', ...rows.map(([term, meaning]) => `| \`${term}\` | ${meaning} |`)]
}

/** Each example with its explanation. */
function examplesOf(command: Command): readonly string[] {
  const examples = [...helpOf(command).matchAll(/^ {2}\$ (.*)\n {6}(.*)$/gm)]
  const width = Math.max(...examples.map(([, line = '']) => line.length))
  return examples.map(([, line = '', what]) => `${line.padEnd(width)}  # ${what}`)
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: part => (text += part) }).outputHelp()
  return text
}
