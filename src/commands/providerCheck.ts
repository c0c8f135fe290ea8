// The commands for people who write adapters of payment providers: a check of every rule of the protocol, and
// the protocol as an OpenAPI document.

import type { Command } from 'commander'
import { fitsCurrency, toMinor } from '../orders/money.ts'
import { UseRefusal } from '../platform/errors.ts'
import { readPrivate } from '../platform/files.ts'
import { createAdapterClient } from '../providers/check/adapterClient.ts'
import { type NoticeListener, openNoticeListener } from '../providers/check/noticeListener.ts'
import { payerByAddress, payerByCommand } from '../providers/check/payers.ts'
import { type RuleOutcome, runCheck } from '../providers/check/runCheck.ts'
import { type CheckPayer, createCheckStage } from '../providers/check/stage.ts'
import { protocolDocument } from '../providers/protocol/document.ts'
import { isProtocolSecret } from '../providers/protocol/signature.ts'
import { readUrl } from '../standards/url.ts'
import { addCommand, addGroup, numberOption, UsageRefusal } from './command.ts'
import type { CommandContext } from './context.ts'
import { countText, printable } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addProvider(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'provider', {
    summary: 'tools for writing an adapter of a payment provider',
    details: 'The protocol is explained in docs/provider-protocol.md.',
    examples: [
      ["tollgate provider check https://adapter.example --payer './agree.sh'", 'whether it keeps every rule'],
      ['tollgate provider openapi', 'the protocol as an OpenAPI document'],
    ],
  })
  addCheck(group, context)
  addCommand(group, 'openapi', {
    summary: 'print the provider protocol as an OpenAPI 3.1 document',
    examples: [['tollgate provider openapi', 'for a generator of clients, or a viewer']],
  }).action(() => context.terminal.print(JSON.stringify(protocolDocument(), undefined, 2)))
}

const secretVariables = {
  gateway: 'PROVIDER_CHECK_GATEWAY_SECRET',
  provider: 'PROVIDER_CHECK_PROVIDER_SECRET',
} as const

function addCheck(group: Command, context: CommandContext): void {
  addCommand(group, 'check', {
    summary: 'try every rule of the provider protocol at an adapter',
    details:
      'Starts, cancels, refunds and repeats payments of a few units at the adapter, and makes mistakes on ' +
      'purpose: never point it at one that moves real money. Each rule is one line, with what was expected ' +
      'and seen where it is broken. Secrets are in files that only you can read, or in ' +
      `${secretVariables.gateway} and ${secretVariables.provider}. Many rules need a payer who agrees on ` +
      'the page: an address to open, a command of yours with the page in PAGE_URL, or you, when you are ' +
      'asked. Ends with 1 when a rule is broken.',
    examples: [
      [
        "tollgate provider check http://127.0.0.1:8470 --payer-url '{pageUrl}?outcome=approve'",
        'all by itself',
      ],
      ["tollgate provider check https://adapter.example --payer './agree.sh'", 'a script of yours agrees'],
      ['tollgate provider check https://adapter.example --listen 8480', 'you agree; notices are received'],
    ],
  })
    .argument('<url>', 'the address of the adapter; calls go to /v1/… behind it')
    .option('--gateway-secret <file>', 'the secret that the gateway signs calls with')
    .option('--provider-secret <file>', 'the secret that the adapter signs answers and notices with')
    .option('--payer-url <address>', 'opened so that the payer agrees; {pageUrl} stands for the page')
    .option('--payer <command>', 'run so that the payer agrees; PAGE_URL is the page')
    .addOption(
      numberOption('--listen <port>', 'receives notices on this port of this machine; 0: none', {
        ...{ min: 0, max: 65_535, usual: 0 },
      }),
    )
    .option('--notice-url <address>', 'where the adapter reaches that port, if not on this machine')
    .option('--merchant <merchant>', 'in whose name', 'CHECK')
    .option('--kind <kind>', 'the kind of payment', 'BROWSER_PAYMENT')
    .option('--amount <amount>', 'of each payment, at least 16 of the smallest unit', '16.00')
    .option('--currency <code>', 'of each payment', 'USD')
    .addOption(
      numberOption('--seconds <seconds>', 'how long to wait for an answer', { min: 1, max: 120, usual: 10 }),
    )
    .action((url: string, given: CheckArguments) => check(context, url, given))
}

type CheckArguments = {
  readonly gatewaySecret?: string
  readonly providerSecret?: string
  readonly payerUrl?: string
  readonly payer?: string
  readonly listen: number
  readonly noticeUrl?: string
  readonly merchant: string
  readonly kind: string
  readonly amount: string
  readonly currency: string
  readonly seconds: number
}

