import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { Office } from './office.ts'

export function addStart(program: Command, office: Office): void {
  addCommand(program, 'start', {
    summary: 'start the gateway, as npm start does',
    details: 'Settings are environment variables: docs/configuration.md. Ctrl-C stops it.',
    examples: [['tollgate start', 'a sandbox on http://127.0.0.1:8080']],
  }).action(() => office.start())
}
