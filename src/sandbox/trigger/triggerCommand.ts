// The command that brings about one outcome on a running sandbox.

import type { Command } from 'commander'
import { addCommand, UsageRefusal } from '../../commands/command.ts'
import type { CommandContext, GatewayConnection } from '../../commands/context.ts'
import { type GatewayOptions, successBody, withGatewayOptions } from '../../commands/gatewayConnection.ts'
import {
  credentialsOf,
  type MerchantCredentials,
  type MerchantOptions,
  withMerchantOptions,
} from '../../commands/merchantCredentials.ts'
import { notificationLines, outcomeText, readBody } from '../../commands/notificationFeed.ts'
import { type CommandResult, groupIn, pairLines, printable } from '../../commands/output.ts'
import type { TerminalPaint } from '../../commands/terminal.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { randomHex } from '../../platform/ids.ts'
import { nearest } from '../../standards/nearest.ts'
import { shellText } from '../../standards/shellText.ts'
import { allScenarios, scenarioGroups } from './library.ts'
import { type DoneStep, pathOf, runScenario, type ScenarioRun } from './runScenario.ts'
import { placeholders, type Scenario, type ScenarioStep } from './scenario.ts'

export function addTrigger(program: Command, context: CommandContext): void {
  const command = addCommand(program, 'trigger', {
    summary: 'bring about one outcome on a running sandbox: a decline, a time-out, a challenge',
    details:
      'Sends the requests, shows each as a curl line with the essence of its answer, and the notifications ' +
      'that follow. What it prints is a shell script, too: run it, and the same happens to a new order. ' +
      'Exit code 1 if an answer is not as it should be. Without a name it lists what there is.',
    examples: [
      ['tollgate trigger refund.timed_out', 'a refund that the acquirer never answers'],
      ['tollgate trigger', 'every outcome there is'],
      ['tollgate trigger payment.declined --merchant SHOP --password-file shop.txt', 'as SHOP'],
    ],
  }).argument('[name]', 'which outcome, such as payment.declined')
  withGatewayOptions(withMerchantOptions(command)).action(
    async (name: string | undefined, given: GatewayOptions & MerchantOptions) =>
      name === undefined ? context.show(list) : trigger(context, scenarioNamed(name), given),
  )
}

const list: CommandResult = {
  json: scenarioGroups.map(({ title, scenarios }) => ({
    title,
    scenarios: scenarios.map(({ name, what }) => ({ name, what })),
  })),
  text: paint => [
    ...scenarioGroups.flatMap(({ title, scenarios }) => [
      paint.bold(title),
      ...pairLines(scenarios.map(({ name, what }) => [name, what])),
      '',
    ]),
    `${allScenarios.length} outcomes. To bring one about: npx tollgate trigger refund.timed_out`,
  ],
}

function scenarioNamed(name: string): Scenario {
  const found = allScenarios.find(scenario => scenario.name === name)
  if (found) return found
  const near = nearest(
    name,
    allScenarios.map(scenario => scenario.name),
  )
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  throw new UsageRefusal(
    `There is no outcome ${printable(name, 40)}.${hint} tollgate trigger lists them all.`,
  )
}

async function trigger(
  context: CommandContext,
  scenario: Scenario,
  given: GatewayOptions & MerchantOptions,
): Promise<void> {
  const connection = await context.gateway(given)
  await needSandboxAt(connection)
  const credentials = await credentialsOf(context, given, 'payments')
  const orderId = `${orderName(scenario)}-${randomHex(4)}`
  const { terminal, clock } = context
  const isForProgram = context.isForProgram()
  const print = (lines: readonly string[]) => {
    if (!isForProgram) for (const line of lines) terminal.print(line)
  }
  const { paint } = terminal
  const target = { ...{ connection, credentials, given }, password: shownPassword(context, credentials) }
  print(headLines(scenario, { orderId, paint, isNamed: given.merchant !== undefined }))
  let count = 0
  const run = await runScenario(scenario, {
    ...{ connection, credentials, orderId, clock, patienceMs: 30_000 },
    report(done) {
      count += 1
      print(stepLines(done, { number: count, paint, curl: curlLines(done.step, target) }))
    },
  })
  context.show({
    json: runJson(scenario, orderId, run),
    text: () => endLines(run, { orderId, paint, connection, credentials }),
    isBad: !run.isKept,
  })
}

/** Before anything is paid: this is for test cards. */
async function needSandboxAt(connection: GatewayConnection): Promise<void> {
  const answer = await connection.call('GET', '/sandbox')
  if (answer.status === 404)
    throw new StartRefusal(
      `The gateway at ${connection.address} is no sandbox. trigger makes payments with test cards, and ` +
        'nothing was sent. Start a sandbox with: npx tollgate start',
    )
  successBody(answer)
}

/** A password that was given is not printed. */
function shownPassword({ defaults }: CommandContext, { password }: MerchantCredentials): string {
  return password === defaults.password() ? defaults.shownPassword() : '$PASSWORD'
}

