// The commands `start` and `migrate`.

import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { CommandContext, MigrationReport } from './context.ts'
import { type CommandResult, countText } from './output.ts'

export function addStart(program: Command, context: CommandContext): void {
  addCommand(program, 'start', {
    summary: 'start the gateway, as npm start does',
    details: 'Settings are environment variables: docs/configuration.md. Ctrl-C stops it.',
    examples: [['tollgate start', 'a sandbox on http://127.0.0.1:8080']],
  }).action(() => context.start())
}

export function addMigrate(program: Command, context: CommandContext): void {
  addCommand(program, 'migrate', {
    summary: "bring the database up to date, and set up the gateway's login",
    details:
      'As the owner of the tables (TOLLGATE_OWNER_DATABASE_URL), so that no node needs to know that login. ' +
      'Makes the login of TOLLGATE_DATABASE_URL where it is missing and the owner may. Done twice, it ' +
      'changes nothing; nodes of the release before go on meanwhile.',
    examples: [
      ['tollgate migrate', 'before the first start, and before each new release'],
      ['tollgate migrate --restored', 'after a restore, when this is the database from now on'],
    ],
  })
    .option('--restored', 'the database was restored or moved here, and payments go into it from now on')
    .action(async ({ restored: isRestored = false }: { restored?: boolean }) =>
      context.show(migrateResult(await context.migrate({ isRestored }), isRestored)),
    )
}

const migrateResult = ({ applied, newest }: MigrationReport, isRestored: boolean): CommandResult => ({
  json: { applied, newest },
  text: paint => [
    applied.length === 0
      ? `${paint.green('Up to date:')} ${countText(newest, 'migration')}, nothing to do.`
      : `${paint.green('Migrated:')} ${applied.join(', ')}.`,
    ...(isRestored
      ? ['Gateways may start on it: they undo what was open in it, and tell merchants what waited.']
      : []),
  ],
})
