// The commands of acquirer links. Each of them is in a file of its own.

import type { Command } from 'commander'
import { addGroup } from './command.ts'
import type { CommandContext } from './context.ts'
import { addDialectCommands } from './linkDialects.ts'
import { addProbe } from './linkProbe.ts'
import { addLinkRecordCommands } from './linkRecord.ts'

export function addLink(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'link', {
    summary: 'links to acquirer hosts, and the dialects that they speak',
    details:
      'A dialect says how one family of hosts writes its messages. Where none of those that come with the ' +
      'gateway fits, begin with the nearest of them: dialect prints it, check finds mistakes in yours.',
    examples: [
      ['tollgate link status', 'connections, breaker and figures of every node'],
      ['tollgate link trace order-1 1', 'the messages of a transaction'],
      ['tollgate link dialects', 'which dialects there are'],
      ['tollgate link dialect iso1987-ascii', 'write it to a file, and you have one to begin with'],
      ['tollgate link check ours.json', 'what is wrong with it, or what it says'],
      ['tollgate link probe first-bank', 'whether its hosts answer, and with which bytes'],
    ],
  })
  addDialectCommands(group, context)
  addProbe(group, context)
  addLinkRecordCommands(group, context)
}
