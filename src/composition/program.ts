import { Command, CommanderError } from 'commander'
import { addAcquirerHost } from '../commands/acquirerHost.ts'
import { addArchives } from '../commands/archives.ts'
import { addAudit } from '../commands/audit.ts'
import { addCertificates } from '../commands/certificates.ts'
import { describeCommand } from '../commands/command.ts'
import { addConfig } from '../commands/config.ts'
import { addConformance } from '../commands/conformance.ts'
import { addConsole } from '../commands/console.ts'
import type { CommandContext } from '../commands/context.ts'
import { addDirectoryMerchants } from '../commands/directoryMerchants.ts'
import { addDirectoryRanges } from '../commands/directoryRanges.ts'
import { addDirectoryServer } from '../commands/directoryServer.ts'
import { addExplain } from '../commands/explain.ts'
import { addMigrate, addStart } from '../commands/gateway.ts'
import { addKeys } from '../commands/keys.ts'
import { addLink } from '../commands/link.ts'
import { addListen } from '../commands/listen.ts'
import { addMerchants } from '../commands/merchants.ts'
import { addNotifications } from '../commands/notifications.ts'
import { addObligations } from '../commands/obligations.ts'
import { addPasswords } from '../commands/passwords.ts'
import { addPayers } from '../commands/payers.ts'
import { addProvider } from '../commands/providerCheck.ts'
import { addProviderHost } from '../commands/providerHost.ts'
import { addReconcile } from '../commands/reconcile.ts'
import { addTape } from '../commands/tape.ts'
import { addUsers } from '../commands/users.ts'
import { addSandboxCommands } from '../sandbox/commands/sandboxCommands.ts'
import { addDoctor } from '../sandbox/doctor/doctorCommand.ts'
import { addReplay } from '../sandbox/replay/replayCommand.ts'
import { addTrigger } from '../sandbox/trigger/triggerCommand.ts'

/** The command line with all commands; each is defined in its own file. */
export function createProgram(context: CommandContext, release: string): Command {
  const program = describeCommand(new Command('tollgate'), {
    summary: 'Tollgate, a self-hosted card payment gateway',
    details:
      'Commands work with the same settings as the gateway (TOLLGATE_…), on its database; sandbox, ' +
      'listen and trigger talk to a running one.',
    examples: [
      ['tollgate start', 'a sandbox on http://127.0.0.1:8080'],
      ['tollgate listen http://127.0.0.1:3000/hook', 'notifications, to a program of yours'],
      ['tollgate explain order-1 1', 'what happened to a transaction, and why'],
      ['tollgate merchants add SHOP', 'a merchant, with its API password'],
      ['tollgate passwords add --help', 'what a command does, and how'],
    ],
  })
  program
    .usage('<command>')
    .option('--json', 'for programs: one JSON document on standard output, and nothing else')
    .version(release, '-V, --version', 'show the release')
    .action(() => program.outputHelp())
  program.commandsGroup('Run and inspect:')
  for (const add of [addStart, addConsole, addListen, addTrigger, addDoctor, addConformance])
    add(program, context)
  for (const add of [addExplain, addTape, addReplay, addReconcile]) add(program, context)
  addSandboxCommands(program, context)
  for (const add of [addAcquirerHost, addDirectoryServer, addProviderHost]) add(program, context)
  program.commandsGroup('Merchants:')
  for (const add of [addMerchants, addConfig, addPasswords, addCertificates, addNotifications])
    add(program, context)
  program.commandsGroup('Acquirers:')
  for (const add of [addLink, addObligations]) add(program, context)
  program.commandsGroup('Payment providers:')
  addProvider(program, context)
  program.commandsGroup('Payer authentication:')
  for (const add of [addDirectoryMerchants, addDirectoryRanges]) add(program, context)
  program.commandsGroup('Operations and security:')
  for (const add of [addMigrate, addUsers, addPayers, addArchives, addKeys, addAudit]) add(program, context)
  return program
}

/** `help merchants add` is asked as often as `merchants add --help`. */
export const wordsOf = ([first, ...rest]: readonly string[]): string[] =>
  first === 'help' ? [...rest, '--help'] : [...(first === undefined ? [] : [first]), ...rest]

/**
 * Whether the user asked for help or the release: the parser ends with an error then, which is not a mistake.
 */
export const isAnswered = (error: unknown): boolean => error instanceof CommanderError && error.exitCode === 0
