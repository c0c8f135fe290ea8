// The command that runs an acquirer host: a counterpart for links, to develop and to test against.

import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  type FaultName,
  type FaultSetting,
  isFaultName,
  messageFaults,
  standingFaults,
} from '../acquirerHost/faults.ts'
import type { RecordedMessage } from '../acquirerHost/hostRecord.ts'
import type { OpenHost } from '../acquirerHost/openHost.ts'
import { nearest } from '../standards/nearest.ts'
import { addCommand, choiceOption, numberOption, UsageRefusal } from './command.ts'
import type { CommandContext } from './context.ts'
import { exampleFile, isOfExample, jsonText, linksOfHost, type ReachedHost } from './hostLinksFile.ts'
import { countText, printable } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addAcquirerHost(program: Command, context: CommandContext): void {
  const faults = Object.entries({ ...messageFaults, ...standingFaults })
  addCommand(program, 'acquirer-host', {
    summary: 'run an acquirer host to connect a gateway to, with books of its own',
    details:
      'It answers ISO 8583 over TCP, decides by the test cards of the sandbox, and makes mistakes on ' +
      'command, also while it runs: POST {"twice":{"next":3}} to /faults of its control. No money moves, ' +
      'and the database of a gateway is not opened. Faults, with a probability behind each: ' +
      `${faults.map(([name, what]) => `${name} (${what})`).join(', ')}.`,
    examples: [
      ['tollgate acquirer-host', 'on port 8583, in the default dialect; says how to connect a sandbox'],
      ['tollgate acquirer-host --dialect iso1993-packed --memory', 'another dialect, and nothing kept'],
      ['tollgate acquirer-host --port 9000 --print-links-file', 'only prints the links file that reaches it'],
      ['tollgate acquirer-host --fault late=0.05 --fault drop-answer=0.05 --seed 7', 'one in ten is lost'],
    ],
  })
    .option('--dialect <name>', 'iso1987-ascii, iso1987-packed, iso1993-packed, or a file', 'iso1987-ascii')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .addOption(
      numberOption('--port <port>', '0 takes one that is free', { min: 0, max: 65_535, usual: 8583 }),
    )
    .addOption(
      numberOption('--control-port <port>', 'for its control over HTTP, on 127.0.0.1; 0: none', {
        ...{ min: 0, max: 65_535, usual: 8584 },
      }),
    )
    .option('--journal <file>', 'where its books are kept', 'data/acquirer-host.jsonl')
    .option('--memory', 'keeps its books in memory only')
    .addOption(
      new Option('--fault <name=probability>', 'a fault, from 0 to 1; may be given several times')
        .argParser(readFault)
        .default([], 'none'),
    )
    .addOption(numberOption('--seed <number>', 'the same faults again', { min: 0, max: 2 ** 31, usual: 1 }))
    .addOption(
      numberOption('--late-ms <ms>', 'how late a late answer is', { min: 1, max: 600_000, usual: 3_000 }),
    )
    .addOption(choiceOption('--unreadable <what>', 'to do with what cannot be read', ['close', 'answer']))
    .addOption(choiceOption('--duplicates <how>', 'to answer an original twice', ['as-first', 'refused']))
    .option('--tls-certificate <file>', 'speaks TLS with this certificate (PEM)')
    .option('--tls-key <file>', 'and this key')
    .option('--tls-authorities <file>', 'callers need a certificate of one of these')
    .option('--print-links-file', 'prints the links file that reaches it, and does not start it')
    .option('--verbose', 'a line for each message, without card data')
    .action((given: HostArguments) =>
      given.printLinksFile ? printLinksFile(context, given) : run(context, given),
    )
}

type HostArguments = {
  readonly dialect: string
  readonly host: string
  readonly port: number
  readonly controlPort: number
  readonly journal: string
  readonly memory?: boolean
  readonly fault: readonly GivenFault[]
  readonly seed: number
  readonly lateMs: number
  readonly unreadable?: 'close' | 'answer'
  readonly duplicates?: 'as-first' | 'refused'
  readonly tlsCertificate?: string
  readonly tlsKey?: string
  readonly tlsAuthorities?: string
  readonly printLinksFile?: boolean
  readonly verbose?: boolean
}

type GivenFault = { readonly name: FaultName; readonly probability: number }

function readFault(text: string, before: readonly GivenFault[]): readonly GivenFault[] {
  const [name = '', share = '1'] = text.split('=')
  if (!isFaultName(name)) {
    const near = nearest(name, Object.keys({ ...messageFaults, ...standingFaults }))
    throw new InvalidArgumentError(`There is no such fault${near ? `; the nearest is ${near}` : ''}.`)
  }
  if (!/^(?:0?\.\d{1,6}|[01](?:\.0*)?)$/.test(share))
    throw new InvalidArgumentError('Its probability must be a number from 0 to 1.')
  return [...before, { name, probability: Number(share) }]
}

