// The command that runs a payment provider: a counterpart for the provider link, to develop and to test
// against.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { sandboxMerchantId } from '../platform/environment.ts'
import type { ReceivedCall } from '../providerHost/adapterServer.ts'
import { type HostFault, type HostFaultSetting, hostFaults, isHostFault } from '../providerHost/hostFaults.ts'
import type { OpenProviderHost } from '../providerHost/openProviderHost.ts'
import { nearest } from '../standards/nearest.ts'
import { addCommand, numberOption, UsageRefusal } from './command.ts'
import type { CommandContext } from './context.ts'
import { jsonText } from './hostLinksFile.ts'
import { countText, printable } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addProviderHost(program: Command, context: CommandContext): void {
  const faults = Object.entries(hostFaults).map(([name, what]) => `${name} (${what})`)
  addCommand(program, 'provider-host', {
    summary: 'run a payment provider to attach a gateway to, with pages for payers',
    details:
      'It speaks the provider protocol (docs/provider-protocol.md), decides by order.reference as the ' +
      'provider of the sandbox does, and makes mistakes on command, also while it runs: POST ' +
      '{"silence":{"next":1,"on":"refund"}} to /faults of its control. No money moves, and the database of ' +
      `a gateway is not opened. Faults, with a probability behind each: ${faults.join(', ')}.`,
    examples: [
      ['tollgate provider-host', 'on port 8470; says how to attach a gateway'],
      ['tollgate provider-host --print-settings', 'only makes the secrets, and prints the settings file'],
      ['tollgate provider-host --fault silence=0.1 --fault notice-never=0.5', 'one answer in ten is lost'],
      ['tollgate provider-host --memory --port 0 --json', 'keeps nothing; says its port and secrets as JSON'],
    ],
  })
    .option('--folder <folder>', 'where its secrets and payments are kept', usual.folder)
    .option('--memory', 'keeps nothing: other secrets each time')
    .option('--host <address>', 'where to listen', usual.host)
    .addOption(
      numberOption('--port <port>', '0 takes one that is free', { min: 0, max: 65_535, usual: usual.port }),
    )
    .addOption(
      numberOption('--control-port <port>', 'for its control over HTTP, on 127.0.0.1; 0: none', {
        ...{ min: 0, max: 65_535, usual: 8471 },
      }),
    )
    .option('--origin <address>', 'where payers and the gateway reach it, if that is another address')
    .option('--merchant <merchant>', 'whom it serves, in the settings file', sandboxMerchantId)
    .addOption(
      new Option('--fault <name=probability>', 'a fault, from 0 to 1; may be given several times')
        .argParser(readFault)
        .default([], 'none'),
    )
    .addOption(numberOption('--seed <number>', 'the same faults again', { min: 0, max: 2 ** 31, usual: 1 }))
    .option('--print-settings', 'prints the providers file that reaches it, and does not start it')
    .option('--verbose', 'a line for each call')
    .action((given: ProviderHostArguments) =>
      given.printSettings ? printSettings(context, given) : run(context, given),
    )
}

const usual = { folder: 'data/provider-host', host: '127.0.0.1', port: 8470 } as const

type ProviderHostArguments = {
  readonly folder: string
  readonly memory?: boolean
  readonly host: string
  readonly port: number
  readonly controlPort: number
  readonly origin?: string
  readonly merchant: string
  readonly fault: readonly GivenHostFault[]
  readonly seed: number
  readonly printSettings?: boolean
  readonly verbose?: boolean
}

type GivenHostFault = { readonly name: HostFault; readonly setting: HostFaultSetting }

function readFault(text: string, before: readonly GivenHostFault[]): readonly GivenHostFault[] {
  const [name = '', share = '1'] = text.split('=')
  if (!isHostFault(name)) {
    const near = nearest(name, Object.keys(hostFaults))
    throw new InvalidArgumentError(`There is no such fault${near ? `; the nearest is ${near}` : ''}.`)
  }
  if (!/^(?:0?\.\d{1,6}|[01](?:\.0*)?)$/.test(share))
    throw new InvalidArgumentError('Its probability must be a number from 0 to 1.')
  return [...before, { name, setting: { probability: Number(share) } }]
}