async function check(context: CommandContext, url: string, given: CheckArguments): Promise<void> {
  const { terminal, clock } = context
  const address = readUrl(url)
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageRefusal('The adapter is an address such as https://adapter.example/tollgate.')
  if (!fitsCurrency(given.amount, given.currency) || toMinor(given.amount, given.currency) < partsMin)
    throw new UsageRefusal(
      `--amount must be of ${printable(given.currency, 3)}, and 16 of its smallest unit at least.`,
    )
  const gateway = await secretOf(context, 'gateway', given.gatewaySecret)
  const provider = await secretOf(context, 'provider', given.providerSecret)
  if (gateway === provider) throw new UseRefusal('The two secrets are the same: each side needs its own.')
  const secrets = { gateway: [gateway], provider: [provider] }
  const payer = payerOf(context, given)
  const notices = await listenerOf(given, { secrets: secrets.provider, now: clock.now })
  const isForProgram = context.isForProgram()
  try {
    const stage = createCheckStage({
      ...{ secrets, now: clock.now, decisionMs: payer?.isPerson ? personMs : decisionMs },
      client: createAdapterClient({ address: url, secrets, clock, patienceMs: given.seconds * 1_000 }),
      ...{ merchantId: given.merchant, amount: given.amount, currency: given.currency, kind: given.kind },
      ...(payer && { payer }),
      ...(notices && { notices }),
    })
    const tell = (outcome: RuleOutcome) => {
      if (!isForProgram) for (const line of ruleLines(outcome, terminal.paint)) terminal.print(line)
    }
    const outcomes = await runCheck(stage, { tell })
    context.show({
      json: { address: url, supports: stage.supports, rules: outcomes },
      isBad: outcomes.some(({ outcome }) => outcome === 'broken'),
      text: paint => summaryLines(outcomes, paint),
    })
  } finally {
    await notices?.close()
  }
}

const decisionMs = 15_000
/** Payments are refunded in sixteenths. */
const partsMin = 16n
const personMs = 300_000

async function secretOf(
  context: CommandContext,
  side: keyof typeof secretVariables,
  path: string | undefined,
): Promise<string> {
  const variable = secretVariables[side]
  const text = path === undefined ? context.variable(variable) : await readPrivate(path)
  if (text === undefined)
    throw new UseRefusal(`The ${side}'s secret is missing: say --${side}-secret, or set ${variable}.`)
  const secret = text.trim()
  if (!isProtocolSecret(secret))
    throw new UseRefusal(`The ${side}'s secret must be whsec_ and 24 to 64 bytes in Base64.`)
  return secret
}

function payerOf(context: CommandContext, { payer, payerUrl }: CheckArguments): CheckPayer | undefined {
  if (payer !== undefined && payerUrl !== undefined)
    throw new UsageRefusal('A payer agrees one way: --payer or --payer-url.')
  if (payer !== undefined) return payerByCommand(payer)
  if (payerUrl !== undefined) {
    if (!payerUrl.includes('{pageUrl}')) throw new UsageRefusal('--payer-url must have {pageUrl} in it.')
    return payerByAddress(payerUrl)
  }
  const { terminal } = context
  if (!terminal.isInteractive || context.isForProgram()) return undefined
  return {
    isPerson: true,
    async agree(pageUrl) {
      terminal.print(`\nAgree to this payment, please: ${printable(pageUrl, 2_048)}\n`)
    },
  }
}

async function listenerOf(
  { listen, noticeUrl }: CheckArguments,
  means: { readonly secrets: readonly string[]; readonly now: () => Date },
): Promise<NoticeListener | undefined> {
  if (listen === 0 && noticeUrl === undefined) return undefined
  if (listen === 0) throw new UsageRefusal('--notice-url needs a port to listen on: say --listen.')
  const host = noticeUrl === undefined ? '127.0.0.1' : '0.0.0.0'
  return openNoticeListener({
    ...means,
    host,
    port: listen,
    ...(noticeUrl !== undefined && { address: noticeUrl }),
  })
}

function ruleLines({ rule, expects, outcome, seen }: RuleOutcome, paint: TerminalPaint): readonly string[] {
  if (outcome === 'kept') return [`${paint.green('✓')} ${paint.bold(rule)}  ${paint.dim(expects)}`]
  if (outcome === 'not tried') return [`- ${paint.bold(rule)}  not tried: ${printable(seen ?? '', 300)}`]
  return [
    `${paint.red('✗')} ${paint.bold(rule)}`,
    `    expected  ${expects}`,
    `    seen      ${printable(seen ?? '', 300)}`,
  ]
}

function summaryLines(outcomes: readonly RuleOutcome[], paint: TerminalPaint): readonly string[] {
  const count = (wanted: RuleOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length
  const broken = count('broken')
  const counts = `${countText(count('kept'), 'rule')} kept, ${broken} broken, ${count('not tried')} not tried`
  return ['', `${broken === 0 ? paint.green('In order:') : paint.red('Not in order:')} ${counts}.`]
}
