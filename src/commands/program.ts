import { Command, CommanderError } from 'commander'
import { addAudit } from './audit.ts'
import { addCertificates } from './certificates.ts'
import { describe } from './command.ts'
import { addExplain } from './explain.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { addMerchants } from './merchants.ts'
import { addMigrate } from './migrate.ts'
import { addNotifications } from './notifications.ts'
import type { Office } from './office.ts'
import { addPasswords } from './passwords.ts'
import { addReconcile } from './reconcile.ts'
import { addSandbox } from './sandbox.ts'
import { addStart } from './start.ts'

/** Every command there is; what each does, its own file says. */
export function createProgram(office: Office, release: string): Command {
  const program = describe(new Command('tollgate'), {
    summary: 'Tollgate, a self-hosted card payment gateway',
    details:
      'Commands work with the same settings as the gateway (TOLLGATE_…), on its database; sandbox and ' +
      'listen speak with one that is running.',
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
  program.commandsGroup('Run it, and see what happens:')
  for (const add of [addStart, addListen, addExplain, addReconcile, addSandbox]) add(program, office)
  program.commandsGroup('Merchants:')
  for (const add of [addMerchants, addPasswords, addCertificates, addNotifications]) add(program, office)
  program.commandsGroup('Keeping it safe:')
  for (const add of [addMigrate, addKeys, addAudit]) add(program, office)
  return program
}

/** Help and the release are asked for; that they end the line is no mistake. */
export const isAnswered = (error: unknown): boolean => error instanceof CommanderError && error.exitCode === 0
