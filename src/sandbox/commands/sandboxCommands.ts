import type { Command } from 'commander'
import { addCommand, addGroup } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/context.ts'
import { type GatewayOptions, successBody, withGatewayOptions } from '../../commands/gatewayConnection.ts'
import { type CommandResult, pairLines, printable } from '../../commands/output.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { StartRefusal, UseRefusal } from '../../platform/errors.ts'
import { addTerminalCommands } from './terminalCommands.ts'

export function addSandboxCommands(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'sandbox', {
    summary: 'a running sandbox: what its acquirer answers next, its clock, reset; test card readings',
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
  addScriptCommands(group, context)
  addClock(group, context)
  addReset(group, context)
  addTerminalCommands(group, context)
}

function addClock(group: Command, context: CommandContext): void {
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
  withGatewayOptions(command).action(async (duration: string | undefined, wanted: GatewayOptions) => {
    const line = await context.gateway(wanted)
    const answer = await context.withProgress(progress => {
      if (duration !== undefined) progress.report('Doing what falls due', 0)
      return duration === undefined
        ? line.call('GET', '/sandbox/clock')
        : line.call('POST', '/sandbox/clock', { body: { advance: duration }, timeoutMs: longMs })
    })
    context.show(clock(successBody(answer)))
  })
}

/** Moving the clock by a year does a year of retries before it answers. */
const longMs = 600_000

const clock = (body: Content): CommandResult => ({
  json: body,
  text: () =>
    pairLines([
      ['sandbox time', printable(body.now)],
      ['ahead by', body.shift === 'PT0S' ? 'nothing' : printable(body.shift)],
    ]),
})

function addReset(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'reset', {
    summary: 'empty the sandbox: orders, tokens, books, scripts and clock as on the first day',
    examples: [
      ['tollgate sandbox reset', 'asks first'],
      ['tollgate sandbox reset --yes', 'does not ask; for scripts'],
    ],
  }).option('--yes', 'do not ask')
  withGatewayOptions(command).action(
    async ({ yes = false, ...wanted }: { yes?: boolean } & GatewayOptions) => {
      const line = await context.gateway(wanted)
      const isWanted = yes || (await context.ask(`Empty the sandbox at ${line.address}?`))
      if (isWanted === undefined)
        throw new UseRefusal('Nobody is here to be asked: say --yes to empty the sandbox.')
      if (!isWanted) throw new StartRefusal('Nothing was done.')
      const body = successBody(await line.call('DELETE', '/sandbox/data', { timeoutMs: longMs }))
      context.show({
        json: body,
        text: paint => [`${paint.green('Empty:')} the sandbox at ${line.address} begins anew.`],
      })
    },
  )
}

function addScriptCommands(parent: Command, context: CommandContext): void {
  const group = addGroup(parent, 'scripts', {
    summary: 'what the acquirer answers next, or the issuer',
    details:
      'Each answer is used once, in order, by the requests it fits; then the acquirer is its own again. ' +
      'Where several share a sandbox, say --merchant: a merchant has its own answers first, and others ' +
      'never use them.',
    examples: [
      ['tollgate sandbox scripts add silent --order order-2', 'the acquirer never answers'],
      ['tollgate sandbox scripts list', 'what is left'],
    ],
  })
  addScriptsAdd(group, context)
  addScriptsList(group, context)
  addScriptsClear(group, context)
}

type Whose = GatewayOptions & { readonly issuer?: boolean; readonly merchant?: string }
const pathOf = ({ issuer = false }: Whose): string =>
  issuer ? '/sandbox/authentication/scripts' : '/sandbox/acquirer/scripts'
const listPathOf = (given: Whose): string =>
  given.merchant === undefined
    ? pathOf(given)
    : `${pathOf(given)}?merchantId=${encodeURIComponent(given.merchant)}`
const ofEither = (command: Command): Command =>
  withGatewayOptions(command.option('--issuer', "the issuer's, in payer authentication; not the acquirer's"))

type GivenMatch = {
  readonly merchant?: string
  readonly order?: string
  readonly card?: string
  readonly transaction?: string
}

