import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { Migrated, Office } from './office.ts'
import { counted, type Shown } from './shown.ts'

export function addMigrate(program: Command, office: Office): void {
  addCommand(program, 'migrate', {
    summary: "bring the database up to date, and set up the gateway's login",
    details:
      'As the owner of the tables (TOLLGATE_OWNER_DATABASE_URL), so that no node needs to know that login. ' +
      'Makes the login of TOLLGATE_DATABASE_URL where it is missing and the owner may. Done twice, it ' +
      'changes nothing; nodes of the release before go on meanwhile.',
    examples: [['tollgate migrate', 'before the first start, and before each new release']],
  }).action(async () => office.show(shown(await office.migrate())))
}

const shown = ({ applied, newest }: Migrated): Shown => ({
  json: { applied, newest },
  text: paint => [
    applied.length === 0
      ? `${paint.green('Up to date:')} ${counted(newest, 'migration')}, nothing to do.`
      : `${paint.green('Migrated:')} ${applied.join(', ')}.`,
  ],
})