async function run(context: CommandContext, given: ProviderHostArguments): Promise<void> {
  const { terminal, halt } = context
  const isForProgram = context.isForProgram()
  const host = await context.providerHost({
    ...{ host: given.host, port: given.port, seed: given.seed },
    ...(!given.memory && { folder: given.folder }),
    ...(given.controlPort > 0 && { controlPort: given.controlPort }),
    ...(given.origin !== undefined && { origin: given.origin }),
    faults: Object.fromEntries(given.fault.map(({ name, setting }) => [name, setting])),
    ...(given.verbose && {
      onCall: (call: ReceivedCall) =>
        terminal.print(isForProgram ? JSON.stringify(call) : callLine(call, terminal.paint)),
    }),
  })
  if (isForProgram) terminal.print(JSON.stringify(announced(host, given)))
  else for (const line of announcement(host, given, terminal.paint)) terminal.print(line)
  await ended(halt)
  const { calls, payments, notices } = host.control.counters()
  const words = [countText(calls, 'call'), countText(payments, 'payment'), countText(notices, 'notice')]
  terminal.remark(`Stopped: ${words.join(', ')}.`)
}

const ended = (halt: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (halt.aborted) resolve()
    else halt.addEventListener('abort', () => resolve(), { once: true })
  })

/** Only the file, for a redirection; secrets are made for it, and nothing is started. */
async function printSettings(context: CommandContext, given: ProviderHostArguments): Promise<void> {
  if (given.memory) throw new UsageRefusal('A settings file names files of secrets: leave --memory out.')
  if (given.port === 0 && given.origin === undefined)
    throw new UsageRefusal('A settings file names the port of its provider: say which with --port.')
  const host = given.host.includes(':') ? `[${given.host}]` : given.host
  const address = given.origin ?? `http://${host}:${given.port}`
  const files = await context.providerSecrets(given.folder)
  context.terminal.print(jsonText(providersFile(address, files, given)))
}

type SecretPaths = { readonly gateway: string; readonly provider: string }

const providersFile = (address: string, files: SecretPaths, { merchant }: ProviderHostArguments) => ({
  providers: [
    {
      name: 'provider-host',
      address,
      kinds: ['BROWSER_PAYMENT'],
      merchants: [{ merchantId: merchant }],
      gatewaySecrets: [files.gateway],
      providerSecrets: [files.provider],
    },
  ],
})

/** Secrets are told where nothing keeps them: whoever starts it so has to know them. */
const announced = (host: OpenProviderHost, given: ProviderHostArguments) => ({
  address: host.address,
  ...(host.controlPort !== undefined && { control: `http://127.0.0.1:${host.controlPort}` }),
  ...(host.secretFiles
    ? { settings: providersFile(host.address, host.secretFiles, given) }
    : { secrets: host.secrets }),
})

function announcement(
  host: OpenProviderHost,
  given: ProviderHostArguments,
  paint: TerminalPaint,
): readonly string[] {
  const faults = given.fault.map(({ name, setting }) => `${name} ${setting.probability}`).join(', ')
  const { payments } = host.control.counters()
  return [
    `Payment provider on ${paint.bold(host.address)}`,
    given.memory
      ? 'Payments and secrets: in memory only; they end with this command'
      : `Payments and secrets: ${given.folder}, with ${countText(payments, 'payment')} of earlier runs`,
    ...(host.controlPort === undefined ? [] : [`Control: http://127.0.0.1:${host.controlPort} (JSON)`]),
    ...(faults === '' ? [] : [`Faults: ${faults}; seed ${given.seed}`]),
    '',
    ...(host.secretFiles ? attachLines(host, given) : secretLines(host)),
    '',
    paint.dim('No money moves here. Ctrl-C ends it.'),
  ]
}

function attachLines({ address, port }: OpenProviderHost, given: ProviderHostArguments): readonly string[] {
  const options = [
    ...(given.folder === usual.folder ? [] : [`--folder ${given.folder}`]),
    ...(given.host === usual.host ? [] : [`--host ${given.host}`]),
    ...(port === usual.port ? [] : [`--port ${port}`]),
    ...(given.origin === undefined ? [] : [`--origin ${address}`]),
    ...(given.merchant === sandboxMerchantId ? [] : [`--merchant ${given.merchant}`]),
    '--print-settings',
  ]
  return [
    'The settings file of a gateway that reaches it, TOLLGATE_PROVIDERS:',
    `  npx tollgate provider-host ${options.join(' ')} > providers.json`,
  ]
}

const secretLines = ({ secrets }: OpenProviderHost): readonly string[] => [
  `The gateway signs with  ${secrets.gateway.join(' ')}`,
  `The provider signs with ${secrets.provider.join(' ')}`,
]

function callLine(
  { atMs, call, paymentId, status, state, fault }: ReceivedCall,
  paint: TerminalPaint,
): string {
  const time = new Date(atMs).toISOString().slice(11, 23)
  const outcome = state ?? String(status)
  const wrong = fault === undefined ? '' : ` (${fault})`
  return `${paint.dim(time)} ${paint.bold(call)} ${printable(paymentId, 64)} ${outcome}${wrong}`
}
