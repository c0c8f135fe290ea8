// The command that opens the console of a running sandbox.

import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { CommandContext } from './context.ts'
import { type GatewayOptions, successBody, withGatewayOptions } from './gatewayConnection.ts'
import { printable } from './output.ts'

export function addConsole(program: Command, context: CommandContext): void {
  const command = addCommand(program, 'console', {
    summary: 'an address that signs in to the console of a running sandbox',
    details:
      'It works once, within ten minutes, in a browser on this machine. In production users sign in ' +
      'themselves: see tollgate users.',
    examples: [['tollgate console', 'open what it prints']],
  })
  withGatewayOptions(command).action(async (wanted: GatewayOptions) => {
    const line = await context.gateway(wanted)
    const { path } = successBody(await line.call('POST', '/sandbox/console'))
    const address = `${line.address}${printable(path)}`
    context.show({ json: { address }, text: paint => [paint.bold(address)] })
  })
}
