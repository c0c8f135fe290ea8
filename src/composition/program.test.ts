import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { fullName, UsageRefusal } from '../commands/command.ts'
import { emptyCommandContext } from '../commands/context.ts'
import { createProgram, wordsOf } from './program.ts'

const program = () => createProgram(emptyCommandContext, '1.2.3')
const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)]
const paths = all(program()).map(command => fullName(command).split(' ').slice(1))

/** What a line says, and how it ends. */
async function say(words: readonly string[]) {
  const whole = program()
  let output = ''
  for (const command of all(whole))
    command.configureOutput({ writeOut: text => (output += text), writeErr: text => (output += text) })
  const ending: unknown = await whole.parseAsync(words, { from: 'user' }).then(
    () => undefined,
    error => error,
  )
  return { output, ending }
}

test.each(paths)('every command explains itself: tollgate %s %s %s', async (...given) => {
  const path = given.filter(word => word !== undefined)
  const { output, ending } = await say([...path, '--help'])
  expect(ending).toMatchObject({ exitCode: 0 })
  expect(output).toMatch(/^Usage: tollgate/)
  const [, description = ''] = output.split('\n\n')
  expect(description).toMatch(/^[A-Z][\s\S]*\.$/)
  expect(output).toContain('Examples:\n')
  expect(output).toMatch(/^ {2}\$ npx tollgate .+\n {6}\S/m)
  expect(output).toContain('--json')
  const wide = output.split('\n').filter(line => line.length > 80 && !line.includes('$ npx'))
  expect(wide).toEqual([])
})

test.each([
  [[], []],
  [['help'], ['--help']],
  [
    ['help', 'merchants', 'add'],
    ['merchants', 'add', '--help'],
  ],
  [
    ['merchants', 'add', 'help'],
    ['merchants', 'add', 'help'],
  ],
])('help is a word, too: %j', async (given, understood) => {
  expect(wordsOf(given)).toEqual(understood)
  if (given[0] === 'help') expect((await say(wordsOf(given))).output).toMatch(/^Usage: tollgate/)
})

test.each(paths)('a wrong flag gets one helpful line: tollgate %s %s %s', async (...given) => {
  const path = given.filter(word => word !== undefined)
  const { output, ending } = await say([...path, '--jsno'])
  expect(output).toBe('')
  if (!(ending instanceof UsageRefusal)) throw new Error(`${path} was understood`)
  const name = ['tollgate', ...path].join(' ')
  expect(ending.message).toBe(`${name} has no --jsno; the nearest is --json. See ${name} --help.`)
})

test('every example is a line that is understood', async () => {
  const examples = all(program()).flatMap(command => {
    let help = ''
    command.configureOutput({ writeOut: text => (help += text) })
    command.outputHelp()
    return [...help.matchAll(/^ {2}\$ npx tollgate (.*)$/gm)].map(([, line = '']) => line)
  })
  expect(examples.length).toBeGreaterThan(paths.length)
  for (const line of examples) {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    const { ending } = await say(words.map(word => word.replace('6b1f…', 'a'.repeat(64))))
    expect(ending, line).not.toBeInstanceOf(UsageRefusal)
  }
})

test.each([
  ['4508750015741019', 'tollgate has no command (card data). See tollgate --help.'],
  ['merchnts', 'tollgate has no command merchnts; the nearest is merchants. See tollgate --help.'],
  [
    'merchants lst',
    'tollgate merchants has no command lst; the nearest is list. See tollgate merchants --help.',
  ],
  [
    'passwords add',
    "tollgate passwords add needs <merchant>: the merchant's id. See tollgate passwords add --help.",
  ],
  [
    'passwords add A B',
    'tollgate passwords add takes only <merchant>; too many were given. See tollgate passwords add --help.',
  ],
  [
    'passwords retire A 3',
    "tollgate passwords retire: <slot> cannot be '3'. It must be 1 or 2. See tollgate passwords retire " +
      '--help.',
  ],
  [
    'audit list --limit many',
    "tollgate audit list: --limit <count> cannot be 'many'. It must be a whole number from 1 to 1000. " +
      'See tollgate audit list --help.',
  ],
  [
    'audit list --merchant',
    'tollgate audit list needs a value behind --merchant <merchant>. See tollgate audit list --help.',
  ],
  [
    'notifications list --state DAED',
    "tollgate notifications list: --state <state...> cannot be 'DAED'. It must be one of OFF, NOWHERE, " +
      'WAITING, DELIVERED, GONE, DEAD. See tollgate notifications list --help.',
  ],
  [
    'notifications keys add SHOP --kind secret',
    "tollgate notifications keys add: --kind <kind> cannot be 'secret'. Allowed choices are signing, " +
      'shared. See tollgate notifications keys add --help.',
  ],
  [
    'keys new --id my:key',
    "tollgate keys new: --id <name> cannot be 'my:key'. It must be 1 to 16 letters, digits, _ or -. " +
      'See tollgate keys new --help.',
  ],
  [
    'listen http://127.0.0.1:1 --print',
    'tollgate listen takes a target or --print, not both. See tollgate listen --help.',
  ],
  [
    'notifications resend --from 2h',
    'tollgate notifications resend needs ids, or --merchant with --from. See tollgate notifications ' +
      'resend --help.',
  ],
])('%s', async (line, refusal) => {
  const { ending } = await say(line.split(' '))
  expect(ending).toBeInstanceOf(UsageRefusal)
  expect(ending).toMatchObject({ message: refusal })
})

test('a secret that was pasted behind a wrong flag is not repeated', async () => {
  const { ending } = await say(['listen', '--pasword=0123456789abcdef0123456789abcdef'])
  expect(ending).toMatchObject({
    message: 'tollgate listen has no --pasword; the nearest is --password. See tollgate listen --help.',
  })
})
