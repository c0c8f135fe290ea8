import type { Command } from 'commander'
import { addCommand, addGroup } from '../../commands/command.ts'
import { bodyOf, type ToGateway, toGateway } from '../../commands/gatewayAnswer.ts'
import type { Office } from '../../commands/office.ts'
import { harmless, pairs, type Shown } from '../../commands/shown.ts'
import type { Content } from '../../contract/kit/content.ts'
import { StartRefusal, UseRefusal } from '../../platform/errors.ts'
import { addScriptCommands } from './sandboxScripts.ts'
import { addTerminalCommands } from './terminalCommands.ts'

export function addSandboxCommands(program: Command, office: Office): void {
  const group = addGroup(program, 'sandbox', {
    summary: 'a running sandbox: what its acquirer answers next, its clock, its end; test readings',
    details:
      'Speaks with a sandbox that runs on this machine. p2pe, emv, track and pin only build what a ' +
      'terminal would send to it, and need none.',
    examples: [
      ['tollgate sandbox scripts add decline:INSUFFICIENT_FUNDS --order order-1', 'the next answer'],
      ['tollgate sandbox clock P8D', 'eight days later'],
      ['tollgate sandbox p2pe', 'what an encrypting terminal would send'],
      ['tollgate sandbox reset', 'back to the beginning'],
    ],
  })
  addScriptCommands(group, office)
  addClock(group, office)
  addReset(group, office)
  addTerminalCommands(group, office)
}

function addClock(group: Command, office: Office): void {
  const command = addCommand(group, 'clock', {
    summary: "tell the sandbox's time, or move it forward",
    details:
      'By an ISO 8601 duration, forward only; done when everything that fell due has been done: retries, ' +
      'expiries, inquiries.',
    examples: [
      ['tollgate sandbox clock', 'what time it is there'],
      ['tollgate sandbox clock PT1M', 'a minute later: pending reversals are made'],
      ['tollgate sandbox clock P8D', 'eight days later: authorizations lapse'],
    ],
  }).argument('[duration]', 'how far, such as PT90S, P8D or P1M')
  toGateway(command).action(async (duration: string | undefined, wanted: ToGateway) => {
    const line = await office.gateway(wanted)
    const answer = await office.watched(progress => {
      if (duration !== undefined) progress.tell('Doing what falls due', 0)
      return duration === undefined
        ? line.call('GET', '/sandbox/clock')
        : line.call('POST', '/sandbox/clock', { body: { advance: duration }, patienceMs: longMs })
    })
    office.show(clock(bodyOf(answer)))
  })
}

/** A year of retries takes its time. */
const longMs = 600_000

const clock = (body: Content): Shown => ({
  json: body,
  text: () =>
    pairs([
      ['sandbox time', harmless(body.now)],
      ['ahead by', body.shift === 'PT0S' ? 'nothing' : harmless(body.shift)],
    ]),
})

function addReset(group: Command, office: Office): void {
  const command = addCommand(group, 'reset', {
    summary: 'empty the sandbox: orders, tokens, books, scripts and clock as on the first day',
    examples: [
      ['tollgate sandbox reset', 'asks first'],
      ['tollgate sandbox reset --yes', 'does not ask; for scripts'],
    ],
  }).option('--yes', 'do not ask')
  toGateway(command).action(async ({ yes = false, ...wanted }: { yes?: boolean } & ToGateway) => {
    const line = await office.gateway(wanted)
    const isWanted = yes || (await office.ask(`Empty the sandbox at ${line.address}?`))
    if (isWanted === undefined)
      throw new UseRefusal('Nobody is here to be asked: say --yes to empty the sandbox.')
    if (!isWanted) throw new StartRefusal('Nothing was done.')
    const body = bodyOf(await line.call('DELETE', '/sandbox/data', { patienceMs: longMs }))
    office.show({
      json: body,
      text: paint => [`${paint.green('Empty:')} the sandbox at ${line.address} begins anew.`],
    })
  })
}
