// The command that runs directory servers and issuers: counterparts for payer authentication, to develop and
// to test against.

import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  type DirectoryFault,
  type DirectoryFaultSetting,
  directoryFaults,
  isDirectoryFault,
} from '../directoryServer/faults.ts'
import type { RawDirectoryMessage } from '../directoryServer/messageRecord.ts'
import type { DirectoryServerOptions, OpenDirectoryServer } from '../directoryServer/openDirectoryServer.ts'
import { schemeNames } from '../directoryServer/schemes.ts'
import { isSpoken, type SpokenVersion, spokenVersions } from '../directoryServer/versions.ts'
import { nearest } from '../standards/nearest.ts'
import { addCommand, numberOption, UsageRefusal } from './command.ts'
import type { CommandContext } from './context.ts'
import { jsonText } from './hostLinksFile.ts'
import { countText } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addDirectoryServer(program: Command, context: CommandContext): void {
  const faults = Object.entries(directoryFaults).map(([name, what]) => `${name} (${what})`)
  const command = addCommand(program, 'directory-server', {
    summary: 'run directory servers and issuers, to authenticate payers against',
    details:
      'Each scheme has an authority of its own, made at the first start, and speaks EMV 3-D Secure over ' +
      'TLS with certificates both ways. Issuers decide by the test cards of the sandbox, have pages for ' +
      'browsers, and all of them make mistakes on command, also while they run: POST ' +
      '{"slow":{"next":1,"ms":11000}} to /faults of the control. Notices to whoever runs the gateway ' +
      '(OReq): {"description":"…","parts":2} to /notices/scheme-a. No money moves, and the database of a ' +
      `gateway is not opened. Faults, with a probability behind each: ${faults.join(', ')}.`,
    examples: [
      ['tollgate directory-server', 'two schemes; says how to connect a gateway'],
      ['tollgate directory-server --print-settings', 'only makes certificates, and prints the settings file'],
      ['tollgate directory-server --ranges 200000 --fault slow=0.1', 'long lists, one answer in ten is slow'],
      ['tollgate directory-server --plain-pages', 'issuers without TLS, for a browser on this machine'],
    ],
  })
  withAddressOptions(command)
    .addOption(
      new Option('--versions <list>', `of ${spokenVersions.join(', ')}`)
        .argParser(readVersions)
        .default(['2.2.0', '2.3.1'], '2.2.0,2.3.1'),
    )
    .addOption(
      numberOption('--ranges <count>', 'so many more card ranges in each list, of nobody', {
        ...{ min: 0, max: 1_000_000, usual: 0 },
      }),
    )
    .option('--plain-pages', "the issuers' pages are without TLS")
    .addOption(
      new Option('--fault <name=probability>', 'a fault, from 0 to 1; may be given several times')
        .argParser(readFault)
        .default([], 'none'),
    )
    .addOption(numberOption('--seed <number>', 'the same faults again', { min: 0, max: 2 ** 31, usual: 1 }))
    .option('--print-settings', 'prints the directory servers file that reaches it, and does not start it')
    .option('--verbose', 'a line for each message, without card data')
    .action((given: DirectoryArguments) =>
      given.printSettings ? printSettings(context, given) : run(context, given),
    )
}

function withAddressOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--schemes <names>', `of ${schemeNames.join(', ')}, with commas between them`)
        .argParser(readSchemes)
        .default(usual.schemes, usual.schemes.join(',')),
    )
    .option('--folder <folder>', 'where keys and certificates are kept', usual.folder)
    .option('--host <address>', 'where to listen', usual.host)
    .addOption(
      numberOption('--port <port>', "of the issuers' pages; schemes follow; 0 takes free ones", {
        ...{ min: 0, max: 65_000, usual: usual.port },
      }),
    )
    .addOption(
      numberOption('--control-port <port>', 'for the control over HTTP, on 127.0.0.1; 0: none', {
        ...{ min: 0, max: 65_535, usual: 8459 },
      }),
    )
    .addOption(
      numberOption('--results-port <port>', "where a gateway listens for the first scheme's results", {
        ...{ min: 1, max: 65_000, usual: usual.resultsPort },
      }),
    )
}

const usual = {
  schemes: schemeNames.slice(0, 2),
  folder: 'data/directory-server',
  host: '127.0.0.1',
  port: 8450,
  resultsPort: 8461,
} as const

type DirectoryArguments = {
  readonly schemes: readonly string[]
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly controlPort: number
  readonly resultsPort: number
  readonly versions: readonly SpokenVersion[]
  readonly ranges: number
  readonly plainPages?: boolean
  readonly fault: readonly GivenDirectoryFault[]
  readonly seed: number
  readonly printSettings?: boolean
  readonly verbose?: boolean
}

type GivenDirectoryFault = { readonly name: DirectoryFault; readonly setting: DirectoryFaultSetting }

function readSchemes(text: string): readonly string[] {
  const names = text.split(',')
  const stranger = names.find(name => !schemeNames.includes(name))
  if (stranger !== undefined || new Set(names).size < names.length)
    throw new InvalidArgumentError(`There are ${schemeNames.join(', ')}; each once.`)
  return names
}