/** With a number behind it, an order's id has at most 40 characters. */
const orderName = ({ name }: Scenario): string => name.replace(/[._]/g, '-').slice(0, 28)

const headLines = (
  scenario: Scenario,
  {
    orderId,
    paint,
    isNamed,
  }: { readonly orderId: string; readonly paint: TerminalPaint; readonly isNamed: boolean },
): readonly string[] => [
  paint.bold(`# ${scenario.name}: ${scenario.what}`),
  ...(isNamed ? [paint.dim('# PASSWORD is the API password of the merchant.')] : []),
  `order=${orderName(scenario)}-$(date +%s)  ${paint.dim(`# in this run ${orderId}`)}`,
]

const stepLines = (
  { step, answer, isKept }: DoneStep,
  {
    number,
    paint,
    curl,
  }: { readonly number: number; readonly paint: TerminalPaint; readonly curl: readonly string[] },
): readonly string[] => {
  const { status, body } = answer
  const text = 'transactionId' in step.at ? answerText(body, paint) : ''
  const again = step.isAwaited ? paint.dim(', after a while') : ''
  return [
    '',
    paint.bold(`# ${number}. ${step.why}`),
    ...curl,
    `# ${paint.dim('→')} ${status} ${text}${again}`.trimEnd(),
    ...(isKept ? [] : [paint.red(`# Not what was promised, which is ${JSON.stringify(step.promises)}`)]),
  ]
}

function answerText(body: DoneStep['answer']['body'], paint: TerminalPaint): string {
  const { cause, field, explanation } = groupIn(body, 'error')
  if (cause !== undefined)
    return paint.red(printable([cause, field, explanation].filter(Boolean).join(', '), 300))
  const { authenticationStatus } = groupIn(body, 'transaction')
  const { status: reversal } = groupIn(groupIn(body, 'transaction'), 'reversal')
  const told = [
    outcomeText(body, paint),
    ...(authenticationStatus === undefined ? [] : [printable(authenticationStatus)]),
    ...(reversal === undefined ? [] : [`reversal ${printable(reversal)}`]),
  ]
  return told.join(', ')
}

type CurlTarget = {
  readonly connection: GatewayConnection
  readonly credentials: MerchantCredentials
  readonly password: string
  readonly given: GatewayOptions
}

/** With `$order` in the place of the order's id. */
function curlLines(
  step: ScenarioStep,
  { connection, credentials, password, given }: CurlTarget,
): readonly string[] {
  const { merchantId } = credentials
  const own = (text: string) => text.replaceAll(placeholders.merchant, merchantId)
  const path = own(pathOf(step)).replaceAll(placeholders.order, '$order')
  const address = `"${connection.address}${path}"`
  const wait = step.isAwaited ? 'sleep 3; ' : ''
  const cacert = given.cacert === undefined ? '' : ` --cacert '${given.cacert}'`
  const login = 'transactionId' in step.at ? ` -u "merchant.${merchantId}:${password}"` : ''
  const body =
    step.body && shellText(own(JSON.stringify(step.body))).replaceAll(placeholders.order, `'$order'`)
  return [
    `${wait}curl -sS -w '\\n'${cacert}${login} -X ${step.method} ${address}${body ? ' \\' : ''}`,
    ...(body ? [`  -H 'Content-Type: application/json' -d ${body}`] : []),
  ]
}

type RunEnd = {
  readonly orderId: string
  readonly paint: TerminalPaint
  readonly connection: GatewayConnection
  readonly credentials: MerchantCredentials
}

function endLines(
  { steps, notifications, isKept }: ScenarioRun,
  { orderId, paint, connection, credentials: { merchantId } }: RunEnd,
): readonly string[] {
  const last = steps.flatMap(({ step: { at } }) => ('transactionId' in at ? [at.transactionId] : [])).at(-1)
  const page = `${connection.address}/console/m/${encodeURIComponent(merchantId)}/order/${orderId}`
  return [
    '',
    paint.bold(`# Notifications${notifications.length === 0 ? ': none' : ''}`),
    ...notifications.flatMap(one => notificationLines(one, paint)).map(line => `#   ${line}`),
    ...(isKept ? [] : [paint.red('# Not everything happened as promised.')]),
    '',
    paint.bold('# Look further'),
    `#   npx tollgate explain ${orderId} ${last} --merchant ${merchantId}`,
    `#   ${page}`,
  ]
}

const runJson = (
  { name }: Scenario,
  orderId: string,
  { steps, notifications, isKept }: ScenarioRun,
): object => ({
  ...{ name, orderId, isKept },
  steps: steps.map(({ step, answer }) => ({
    ...{ why: step.why, method: step.method, path: pathOf(step).replaceAll(placeholders.order, orderId) },
    ...(step.body && { body: step.body }),
    answer,
  })),
  notifications: notifications.map(({ body, ...others }) => ({ ...others, body: readBody(body) })),
})
