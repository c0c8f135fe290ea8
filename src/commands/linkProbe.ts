// The command that tries a connection to a host and shows the bytes both ways.

import { type Command, InvalidArgumentError } from 'commander'
import { checkDialect } from '../acquirers/iso8583/checkDialect.ts'
import type { Dialect } from '../acquirers/iso8583/dialect.ts'
import { dialectNamed } from '../acquirers/iso8583/dialects.ts'
import { type LinkProbe, type ProbeStep, probeLink } from '../acquirers/iso8583/probe.ts'
import type { HostAddress, LinkSettings, LinkTls } from '../acquirers/routing/settings.ts'
import { UseRefusal } from '../platform/errors.ts'
import { addCommand, numberOption } from './command.ts'
import type { CommandContext } from './context.ts'
import { readDialectFile } from './linkDialects.ts'
import { type CommandResult, countText, printable } from './output.ts'
import { shownFields } from './shownMessage.ts'
import type { TerminalPaint } from './terminal.ts'

type ProbeFlags = {
  readonly dialect: string
  readonly institution: string
  readonly tls?: boolean
  readonly cacert?: string
  readonly cert?: string
  readonly key?: string
  readonly servername?: string
  readonly seconds: number
}

export function addProbe(group: Command, context: CommandContext): void {
  addCommand(group, 'probe', {
    summary: 'send an echo to a host, and show the bytes both ways',
    details:
      'Opens a connection of its own, signs on where the dialect wants it, sends an echo and signs off. ' +
      'Shows each message byte by byte with its parts named, and says what a foreign frame looks like. No ' +
      'payment is sent. Ends with 1 when the host did not answer as it should.',
    examples: [
      ['tollgate link probe acquirer.example:8583', 'in the default dialect, without TLS'],
      ['tollgate link probe 10.0.0.7:8583 --dialect ours.json', 'in a dialect of your own'],
      ['tollgate link probe acquirer.example:8583 --cert us.pem --key us-key.pem', 'over mutual TLS'],
    ],
  })
    .argument('<address>', 'host and port of the acquirer', addressOf)
    .option('--dialect <dialect>', 'the name of a dialect, or the file of your own', 'iso1987-ascii')
    .option('--institution <digits>', 'field 32, where network messages have it', '1')
    .option('--tls', 'over TLS')
    .option('--cacert <file>', 'over TLS; the authority that the host has its certificate of')
    .option('--cert <file>', 'over TLS; your own certificate')
    .option('--key <file>', 'the key of your certificate')
    .option('--servername <name>', "over TLS; the name in the host's certificate, where it is another one")
    .addOption(
      numberOption('--seconds <seconds>', 'how long to wait for an answer', { min: 1, max: 120, usual: 10 }),
    )
    .action(async (address: HostAddress, flags: ProbeFlags) => {
      const settings = settingsOf(address, flags, await dialectOf(flags.dialect))
      const { clock } = context
      context.show(shown(await probeLink(settings, address, { clock, answerMs: flags.seconds * 1_000 })))
    })
}

function addressOf(text: string): HostAddress {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:.]+)\]|([^\s:/]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  if (host === undefined || !(port >= 1 && port <= 65_535))
    throw new InvalidArgumentError('It must be a host and a port, such as acquirer.example:8583.')
  return { host, port }
}

async function dialectOf(nameOrFile: string): Promise<Dialect> {
  const shipped = dialectNamed(nameOrFile)
  if (shipped) return shipped
  const checked = checkDialect(await readDialectFile(nameOrFile))
  if ('dialect' in checked) return checked.dialect
  throw new UseRefusal(
    `${printable(nameOrFile)} has ${countText(checked.findings.length, 'mistake')}: see tollgate link check.`,
  )
}

function settingsOf(address: HostAddress, flags: ProbeFlags, dialect: Dialect): LinkSettings {
  if (!/^\d{1,11}$/.test(flags.institution))
    throw new UseRefusal('--institution must be one to eleven digits.')
  if ((flags.cert === undefined) !== (flags.key === undefined))
    throw new UseRefusal('--cert and --key belong together.')
  const tls = tlsOf(flags)
  return {
    ...{ name: 'probe', dialect, addresses: [address], connections: 1, window: 1, backlogPerSecond: 1 },
    ...{ institution: flags.institution, country: 'US', timeZone: '+0000' },
    ...(tls ? { tls } : {}),
  }
}

function tlsOf({ tls, cacert, cert, key, servername }: ProbeFlags): LinkTls | undefined {
  if (!tls && cacert === undefined && cert === undefined && servername === undefined) return undefined
  return {
    ...(cacert === undefined ? {} : { authorities: cacert }),
    ...(cert === undefined ? {} : { certificate: cert }),
    ...(key === undefined ? {} : { key }),
    ...(servername === undefined ? {} : { serverName: servername }),
  }
}

const shown = (probe: LinkProbe): CommandResult => ({
  json: probe,
  isBad: probe.findings.length > 0,
  text: paint => [
    ...probe.steps.flatMap(step => stepLines(step, paint)),
    '',
    ...probe.findings.map(finding => `${paint.red('!')} ${printable(finding, 300)}`),
    probe.findings.length === 0
      ? `${paint.green('In order:')} ${probe.address} answers.`
      : `${paint.red('Not in order:')} ${probe.address}.`,
  ],
})

function stepLines({ atMs, what, about, parts = [], fields = {} }: ProbeStep, paint: TerminalPaint) {
  const values = shownFields({ fields }).map(([number, value]) => `${number}=${value}`)
  return [
    `${`${atMs} ms`.padStart(9)}  ${paint.bold(what)} ${printable(about)}`,
    ...parts.flatMap(({ name, hex }) => hexLines(name, hex)),
    ...(values.length === 0 ? [] : [`${' '.repeat(11)}${printable(values.join('  '), 300)}`]),
  ]
}

/** Sixteen bytes in a line, the text beside them. */
function hexLines(name: string, hex: string): readonly string[] {
  const bytes = hex === '' ? [] : hex.split(' ')
  const rows = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) =>
    bytes.slice(16 * row, 16 * row + 16),
  )
  return rows.map((row, index) => {
    const label = index === 0 ? name : ''
    const text = Buffer.from(row.join(''), 'hex')
      .toString('latin1')
      .replace(/[^\x20-\x7e]/g, '.')
    return `${' '.repeat(11)}${label.padEnd(8)}${row.join(' ').padEnd(48)} ${text}`
  })
}