function readVersions(text: string): readonly SpokenVersion[] {
  const versions = text.split(',').filter(isSpoken)
  if (versions.length < text.split(',').length)
    throw new InvalidArgumentError(`There are ${spokenVersions.join(', ')}.`)
  return versions
}

function readFault(text: string, before: readonly GivenDirectoryFault[]): readonly GivenDirectoryFault[] {
  const [name = '', share = '1'] = text.split('=')
  if (!isDirectoryFault(name)) {
    const near = nearest(name, Object.keys(directoryFaults))
    throw new InvalidArgumentError(`There is no such fault${near ? `; the nearest is ${near}` : ''}.`)
  }
  if (!/^(?:0?\.\d{1,6}|[01](?:\.0*)?)$/.test(share))
    throw new InvalidArgumentError('Its probability must be a number from 0 to 1.')
  return [...before, { name, setting: { probability: Number(share) } }]
}

const optionsOf = (given: DirectoryArguments) => ({
  ...{ schemes: given.schemes, folder: given.folder, host: given.host, port: given.port },
  ...{ resultsPort: given.resultsPort, versions: given.versions, moreRanges: given.ranges, seed: given.seed },
  ...(given.controlPort > 0 && { controlPort: given.controlPort }),
  ...(given.plainPages && { hasPlainPages: true }),
})

const faultsOf = ({ fault }: DirectoryArguments): DirectoryServerOptions['faults'] =>
  Object.fromEntries(fault.map(({ name, setting }) => [name, setting]))

async function run(context: CommandContext, given: DirectoryArguments): Promise<void> {
  const { terminal, halt } = context
  const isForProgram = context.isForProgram()
  const faults = faultsOf(given)
  const server = await context.directoryServer({
    ...optionsOf(given),
    ...(faults && { faults }),
    ...(given.verbose && {
      onMessage: (message: RawDirectoryMessage) =>
        terminal.print(isForProgram ? JSON.stringify(shownMessage(message)) : messageLine(message)),
    }),
  })
  if (isForProgram) terminal.print(JSON.stringify(announced(server)))
  else for (const line of announcement(server, given, terminal.paint)) terminal.print(line)
  await ended(halt)
  const { messages, repeatedRequests, results } = server.control.counters()
  const all = Object.values(messages).reduce((sum, count) => sum + count, 0)
  const words = `${countText(all, 'message')}, ${countText(results.sent, 'result')} delivered`
  terminal.remark(`Stopped: ${words}, ${countText(repeatedRequests, 'request')} that came before.`)
}

const ended = (halt: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (halt.aborted) resolve()
    else halt.addEventListener('abort', () => resolve(), { once: true })
  })

/** Only the file, for a redirection; nothing is started. */
async function printSettings(context: CommandContext, given: DirectoryArguments): Promise<void> {
  if (given.port === 0)
    throw new UsageRefusal('A settings file names the ports of its directory servers: say which with --port.')
  context.terminal.print(jsonText(await context.directorySettings(optionsOf(given))))
}

const announced = ({ schemes, issuer, controlPort, folder, settings }: OpenDirectoryServer) => ({
  ...{ schemes, issuer, folder, settings },
  ...(controlPort !== undefined && { control: `http://127.0.0.1:${controlPort}` }),
})

function announcement(
  server: OpenDirectoryServer,
  given: DirectoryArguments,
  paint: TerminalPaint,
): readonly string[] {
  const faults = given.fault.map(({ name, setting }) => `${name} ${setting.probability}`).join(', ')
  return [
    ...server.schemes.map(({ name, address }) => `Directory server of ${paint.bold(name)} on ${address}`),
    `Issuers' pages: ${server.issuer.origin}`,
    `Keys and certificates: ${server.folder}`,
    ...(server.controlPort === undefined ? [] : [`Control: http://127.0.0.1:${server.controlPort} (JSON)`]),
    ...(faults === '' ? [] : [`Faults: ${faults}; seed ${given.seed}`]),
    '',
    ...connectLines(given),
    '',
    paint.dim('No money moves here. Ctrl-C ends it.'),
  ]
}

function connectLines(given: DirectoryArguments): readonly string[] {
  if (given.port === 0)
    return ['Its ports are free ones: --json prints the settings file for them, as settings.']
  const options = [
    ...(given.schemes.join() === usual.schemes.join() ? [] : [`--schemes ${given.schemes.join(',')}`]),
    ...(given.folder === usual.folder ? [] : [`--folder ${given.folder}`]),
    ...(given.host === usual.host ? [] : [`--host ${given.host}`]),
    ...(given.port === usual.port ? [] : [`--port ${given.port}`]),
    ...(given.resultsPort === usual.resultsPort ? [] : [`--results-port ${given.resultsPort}`]),
    '--print-settings',
  ]
  return [
    'The settings file of a gateway that reaches it, TOLLGATE_DIRECTORY_SERVERS:',
    `  npx tollgate directory-server ${options.join(' ')} > directory-servers.json`,
  ]
}

const shownMessage = ({ direction, scheme, kind }: RawDirectoryMessage) => ({ direction, scheme, kind })

const messageLine = ({ direction, scheme, kind }: RawDirectoryMessage): string =>
  `${scheme} ${direction === 'received' ? '>' : '<'} ${kind}`
