// The command that tries a connection to a host and shows the bytes both ways.

import type { Command } from 'commander'
import { checkDialect } from '../acquirers/iso8583/dialects/check/checkDialect.ts'
import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import { dialectNamed } from '../acquirers/iso8583/dialects/shippedDialects.ts'
import { type LinkProbe, type ProbeStep, probeLink } from '../acquirers/iso8583/link/probe.ts'
import { readLinksFile } from '../acquirers/routing/linksFile.ts'
import type { HostAddress, LinkSettings, LinkTls } from '../acquirers/routing/settings.ts'
import { UseRefusal } from '../platform/errors.ts'
import { nearest } from '../standards/nearest.ts'
import { addCommand, numberOption } from './command.ts'
import type { CommandContext } from './context.ts'
import { readDialectFile } from './linkDialects.ts'
import { type CommandResult, countText, printable } from './output.ts'
import { fieldLines } from './shownMessage.ts'
import type { TerminalPaint } from './terminal.ts'

type ProbeFlags = {
  readonly links?: string
  readonly dialect?: string
  readonly institution?: string
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
      'Shows each message byte by byte with its parts and fields named, and says what a foreign frame ' +
      'looks like. No payment is sent. By the name of a link, its dialect, frame, TLS and institution are ' +
      'those of the links file, and all its addresses are tried in turn; a host that counts connections ' +
      'sees one more. Ends with 1 when a host did not answer as it should.',
    examples: [
      ['tollgate link probe first-bank', 'a link of TOLLGATE_ACQUIRER_LINKS'],
      ['tollgate link probe first-bank --links draft.json', 'a link of a file that is not in use yet'],
      ['tollgate link probe acquirer.example:8583', 'an address in the default dialect, without TLS'],
      ['tollgate link probe 10.0.0.7:8583 --dialect ours.json', 'in a dialect of your own'],
      ['tollgate link probe acquirer.example:8583 --cert us.pem --key us-key.pem', 'over mutual TLS'],
    ],
  })
    .argument('<link>', 'the name of a link, or host and port of an acquirer')
    .option('--links <file>', 'the links file; TOLLGATE_ACQUIRER_LINKS unless given')
    .option(
      '--dialect <dialect>',
      'the name of a dialect, or the file of your own; iso1987-ascii unless given',
    )
    .option('--institution <digits>', 'field 32, where network messages have it; 1 unless given')
    .option('--tls', 'over TLS')
    .option('--cacert <file>', 'over TLS; the authority that the host has its certificate of')
    .option('--cert <file>', 'over TLS; your own certificate')
    .option('--key <file>', 'the key of your certificate')
    .option('--servername <name>', "over TLS; the name in the host's certificate, where it is another one")
    .addOption(
      numberOption('--seconds <seconds>', 'how long to wait for an answer', { min: 1, max: 120, usual: 10 }),
    )
    .action(async (target: string, flags: ProbeFlags) => {
      const settings = linkName.test(target)
        ? await configuredLink(context, target, flags)
        : await addressSettings(addressOf(target), flags)
      const options = { clock: context.clock, answerMs: flags.seconds * 1_000 }
      const probes: LinkProbe[] = []
      for (const address of settings.addresses) probes.push(await probeLink(settings, address, options))
      context.show(shown(probes))
    })
}

/** As the links file has them; an address has a port. */
const linkName = /^[a-z0-9][a-z0-9-]{0,39}$/

async function configuredLink(
  context: CommandContext,
  name: string,
  { links: given, seconds: _, ...ofAddress }: ProbeFlags,
): Promise<LinkSettings> {
  const [foreign] = Object.keys(ofAddress)
  if (foreign !== undefined)
    throw new UseRefusal(`--${foreign} is for an address: the link ${name} has its own in the links file.`)
  const path = given ?? context.defaults.linksFile()
  if (path === undefined)
    throw new UseRefusal(
      `${name} is the name of a link, and TOLLGATE_ACQUIRER_LINKS names no links file: say --links, or ` +
        'give host and port, such as acquirer.example:8583.',
    )
  const { links } = await readLinksFile(path)
  const found = links.find(link => link.name === name)
  if (found) return found
  const names = links.map(link => link.name)
  const near = nearest(name, names)
  const hint = near === undefined ? `There are ${names.join(', ')}.` : `The nearest is ${near}.`
  throw new UseRefusal(`There is no link ${name} in ${printable(path)}. ${hint}`)
}

async function addressSettings(address: HostAddress, flags: ProbeFlags): Promise<LinkSettings> {
  if (flags.links !== undefined)
    throw new UseRefusal('--links is for the name of a link, not for an address.')
  return settingsOf(address, flags, await dialectOf(flags.dialect ?? 'iso1987-ascii'))
}

function addressOf(text: string): HostAddress {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:.]+)\]|([^\s:/]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  if (host === undefined || !(port >= 1 && port <= 65_535))
    throw new UseRefusal('It must be the name of a link, or a host and a port such as acquirer.example:8583.')
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
  const { institution = '1' } = flags
  if (!/^\d{1,11}$/.test(institution)) throw new UseRefusal('--institution must be one to eleven digits.')
  if ((flags.cert === undefined) !== (flags.key === undefined))
    throw new UseRefusal('--cert and --key belong together.')
  const tls = tlsOf(flags)
  return {
    ...{ name: 'probe', dialect, addresses: [address], connections: 1, window: 1, backlogPerSecond: 1 },
    ...{ institution, country: 'US', timeZone: '+0000' },
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

const shown = (probes: readonly LinkProbe[]): CommandResult => ({
  json: probes.length === 1 ? probes[0] : { probes },
  isBad: probes.some(({ findings }) => findings.length > 0),
  text: paint => probes.flatMap(probe => probeLines(probe, paint)),
})

const probeLines = ({ address, steps, findings }: LinkProbe, paint: TerminalPaint): readonly string[] => [
  ...steps.flatMap(step => stepLines(step, paint)),
  '',
  ...findings.map(finding => `${paint.red('!')} ${printable(finding, 300)}`),
  findings.length === 0
    ? `${paint.green('In order:')} ${address} answers.`
    : `${paint.red('Not in order:')} ${address}.`,
]

function stepLines({ atMs, what, about, parts = [], type, fields }: ProbeStep, paint: TerminalPaint) {
  return [
    `${`${atMs} ms`.padStart(9)}  ${paint.bold(what)} ${printable(about)}`,
    ...parts.flatMap(({ name, hex }) => hexLines(name, hex)),
    ...(fields === undefined ? [] : fieldLines({ type, fields }).map(line => `${' '.repeat(9)}${line}`)),
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