async function run(context: CommandContext, given: HostArguments): Promise<void> {
  const { terminal, halt } = context
  const isForProgram = context.isForProgram()
  const host = await context.acquirerHost({
    ...{ dialect: given.dialect, host: given.host, port: given.port, seed: given.seed },
    ...(given.controlPort > 0 && { controlPort: given.controlPort }),
    ...(!given.memory && { journal: given.journal }),
    faults: faultsOf(given),
    ...(given.unreadable && { onUnreadable: given.unreadable }),
    ...(given.duplicates === 'refused' && { duplicates: 'refused' as const }),
    ...tlsOf(given),
    ...(given.verbose && {
      onMessage: (message: RecordedMessage) =>
        terminal.print(isForProgram ? JSON.stringify(message) : messageLine(message, terminal.paint)),
    }),
  })
  if (isForProgram) terminal.print(JSON.stringify(announced(host, given)))
  else for (const line of announcement(host, given, terminal.paint)) terminal.print(line)
  await ended(halt)
  const { received, sent, entries, connections } = host.control.counters()
  const booked = countText(entries, 'entry', 'entries')
  const words = `${countText(received, 'message')} came, ${sent} went, ${booked}`
  terminal.remark(`Stopped: ${words}, ${countText(connections, 'connection')}.`)
}

function faultsOf({ fault, lateMs }: HostArguments): { readonly [name in FaultName]?: FaultSetting } {
  const settings = fault.map(({ name, probability }) => {
    const setting: FaultSetting = name === 'late' ? { probability, ms: lateMs } : { probability }
    return [name, setting] as const
  })
  return Object.fromEntries(settings)
}

function tlsOf({ tlsCertificate: certificate, tlsKey: key, tlsAuthorities: authorities }: HostArguments) {
  if (certificate === undefined && key === undefined && authorities === undefined) return {}
  if (certificate === undefined || key === undefined)
    throw new UsageRefusal(
      'tollgate acquirer-host needs --tls-certificate and --tls-key, both of them. ' +
        'See tollgate acquirer-host --help.',
    )
  return { tls: { certificate, key, ...(authorities !== undefined && { authorities }) } }
}

const ended = (halt: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (halt.aborted) resolve()
    else halt.addEventListener('abort', () => resolve(), { once: true })
  })

const reached = ({ port }: { readonly port: number }, given: HostArguments): ReachedHost => ({
  ...{ host: given.host, port, dialect: given.dialect },
  ...(given.tlsCertificate !== undefined && { tlsCertificate: given.tlsCertificate }),
})

/** Only the file, for a redirection; the host is not started. */
function printLinksFile({ terminal }: CommandContext, given: HostArguments): void {
  if (given.port === 0)
    throw new UsageRefusal('A links file names the port of its host: say which with --port.')
  terminal.print(jsonText(linksOfHost(reached(given, given))))
}

/** How a sandbox is started that reaches this host. */
function connectLines(host: OpenHost, given: HostArguments): readonly string[] {
  const at = reached(host, given)
  if (isOfExample(at))
    return [
      'Connect a sandbox to it, in another terminal:',
      `  TOLLGATE_ACQUIRER_LINKS=${exampleFile} npm start`,
    ]
  const options = [
    ...(at.dialect === 'iso1987-ascii' ? [] : [`--dialect ${at.dialect}`]),
    ...(at.host === '127.0.0.1' ? [] : [`--host ${at.host}`]),
    `--port ${at.port}`,
    ...(at.tlsCertificate === undefined ? [] : [`--tls-certificate ${at.tlsCertificate}`]),
  ]
  return [
    'Connect a sandbox to it, in another terminal; the first line writes its links file:',
    `  npx tollgate acquirer-host ${options.join(' ')} --print-links-file > links.json`,
    '  TOLLGATE_ACQUIRER_LINKS=links.json npm start',
  ]
}

const announced = (host: OpenHost, given: HostArguments) => ({
  ...{ host: given.host, port: host.port, dialect: host.dialect.name },
  ...(host.controlPort !== undefined && { control: `http://127.0.0.1:${host.controlPort}` }),
  ...(!given.memory && { journal: given.journal }),
  ...{ businessDate: host.control.businessDate(), links: linksOfHost(reached(host, given)) },
})

function announcement(host: OpenHost, given: HostArguments, paint: TerminalPaint): readonly string[] {
  const { entries } = host.control.counters()
  const books = given.memory
    ? 'in memory only: they end with this command'
    : `${given.journal}, with ${countText(entries, 'entry', 'entries')} of earlier runs`
  const faults = given.fault.map(({ name, probability }) => `${name} ${probability}`).join(', ')
  return [
    `Acquirer host on ${paint.bold(`${given.host}:${host.port}`)}, dialect ${paint.bold(host.dialect.name)}`,
    `Books: ${books}; business date ${host.control.businessDate()}`,
    ...(host.controlPort === undefined ? [] : [`Control: http://127.0.0.1:${host.controlPort} (JSON)`]),
    ...(faults === '' ? [] : [`Faults: ${faults}; seed ${given.seed}`]),
    '',
    ...connectLines(host, given),
    '',
    paint.dim('No money moves here. Ctrl-C ends it.'),
  ]
}

/** Time, direction and the fields that people may see. */
function messageLine({ atMs, direction, type, fields }: RecordedMessage, paint: TerminalPaint): string {
  const time = new Date(atMs).toISOString().slice(11, 23)
  const code = fields[39] === undefined ? '' : ` ${fields[39]}`
  const shown = ['3', '4', '49', '11', '37', '41', '70', '90'].flatMap(number => {
    const value = fields[number]
    return value === undefined ? [] : [`${number}=${printable(value, 42)}`]
  })
  const arrow = direction === 'received' ? '>' : '<'
  return `${paint.dim(time)} ${arrow} ${paint.bold(type)}${code}  ${shown.join(' ')}`
}