function addScriptsAdd(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'add', {
    summary: 'add answers',
    details:
      'An answer is approve, decline, silent, late and so on; a gateway code may follow behind a colon. ' +
      'Of an issuer it is successful, failed, challenge and so on. One in braces is taken as it is, as ' +
      'in docs/sandbox.md.',
    examples: [
      ['tollgate sandbox scripts add decline:INSUFFICIENT_FUNDS approve --order order-1', 'two answers'],
      ['tollgate sandbox scripts add silent', 'for the next request of any merchant'],
      ['tollgate sandbox scripts add decline --merchant SHOP', 'for the next request of SHOP'],
      [`tollgate sandbox scripts add '{"answer": "approve", "delayMs": 1500}'`, 'a slow one'],
      ['tollgate sandbox scripts add challenge:Y --issuer', 'a challenge that the payer passes'],
    ],
  })
    .argument('<answer...>', 'one or more, in order')
    .option('--order <order>', 'only for this order')
    .option('--merchant <merchant>', 'only for this merchant')
    .option('--card <number>', 'only for this test card')
    .option('--transaction <transaction>', 'only for this transaction')
  ofEither(command).action(async (answers: string[], given: GivenMatch & Whose) => {
    const body = given.issuer ? { outcomes: answers.map(outcomeOf) } : { answers: answers.map(answerOf) }
    const line = await context.gateway(given)
    const answer = await line.call('POST', pathOf(given), { body: { match: matchOf(given), ...body } })
    context.show(scriptsLeft(successBody(answer), given))
  })
}

const matchOf = ({ merchant, order, card, transaction }: GivenMatch): object => ({
  ...(merchant !== undefined && { merchantId: merchant }),
  ...(order !== undefined && { orderId: order }),
  ...(card !== undefined && { cardNumber: card }),
  ...(transaction !== undefined && { transactionId: transaction }),
})

function answerOf(text: string): object {
  const [answer, gatewayCode] = text.split(':', 2)
  return inBraces(text) ?? { answer, ...(gatewayCode !== undefined && { gatewayCode }) }
}

function outcomeOf(text: string): object {
  const [outcome, payer] = text.split(':', 2)
  return inBraces(text) ?? { outcome, ...(payer !== undefined && { payer }) }
}

function inBraces(text: string): object | undefined {
  if (!text.trim().startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    throw new UseRefusal(`That is no JSON: ${printable(text, 60)}`)
  }
}

function addScriptsList(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'list', {
    summary: 'list answers that were not used yet',
    examples: [['tollgate sandbox scripts list', 'card numbers are masked']],
  }).option('--merchant <merchant>', 'only those in force for this merchant')
  ofEither(command).action(async (given: Whose) => {
    const line = await context.gateway(given)
    context.show(scriptsLeft(successBody(await line.call('GET', listPathOf(given))), given))
  })
}

function addScriptsClear(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'clear', {
    summary: 'forget all answers that were not used yet',
    examples: [['tollgate sandbox scripts clear', 'the acquirer is its own again']],
  }).option('--merchant <merchant>', 'only those of this merchant')
  ofEither(command).action(async (given: Whose) => {
    const line = await context.gateway(given)
    context.show(scriptsLeft(successBody(await line.call('DELETE', listPathOf(given))), given))
  })
}

const scriptsLeft = (body: Content, { issuer }: Whose): CommandResult => ({
  json: body,
  text: () => {
    const scripts = Array.isArray(body.scripts) ? body.scripts.filter(isObject) : []
    return scripts.length === 0
      ? [`No answers are left: the ${issuer ? 'issuer' : 'acquirer'} is its own.`]
      : scripts.map(scriptLine)
  },
})

function scriptLine({ match, answers, outcomes }: Content): string {
  const whom = isObject(match) ? Object.entries(match).map(([name, value]) => `${name} ${value}`) : []
  const list = Array.isArray(answers) ? answers : Array.isArray(outcomes) ? outcomes : []
  const words = list.filter(isObject).map(one => Object.values(one).join(' '))
  return printable(`${whom.join(', ') || 'whatever comes'}: ${words.join(', then ')}`, 400)
}
